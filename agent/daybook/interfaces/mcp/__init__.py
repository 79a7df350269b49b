"""Memory for programs that speak the Model Context Protocol: editors, desktop assistants, agents.

`mcp_server.py` makes the server; `stdio.py` serves it to the program that started this one, `http.py` to
whoever holds a token.
"""
