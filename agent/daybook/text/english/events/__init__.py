"""Events in what people say, by rules: what happened to them, and what they plan."""
