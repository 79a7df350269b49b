"""Daybook over HTTP: its own verbs, OpenAI's, MCP, and the page."""
