"""The texts to search with for one question."""

from __future__ import annotations

from daybook.understand.statements import to_statement
from daybook.understand.synonyms import with_synonyms


def phrasings_of(text: str, *, statement: bool = True, synonyms: bool = True) -> tuple[str, ...]:
    """Phrase a question in the other ways in which memory may hold what it asks.

    Args:
        text: the question.
        statement: add the statement that would answer it.
        synonyms: add the question with other words for what it names.

    Returns:
        Distinct texts, at most three: the question first and as it was given.
    """
    others = (to_statement(text) if statement else None, with_synonyms(text) if synonyms else None)
    return (text, *(other for other in others if other is not None and _plain(other) != _plain(text)))


def _plain(text: str) -> str:
    return " ".join(text.casefold().split()).strip(" ?.!")
