"""Which template found a fact: read off the call stack, so that facts need not carry it.

Templates call one constructor in the end. While a trace is on, the interpreter reports every call to it, and
the frames above it name the template: module, function, verb, and the slot that the fact goes to. Roundabout
wordings that were said plainly first (`extract/rewordings.py`) are named by their plain form.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import FrameType
from typing import Any

from daybook.conversation import Round
from daybook.remember import Fact, facts_in
from daybook.remember.extract.extracted_fact import ExtractedFact
from daybook.remember.extract.rewordings import reworded

_TEMPLATES = "daybook.remember.extract."
_SHARED = frozenset({"extracted_fact", "rules"})
"""Modules through which every template makes its facts."""


@dataclass(frozen=True, slots=True)
class Traced:
    """A fact with the template that found it."""

    fact: Fact
    template: str
    """As "module.function verb → slot"; the verb is missing where the template does not go by verbs."""
    rewording: str
    """The plain form of the roundabout wording that it was found in; "" where it was said plainly."""


def traced_facts(round: Round) -> list[Traced]:
    """Find facts as `facts_in` does, each with its template."""
    with _trace() as trace:
        facts = facts_in(round)
    return [Traced(fact, *trace.placed[id(fact)]) for fact in facts]


@dataclass(slots=True)
class _Trace:
    made: dict[int, str] = field(default_factory=dict)
    """The template of each `ExtractedFact`, by its id."""
    kept: list[object] = field(default_factory=list)
    """Keeps them alive, so that no id is given twice."""
    placed: dict[int, tuple[str, str]] = field(default_factory=dict)
    plain: str = ""

    def __call__(self, frame: FrameType, event: str, argument: object) -> None:
        if event == "return" and frame.f_code is reworded.__code__:
            self.plain = frame.f_locals.get("plain", "") if "groups" in frame.f_locals else ""
        elif event == "call" and frame.f_code is _code_of(ExtractedFact):
            new = frame.f_locals["self"]
            self.kept.append(new)
            self.made[id(new)] = self._copied(frame) or _template(frame)
        elif event == "call" and frame.f_code is _code_of(Fact):
            fact, caller = frame.f_locals["self"], frame.f_back
            found = caller.f_locals["found"] if caller else None
            self.kept.append(fact)
            self.placed[id(fact)] = (self.made[id(found)], self.plain)

    def _copied(self, frame: FrameType) -> str:
        """The template of what a fact is a changed copy of; "" where it is none."""
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
    slot = frame.f_locals["slot"]
    verb = row = ""
    above = frame.f_back
    while above is not None:
        module = above.f_globals["__name__"]
        said = above.f_locals.get("said")
        verb = verb or getattr(said, "verb", "")
        if module.startswith(_TEMPLATES):
            name = module.removeprefix(_TEMPLATES)
            if name == "rules" and (rule := above.f_locals.get("each")) is not None:
                rows = above.f_locals["rules"][verb]
                row = f"#{rows.index(rule) + 1}" if len(rows) > 1 else ""
            if name not in _SHARED:
                return " ".join(f"{name}.{above.f_code.co_name} {verb}{row} → {slot}".split())
        above = above.f_back
    raise LookupError("a fact was made outside the templates")
