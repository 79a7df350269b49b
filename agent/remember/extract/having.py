"""Templates of what the owner has: relatives, pets, things; and of what "my …" takes for granted."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from agent.remember.extract.found import Found, found, sentence
from agent.remember.extract.kinds import kind_of_owning
from agent.remember.extract.lexicon import CONDITIONS, PARTNER_MEANS, PETS, RELATIVES, SAME_RELATIVE
from agent.remember.extract.predicate import Aspect, Said
from agent.remember.fact import Act
from agent.remember.values import NUMBERS, canonical, cut, in_general, parts

_ABSTRACT = frozenset(
    "question questions problem problems idea ideas feeling feelings lot lots meeting day time fun look plan plans chance "
    "choice point reason issue issues thought thoughts doubt doubts trouble sense fear hope hopes luck bunch ton tons couple "
    "few bit deadline interview appointment exam test headache cold fever break way weekend week night dream exposure experience "
    "conversation talk chat access need needs goal opinion opinions option options something anything nothing everything to a "
    "blast ball moment minute hour hours choice interest passion love respect sympathy feeling hunch memory memories list "
    "request favor favour task project paper essay assignment homework work presentation suggestion suggestions data table code "
    "file error bug function understanding knowledge information info details difficulty difficulties no not hard such so "
    "one some any many much more enough been got had that this it them you what".split()
)
_COUNT = r"(?P<n>\d{1,2}|an?|one|two|three|four|five|six|seven|eight|nine|ten|no|several|some|many|multiple|the|my|few|couple\s+of|a\s+couple\s+of|a\s+few|another|lots\s+of|a\s+lot\s+of)?"
_ADJ = r"(?:(?!and\b|or\b|a\b|from\b|of\b|for\b|in\b|with\b|to\b|on\b|at\b|that\b|who\b|about\b|cooking\b|making\b)[\w'-]+\s+){0,3}?"
_RELATIVE = "|".join(sorted(map(re.escape, RELATIVES), key=len, reverse=True))
_PET = "|".join(sorted(map(re.escape, PETS), key=len, reverse=True))
_NAMED = r"(?:\s*,?\s*(?:who\s+is\s+|that\s+is\s+|is\s+)?(?:named|called)\s+(?P<name>[A-Z][\w'-]*)|\s*,?\s+(?P<name2>(?-i:[A-Z][a-z][\w-]*))(?![\w])(?!\s+(?:is|are)\s+named))?"
_KIN = re.compile(rf"{_COUNT}\s*(?P<adj>{_ADJ})(?P<kin>{_RELATIVE})\b{_NAMED}", re.IGNORECASE)
_BEAST = re.compile(
    rf"{_COUNT}\s*(?P<adj>{_ADJ})(?P<pet>{_PET})\b(?!\s+(?:food|fajitas|soup|curry|salad|tacos|breast|wings|allergy|allergies|person|lover|sitter|hair|bite|shelter|show|park|cookies|treats|shirt|costume|trailer|stall|of\b)){_NAMED}",
    re.IGNORECASE,
)
_MY = r"\b(?:my|our)\s+"
_MY_KIN = re.compile(
    rf"{_MY}(?P<n>\d|two|three|four|five|six|seven)?\s*(?P<adj>(?:(?!ex\b|late\b|former\b|friend|best\b|future|own\b|boss|neighbou?r)[\w-]+\s+){{0,2}}?)(?P<kin>{_RELATIVE})\b(?![’']s?\s+(?:friend|boss|teacher|class|school|house|dog|cat|car|side))(?!-)(?:,?\s+(?P<name>(?-i:[A-Z][a-z]+))(?=[\s,.!]|$))?",
    re.IGNORECASE,
)
_MY_PET = re.compile(
    rf"{_MY}(?P<n>\d|two|three|four|five|six|seven)?\s*(?P<adj>(?:(?!ex\b|late\b|former\b|friend|neighbou?r|old\b|first\b|childhood|dream|favou?rite)[\w-]+\s+){{0,2}}?)(?P<pet>{_PET})\b(?![’']s?\s+(?:food|sitter|hair))(?:,?\s+(?P<name>(?-i:[A-Z][a-z]+))(?=[\s,.!]|$))?",
    re.IGNORECASE,
)
_ALLERGY = re.compile(
    r"(?:an?\s+)?(?:(?:severe|bad|serious|mild|strong|terrible|slight|nasty)\s+)*(?P<v>[\w -]{2,25}?)\s+(?:allergy|allergies|intolerance)\b|(?:an?\s+)?(?:(?:severe|bad|serious|mild)\s+)*(?:allergy|allergies|allergic\s+reaction)s?\s+to\s+(?P<w>.+)",
    re.IGNORECASE,
)
_DEGREE = re.compile(
    r"(?:an?\s+|my\s+)?(?P<v>(?:\w+\s+)?(?:degree|phd|ph\.d|masters?|master's|bachelors?|bachelor's|mba|diploma|doctorate|minor|major)\b.*)",
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
_NONE = frozenset({"no"})


_ALSO_FOOD = frozenset("chicken fish duck turkey lamb goat pig cow sheep mouse rat bird lab".split())
"""Words that may mean a dish, or a thing."""
_UNBORN = re.compile(
    r"\b(?:expecting|due|pregnant|unborn|baby\s+(?:stuff|shower|name|room|clothes|bump))\b", re.IGNORECASE
)
_ALIVE = re.compile(
    r"\s*(?:$|,|\s(?:is|are|has|have|was|does|and|named|called|loves?|likes?|eats?|sleeps?|keeps?|died|needs?)\b)"
)


def having(said: Said) -> Iterator[Found]:
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
    for rule in (_allergy, _education, _condition, _family, _pets, _looks, _things):
        facts = list(rule(said))
        if facts:
            yield from facts
            return


def taken_for_granted(words: str) -> Iterator[Found]:
    """Read what "my two dogs" and "my wife" say of the owner in passing."""
    lowered = words.lower()
    if "my " not in lowered and "our " not in lowered:
        return
    for match in _MY_KIN.finditer(words):
        if match["kin"].lower() == "baby" and _UNBORN.search(words):
            continue
        kin = _kin(match["kin"], match["n"] or "", match["name"] or "", 0.7)
        yield from (replace(each, granted=True) for each in kin)
    for match in _MY_PET.finditer(words):
        if match["pet"].lower() in _ALSO_FOOD and not _ALIVE.match(words, match.end()):
            continue
        pets = _pet(match["pet"], match["n"] or "", match["name"] or "", 0.75)
        yield from (replace(each, granted=True) for each in pets)


def _kin(word: str, count: str, name: str, reliability: float) -> Iterator[Found]:
    said = word.lower()
    kin, kind = SAME_RELATIVE.get(said, said), RELATIVES[said]
    number = _number(count)
    article = "" if _is_plural(said) else "an " if said[0] in "aeiou" else "a "
    called = f" called {name}" if name else ""
    if kind == "parent":
        if name:
            yield Found("family.parent", f"{kin} {name}", f"My {said} is called {name}.", reliability)
        return
    if kind == "partner":
        yield Found("identity.relationship", PARTNER_MEANS[said], f"I have {article}{said}.", reliability)
        if name:
            yield Found("family.partner", name, f"My {said} is called {name}.", reliability)
        return
    plural = _is_plural(said)
    if number and plural and kin == "children":
        yield Found("family.children", number, f"I have {number} {said}.", reliability)
        return
    value = " ".join(part for part in (number if plural else "", kin, name) if part)
    text = f"I have {number + ' ' if number and plural else article}{said}{called}."
    yield Found(f"family.{kind}", value, text, reliability)


def _pet(word: str, count: str, name: str, reliability: float) -> Iterator[Found]:
    pet = word.lower()
    number = _number(count)
    value = " ".join(part for part in (number, pet, name) if part)
    plural = _is_plural(pet) or pet in ("fish", "sheep", "mice", "goldfish")
    text = f"I have {number + ' ' if number else ''}{pet}" if plural else f"I have a {pet}"
    yield Found("possession.pet", value, text + (f" called {name}." if name else "."), reliability)


def _family(said: Said) -> Iterator[Found]:
    for one in parts(cut(said.rest)) if not re.search(r"\bnamed\b|\bcalled\b", said.rest) else [said.rest]:
        match = _KIN.match(one)
        if match is None or _describes(match["adj"]):
            continue
        if said.negated or (match["n"] or "").lower() in _NONE:
            yield from _lacks(said, match["kin"])
        else:
            yield from _kin(match["kin"], match["n"] or "", match["name"] or match["name2"] or "", 0.9)


def _pets(said: Said) -> Iterator[Found]:
    for one in parts(cut(said.rest)) if not re.search(r"\bnamed\b|\bcalled\b", said.rest) else [said.rest]:
        match = _BEAST.match(one)
        if match is None:
            continue
        if said.negated or (match["n"] or "").lower() in _NONE:
            plain = Said(said.verb, said.rest, said.phrase, said.aspect, negated=True)
            yield from found(
                plain,
                "possession.pet",
                match["pet"].lower(),
                0.85,
                text=f"I do not have {match['pet'].lower()}.",
            )
            return
        adjective = " ".join(match["adj"].split())
        yield from (
            Found(fact.slot, fact.value, f"I have {one.strip()}.", fact.reliability)
            for fact in _pet(
                f"{match['pet']}",
                match["n"] or "",
                match["name"] or match["name2"] or "",
                0.85 if not adjective else 0.8,
            )
        )


def _lacks(said: Said, word: str) -> Iterator[Found]:
    kind = RELATIVES[word.lower()]
    plain = Said(said.verb, said.rest, said.phrase, said.aspect, negated=True)
    kin = SAME_RELATIVE.get(word.lower(), word.lower())
    if kind == "partner":
        yield Found("identity.relationship", "single", f"I do not have a {kin}.", 0.6)
        return
    slot = f"family.{kind}"
    yield from found(plain, slot, kin if kind != "child" else "children", 0.85, text=f"I do not have {kin}.")


def _allergy(said: Said) -> Iterator[Found]:
    match = _ALLERGY.match(said.rest)
    value = match and (match["v"] or match["w"])
    if value and value.lower() not in ("food", "any", "no", "some", "severe", "seasonal food"):
        if value.lower().startswith("no "):
            said, value = Said(said.verb, said.rest, said.phrase, said.aspect, negated=True), value[3:]
        for one in parts(cut(value)):
            yield from found(
                said,
                "constraint.allergy",
                in_general(canonical(one)),
                0.9,
                text=f"I am {'not ' if said.negated else ''}allergic to {canonical(one)}.",
            )


def _education(said: Said) -> Iterator[Found]:
    if match := _DEGREE.match(said.rest):
        yield from found(said, "identity.education", match["v"], 0.85)
    elif match := _JOB.match(said.rest):
        yield from found(said, "identity.work", match["v"], 0.8)


def _condition(said: Said) -> Iterator[Found]:
    value = canonical(cut(said.rest)).lower()
    if value in CONDITIONS or f"a {value}" in CONDITIONS:
        yield from found(said, "health.condition", value, 0.85)


def _looks(said: Said) -> Iterator[Found]:
    if _HAIR.match(cut(said.rest)):
        yield from found(said, "identity.trait", cut(said.rest), 0.75)


def _things(said: Said) -> Iterator[Found]:
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
    reliability = 0.85 if said.verb == "own" else 0.75 if slot != "possession.thing" else 0.5
    if re.match(r"no\s", rest, re.IGNORECASE):
        said, rest = Said("have", rest[3:], "have", said.aspect, negated=True), rest[3:]
    yield from found(said, slot, rest, reliability, rest=rest)


def _had(said: Said) -> Iterator[Found]:
    rest = cut(said.rest)
    first = rest.lower().split()
    if said.negated or not first or any(word in _ABSTRACT for word in first[1:3]) or _EVENTS.match(rest):
        return
    lead = "used to have" if said.aspect is Aspect.USED_TO else "had"
    yield Found("event.experience", f"had {canonical(rest)}", f"I {lead} {rest}.", 0.5)
    if said.aspect is Aspect.USED_TO and kind_of_owning(rest) != "possession.thing":
        yield Found(kind_of_owning(rest), canonical(rest), sentence(said, rest), 0.6, act=Act.ENDS)


def _number(count: str) -> str:
    lowered = count.lower()
    if lowered.isdigit() and 1 <= int(lowered) <= len(NUMBERS):
        return NUMBERS[int(lowered) - 1]
    return lowered if lowered in NUMBERS and lowered != "one" else ""


def _is_plural(word: str) -> bool:
    return word.endswith(("s", "children", "twins", "kids")) and word not in ("spouse",)


def _describes(adjectives: str) -> bool:
    """Whether the words before a relative make it somebody else: "a friend whose son"."""
    return bool(re.search(r"\b(?:friend|ex|late|former|boss|neighbou?r)\b", adjectives, re.IGNORECASE))
