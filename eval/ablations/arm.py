"""What is compared."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from agent.parts import Parts
from eval.data.case import Case
from eval.systems.daybook import ask
from eval.systems.system import Outcome, Recall

BUDGET = 8_000
"""The one that the column "evidence 8000" is about; packing under others takes time."""
READS = ("answer contains", "answer contains_words", "answer token_f1")
FINDS = (
    "round recall_all@5",
    "round recall_all@10",
    "round ndcg_any@10",
    "session recall_any@5",
    "session recall_all@5",
    "session recall_all@10",
    f"evidence {BUDGET}",
)
"""The columns of most tables: those of FACTS, and whether the evidence reaches the reader."""


async def find(case: Case, parts: Parts, answers: bool) -> Outcome:
    """Ask Daybook, and pack under one budget only."""
    return await ask(case, parts, answers, budgets=(BUDGET,))


@dataclass(frozen=True, slots=True)
class Arm:
    """One way of doing it. Its question's history is in the store already."""

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
    answers: bool = False
    """Whether the questions are answered."""
    needs_model: str = ""
    """What a chat model is needed for; "" where none is."""
