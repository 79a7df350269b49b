"""Any language without rules of its own: rounds are kept, found and quoted by Unicode's rules alone.

No kinds, dates or requests are read from words. A chat model may read them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from daybook.conversation import Turn
from daybook.conversation.language import (
    Analyzer,
    ConstraintCue,
    MessageReading,
    QuestionReading,
    StandAlone,
    Texts,
)
from daybook.text.unicode_text import analyzer_of

_FEW = 3
"""Words up to which a message hardly says what it is about without its dialogue."""


def any_language(code: str, texts: Texts) -> AnyLanguage:
    """Make the language of an ISO 639-1 code, stemmed where there is a stemmer, or of "none".

    `texts` are what Daybook says by itself.
    """
    analyzer = analyzer_of(code)
    return AnyLanguage(analyzer, replace(texts, examples=None))


@dataclass(frozen=True, slots=True)
class AnyLanguage:
    """See `daybook.conversation.language.Language`."""

    analyzer: Analyzer
    texts: Texts

    def read_message(self, text: str, dialogue: Sequence[Turn] | None = None) -> MessageReading:
        """Tell by its question marks whether a message asks."""
        asking = [self.analyzer.asks(text[start:stop]) for start, stop in self.analyzer.sentences(text)]
        is_open = bool(dialogue) and self.analyzer.length(text) <= _FEW
        return MessageReading(
            asks=any(asking),
            only_asks=bool(asking) and all(asking),
            alone=StandAlone(text, is_open),
        )

    def read_question(self, text: str, asked_at: datetime) -> QuestionReading:
        """Search with the question as it is."""
        return QuestionReading()

    def constraint_in(self, sentence: str, own: Callable[[], str]) -> ConstraintCue | None:
        """Find none."""
        return None
