"""The words that a text shares with a question."""

from __future__ import annotations

import re
from collections.abc import Set

from daybook.english.words import words_of
from daybook.interfaces.server.page.views.lit import Stretch

_WORD = re.compile(
    r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]|[^\W_\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]+"
)


def lit_words(text: str, asked: Set[str]) -> list[Stretch]:
    """Give the places of the words whose stems were asked for, in any form: "ran" is none of "run"."""
    known: dict[str, bool] = {}
    lit = []
    for found in _WORD.finditer(text):
        word = found[0]
        if word not in known:
            known[word] = not asked.isdisjoint(words_of(word))
        if known[word]:
            lit.append(found.span())
    return lit
