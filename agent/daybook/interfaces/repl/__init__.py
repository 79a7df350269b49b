"""The chat: a conversation with a memory, line by line."""
