"""Resolves a fact against the ledger: what it adds, repeats, replaces, corrects or ends."""
