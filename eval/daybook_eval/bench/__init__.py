"""Benchmarks of time and memory, beside the bare work that cannot be avoided."""
