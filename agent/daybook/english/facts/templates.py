"""What a template is, what it makes of a statement, and how often that is right.

A template is a row: which verb, in which aspect, followed by what, says which fact.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from daybook.conversation import Act, Polarity, ValueType
from daybook.english.facts.phrases import canonical, cut, in_general, parts
from daybook.english.facts.predicate import Aspect, Predicate
from daybook.english.words import LEMMAS

_BY_FAMILY: Mapping[str, float] = {
    "identity": 0.97,
    "family": 0.94,
    "possession": 0.95,
    "preference": 0.93,
    "habit": 0.94,
    "goal": 0.94,
    "skill": 0.94,
    "event": 0.94,
    "plan": 0.91,
    "constraint": 0.92,
}
_BY_SLOT: Mapping[str, float] = {
    "identity.residence": 0.99,
    "identity.relationship": 0.99,
    "identity.work": 0.92,
    "possession.pet": 0.97,
    "preference.activity": 0.95,
    "preference.other": 0.95,
    "preference.food": 0.88,
    "preference.fear": 0.86,
}
"""Slots of which enough was judged to tell them from their family."""
_OTHER_FAMILIES = 0.9


def reliability_of(slot: str) -> float:
    """The probability that a fact which a template found for a slot is right."""
    return _BY_SLOT.get(slot) or _BY_FAMILY.get(slot.partition(".")[0], _OTHER_FAMILIES)


UNTOLD = "preference.other"
UNSURE = 0.25
"""Reliability of what names no slot: by itself it is dropped."""
_AUXILIARIES = frozenset("am was were are have had has can will would".split())


@dataclass(frozen=True, slots=True)
class ExtractedFact:
    """A fact without its place and its time."""

    slot: str
    value: str
    text: str
    polarity: Polarity = Polarity.POSITIVE
    act: Act = Act.STATES
    instead_of: str = ""
    wrong_slot: str = ""
    granted: bool = False
    """It is taken for granted and not said ("my wife"), so that times beside it are not its."""
    subject: str = ""
    """Whom it is about; "" for the owner."""
    attribute: str = ""
    """What of them; "" for what the slot is about."""
    value_type: ValueType | None = None
    untold: bool = False
    """Its slot is not told: it counts only where the ledger knows what it takes the place of."""

    @property
    def reliability(self) -> float:
        """How far it is to be trusted, in (0, 1]."""
        return UNSURE if self.untold else reliability_of(self.slot)


def sentence(said: Predicate, rest: str) -> str:
    """Say a statement again by itself, in the first person singular."""
    words = [*_verb(said), rest.strip(" ,.")]
    return "I " + " ".join(word for word in words if word) + "."


def extracted_fact(
    said: Predicate,
    slot: str,
    value: str,
    *,
    rest: str | None = None,
    text: str = "",
    act: Act | None = None,
    instead_of: str = "",
) -> Iterator[ExtractedFact]:
    """Yield one fact of a statement, or none where no value is left.

    Its polarity is the statement's. What was said to be over ends, what was said to be new changes.
    """
    plain = canonical(cut(value))
    if not plain or is_unresolved(plain):
        return
    ends = said.ended or said.aspect is Aspect.USED_TO
    usual = Act.ENDS if ends else Act.CHANGES if said.fresh and not said.negated else Act.STATES
    yield ExtractedFact(
        slot,
        plain,
        text or sentence(said, cut(rest if rest is not None else said.rest)),
        Polarity.NEGATIVE if said.negated and not ends else Polarity.POSITIVE,
        act or usual,
        instead_of,
    )


def facts_of_parts(said: Predicate, slot: str, values: str, lead: str = "") -> Iterator[ExtractedFact]:
    """Yield a fact for every part of an enumeration; `lead` stands before each of them in the text."""
    for part in parts(cut(values)):
        yield from extracted_fact(
            said, slot, in_general(canonical(part)), text=sentence(said, f"{lead}{part}")
        )


_NOTHING = frozenset(
    """
    it that this them him her there these those one ones you me us everything something anything nothing all
    both each none some many most more much lot lots someone somebody everyone anyone same so such what which
    who how things stuff thing way here other others another too well yours hers his theirs mine myself
    yourself idea sort kind genre genres dishes flavors flavours classes options
    up out huge big bit sometime live go use do make get take have be try come see
    """.split()
) | {"same thing", "all of them", "one of them", "both of them"}
_BARE = frozenset(
    "old new big light spicy good great nice fun cool fresh different simple easy hard casual "
    "darker lighter older newer bigger smaller warmer colder milder cozy cosy".split()
)
"""What is left of "I love old and new" names nothing."""
_POINTERS = frozenset(
    "it that this them him her you these those your his their he she they its how what when why where".split()
)
_POINTS = re.compile(
    r"\b(?:it|them|him|her|his|hers|their|they|she|he|there|you|your|yours|these|those|this)\b", re.IGNORECASE
)
_NOTHING_LAST = frozenset(
    """
    that this those these one ones something anything stuff so too to of a an the and or but nor as than like
    at for with by from into about since because while when where what which who whose how why if until during
    is are was were be been has have had do does did my your his her our their its no not very really such
    i we it she he they me us him them another other each every
    """.split()
)
"""What a phrase breaks off with: what should follow was cut off."""
_PARTICLES = frozenset("in on off out up down over around away through".split())
"""What belongs to a verb ("sleeping in"), and breaks off after a noun ("that part in")."""


def is_unresolved(value: str) -> bool:
    """True if a value names nothing by itself."""
    first, *more = value.lower().split() or [""]
    if more and (_POINTS.search(value) or more[-1] in _NOTHING_LAST):
        return True
    if more and more[-1] in _PARTICLES and value.lower().split()[-2] not in LEMMAS:
        return True
    if first == "not":
        return True
    if first in _BARE and not more:
        return True
    return (
        value.lower() in _NOTHING
        or first in _POINTERS
        or (not more and len(first) == 1 and not first.isdigit())
    )


def _verb(said: Predicate) -> list[str]:
    if said.aspect is Aspect.USED_TO:
        return ["used to", *said.phrase.split()[2:]]
    if said.ended and said.negated:
        return ["no longer", *said.phrase.split()]
    if not said.negated:
        return said.phrase.split()
    first, *more = said.phrase.split() or [""]
    if first == "did":
        return ["did not", *more]
    if first == "have" and said.verb == "have" and not more:
        return ["do not have"]
    if first == "can":
        return ["cannot", *more]
    if first in _AUXILIARIES:
        return [first, "not", *more]
    return ["did not" if said.aspect is Aspect.PAST else "do not", said.verb]


NOW = frozenset({Aspect.PRESENT, Aspect.PROGRESSIVE, Aspect.PERFECT})
DONE = frozenset({Aspect.PAST, Aspect.PERFECT})
GOING_ON = frozenset({Aspect.PROGRESSIVE, Aspect.PERFECT})

Make: TypeAlias = Callable[[Predicate, re.Match[str]], Iterator[ExtractedFact]]
Table: TypeAlias = Mapping[str, Sequence["Rule"]]


@dataclass(frozen=True, slots=True)
class Rule:
    """One template. Its pattern is matched with what follows the verb."""

    aspects: frozenset[Aspect]
    pattern: re.Pattern[str]
    make: Make
    denied: bool = False
    """Whether it also reads what is denied."""


def rule(aspects: frozenset[Aspect], pattern: str, make: Make, *, denied: bool = False) -> Rule:
    """Make a rule of a pattern, in which small and capital letters are the same."""
    return Rule(aspects, re.compile(pattern, re.IGNORECASE), make, denied)


def fact(
    slot: str | Callable[[str], str],
    *,
    value: str = "{v}",
    rest: str = "",
    act: Act | None = None,
) -> Make:
    """Make one fact of a match.

    Args:
        slot: its name, or what names it by the value.
        value: with {v} for the group of that name, {verb} for the verb and {said} for its form.
        rest: what follows the verb in the fact's sentence, likewise; "" for what was said.
        act: what the statement does; None leaves it to how it is said.
    """

    def make(said: Predicate, match: re.Match[str]) -> Iterator[ExtractedFact]:
        words = {"v": match["v"] if "v" in match.re.groupindex else said.rest, "verb": said.verb}
        words["said"] = said.phrase.rpartition(" ")[2]
        named = slot if isinstance(slot, str) else slot(words["v"])
        after = rest.format(**words) if rest else None
        yield from extracted_fact(said, named, value.format(**words), rest=after, act=act)

    return make


def table(rows: Mapping[str, Sequence[Rule]]) -> Table:
    """Spread rows, keyed by several verbs in a word list, over their verbs; earlier rows go first."""
    by_verb: dict[str, list[Rule]] = defaultdict(list)
    for verbs, rules in rows.items():
        for verb in verbs.split():
            by_verb[verb] += rules
    return by_verb


def first_of(rules: Table, said: Predicate) -> Iterator[ExtractedFact]:
    """Yield what the first rule that finds anything finds."""
    for row in rules.get(said.verb, ()):
        if said.aspect in row.aspects and (row.denied or not said.negated):
            facts = list(row.make(said, match)) if (match := row.pattern.match(said.rest)) else []
            if facts:
                yield from facts
                return
