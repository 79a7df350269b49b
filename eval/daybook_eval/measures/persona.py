"""PersonaConsF1: how far a response and the statements about a person use the same words.

TimeRAG-Memory (section 4, Metrics) calls it a lexical overlap proxy with the persona and gives no formula.
Ours is the knowledge F1 of Lian et al., Learning to Select Knowledge for Response Generation, IJCAI 2019:
over the sets of words without stop words, of the response and of all statements together. Words are stems.
Figures are not comparable with those of the paper.
"""

from __future__ import annotations

from collections.abc import Iterable

from daybook.english.words import words_of


def persona_f1(response: str, statements: Iterable[str]) -> float:
    """Harmonic mean of the share of the response's words that statements hold, and the reverse: 0 to 1.

    0 where the response or the statements have no word that counts.
    """
    said = frozenset(words_of(response))
    known = frozenset(word for statement in statements for word in words_of(statement))
    if not said or not known:
        return 0.0
    return 2 * len(said & known) / (len(said) + len(known))
