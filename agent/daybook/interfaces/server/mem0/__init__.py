"""Mem0's HTTP surfaces over a memory of Daybook."""
