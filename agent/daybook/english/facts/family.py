"""Templates of the relatives and pets of the owner: told ("I have two dogs") or implied ("my wife")."""

import re
from collections.abc import Iterator
from dataclasses import replace

from daybook.conversation import Act
from daybook.english.facts.noun_kinds import is_name
from daybook.english.facts.phrases import NUMBERS, cut, in_words, parts
from daybook.english.facts.predicate import Aspect, Predicate
from daybook.english.facts.templates import ExtractedFact, extracted_fact
from daybook.english.facts.word_lists import AFTER_RELATIVES, PETS
from daybook.english.word_tables import PARTNER_MEANS, RELATIVES, SAME_RELATIVE, is_plural
from daybook.english.words import LEMMAS

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
_ORDER = r"(?:(?:old|young|eld)er|little|big|twin|half|step|adopted|foster)"
_FONDLY = (
    r"(?:old|young|eld)est|dear|sweet|lovely|beautiful|wonderful|amazing|awesome|beloved|adorable|precious|handsome|smart|grown|adult|teenage"
    r"|\w+-year-old|\w+-month-old|own|new|other|whole|crazy|poor|young|pregnant|maternal|paternal|only|newborn|first-born"
)
_MY = rf"\b(?:my|our)\s+(?:(?P<n>{_SMALL_NUMBER})\s+)?(?:(?:{_FONDLY}),?\s+)?(?:(?P<order>{_ORDER})\s+)?"
"""Other words before a relative make somebody else of it: "my dance partner", "my friend's baby"."""
_MY_ANIMAL = (
    rf"\b(?:my|our)\s+(?P<n>{_SMALL_NUMBER})?\s*(?:(?!(?:late|former|future|friend|best|boss|neighbou?r|old|first"
    r"|childhood|dream|favou?rite)\b)[\w-]+\s+){0,2}?"
)
_THEN_NAME = r"(?:,?\s+(?P<name>(?-i:[A-Z][a-z]+))(?=[\s,.!'’]|$))?"
_MY_RELATIVE = re.compile(rf"{_MY}(?P<who>{_RELATIVE})\b(?!-){_THEN_NAME}", re.IGNORECASE)
_MY_PET = re.compile(
    rf"{_MY_ANIMAL}(?P<who>{_PET})\b(?![’']s?\s+(?:food|bed|toys?|collar|owner)){_THEN_NAME}",
    re.IGNORECASE,
)
_GONE = re.compile(
    r"\b(?:late|passed\s+away|passing|died|death|funeral|memorial|lost\s+(?:my|our)|losing\s+(?:my|our)|ex|broke\s+up"
    r"|break\s?up|divorced?|divorcing|separated|cheated|left\s+me|custody|used\s+to|no\s+longer)\b",
    re.IGNORECASE,
)
"""Beside these words "my wife" may be nobody's wife any more."""
_MODIFIERS = frozenset({"baby", "babies", "kid", "child", "twin", "twins"})
"""Relatives whose word stands before other nouns: "baby names"."""
_PARTNER_IN = re.compile(r"\s+(?:in\s+(?:crime|\w+ing)|on\s+(?:the|this|a))\b", re.IGNORECASE)
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
KIN_ADJECTIVES = re.compile(rf"(?:(?:{_ORDER}|{_FONDLY}|identical|great),?\s+)*", re.IGNORECASE)


def taken_for_granted(words: str) -> Iterator[ExtractedFact]:
    """Read what "my two dogs" and "my wife" say of the owner in passing."""
    lowered = words.lower()
    if "my " not in lowered and "our " not in lowered:
        return
    for match in _MY_RELATIVE.finditer(words) if not _GONE.search(words) else ():
        who, name = match["who"].lower(), _name(match["name"])
        if (who != "baby" or not _UNBORN.search(words)) and _is_meant(who, words, match.end("who")):
            kin = _relative(who, match["n"] or "", name, match["order"] or "")
            yield from (replace(fact, granted=True) for fact in kin if _tells(fact, who))
    for match in _MY_PET.finditer(words):
        name = _name(match["name"])
        if (match["who"].lower() not in _NO_ANIMAL or name) and PET_ITSELF.match(words, match.end()):
            yield replace(_pet(match["who"], match["n"] or "", name), granted=True)


def _name(word: str | None) -> str:
    return word if word and is_name(word) else ""


def _is_meant(who: str, words: str, end: int) -> bool:
    """True if a word for a relative is no modifier of the next: "my partner in crime", "our baby shower"."""
    follows = re.match(r"\s+(?P<next>[a-z'’-]+)", words[end:])
    if follows is None:
        return True
    word = follows["next"]
    if who == "partner" and _PARTNER_IN.match(words, end):
        return False
    verb = word in LEMMAS and (word.endswith("s") or who != "partner") and who not in _MODIFIERS
    return verb or word in AFTER_RELATIVES or word.endswith("ed" if who in _MODIFIERS else ("ed", "ly"))


def _tells(kin: ExtractedFact, who: str) -> bool:
    """True if "my …" tells more than that there is such a relative, or of a partner or a child.

    That somebody has a cousin is true and of no use to anybody.
    """
    return kin.slot in ("identity.relationship", "family.child") or kin.value.lower() not in (
        SAME_RELATIVE.get(who, who),
        who,
    )


def family(said: Predicate) -> Iterator[ExtractedFact]:
    """Read the relatives that one has, or has not."""
    for part in parts(cut(said.rest)) if not _IS_NAMED.search(said.rest) else [said.rest]:
        match = _HAS_RELATIVE.match(part)
        if match is None or _UNBORN.search(said.rest) or not KIN_ADJECTIVES.fullmatch(match["adj"]):
            continue
        if not _is_meant(match["who"].lower(), part, match.end("who")) or said.aspect is Aspect.USED_TO:
            continue
        if said.negated or match["n"] == "no":
            yield from _lacks(said, match["who"].lower())
        else:
            name = _name(match["name"]) or _name(match["name2"])
            yield from _relative(match["who"], match["n"] or "", name)


def pets_of(said: Predicate) -> Iterator[ExtractedFact]:
    """Read the pets that one has, or has not."""
    for part in parts(cut(said.rest)) if not _IS_NAMED.search(said.rest) else [said.rest]:
        match = _HAS_PET.match(part)
        if match is None or not PET_ITSELF.match(part, match.end()):
            continue
        pet = match["who"].lower()
        if said.negated or match["n"] == "no":
            denied = replace(said, negated=True)
            yield from extracted_fact(denied, "possession.pet", pet, text=f"I do not have {pet}.")
            return
        named = _PET_NAMED.match(part, match.end())
        name = _name(named["name"]) or _name(named["name2"]) if named else ""
        found = replace(_pet(pet, match["n"] or "", name), text=f"I have {part.strip()}.")
        if said.ended or said.aspect is Aspect.USED_TO:
            found = replace(found, text=f"I used to have {part.strip()}.", act=Act.ENDS)
        yield found


def _relative(word: str, count: str, name: str, order: str = "") -> Iterator[ExtractedFact]:
    said = word.lower()
    kin, kind = SAME_RELATIVE.get(said, said), RELATIVES[said]
    plural = is_plural(said)
    number = _number(count) if plural else ""
    article = f"{number} " if number else "" if plural else "an " if said[0] in "aeiou" else "a "
    name = "" if plural else name  # "my kids, Ada and Ben"
    if kind == "partner":
        yield ExtractedFact("identity.relationship", PARTNER_MEANS[said], f"I have {article}{said}.")
    if name and kind in ("parent", "partner"):
        value = name if kind == "partner" else f"{kin} {name}"
        yield ExtractedFact(f"family.{kind}", value, f"My {said} is called {name}.")
    elif number and kin == "children":
        yield ExtractedFact("family.children", number, f"I have {number} {said}.")
    elif kind not in ("parent", "partner"):
        value = " ".join(part for part in (number, "" if name else order.lower(), kin, name) if part)
        told = f"an {order} {said}" if order[:1] in ("o", "e") else f"a {order} {said}"
        called = f" called {name}" if name else ""
        having = told if order and not (plural or name) else f"{article}{said}{called}"
        yield ExtractedFact(f"family.{kind}", value, f"I have {having}.")


def _pet(word: str, count: str, name: str) -> ExtractedFact:
    pet, number = word.lower(), _number(count)
    value = " ".join(part for part in (number, pet, name) if part)
    article = f"{number} " if number else "" if is_plural(pet) else "a "
    called = f" called {name}" if name else ""
    return ExtractedFact("possession.pet", value, f"I have {article}{pet}{called}.")


def _lacks(said: Predicate, word: str) -> Iterator[ExtractedFact]:
    kin, kind = SAME_RELATIVE.get(word, word), RELATIVES[word]
    if kind == "partner":
        yield ExtractedFact("identity.relationship", "single", f"I do not have a {kin}.")
    else:
        value, text = "children" if kind == "child" else kin, f"I do not have {kin}."
        yield from extracted_fact(replace(said, negated=True), f"family.{kind}", value, text=text)


def _number(count: str) -> str:
    """Write how many in words; "" for one, and where it is not said."""
    number = in_words(count)
    return number if number != "one" else ""
