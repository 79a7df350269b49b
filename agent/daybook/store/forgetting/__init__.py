"""Forgetting: delete what a selector names and everything that repeats it, then verify by a search."""
