"""Plan to candidates: dense max-sim, BM25, fusion, and packing into a token budget."""
