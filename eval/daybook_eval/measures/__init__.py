"""One measure a file, each citing its definition."""
