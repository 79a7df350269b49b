"""What is compared: a study has cases, arms (ways to answer a case), scorers and a table."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from daybook.conversation import Answer, Candidate
from daybook.graph.parts import Parts
from daybook_eval.data.case import Case
from daybook_eval.measures.answers import word_share
from daybook_eval.measures.packed_evidence import EvidenceText, PackedText, packed_evidence
from daybook_eval.report.scores import score
from daybook_eval.systems.daybook import ask
from daybook_eval.systems.system import Recall, SystemResult, record_of

BUDGET = 8_000
"""The one that the column "evidence 8000" is about; packing under others takes time."""
FINDS = (
    "round recall_all@5",
    "round recall_all@10",
    "round recall_all@20",
    "round ndcg_any@10",
    "session recall_any@5",
    "session recall_all@5",
    "session recall_all@10",
    f"evidence {BUDGET}",
)
"""The columns of most tables: those of FACTS, and whether the evidence reaches the reader."""


async def find(case: Case, parts: Parts, answers: bool) -> SystemResult:
    """Ask Daybook, and pack under one budget only."""
    return await ask(case, parts, answers, budgets=(BUDGET,))


def is_answerable(case: Case) -> bool:
    """True if there is something to find: retrieval is measured on such questions alone."""
    return bool(case.evidence) and not case.abstention


@dataclass(frozen=True, slots=True)
class Arm:
    """One way of doing it."""

    name: str
    changes: Mapping[str, object] = field(default_factory=dict)
    """Settings; they beat those of the caller."""
    recall: Recall = find
    keeps: bool = True
    """Whether it searches the store, where the history has to be kept before."""


@dataclass(frozen=True, slots=True)
class Asked:
    """Which question was asked, without its texts."""

    question_id: str
    question_type: str
    abstention: bool
    owner: str = ""


@dataclass(frozen=True, slots=True)
class Study:
    """One table."""

    name: str
    about: str
    arms: tuple[Arm, ...]
    columns: tuple[str, ...] = FINDS
    main: str = "round recall_all@10"
    """The measure that intervals, and the figures of question types, are given of."""
    against: str = ""
    """The arm that the others are held against, question by question; "" for none."""
    differences: tuple[str, ...] = ("round recall_all@10", "round ndcg_any@10")
    fitted: bool = False
    """Whether one of the arms was chosen by such questions: then it is said what choosing is worth."""
    answers: bool = False
    asks: Callable[[Case], bool] = is_answerable
    plants: bool = False
    """Whether every history is asked a question of another one as well."""
    groups: Callable[[Asked], Iterable[str]] | None = None
    """The rows that a question counts in, by their names; None where each arm is one row."""
    needs_model: str = ""
    """What a chat model is needed for; "" where none is."""


UPDATE = "knowledge-update"
"""The question type whose evidence is told first in one way and later in another."""
WITHIN = 10


def update_figures(case: Case, ranked: tuple[Candidate, ...]) -> Iterator[tuple[str, float]]:
    """Say whether the latest evidence is among the first ten, and above the earliest; 0 or 1.

    Only of questions whose evidence was told at two moments at least; a round not found ranks last.
    """
    told = sorted(case.evidence, key=lambda round_: round_.said_at)
    if case.question_type != UPDATE or case.abstention or not told or told[0].said_at == told[-1].said_at:
        return
    places = {candidate.round.round_id: place for place, candidate in enumerate(ranked)}
    earliest, latest = (places.get(round_.round_id, len(ranked)) for round_ in (told[0], told[-1]))
    yield f"update latest@{WITHIN}", float(latest < min(WITHIN, len(ranked)))
    yield "update latest_above", float(latest < earliest)


def values_of(case: Case, result: SystemResult) -> dict[str, float]:
    """Measure what became of a question: as `report.scores` names it, and as the functions here do."""
    period = result.plan.time_range if result.plan else None
    hides = period is not None and any(round_.said_at not in period for round_ in case.evidence)
    found = {
        **score(record_of(case, result)).values,
        **{f"time {stage}": ms for stage, ms in result.timings.items()},
        **dict(_read(case, result)),
        "time has_range": float(period is not None),
        "time hides": float(hides),
        **dict(update_figures(case, tuple(result.final))),
        **(dict(_answer(case, result.answer)) if result.answer is not None else {}),
    }
    if (total := result.usage.get("total")) is not None:
        found |= {
            "model calls": total.calls,
            "model tokens_in": total.input_tokens,
            "model tokens_out": total.output_tokens,
        }
    return found


def _read(case: Case, result: SystemResult) -> Iterator[tuple[str, float]]:
    """Say whether the reader saw all evidence, 0 or 1, and how many tokens and rounds of it."""
    shown = [
        PackedText(excerpt.round.round_id, span.role.value, span.start, span.stop)
        for excerpt in result.excerpts
        for span in excerpt.spans
    ]
    yield "read tokens", sum(excerpt.tokens for excerpt in result.excerpts)
    yield "read rounds", len(result.excerpts)
    if case.evidence_turns and not case.abstention:
        wanted = [
            EvidenceText(turn.round.round_id, turn.role.value, turn.text) for turn in case.evidence_turns
        ]
        yield "read evidence", float(packed_evidence(wanted, shown, case.answer).passages)


def _answer(case: Case, answer: Answer) -> Iterator[tuple[str, float]]:
    yield "answer not_known", float(answer.not_known)
    yield "answer quotes", len(answer.evidence)
    yield "answer words", len(answer.text.split())
    if case.evidence and not case.abstention:
        cited = {quote.round_id for quote in answer.evidence}
        wanted = {expected.round_id for expected in case.evidence}
        yield "answer word_share", word_share(answer.text, case.answer)
        yield "cited any", float(bool(cited & wanted))
        yield "cited all", float(wanted <= cited)
