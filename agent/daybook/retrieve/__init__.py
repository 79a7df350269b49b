"""Retrieval: a question to its plan, a plan to ranked candidates, candidates to excerpts within a budget."""
