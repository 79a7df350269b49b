"""Asks the everyday questions about the demonstration's history, by rules alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from daybook import Daybook
from daybook.conversation import Answer, Turn
from daybook.embedding import Embedder
from daybook.interfaces.demo.demonstration import bundled_history
from daybook.settings import Settings
from daybook_eval.demo_questions import EverydayQuestion
from daybook_eval.measures.answers import contains
from daybook_eval.tables import draw

OWNER = "demo"


class Verdict(StrEnum):
    """What came of a question."""

    RIGHT = "right"
    BURIED = "right, not first"
    """The expected words stand below the first paragraph, among what else was found."""
    WRONG = "wrong"
    MISSED = "called not known"
    """The history says it, and the answer says that it is not known."""
    INVENTED = "answered"
    """The history does not say it, and the answer does not admit that."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A question, the answer to it, and the verdict."""

    question: EverydayQuestion
    answer: str
    verdict: Verdict


def ask_everyday_questions(
    questions: Iterable[EverydayQuestion], *, embedder: Embedder | None = None
) -> list[Judged]:
    """Import the demonstration's history into a memory of its own, and ask it every question."""
    with (
        TemporaryDirectory() as folder,
        Daybook.open(settings=Settings.of(data_dir=Path(folder)), embedder=embedder) as daybook,
    ):
        daybook.add(bundled_history(), owner=OWNER)
        return [_ask(daybook, question) for question in questions]


def verdict_of(question: EverydayQuestion, answer: Answer) -> Verdict:
    """Judge by wordings: a right answer holds one of each group, or says that it is not known.

    Where several things are asked for, they may stand anywhere in it.
    """
    if question.not_known:
        return Verdict.RIGHT if answer.not_known else Verdict.INVENTED
    if answer.not_known:
        return Verdict.MISSED
    if not _holds(answer.text, question):
        return Verdict.WRONG
    first = answer.text.partition("\n\n")[0]
    return Verdict.RIGHT if len(question.expected) > 1 or _holds(first, question) else Verdict.BURIED


def _holds(text: str, question: EverydayQuestion) -> bool:
    return all(any(contains(text, wording) for wording in group) for group in question.expected)


def _ask(daybook: Daybook, question: EverydayQuestion) -> Judged:
    answer = daybook.ask(
        question.question,
        owner=OWNER,
        asked_at=question.asked_at,
        dialogue=[Turn(turn.role, turn.content) for turn in question.dialogue],
    )
    return Judged(question, answer.text, verdict_of(question, answer))


def show_verdicts(judged: Sequence[Judged]) -> None:
    """Print each question with its answer and verdict, and a line for each kind."""
    rows = ((one.question.question, one.verdict.value, _in_short(one.answer)) for one in judged)
    draw("everyday questions about the demonstration's history", ("question", "verdict", "answer"), rows)
    kinds = ([kind, *(counts[verdict] for verdict in Verdict)] for kind, counts in _by_kind(judged).items())
    draw(None, ("kind", *(verdict.value for verdict in Verdict)), kinds)


def verdicts_shape(judged: Sequence[Judged]) -> dict[str, Any]:
    """Write the verdicts as plain values."""
    return {
        "counts": {kind: dict(counts) for kind, counts in _by_kind(judged).items()},
        "questions": [
            {
                "question": one.question.question,
                "kind": one.question.kind,
                "verdict": one.verdict,
                "answer": one.answer,
            }
            for one in judged
        ],
    }


def _by_kind(judged: Sequence[Judged]) -> dict[str, Counter[Verdict]]:
    kinds: dict[str, Counter[Verdict]] = {}
    for one in judged:
        kinds.setdefault(one.question.kind, Counter())[one.verdict] += 1
    return kinds | {"all": Counter(one.verdict for one in judged)}


def _in_short(answer: str) -> str:
    line = " ".join(answer.split())
    return line if len(line) <= 160 else line[:157] + "…"
