"""Finds out whose words a question asks for: those of a speaker whom it names, else the user's."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from daybook.conversation import QuestionKind, RetrievalPlan
from daybook.store.arrays import RoundAxis
from daybook.store.bm25 import LexicalIndex
from daybook.store.keys import FIELDS, FieldName

_NAME = re.compile(r"[^\W\d_]{2,}")
_USER: frozenset[FieldName] = frozenset({"user", "statement", "both"})


@dataclass(frozen=True, slots=True)
class SpeakerFilter:
    """The speaker whose words a plan asks for, in one memory.

    Where turns carry names, as between two people, a name says whose words are meant and nothing of their
    subject: every round is by one of them.
    """

    index: LexicalIndex
    speakers: tuple[str, ...]
    """Those whom the question names; where there are none, the user is meant."""
    anybody: bool
    """Whether no side counts for more than another."""

    @classmethod
    def by(cls, plan: RetrievalPlan, index: LexicalIndex, *, is_message: bool = False) -> SpeakerFilter:
        """Find the speakers whom the question of a plan names; a message that asks nothing means anybody."""
        speakers = tuple(_named(plan.question, index))
        about_all = is_message or QuestionKind.ASSISTANT in plan.kinds
        return cls(index, speakers, anybody=not speakers and about_all)

    def fields(self, rounds: RoundAxis) -> NDArray[np.bool_]:
        """Say which fields of the rounds are by whom is asked about, shape (rounds, 4) as `FieldScores`."""
        if self.anybody or not self.speakers:
            asked = [self.anybody or field in _USER for field in FIELDS]
            return np.repeat(asked, len(rounds)).reshape(len(FIELDS), len(rounds)).T
        said = self.index.said_by(self.speakers)
        if rounds is not self.index.rounds:
            said = said[self.index.rounds.places(rounds)]
        always = np.ones(len(said), dtype=bool)
        columns = {"user": said[:, 0], "statement": said[:, 0], "assistant": said[:, 1], "both": always}
        return np.stack([columns[field] for field in FIELDS]).T

    def without_names(self, text: str) -> str:
        """Leave the names of this memory's speakers out of a text; the text itself where nothing is left."""
        parts = sorted(
            {part for name in self.index.speakers for part in _parts(name, self.index)}, key=len, reverse=True
        )
        if not parts:
            return text
        names = "|".join(map(re.escape, parts))
        rest = re.sub(rf"\b(?:{names})\b(?:['’]s\b)?", "", text, flags=re.IGNORECASE)
        return " ".join(rest.split()) if _NAME.search(rest) else text


def _named(text: str, index: LexicalIndex) -> Iterator[str]:
    words = {word.casefold() for word in _NAME.findall(text)}
    for speaker in index.speakers:
        if any(part.casefold() in words for part in _parts(speaker, index)):
            yield speaker


def _parts(name: str, index: LexicalIndex) -> list[str]:
    """List the words of a name; one that is a stop word ("Will") cannot be told from it."""
    return [part for part in _NAME.findall(name) if index.analyzer.words(part)]
