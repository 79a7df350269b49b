"""Standing constraints: real turns labelled without their texts, and written messages (README.md)."""
