"""Events in what people say, by rules: what happened to them, and what they plan.

event_time  when an event was, or is to be; the event without its words of time
past        a statement -> what happened once
plans       a statement -> what is to come, fell or moved
tellings    a round -> its events, each with its quote, who took part and where it was
"""
