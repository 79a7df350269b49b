"""A comparison: a study has arms, ways to answer a case, and measures of the results."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from daybook.conversation import Candidate
from daybook.graph.parts import Components
from daybook.settings import Fusion, TimeMode
from daybook_eval.data.case import Case
from daybook_eval.measures.packed_evidence import EvidenceText, PackedText, packed_evidence
from daybook_eval.report.scores import score
from daybook_eval.systems.daybook import ask
from daybook_eval.systems.system import Recall, SystemResult, record_of

PLAIN: Mapping[str, object] = {
    "statements": False,
    "speakers": False,
    "ledger": False,
    "fusion": Fusion.RRF,
    "query_encoder": False,
    "time_mode": TimeMode.IGNORE,
}
"""The settings under which rankings are compared as they are."""
BUDGET = 8_000
"""The one that the column "evidence 8000" is about; packing under others takes time."""
FINDS = (
    "round recall_all@5",
    "round recall_all@10",
    "round ndcg@10",
    "session recall_any@1",
    "session recall_any@5",
    "session recall_all@5",
    "session mrr",
    f"evidence {BUDGET}",
)
"""The columns of most tables."""


async def find(case: Case, parts: Components, answers: bool) -> SystemResult:
    """Ask Daybook, and pack under one budget; where it answers, for its reader alone."""
    return await ask(case, parts, answers, budgets=() if answers else (BUDGET,))


@dataclass(frozen=True, slots=True)
class Arm:
    """One way of doing it."""

    name: str
    changes: Mapping[str, object] = field(default_factory=dict)
    """Settings; they beat those of the caller."""
    recall: Recall = find


@dataclass(frozen=True, slots=True)
class Study:
    """One table."""

    name: str
    about: str
    arms: tuple[Arm, ...]
    columns: tuple[str, ...] = FINDS
    main: str = "round recall_all@10"
    """The measure that figures of question types are given of."""
    against: str = ""
    """The arm that the others are held against, question by question; "" for none."""
    differences: tuple[str, ...] = ("round recall_all@10", "round ndcg@10")
    answers: bool = False


def is_answerable(case: Case) -> bool:
    """True if there is something to find: studies ask such questions alone."""
    return bool(case.evidence) and not case.abstention


def _update_figures(case: Case, ranked: tuple[Candidate, ...]) -> Iterator[tuple[str, float]]:
    """Say whether the latest evidence ranks above the earliest, 0 or 1, where it was told at two moments.

    Only of questions about what changed; a round that is not found ranks last.
    """
    told = sorted(case.evidence, key=lambda round_: round_.said_at)
    if case.question_type != "knowledge-update" or told[0].said_at == told[-1].said_at:
        return
    places = {candidate.round.round_id: place for place, candidate in enumerate(ranked)}
    earliest, latest = (places.get(round_.round_id, len(ranked)) for round_ in (told[0], told[-1]))
    yield "update latest_above", float(latest < earliest)


def values_of(case: Case, result: SystemResult) -> dict[str, float]:
    """Measure what became of a question: as `report.scores` names it, what the reader saw, what it spent."""
    found = {
        **score(record_of(case, result)).values,
        **{f"time {stage}": ms for stage, ms in result.timings.items()},
        **dict(_read(case, result)),
        **dict(_update_figures(case, tuple(result.final))),
    }
    if result.answer is not None:
        cited = {quote.round_id for quote in result.answer.evidence}
        found["answer not_known"] = float(result.answer.not_known)
        found["cited all"] = float({expected.round_id for expected in case.evidence} <= cited)
    if (total := result.usage.get("total")) is not None:
        found |= {"model calls": total.calls, "model tokens_in": total.input_tokens}
    return found


def _read(case: Case, result: SystemResult) -> Iterator[tuple[str, float]]:
    """Say whether the reader saw all evidence, 0 or 1, and how many tokens."""
    shown = [
        PackedText(excerpt.round.round_id, span.role.value, span.start, span.stop)
        for excerpt in result.excerpts
        for span in excerpt.spans
    ]
    wanted = [EvidenceText(turn.round.round_id, turn.role.value, turn.text) for turn in case.evidence_turns]
    yield "read tokens", sum(excerpt.tokens for excerpt in result.excerpts)
    yield "read evidence", float(packed_evidence(wanted, shown, case.answer).passages)
