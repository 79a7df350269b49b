"""The knowledge base: documents that answers may rest on, beside the rounds of conversations."""
