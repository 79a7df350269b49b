"""Memory for programs that speak the Model Context Protocol: editors, desktop assistants, agents.

`mcp_server.py` makes the server, and `transports.py` serves it over HTTP or on standard input and output.
"""
