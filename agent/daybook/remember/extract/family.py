"""Templates of relatives and pets: those that the owner has, and those that "my …" takes for granted."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from daybook.remember.extract.extracted_fact import ExtractedFact, extracted_fact
from daybook.remember.extract.lexicon import PETS
from daybook.remember.extract.lexicon_people import PARTNER_MEANS, RELATIVES, SAME_RELATIVE
from daybook.remember.extract.predicate import Said
from daybook.remember.values import NUMBERS, cut, parts

_COUNT = (
    r"(?P<n>\d{1,2}|an?|one|two|three|four|five|six|seven|eight|nine|ten|no|several|some"
    r"|many|multiple|the|my|few|couple\s+of|a\s+couple\s+of|a\s+few|another|lots\s+of"
    r"|a\s+lot\s+of)?"
)
_ADJ = (
    r"(?:(?!and\b|or\b|a\b|from\b|of\b|for\b|in\b|with\b|to\b|on\b|at\b|that\b|who\b"
    r"|about\b|cooking\b|making\b)[\w'-]+\s+){0,3}?"
)
_RELATIVE = "|".join(sorted(map(re.escape, RELATIVES), key=len, reverse=True))
_PET = "|".join(sorted(map(re.escape, PETS), key=len, reverse=True))
_NAMED = (
    r"(?:\s*,?\s*(?:who\s+is\s+|that\s+is\s+|is\s+)?(?:named"
    r"|called)\s+(?P<name>[A-Z][\w'-]*)"
    r"|\s*,?\s+(?P<name2>(?-i:[A-Z][a-z][\w-]*))(?![\w])(?!\s+(?:is|are)\s+named))?"
)
_KIN = re.compile(rf"{_COUNT}\s*(?P<adj>{_ADJ})(?P<kin>{_RELATIVE})\b{_NAMED}", re.IGNORECASE)
_BEAST = re.compile(
    rf"{_COUNT}\s*(?P<adj>{_ADJ})(?P<pet>{_PET})\b(?!\s+(?:food|fajitas|soup|curry|salad"
    rf"|tacos|breast|wings|allergy|allergies|person|lover|sitter|hair|bite|shelter|show"
    rf"|bed|care|toys?|crate|collar|leash|walker|training|owner|lover|clothes|house|run|park|cookies|treats|shirt|costume|trailer|stall|of\b)){_NAMED}",
    re.IGNORECASE,
)
_IS_NAMED = re.compile(r"\b(?:named|called)\b|^(?:an?|one)\s[\w\s-]+,\s+(?-i:[A-Z][a-z]+)$", re.IGNORECASE)
_MY = r"\b(?:my|our)\s+"
_MY_KIN = re.compile(
    rf"{_MY}(?P<n>\d|two|three|four|five|six|seven)?\s*(?P<adj>(?:(?!ex\b|late\b|former\b"
    rf"|friend|best\b|future|own\b|boss"
    rf"|neighbou?r)[\w-]+\s+){{0,2}}?)(?P<kin>{_RELATIVE})\b(?![’']s?\s+(?:friend|boss"
    rf"|teacher|class|school|house|dog|cat|car"
    rf"|side))(?!-)(?:,?\s+(?P<name>(?-i:[A-Z][a-z]+))(?=[\s,.!]|$))?",
    re.IGNORECASE,
)
_MY_PET = re.compile(
    rf"{_MY}(?P<n>\d|two|three|four|five|six|seven)?\s*(?P<adj>(?:(?!ex\b|late\b|former\b"
    rf"|friend|neighbou?r|old\b|first\b|childhood|dream"
    rf"|favou?rite)[\w-]+\s+){{0,2}}?)(?P<pet>{_PET})\b(?![’']s?\s+(?:food|sitter|bed|care|toys?|crate|collar"
    rf"|leash|walker|walking|training|supplies|owner|insurance|store|shop|grooming|hair))(?:,?\s+(?P<name>(?-i:[A-Z][a-z]+))(?=[\s,.!]|$))?",
    re.IGNORECASE,
)
ITSELF = re.compile(
    r"\s*(?:$|[,.;!?)]|['’]|(?-i:\s[A-Z])|\s(?:is|are|was|were|has|have|had|does|do|did|can|will|would|and|or|but|who|that|which"
    r"|named|called|in|on|at|to|for|with|from|of|by|when|while|because|since|as|so|if|after|before|about|into|out|up|down|off|over"
    r"|again|too|now|today|tonight|yesterday|tomorrow|last|this|next|every|always|never|just|really|also|recently|often|an?|the|my"
    r"|loves?|likes?|hates?|eats?|sleeps?|keeps?|died|needs?|wants?|ate|got|went|gets?|goes|came|comes|snores?|barks?|passed|not"
    r"|seems?|looks?|made|makes?|gave|gives?|turned|started|plays?|\w+ed)\b)",
    re.IGNORECASE,
)
"""What follows an animal that is meant itself: not "my cat sculpture", nor "a snake plant"."""
_ALSO_FOOD = frozenset("chicken fish duck turkey lamb goat pig cow sheep mouse rat bird lab".split())
"""Words that may mean a dish, or a thing."""
_UNBORN = re.compile(
    r"\b(?:expecting|due|pregnant|unborn|on\s+the\s+way|baby\s+(?:stuff|shower|name|room|clothes|bump))\b",
    re.IGNORECASE,
)
_ALIVE = re.compile(
    r"\s*(?:$|,|\s(?:is|are|has|have|was|does|and|named|called|loves?|likes?|eats?|sleeps?"
    r"|keeps?|died|needs?)\b)"
)
_NONE = frozenset({"no"})


def taken_for_granted(words: str) -> Iterator[ExtractedFact]:
    """Read what "my two dogs" and "my wife" say of the owner in passing."""
    lowered = words.lower()
    if "my " not in lowered and "our " not in lowered:
        return
    for match in _MY_KIN.finditer(words):
        if match["kin"].lower() == "baby" and _UNBORN.search(words):
            continue
        kin = _kin(match["kin"], match["n"] or "", match["name"] or "", 0.75 if match["name"] else 0.7)
        yield from (replace(each, granted=True) for each in kin)
    for match in _MY_PET.finditer(words):
        if match["pet"].lower() in ("pet", "pets") or not ITSELF.match(words, match.end()):
            continue
        if match["pet"].lower() in _ALSO_FOOD and not _ALIVE.match(words, match.end()):
            continue
        pets = _pet(match["pet"], match["n"] or "", match["name"] or "", 0.75)
        yield from (replace(each, granted=True) for each in pets)


def _kin(word: str, count: str, name: str, reliability: float) -> Iterator[ExtractedFact]:
    said = word.lower()
    kin, kind = SAME_RELATIVE.get(said, said), RELATIVES[said]
    number = _number(count)
    article = "" if _is_plural(said) else "an " if said[0] in "aeiou" else "a "
    name = "" if _is_plural(said) else name  # "my kids, Ada and Ben"
    called = f" called {name}" if name else ""
    if kind == "parent":
        if name:
            yield ExtractedFact("family.parent", f"{kin} {name}", f"My {said} is called {name}.", reliability)
        return
    if kind == "partner":
        yield ExtractedFact(
            "identity.relationship", PARTNER_MEANS[said], f"I have {article}{said}.", reliability
        )
        if name:
            yield ExtractedFact("family.partner", name, f"My {said} is called {name}.", reliability)
        return
    plural = _is_plural(said)
    if number and plural and kin == "children":
        yield ExtractedFact("family.children", number, f"I have {number} {said}.", reliability)
        return
    value = " ".join(part for part in (number if plural else "", kin, name) if part)
    text = f"I have {number + ' ' if number and plural else article}{said}{called}."
    yield ExtractedFact(f"family.{kind}", value, text, reliability)


def _pet(word: str, count: str, name: str, reliability: float) -> Iterator[ExtractedFact]:
    pet = word.lower()
    number = _number(count)
    value = " ".join(part for part in (number, pet, name) if part)
    plural = _is_plural(pet) or pet in ("fish", "sheep", "mice", "goldfish")
    text = f"I have {number + ' ' if number else ''}{pet}" if plural else f"I have a {pet}"
    yield ExtractedFact("possession.pet", value, text + (f" called {name}." if name else "."), reliability)


def family(said: Said) -> Iterator[ExtractedFact]:
    """Read the relatives that one has, or has not."""
    for one in parts(cut(said.rest)) if not _IS_NAMED.search(said.rest) else [said.rest]:
        match = _KIN.match(one)
        if match is None or _UNBORN.search(said.rest) or _describes(match["adj"]):
            continue
        if said.negated or (match["n"] or "").lower() in _NONE:
            yield from _lacks(said, match["kin"])
        else:
            yield from _kin(match["kin"], match["n"] or "", match["name"] or match["name2"] or "", 0.9)


def pets_of(said: Said) -> Iterator[ExtractedFact]:
    """Read the pets that one has, or has not."""
    for one in parts(cut(said.rest)) if not re.search(r"\bnamed\b|\bcalled\b", said.rest) else [said.rest]:
        match = _BEAST.match(one)
        if match is None:
            continue
        if said.negated or (match["n"] or "").lower() in _NONE:
            plain = Said(said.verb, said.rest, said.phrase, said.aspect, negated=True)
            yield from extracted_fact(
                plain,
                "possession.pet",
                match["pet"].lower(),
                0.85,
                text=f"I do not have {match['pet'].lower()}.",
            )
            return
        adjective = " ".join(match["adj"].split())
        yield from (
            ExtractedFact(fact.slot, fact.value, f"I have {one.strip()}.", fact.reliability)
            for fact in _pet(
                f"{match['pet']}",
                match["n"] or "",
                match["name"] or match["name2"] or "",
                0.85 if not adjective else 0.8,
            )
        )


def _lacks(said: Said, word: str) -> Iterator[ExtractedFact]:
    kind = RELATIVES[word.lower()]
    plain = Said(said.verb, said.rest, said.phrase, said.aspect, negated=True)
    kin = SAME_RELATIVE.get(word.lower(), word.lower())
    if kind == "partner":
        yield ExtractedFact("identity.relationship", "single", f"I do not have a {kin}.", 0.6)
        return
    slot = f"family.{kind}"
    yield from extracted_fact(
        plain, slot, kin if kind != "child" else "children", 0.85, text=f"I do not have {kin}."
    )


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
