"""The page of figures: every figure of README and docs, made by one command that anybody can repeat."""
