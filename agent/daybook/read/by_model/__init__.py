"""Reading with a chat model."""
