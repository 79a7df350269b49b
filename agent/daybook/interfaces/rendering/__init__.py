"""Shows values to people and programs: as lines and tables for a terminal, and as JSON."""
