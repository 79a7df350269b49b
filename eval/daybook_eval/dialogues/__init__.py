"""Measures of dialogues without a run: repeated asking, consistency with a persona."""
