"""Asks the everyday questions about the demonstration's history, by rules alone."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial

from daybook import Daybook
from daybook.conversation import Answer, Turn
from daybook.embedding import Embedder
from daybook.interfaces.demo.demonstration import bundled_history
from daybook_eval.demo_questions import EverydayQuestion
from daybook_eval.measures.answers import contains
from daybook_eval.study import Scorer, Study, memory
from daybook_eval.tables import Report, Table

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
    with memory(embedder) as daybook:
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


def _count(judged: Sequence[Judged], *, verdict: Verdict) -> int:
    return sum(answered.verdict is verdict for answered in judged)


STUDY = Study(
    "",
    "kind",
    [Scorer(verdict.value, "", partial(_count, verdict=verdict)) for verdict in Verdict],
)


def report(judged: Sequence[Judged]) -> Report:
    """Show each question with its answer and verdict, and count verdicts by kind."""
    kinds: dict[str, list[Judged]] = {}
    for answered in judged:
        kinds.setdefault(answered.question.kind, []).append(answered)
    kinds["all"] = list(judged)
    shape = {
        "counts": {kind: dict(Counter(asked.verdict for asked in some)) for kind, some in kinds.items()},
        "questions": [
            {
                "question": answered.question.question,
                "kind": answered.question.kind,
                "verdict": answered.verdict,
                "answer": answered.answer,
            }
            for answered in judged
        ],
    }
    questions = Table(
        "everyday questions about the demonstration's history",
        ("question", "verdict", "answer"),
        [
            (answered.question.question, answered.verdict.value, _in_short(answered.answer))
            for answered in judged
        ],
    )
    return Report([questions, STUDY.table(kinds)], shape)


def _in_short(answer: str) -> str:
    line = " ".join(answer.split())
    return line if len(line) <= 160 else line[:157] + "…"
