"""Which template for facts found a fact: the calls that make it are watched while it is found."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import FrameType
from typing import Any

from daybook.text.english.facts import facts_in
from daybook.text.english.facts.extracted import ExtractedFact

from daybook.conversation import Fact, Round

_TEMPLATES = "daybook.text.english.facts."
_NOTE = "sensitive note"
"""What is found of no template: that something sensitive is said."""


@dataclass(frozen=True, slots=True)
class Traced:
    """A fact with the template that found it."""

    fact: Fact
    template: str
    """A line of the table of wordings, or "module.function → slot"."""


def traced_facts(round: Round) -> list[Traced]:
    """Find facts as `facts_in` does, each with its template."""
    with _trace() as trace:
        facts = facts_in(round)
    return [Traced(fact, trace.placed[id(fact)]) for fact in facts]


@dataclass(slots=True)
class _Trace:
    made: dict[int, str] = field(default_factory=dict)
    """The template of each `ExtractedFact`, by its id."""
    kept: list[object] = field(default_factory=list)
    """Keeps them alive, so that no id is given twice."""
    placed: dict[int, str] = field(default_factory=dict)

    def __call__(self, frame: FrameType, event: str, argument: object) -> None:
        if event == "call" and frame.f_code is _code_of(ExtractedFact):
            new = frame.f_locals["self"]
            self.kept.append(new)
            self.made[id(new)] = self._copied(frame) or _template(frame)
        elif event == "call" and frame.f_code is _code_of(Fact):
            fact, caller = frame.f_locals["self"], frame.f_back
            found = caller.f_locals.get("found") if caller else None
            self.kept.append(fact)
            self.placed[id(fact)] = self.made.get(id(found), _NOTE)

    def _copied(self, frame: FrameType) -> str:
        """The template of the fact that another one is a changed copy of; "" if it is none."""
        above = frame.f_back
        while above is not None and above.f_globals["__name__"] == "dataclasses":
            original = above.f_locals.get("obj", above.f_locals.get("self"))
            if id(original) in self.made and original is not frame.f_locals["self"]:
                return self.made[id(original)]
            above = above.f_back
        return ""


@contextmanager
def _trace() -> Iterator[_Trace]:
    trace, before = _Trace(), sys.getprofile()
    sys.setprofile(trace)
    try:
        yield trace
    finally:
        sys.setprofile(before)


def _code_of(kind: type) -> Any:
    return kind.__init__.__code__  # type: ignore[misc]


def _template(frame: FrameType) -> str:
    above, slot = frame.f_back, frame.f_locals["slot"]
    while above is not None:
        module = above.f_globals["__name__"]
        line = getattr(above.f_locals.get("self"), "line", "")
        if module.startswith(_TEMPLATES):
            return line or f"{module.removeprefix(_TEMPLATES)}.{above.f_code.co_name} → {slot}"
        above = above.f_back
    raise LookupError("a fact was made outside the templates")
