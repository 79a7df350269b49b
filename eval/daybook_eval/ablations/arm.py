"""What is compared."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from daybook.graph.parts import Parts
from daybook_eval.data.case import Case
from daybook_eval.systems.daybook import ask
from daybook_eval.systems.system import Recall, SystemResult

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
    """Whether there is something to find: retrieval is measured on such questions alone."""
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
    """The measures by which they are."""
    fitted: bool = False
    """Whether one of the arms was chosen by such questions: then it is said what choosing is worth."""
    answers: bool = False
    """Whether the questions are answered."""
    asks: Callable[[Case], bool] = is_answerable
    """Which questions are asked."""
    plants: bool = False
    """Whether every history is asked a question of another one as well."""
    groups: Callable[[Asked], Iterable[str]] | None = None
    """The rows that a question counts in, by their names; None where each arm is one row."""
    needs_model: str = ""
    """What a chat model is needed for; "" where none is."""
