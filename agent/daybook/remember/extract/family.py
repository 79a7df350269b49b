"""Templates of the relatives and pets of the owner: told ("I have two dogs") or implied ("my wife")."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from daybook.english.kinship import PARTNER_MEANS, RELATIVES, SAME_RELATIVE
from daybook.remember.extract.extracted_fact import ExtractedFact, extracted_fact
from daybook.remember.extract.lexicon import PETS
from daybook.remember.extract.predicate import Said
from daybook.remember.values import NUMBERS, cut, in_words, parts

_SMALL_NUMBER = rf"\d{{1,2}}|{'|'.join(NUMBERS)}"
_DETERMINER = r"an?|the|my|our|another|some|several|many|a\s+few|lots\s+of|a\s+lot\s+of"
_COUNT = rf"(?:(?P<n>{_SMALL_NUMBER}|no)\s+|(?:{_DETERMINER})\s+)?"
_ADJECTIVES = (
    r"(?P<adj>(?:(?!(?:and|or|a|from|of|for|in|with|to|on|at|that|who|about|their)\b)[\w'-]+\s+){0,3}?)"
)
_RELATIVE = "|".join(sorted(map(re.escape, RELATIVES), key=len, reverse=True))
_PET = "|".join(sorted(map(re.escape, PETS), key=len, reverse=True))
_NAMED = (
    r"(?:\s*,?\s*(?:who\s+is\s+|is\s+)?(?:named|called)\s+(?P<name>[A-Z][\w'-]*)"
    r"|\s*,?\s+(?P<name2>(?-i:[A-Z][a-z][\w-]*))(?!\w))?"
)
_HAS_RELATIVE = re.compile(rf"{_COUNT}{_ADJECTIVES}(?P<who>{_RELATIVE})\b{_NAMED}", re.IGNORECASE)
_HAS_PET = re.compile(rf"{_COUNT}{_ADJECTIVES}(?P<who>{_PET})\b", re.IGNORECASE)
_PET_NAMED = re.compile(_NAMED, re.IGNORECASE)
_IS_NAMED = re.compile(r"\b(?:named|called)\b|^(?:an?|one)\s[\w\s-]+,\s+(?-i:[A-Z][a-z]+)$", re.IGNORECASE)
_MY = (
    rf"\b(?:my|our)\s+(?P<n>{_SMALL_NUMBER})?\s*(?:(?!(?:ex|late|former|future|friend|best|own|boss|neighbou?r|old|first"
    r"|childhood|dream|favou?rite|accountability|business|acting)\b)[\w-]+\s+){0,2}?"
)
_THEN_NAME = r"(?:,?\s+(?P<name>(?-i:[A-Z][a-z]+))(?=[\s,.!]|$))?"
_MY_RELATIVE = re.compile(
    rf"{_MY}(?P<who>{_RELATIVE})\b(?![’']s?\s+(?:friend|boss|side))(?!-){_THEN_NAME}", re.IGNORECASE
)
_MY_PET = re.compile(
    rf"{_MY}(?P<who>{_PET})\b(?![’']s?\s+(?:food|bed|toys?|collar|owner)){_THEN_NAME}", re.IGNORECASE
)
PET_ITSELF = re.compile(
    r"\s*(?:$|[,.;!?)]|['’]|(?-i:\s[A-Z])|\s(?:is|are|was|were|has|have|had|does|do|did|can|will|and|or|but|who|that|named|called"
    r"|in|on|at|to|for|with|from|of|by|when|while|because|since|so|if|after|before|about|into|out|up|down|again|too|now|today"
    r"|last|this|every|always|never|just|really|also|loves?|likes?|hates?|eats?|sleeps?|needs?|wants?|got|gets?|goes|came|not|\w{2,}ed)\b)",
    re.IGNORECASE,
)
"""What follows an animal that is meant itself: not "my cat sculpture", nor "a snake plant"."""
_NO_ANIMAL = frozenset(
    "chicken fish duck turkey lamb goat pig cow sheep mouse rat bird pony pet pets".split()
)
"""Words that mean a dish or a thing as often, unless "my" is followed by what animals do, or a name."""
_UNBORN = re.compile(r"\b(?:expecting|due|pregnant|unborn|on\s+the\s+way|baby\s+\w+)\b", re.IGNORECASE)
_OF_OTHERS = re.compile(r"\b(?:friend|ex|late|former|boss|neighbou?r)\b", re.IGNORECASE)


def taken_for_granted(words: str) -> Iterator[ExtractedFact]:
    """Read what "my two dogs" and "my wife" say of the owner in passing."""
    lowered = words.lower()
    if "my " not in lowered and "our " not in lowered:
        return
    for match in _MY_RELATIVE.finditer(words):
        if match["who"].lower() != "baby" or not _UNBORN.search(words):
            sure = 0.75 if match["name"] else 0.7
            kin = _relative(match["who"], match["n"] or "", match["name"] or "", sure)
            yield from (replace(each, granted=True) for each in kin)
    for match in _MY_PET.finditer(words):
        if (match["who"].lower() not in _NO_ANIMAL or match["name"]) and PET_ITSELF.match(words, match.end()):
            pet = _pet(match["who"], match["n"] or "", match["name"] or "", 0.75)
            yield replace(pet, granted=True)


def family(said: Said) -> Iterator[ExtractedFact]:
    """Read the relatives that one has, or has not."""
    for one in parts(cut(said.rest)) if not _IS_NAMED.search(said.rest) else [said.rest]:
        match = _HAS_RELATIVE.match(one)
        if match is None or _UNBORN.search(said.rest) or _OF_OTHERS.search(match["adj"]):
            continue
        if said.negated or match["n"] == "no":
            yield from _lacks(said, match["who"].lower())
        else:
            name = match["name"] or match["name2"] or ""
            yield from _relative(match["who"], match["n"] or "", name, 0.9)


def pets_of(said: Said) -> Iterator[ExtractedFact]:
    """Read the pets that one has, or has not."""
    for one in parts(cut(said.rest)) if not _IS_NAMED.search(said.rest) else [said.rest]:
        match = _HAS_PET.match(one)
        if match is None or not PET_ITSELF.match(one, match.end()):
            continue
        pet = match["who"].lower()
        if said.negated or match["n"] == "no":
            denied = replace(said, negated=True)
            yield from extracted_fact(denied, "possession.pet", pet, 0.85, text=f"I do not have {pet}.")
            return
        named = _PET_NAMED.match(one, match.end())
        name = (named["name"] or named["name2"] or "") if named else ""
        yield replace(_pet(pet, match["n"] or "", name, 0.85), text=f"I have {one.strip()}.")


def _relative(word: str, count: str, name: str, reliability: float) -> Iterator[ExtractedFact]:
    said = word.lower()
    kin, kind = SAME_RELATIVE.get(said, said), RELATIVES[said]
    plural = is_plural(said)
    number = _number(count) if plural else ""
    article = f"{number} " if number else "" if plural else "an " if said[0] in "aeiou" else "a "
    name = "" if plural else name  # "my kids, Ada and Ben"
    if kind == "partner":
        yield ExtractedFact(
            "identity.relationship", PARTNER_MEANS[said], f"I have {article}{said}.", reliability
        )
    if name and kind in ("parent", "partner"):
        value = name if kind == "partner" else f"{kin} {name}"
        yield ExtractedFact(f"family.{kind}", value, f"My {said} is called {name}.", reliability)
    elif number and kin == "children":
        yield ExtractedFact("family.children", number, f"I have {number} {said}.", reliability)
    elif kind not in ("parent", "partner"):
        value = " ".join(part for part in (number, kin, name) if part)
        called = f" called {name}" if name else ""
        yield ExtractedFact(f"family.{kind}", value, f"I have {article}{said}{called}.", reliability)


def _pet(word: str, count: str, name: str, reliability: float) -> ExtractedFact:
    pet, number = word.lower(), _number(count)
    value = " ".join(part for part in (number, pet, name) if part)
    article = f"{number} " if number else "" if is_plural(pet) else "a "
    called = f" called {name}" if name else ""
    return ExtractedFact("possession.pet", value, f"I have {article}{pet}{called}.", reliability)


def _lacks(said: Said, word: str) -> Iterator[ExtractedFact]:
    kin, kind = SAME_RELATIVE.get(word, word), RELATIVES[word]
    if kind == "partner":
        yield ExtractedFact("identity.relationship", "single", f"I do not have a {kin}.", 0.6)
    else:
        value, text = "children" if kind == "child" else kin, f"I do not have {kin}."
        yield from extracted_fact(replace(said, negated=True), f"family.{kind}", value, 0.85, text=text)


def is_plural(word: str) -> bool:
    """Whether a word for relatives or animals is in the plural."""
    return (word.endswith(("s", "children")) and word != "spouse") or word in ("fish", "sheep", "mice")


def _number(count: str) -> str:
    """Write how many in words; "" for one, and where it is not said."""
    number = in_words(count)
    return number if number != "one" else ""
