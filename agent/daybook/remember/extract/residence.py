"""Templates of where and with whom the owner lives."""

from __future__ import annotations

import re
from collections.abc import Iterator

from daybook.remember.extract.extracted_fact import ExtractedFact, extracted_fact
from daybook.remember.extract.places import is_some_place, without_company
from daybook.remember.extract.predicate import Aspect, Said
from daybook.remember.extract.rules import NOW
from daybook.remember.fact import Act
from daybook.remember.values import cut, place

_IN = re.compile(
    r"(?:right\s+)?(?:in|near|outside(?:\s+of)?|close\s+to|just\s+outside)\s+(?P<v>.+)", re.IGNORECASE
)
_THEN_IN = re.compile(r"\s+in\s+(?P<v>(?-i:[A-Z]).*)", re.IGNORECASE)
_ON = re.compile(r"(?:on|by|at)\s+(?P<v>(?:an?|the|my)\s+.+)", re.IGNORECASE)
_WITH = re.compile(
    r"\b(?:alone|by\s+myself|on\s+my\s+own|with\s+(?:my|an?|two|three|some|\d)\s+[\w' -]+)", re.IGNORECASE
)
_SOMEWHERE = re.compile(r"(?:there|here|in|out|on|it|that|them|forward|away)\b|$", re.IGNORECASE)
_TO = re.compile(
    r"(?:(?:back|over|out|down|up|here)\s+)*(?:from\s+(?P<old>.+?)\s+)?(?:to|into)\s+(?P<v>.+)", re.IGNORECASE
)


def residence(said: Said) -> Iterator[ExtractedFact]:
    """Read "I live in …", "I moved to …"."""
    if said.aspect is Aspect.WISH:
        return
    if said.verb in ("move", "relocate"):
        yield from _moving(said)
    elif said.verb in ("live", "reside"):
        if match := _IN.match(said.rest) or _THEN_IN.search(said.rest):
            yield from _resides(said, match["v"])
        elif match := _ON.match(said.rest):
            yield from extracted_fact(said, "possession.home", match["v"], 0.75)
        if (match := _WITH.search(said.rest)) and said.aspect in NOW:
            company = _THEN_IN.sub("", match.group())
            yield from extracted_fact(said, "identity.household", company, 0.75, rest=company, act=Act.STATES)


def _resides(said: Said, where: str) -> Iterator[ExtractedFact]:
    name = cut(without_company(where))
    if not name:
        return
    some = is_some_place(name)
    slot, value = ("possession.home", name) if some else ("identity.residence", place(name))
    if said.aspect in NOW:
        rest = f"{'in' if said.rest.startswith('with') else said.rest.split()[0]} {name}"
        yield from extracted_fact(said, slot, value, 0.75 if some else 0.9, rest=rest)
    elif said.aspect in (Aspect.PAST, Aspect.USED_TO):
        past = f"lived in {value}"
        yield from extracted_fact(said, "event.experience", past, 0.65, rest=f"in {name}", act=Act.STATES)
        if said.aspect is Aspect.USED_TO and not some:
            yield from extracted_fact(said, slot, value, 0.7)


def _moving(said: Said) -> Iterator[ExtractedFact]:
    if said.negated:
        return
    match = _TO.match(said.rest)
    if match is None:
        if said.aspect is Aspect.PAST and not _SOMEWHERE.match(said.rest):
            yield from extracted_fact(
                said, "event.experience", f"moved {cut(said.rest)}", 0.5, act=Act.STATES
            )
        return
    where, _, left = match["v"].partition(" from ")
    name, former = cut(without_company(where)), match["old"] or left
    if said.aspect in (Aspect.PROGRESSIVE, Aspect.FUTURE, Aspect.PRESENT):
        value = f"moving to {place(name)}"
        yield from extracted_fact(said, "plan.intention", value, 0.75, rest=f"to {name}", act=Act.STATES)
    elif name:
        slot, value = (
            ("possession.home", name) if is_some_place(name) else ("identity.residence", place(name))
        )
        old = place(cut(former)) if former else ""
        yield from extracted_fact(said, slot, value, 0.85, rest=f"to {name}", act=Act.CHANGES, instead_of=old)
