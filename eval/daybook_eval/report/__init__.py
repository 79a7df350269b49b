"""Reports of runs: figures as JSON, tables for a terminal, and a page to read."""
