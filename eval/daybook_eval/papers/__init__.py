"""The experiments of the five papers as far as they can be run here: one command for each table.

daybook-eval papers NAME --data DIR --out docs/papers/results
"""
