"""Templates of "I have …", "I own …"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from daybook.remember.extract.extracted_fact import ExtractedFact, extracted_fact, sentence
from daybook.remember.extract.family import family, pets_of
from daybook.remember.extract.kinds import is_kept, kind_of_owning
from daybook.remember.extract.lexicon_people import CONDITIONS
from daybook.remember.extract.predicate import Aspect, Said
from daybook.remember.fact import Act
from daybook.remember.values import canonical, cut, in_general, parts

_ABSTRACT = frozenset(
    "question questions problem problems idea ideas feeling feelings lot lots meeting "
    "day time fun look plan plans chance "
    "choice point reason issue issues thought thoughts doubt doubts trouble sense fear "
    "hope hopes luck bunch ton tons couple "
    "few bit deadline interview appointment exam test headache cold fever break way "
    "weekend week night dream exposure experience "
    "conversation talk chat access need needs goal opinion opinions option options "
    "something anything nothing everything to a "
    "blast ball moment minute hour hours choice interest passion love respect sympathy "
    "feeling hunch memory memories list "
    "request favor favour task project paper essay assignment homework work presentation "
    "suggestion suggestions data table code "
    "file error bug function understanding knowledge information info details difficulty "
    "difficulties no not hard such so "
    "favourite one some any many much more enough been got had that this it them you what".split()
)
_ALLERGY = re.compile(
    r"(?:an?\s+)?(?:(?:severe|bad|serious|mild|strong|terrible|slight"
    r"|nasty)\s+)*(?P<v>(?!an?\s)[\w -]{2,25}?)\s+(?:allergy|allergies|intolerance)\b"
    r"|(?:an?\s+)?(?:(?:severe|bad|serious|mild)\s+)*(?:allergy|allergies|intolerance"
    r"|allergic\s+reaction)s?\s+to\s+(?P<w>.+)",
    re.IGNORECASE,
)
_DEGREE = re.compile(
    r"(?:an?\s+|my\s+)?(?P<v>(?:\w+\s+)?(?:degree|phd|ph\.d|masters?|master's|bachelors?"
    r"|bachelor's|mba|diploma|doctorate|minor|major)\b.*)",
    re.IGNORECASE,
)
_JOB = re.compile(
    r"(?:an?\s+)?(?:new\s+)?(?:job|position|gig|role)\s+(?:as|of)\s+(?:an?\s+)?(?P<v>[\w -]+)", re.IGNORECASE
)
_HAIR = re.compile(
    r"(?:very\s+)?(?:[\w-]+\s+){1,3}(?:hair|eyes|beard|tattoos?|freckles|dimples)$", re.IGNORECASE
)
_EVENTS = re.compile(
    r"(?:a\s+(?:great|good|bad|nice|hard|tough|lovely|wonderful|terrible|rough|busy|long|big|lot|blast))\b",
    re.IGNORECASE,
)


_KEPT = re.compile(
    r"(?:an?|two|three|some|my)\s.+\s(?:at\s+home|(?:in|on|at)\s+(?:the|my|our)\s+(?:back\s+)?(?:shed|garage|attic|basement|cellar"
    r"|kitchen|garden|yard|backyard|living\s+room|bedroom|bathroom|office|study|house|balcony|loft|desk|hall|hallway|wall|porch"
    r"|drive|driveway|barn|workshop|shelf))\b",
    re.IGNORECASE,
)
"""Where somebody keeps a thing that is theirs, and no task or thought."""


def possessions(said: Said) -> Iterator[ExtractedFact]:
    """Read "I have …", "I own …", "I got …"."""
    if said.verb not in ("have", "own") or said.aspect in (Aspect.FUTURE, Aspect.ABLE, Aspect.WISH):
        return
    if re.match(
        r"(?:to\b|been\b|a\s+(?:question|problem)|no\s+(?:idea|clue|doubt|problem))", said.rest, re.IGNORECASE
    ):
        return
    if said.aspect in (Aspect.PAST, Aspect.USED_TO):
        yield from _had(said)
        return
    for rule in (_allergy, _education, _condition, family, pets_of, _looks, _things):
        facts = list(rule(said))
        if facts:
            yield from facts
            return


def _allergy(said: Said) -> Iterator[ExtractedFact]:
    match = _ALLERGY.match(said.rest)
    value = match and (match["v"] or match["w"])
    if value and value.lower() not in ("food", "any", "no", "some", "severe", "seasonal food"):
        if value.lower().startswith("no "):
            said, value = Said(said.verb, said.rest, said.phrase, said.aspect, negated=True), value[3:]
        for one in parts(cut(value)):
            yield from extracted_fact(
                said,
                "constraint.allergy",
                in_general(canonical(one)),
                0.9,
                text=f"I am {'not ' if said.negated else ''}allergic to {canonical(one)}.",
            )


def _education(said: Said) -> Iterator[ExtractedFact]:
    if match := _DEGREE.match(said.rest):
        yield from extracted_fact(said, "identity.education", match["v"], 0.85)
    elif match := _JOB.match(said.rest):
        yield from extracted_fact(said, "identity.work", match["v"], 0.8)


def _condition(said: Said) -> Iterator[ExtractedFact]:
    value = canonical(cut(said.rest)).lower()
    if value in CONDITIONS or f"a {value}" in CONDITIONS:
        yield from extracted_fact(said, "health.condition", value, 0.85)


def _looks(said: Said) -> Iterator[ExtractedFact]:
    if _HAIR.match(cut(said.rest)):
        yield from extracted_fact(said, "identity.trait", cut(said.rest), 0.75)


def _things(said: Said) -> Iterator[ExtractedFact]:
    rest = cut(said.rest)
    words = [word for word in re.split(r"[^\w'-]+", rest.lower()) if word]
    if (
        not words
        or _EVENTS.match(rest)
        or any(
            word in _ABSTRACT
            for word in words[:4]
            if word not in ("a", "some", "one", "more", "many", "few", "no", "so", "couple")
        )
    ):
        return
    slot = kind_of_owning(rest)
    kept = slot != "possession.thing" or _KEPT.match(rest) or is_kept(rest)
    reliability = 0.85 if said.verb == "own" else 0.75 if kept else 0.5
    if re.match(r"no\s", rest, re.IGNORECASE):
        said, rest = Said("have", rest[3:], "have", said.aspect, negated=True), rest[3:]
    yield from extracted_fact(said, slot, rest, reliability, rest=rest)


def _had(said: Said) -> Iterator[ExtractedFact]:
    rest = cut(said.rest)
    first = rest.lower().split()
    if said.negated or not first or any(word in _ABSTRACT for word in first[1:3]) or _EVENTS.match(rest):
        return
    lead = "used to have" if said.aspect is Aspect.USED_TO else "had"
    yield ExtractedFact("event.experience", f"had {canonical(rest)}", f"I {lead} {rest}.", 0.5)
    if said.aspect is Aspect.USED_TO and kind_of_owning(rest) != "possession.thing":
        yield ExtractedFact(kind_of_owning(rest), canonical(rest), sentence(said, rest), 0.6, act=Act.ENDS)
