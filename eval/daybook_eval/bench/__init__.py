"""What Daybook costs in time and memory, beside the bare work that it cannot do without."""
