"""Texts of any language: words, sentences, secrets, and what stands in for forgotten sentences.

`any_language` answers what the engine asks of a language by these alone. Nothing here knows a word of one,
but for the names of secrets (`secret_names.toml`): a password is masked in whatever language it is told.
"""
