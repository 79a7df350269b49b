"""Reading without a model: the record of the ledger that a question asks for."""
