"""Daybook as a library: the `Daybook` object, what it returns, and what it is wired from."""
