"""Texts of any language: words, sentences, secrets, and what stands in for forgotten sentences.

Nothing here knows a word of a language but for the names of secrets (`secret_names.toml`): a password is
masked in whatever language it is told.
"""
