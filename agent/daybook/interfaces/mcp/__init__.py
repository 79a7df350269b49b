"""Memory for programs that speak the Model Context Protocol: editors, desktop assistants, agents.

`server.py` makes the server from a Daybook and from what says whose memory is meant; `stdio.py` serves it to
the program that started this one, `http.py` to whoever holds a token.
"""
