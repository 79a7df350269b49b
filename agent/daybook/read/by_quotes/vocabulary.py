"""The words of a question, looked for in many texts at little cost."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from daybook.english.verbs import BASES
from daybook.english.words import words_of


def stems_of(text: str) -> frozenset[str]:
    """Give the stems of a text's words, stop words left out, with one stem for all forms of a verb."""
    return frozenset(BASES.get(stem, stem) for stem in words_of(text))


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Word stems, and an expression that finds every word that may have one of them.

    Stemming all that was found costs more than the rest of reading together; stemming only words that
    begin like a wanted one does not.
    """

    stems: frozenset[str]
    beginnings: re.Pattern[str]

    @classmethod
    def of(cls, *texts: str) -> Vocabulary:
        """Take the words of texts, stop words left out."""
        stems = frozenset[str]().union(*map(stems_of, texts))
        return cls(stems, _beginnings(stems.union(form for form, base in BASES.items() if base in stems)))

    def in_text(self, text: str) -> frozenset[str]:
        """Give the stems of this vocabulary that a text holds."""
        if not text.isascii():  # accents, ligatures and scripts without spaces need a closer look
            return self.stems & stems_of(text)
        like = self.beginnings.findall(text.lower())
        return self.stems & stems_of(" ".join(like)) if like else frozenset()


def _beginnings(stems: Iterable[str]) -> re.Pattern[str]:
    """Match words of small letters by how they begin: stemming changes ends, and a number holds separators.

    Each beginning looks back at what is before it, since an expression that begins with letters is
    searched for several times faster than one that begins with a look at the edge of a word.
    """
    starts = sorted({stem[:1] if stem[0].isdigit() else stem[:-1] or stem for stem in stems})
    either = "|".join(rf"{re.escape(start)}(?<![^\W_]{re.escape(start)})" for start in starts) or r"(?!)"
    return re.compile(rf"(?:{either})[^\W_]*(?:[,.'][^\W_]+)*")
