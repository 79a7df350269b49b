"""Question to plan: kinds, phrasings, time range."""
