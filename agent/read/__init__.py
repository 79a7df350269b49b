"""Excerpts to answer: notes with exact quotes, and an answer made of them."""
