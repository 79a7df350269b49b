"""Splits texts into windows by characters, for models whose tokenizer is not available."""

from __future__ import annotations


def character_windows(text: str, size: int) -> list[tuple[int, int]]:
    """Cut a text into windows of at most `size` characters; see `Embedder.windows`.

    A window ends at the last white space of its second half, or after `size` characters where
    there is none.
    """
    spans = []
    start = len(text) - len(text.lstrip())
    while start < len(text):
        stop = min(start + size, len(text))
        if stop < len(text) and not text[stop].isspace():
            middle = start + size // 2
            stop = next((at for at in range(stop - 1, middle, -1) if text[at].isspace()), stop)
        window = text[start:stop].rstrip()
        spans.append((start, start + len(window)))
        start = stop + len(text[stop:]) - len(text[stop:].lstrip())
    return spans


def sendable(text: str, size: int) -> str:
    """One window of a text as servers can take it: lone surrogates replaced, and a space for nothing."""
    return text[:size].encode("utf-8", "replace").decode() or " "
