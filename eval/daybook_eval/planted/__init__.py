"""A history with known truth: what the ledger should have made of it, and what it did."""
