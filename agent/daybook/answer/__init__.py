"""Answers read from excerpts, every quote checked, and replies to chat messages with what memory holds."""
