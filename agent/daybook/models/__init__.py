"""The models that Daybook asks: what embeds and reranks texts, and what chats."""
