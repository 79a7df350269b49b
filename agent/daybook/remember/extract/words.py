"""How word lists are written down."""

from __future__ import annotations

from collections.abc import Mapping


def words_in_list(text: str) -> frozenset[str]:
    """Read words, in which "_" stands for a space."""
    return frozenset(word.replace("_", " ") for word in text.split())


def words_by_key(text: str) -> Mapping[str, str]:
    """Read lines of "key: words" as word -> key."""
    return {
        word.replace("_", " "): key.strip()
        for key, _, words in (line.partition(":") for line in text.strip().splitlines())
        for word in words.split()
    }
