"""What people and programs see: values as lines and tables for a terminal, and as JSON."""
