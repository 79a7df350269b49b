"""What is compared."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from eval.systems.daybook import ask
from eval.systems.system import Recall

READS = ("answer contains", "answer contains_words", "answer token_f1")
FINDS = (
    "round recall_all@5",
    "round recall_all@10",
    "round ndcg_any@10",
    "session recall_any@5",
    "session recall_all@5",
    "session recall_all@10",
    "evidence 8000",
)
"""The columns of most tables: those of FACTS, and whether the evidence reaches the reader."""


@dataclass(frozen=True, slots=True, eq=False)
class Arm:
    """One way of doing it. Its question's history is in the store already."""

    name: str
    changes: Mapping[str, object] = field(default_factory=dict)
    """Settings; those of the caller beat them."""
    recall: Recall = ask


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
