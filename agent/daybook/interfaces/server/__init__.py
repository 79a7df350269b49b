"""Daybook over HTTP: its own verbs, Mem0's and OpenAI's, MCP, and the page."""
