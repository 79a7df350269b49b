"""Signals of the papers that stay for comparison, since they lose here against the default ranking.

Equation 7 of MemoryStack (`weigh`) is also how a chat model's rerank scores are joined with the rest; its
relations and source filter, and HiMeS's attention and topics, are off unless an option turns them on.
`docs/retrieval.md` and `docs/ledger.md` have what each of them costs or brings.
"""
