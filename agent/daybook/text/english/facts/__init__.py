"""Facts in what people say, by rules: how they are found, compared, and known to be private."""

from collections.abc import Sequence

from daybook.conversation import Fact, Round, ToldEvent


def facts_in(round: Round) -> list[Fact]:
    """Find what the owner says of themselves in the user's turn of a round, by templates.

    Nothing that came out of memory is read. No two facts have the same slot, value, polarity and act.
    """
    # The templates compile some hundred patterns, which only what reads rounds has to pay for.
    from daybook.text.english.facts.round_facts import facts_in as read

    return read(round)


def events_in(round: Round) -> Sequence[ToldEvent]:
    """Find the events of their own lives that people tell in a round; see `events.told_events.events_in`."""
    from daybook.text.english.events.told_events import events_in as read

    return read(round)
