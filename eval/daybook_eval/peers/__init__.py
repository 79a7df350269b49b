"""Other memories by their own packages, asked the same questions as Daybook."""
