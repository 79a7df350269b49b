"""Daybook: long-term memory for chat assistants."""
