"""The texts to search with for one question."""

from __future__ import annotations

from daybook.understand.statements import to_statement


def phrasings_of(text: str) -> tuple[str, ...]:
    """Give the question as it is, and the statement that would answer it where the rules can make one.

    Two at most; a table of synonyms as a third was measured and cost a question or gained none
    (`docs/retrieval.md`).
    """
    statement = to_statement(text)
    return (text,) if statement is None or _plain(statement) == _plain(text) else (text, statement)


def _plain(text: str) -> str:
    return " ".join(text.casefold().split()).strip(" ?.!")
