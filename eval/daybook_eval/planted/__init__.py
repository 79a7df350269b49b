"""Evaluates the ledger on generated histories whose true facts are known."""
