"""Attributes every failed question to the pipeline step that first lost its evidence.

Each evidence turn is followed through the steps, and the earliest loss of any of them is the question's:

- time range: a hard filter hid its round.
- retrieval: no ranking has its round among the first `DEEP`.
- fusion: a ranking has it among the first `NEAR`, the merged one has not.
- rerank: the merged ranking has it among the first `NEAR`, the final one has not.
- packing: its round was found, but it is not in what was shown, or the passage that counts was cut.
- notes: it was shown, but nothing was noted of its round.
- answer: every round of the evidence was noted, but what was expected is not in the answer.
- judge: the judge could not be read, or marked as wrong what holds the expected answer word for word.

A loss before packing counts only if the evidence is not shown in the end. Ours.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from daybook.conversation import TimeRange
from daybook_eval.data.case import RUBRIC
from daybook_eval.measures.answers import contains, contains_words
from daybook_eval.measures.packed_evidence import EvidenceText, PackedText, packed_evidence
from daybook_eval.records import GoldTurn, QuestionRecord, Run

NEAR, DEEP = 10, 50
"""Ranks: what is likely to be shown, and what a search takes from a ranking."""


class Step(StrEnum):
    """The step at which a question failed, in pipeline order."""

    TIME_RANGE = "time range"
    RETRIEVAL = "retrieval"
    FUSION = "fusion"
    RERANK = "rerank"
    PACKING = "packing"
    NOTES = "notes"
    ANSWER = "answer"
    JUDGE = "judge"


@dataclass(frozen=True, slots=True)
class Traced:
    """An answerable question, and the step at which it failed."""

    question_id: str
    question_type: str
    step: Step | None
    lost: tuple[GoldTurn, ...] = ()
    """The evidence that was not shown."""


def trace(
    records: Iterable[QuestionRecord], run: Run, marks: Mapping[str, bool | None] | None = None
) -> list[Traced]:
    """Trace every question of a run that has evidence, is no abstention, and did not fail.

    A judge's marks are right, wrong, or None if unreadable, by question id. Without them an answer is right
    that contains the expected one; without answers, evidence that is shown is.
    """
    filtered = run.settings.get("time_mode") in ("filter", "event-filter")
    return [
        _traced(record, filtered, marks)
        for record in records
        if record.gold.turns and not record.abstention and record.status == "done"
    ]


def by_type(traced: Iterable[Traced]) -> Mapping[str, Counter[str]]:
    """Count the causes for every question type and over "all"; "none" counts what went well."""
    counts: dict[str, Counter[str]] = {"all": Counter()}
    for question in traced:
        cause = question.step.value if question.step else "none"
        counts["all"][cause] += 1
        counts.setdefault(question.question_type, Counter())[cause] += 1
    return {"all": counts.pop("all"), **dict(sorted(counts.items()))}


def lost_at(record: QuestionRecord, turn: GoldTurn, *, filtered: bool) -> Step | None:
    """Return the step that lost an evidence turn; None if it was shown to the reader."""
    if _is_shown(record, turn):
        return None
    ranks = record.rankings
    if filtered and _is_outside(turn.said_at, record.plan):
        return Step.TIME_RANGE
    searches = [ranking for ranking in (ranks.dense, ranks.lexical) if ranking] or [ranks.final]
    if not any(turn.round_id in ranking[:DEEP] for ranking in searches):
        return Step.RETRIEVAL
    if any(turn.round_id in ranking[:NEAR] for ranking in searches) and _is_far(turn, ranks.fused):
        return Step.FUSION
    if not _is_far(turn, ranks.fused) and _is_far(turn, ranks.final):
        return Step.RERANK
    return Step.PACKING


def _traced(record: QuestionRecord, filtered: bool, marks: Mapping[str, bool | None] | None) -> Traced:
    steps = {turn: lost_at(record, turn, filtered=filtered) for turn in record.gold.turns}
    order = list(Step)
    earliest = min((step for step in steps.values() if step), key=order.index, default=None)
    lost = tuple(turn for turn, step in steps.items() if step)
    return Traced(record.question_id, record.question_type, _first_cause(record, earliest, marks), lost)


def _first_cause(
    record: QuestionRecord, lost: Step | None, marks: Mapping[str, bool | None] | None
) -> Step | None:
    if record.answer is None:
        return lost
    if marks is None:
        if record.question_type == RUBRIC:  # no answer contains what is expected: what is shown decides
            return lost
        return None if contains_words(record.shown, record.gold_answer) else lost or _in_reading(record)
    mark = marks.get(record.question_id)
    if mark is None or (not mark and contains(record.shown, record.gold_answer)):
        return Step.JUDGE
    return None if mark else lost or _in_reading(record)


def _in_reading(record: QuestionRecord) -> Step:
    noted = {note["round_id"] for note in record.notes} | {quote["round_id"] for quote in record.evidence}
    return Step.ANSWER if noted.issuperset(record.gold.rounds) else Step.NOTES


def _is_shown(record: QuestionRecord, turn: GoldTurn) -> bool:
    packed = [
        PackedText(passage.round_id, *span)
        for passage in record.packed
        if passage.round_id == turn.round_id
        for span in passage.spans
    ]
    evidence = [EvidenceText(turn.round_id, turn.role, turn.text)]
    return packed_evidence(evidence, packed, record.gold_answer).passages


def _is_far(turn: GoldTurn, ranking: Sequence[str]) -> bool:
    return turn.round_id not in ranking[:NEAR]


def _is_outside(said_at: datetime, plan: Mapping[str, object]) -> bool:
    """True if a moment lies outside the time range of a plan, where it has one."""
    period = plan.get("time_range")
    if not isinstance(period, Mapping):
        return False
    bounds = (
        datetime.fromisoformat(moment) if moment else None for moment in (period["start"], period["end"])
    )
    return said_at not in TimeRange(*bounds)
