"""Reading what documents say: their passages as excerpts, and the answer by rules."""
