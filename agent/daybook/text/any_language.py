"""Any language without rules of its own: rounds are kept, found and quoted by Unicode's rules alone.

No kinds, dates or requests are read from words. A chat model may read them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from daybook.conversation import Evidence, Reading, Turn
from daybook.conversation.language import (
    Analyzer,
    AnswerCheck,
    ConstraintCue,
    Intent,
    MessageReading,
    ModelAnswer,
    QuestionReading,
    ReadingSwitches,
    StandAlone,
    Texts,
    ToRead,
)
from daybook.text.unicode_text import analyzer_of, quote_best

_FEW = 3
"""Words up to which a message hardly says what it is about without its dialogue."""
_NUMBER = re.compile(r"\d+(?:[.,:/-]\d+)*")


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
            intent=Intent.RECALL if any(asking) else Intent.STATEMENT,
            asks=any(asking),
            only_asks=bool(asking) and all(asking),
            questions=(text,) if any(asking) else (),
            alone=StandAlone(text, is_open),
        )

    def read_question(self, text: str, asked_at: datetime) -> QuestionReading:
        """Search with the question as it is."""
        return QuestionReading(phrasings=(text,))

    def constraint_in(self, sentence: str, own: Callable[[], str]) -> ConstraintCue | None:
        """Find none."""
        return None

    def check_answer(self, answer: ModelAnswer) -> AnswerCheck:
        """Compare the numbers and words of a model's answer with those of its quotes."""
        words = self.analyzer.words
        own = set(words(answer.text)) - set(words(answer.question))
        known = " ".join([answer.question, *(item.quote for item in answer.evidence)])
        days = {*answer.days, *(item.said_at.date() for item in answer.evidence)}
        numbers = {part for number in _NUMBER.findall(known) for part in (number, *_parts(number))}
        numbers |= {str(part) for day in days for part in (day.year, day.month, day.day)}
        numbers |= {str(number) for number in answer.computed}
        unsupported = tuple(
            number
            for number in dict.fromkeys(_NUMBER.findall(answer.text))
            if number not in numbers and not numbers.issuperset(_parts(number))
        )
        holding: tuple[Evidence, ...] = tuple(answer.evidence)
        if own:
            holding = tuple(item for item in answer.evidence if own.intersection(words(item.quote)))
        return AnswerCheck(unsupported, holding, bool(unsupported), bool(own))

    def unfounded_in(self, reply: str, told: Sequence[str]) -> tuple[str, ...]:
        """Name nothing."""
        return ()

    def answer(self, found: ToRead, switches: ReadingSwitches) -> Reading:
        """Quote the best rounds."""
        return quote_best(found, self.analyzer, self.texts)


def _parts(number: str) -> list[str]:
    return [part.lstrip("0") or "0" for part in re.split(r"[.,:/-]", number)]
