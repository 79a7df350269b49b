"""The one floor of relevance: below it nothing of memory bears on a message, and nothing is given."""

from collections.abc import Iterable

from daybook.store.bm25 import LexicalIndex

FLOOR = 0.29
"""The least plain cosine of MiniLM where memory knows every word of the message."""
_UNSAID = 0.3
"""What is added to it where memory knows none: what was never spoken of cannot be remembered."""
_FEW_ROUNDS = 20
"""Rounds at which that counts by half: in a young memory nearly every word is new."""


def relevance_floor(message: str, memory: LexicalIndex, texts: Iterable[str] = ()) -> float:
    """Give the least cosine at which something of a memory bears on a message.

    "Why is the sea salty?" is near to any talk of the sea, and "salty" was never said. Cosine and unsaid
    words together tell what needs memory better than the cosine alone, on both halves of the histories of
    `daybook-eval everyday` and on LoCoMo, where neither number was chosen.

    Args:
        message: in stand-alone form.
        memory: the owner's words.
        texts: of documents, whose words are known as well.
    """
    stems = set(memory.analyzer.words(message))
    unsaid = {stem for stem in stems if not memory.has_word(stem)}
    for text in texts if unsaid else ():
        unsaid.difference_update(memory.analyzer.words(text))
    rounds = len(memory.rounds)
    return FLOOR + _UNSAID * len(unsaid) / max(len(stems), 1) * rounds / (rounds + _FEW_ROUNDS)
