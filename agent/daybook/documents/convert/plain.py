"""Plain text: paragraphs between blank lines, without headings."""

from __future__ import annotations

from daybook.documents.convert.blocks import Block, Converted, bounded, paragraphs
from daybook.documents.convert.decode import decoded


def convert(data: bytes) -> Converted:
    """Read plain text.

    Raises:
        Unreadable: it is no text, or holds nothing.
    """
    return Converted(bounded(Block(part) for part in paragraphs(decoded(data))))
