"""Question rewriting: examples of it, where they come from, and how well it is done."""
