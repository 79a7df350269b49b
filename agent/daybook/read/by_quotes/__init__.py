"""Reading without a model: quotes, chosen and computed with by code."""
