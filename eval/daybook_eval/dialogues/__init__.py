"""Measures of dialogues themselves, without a run: repeated asking, agreement with a persona."""
