"""What runs come to: figures as JSON, tables for a terminal, and a page to read."""
