"""Fielded max-sim keying for assistant-side memory recall: its tables on our rounds."""
