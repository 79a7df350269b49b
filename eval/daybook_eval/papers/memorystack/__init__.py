"""The tables of MemoryStack."""
