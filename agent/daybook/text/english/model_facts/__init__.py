"""What a chat model found in English words, held to these words."""
