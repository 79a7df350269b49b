"""The page in a real browser: pictures for the documentation, and how fast it is over a large memory."""
