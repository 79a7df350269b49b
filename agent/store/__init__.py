"""Rounds in SQL (the truth), their vectors and words (derived), and the indexing that keeps them in step."""
