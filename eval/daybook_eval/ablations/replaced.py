"""Searching with a constant or a rule changed that no setting changes, to see how much hangs on it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pkgutil import resolve_name
from typing import TypeAlias

from daybook.graph.parts import Parts
from daybook.understand import phrasings_of
from daybook.understand.statements import to_statement
from daybook.understand.synonyms import with_synonyms
from daybook_eval.ablations.arm import find
from daybook_eval.data.case import Case
from daybook_eval.systems.system import Outcome, Recall

Changes: TypeAlias = Mapping[str, Mapping[str, object]]
"""By module, or class of one ("module:Class"), what some of its names stand for while a question is asked."""

_FUSED, _HAPPENED, _FINDING = (
    "daybook.retrieve.score_fusion",
    "daybook.retrieve.event_dates",
    "daybook.graph.search_nodes",
)
_ASKED, _KEYING = "daybook.retrieve.speakers:SpeakerFilter", "daybook.retrieve.keying"


def meaning(weight: float) -> Recall:
    """Search with that weight for meaning; the rest is shared by the two searches by words."""
    words = (1 - weight) / 2
    return _with({_FUSED: {"DENSE_WEIGHT": weight, "ASKED_WEIGHT": words, "ROUND_WEIGHT": words}})


def other_phrasings(weight: float) -> Recall:
    """Search with that weight for all other phrasings together."""
    return _with({_FUSED: {"PHRASING_WEIGHT": weight}})


def range_lift(lift: float) -> Recall:
    """Lift rounds inside the time range by so many standard deviations."""
    return _with({_FUSED: {"RANGE_LIFT": lift}, _HAPPENED: {"RANGE_LIFT": lift}})


def with_names() -> Recall:
    """Leave the names of the memory's speakers in what is searched by meaning."""
    return _with({_ASKED: {"without_names": lambda _, text: text}})


def with_sides_alike() -> Recall:
    """Let the words of the side that is not asked about count as much as those of the other."""
    return _with({_KEYING: {"OTHER_SIDE": 0.0}})


def with_words_together() -> Recall:
    """Search by the words of the whole round alone, which weigh as much as the two searches by words."""
    return _with({_FUSED: {"ASKED_WEIGHT": 0.0, "ROUND_WEIGHT": 0.3}})


def without_happened() -> Recall:
    """Do not lift the rounds that tell of something in the period asked about."""
    return _with({_FINDING: {"boost_event_dates": lambda candidates, *_: candidates}})


def without_bridges() -> Recall:
    """Leave out the phrasing with other words for what the question names."""
    return _without_phrasing(with_synonyms)


def without_statement() -> Recall:
    """Leave out the phrasing as the statement that would answer."""
    return _without_phrasing(to_statement)


def _without_phrasing(phrase: Callable[[str], str | None]) -> Recall:
    def others(text: str) -> tuple[str, ...]:
        return (text, *(one for one in phrasings_of(text)[1:] if one != phrase(text)))

    return _with({_FINDING: {"phrasings_of": others}})


def _with(changes: Changes) -> Recall:
    async def recall(case: Case, parts: Parts, answers: bool) -> Outcome:
        with _replaced(changes):
            return await find(case, parts, answers)

    return recall


@contextmanager
def _replaced(changes: Changes) -> Iterator[None]:
    """Change a process; it may ask one question at a time until everything is put back.

    Raises:
        KeyError: a module has no such name.
    """
    before = {
        module: {name: vars(resolve_name(module))[name] for name in names}
        for module, names in changes.items()
    }
    try:
        _set(changes)
        yield
    finally:
        _set(before)


def _set(changes: Changes) -> None:
    for module, names in changes.items():
        for name, value in names.items():
            setattr(resolve_name(module), name, value)
