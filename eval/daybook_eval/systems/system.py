"""The interface of evaluated systems."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from daybook.conversation import Answer, Candidate, Excerpt, RetrievalPlan, Usage
from daybook.graph.parts import Parts
from daybook_eval.data.case import Case


@dataclass(frozen=True, slots=True)
class SystemResult:
    """The result of a system for one question."""

    plan: RetrievalPlan | None = None
    fused: Sequence[Candidate] = ()
    """As the search ranked them."""
    final: Sequence[Candidate] = ()
    """As they were packed."""
    excerpts: Sequence[Excerpt] = ()
    """What was put before the reader."""
    budget: int | None = None
    """Tokens that the excerpts could cost; None without a limit."""
    packs: Mapping[int, Sequence[Excerpt]] = field(default_factory=dict)
    """Excerpts under other budgets."""
    answer: Answer | None = None
    """None where nothing was to be answered."""
    usage: Mapping[str, Usage] = field(default_factory=dict)
    """By stage."""
    timings: Mapping[str, float] = field(default_factory=dict)
    """Milliseconds by stage."""
    failure: str = ""
    """A model's call failed and a step went on without it: what came out is not the system's answer."""


Recall: TypeAlias = Callable[[Case, Parts, bool], Awaitable[SystemResult]]
"""Asks one question: the case, parts with a store that only questions of its history share, and whether to
answer it as well."""


@dataclass(frozen=True, slots=True)
class System:
    """A system that is evaluated."""

    name: str
    about: str
    """One line for the help."""
    recall: Recall
    changes: Mapping[str, object] = field(default_factory=dict)
    """The settings that make it what it is; those of the caller beat them."""
    keeps: bool = False
    """Whether it searches the store, where the history has to be kept before the question comes."""
    needs_model: str = ""
    """Why it cannot do without a chat model; "" where it can."""
