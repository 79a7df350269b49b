"""The addresses of the page."""
