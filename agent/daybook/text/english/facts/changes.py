"""What ended or took the place of something: "I quit my job", "I switched to tea", "I don't eat meat"."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType

from daybook.conversation import Act, Polarity
from daybook.text.english.facts.extracted import Checked, ExtractedFact
from daybook.text.english.facts.noun_kinds import kind_of_liking, kind_of_owning
from daybook.text.english.facts.phrases import canonical, cut, is_unresolved, parts
from daybook.text.english.facts.predicate import Aspect, Predicate
from daybook.text.english.facts.value_types import VALUE_TYPES
from daybook.text.english.facts.word_lists import DIETS
from daybook.text.english.patterns import cased_regex, regex
from daybook.text.english.word_tables import ANY_MONTH, RELATIVES

UNTOLD = "preference.other"
_DONE = (Aspect.PAST, Aspect.PERFECT)
_LONG_AGO = regex(r" (?:\w+ ){0,2}(?:years|months|weeks|ages) ago\b.*")
_A_JOB = regex(r"(?:(?:my|the) )?(?:[\w']+ )?(?:job|position)\b")
_EATEN = regex("(?P<ing>(?:eating|drinking) )?(?P<v>.+)")
_ABUSED = {"smoking": "smoke", "drinking": "alcohol", "vaping": "vape", "gambling": "gamble"}
_NAME = cased_regex(r"""
    (?P<v>[A-Z][\w&.'-]*(?: (?:& )?[A-Z][\w&.'-]*)*)(?: (?:in|last|a|to|after)\s.*| for [A-Z].*)?$
""")
_HOUSE = cased_regex(rf"""
    the (?P<v>[a-z]\w+)(?P<since> (?:for good|(?:last|this|in|after|a) (?:\w+ ){{0,2}}(?:spring|summer
    |autumn|fall|winter|{ANY_MONTH}|(?:week|month|year)s?)\b).*)?$
""")
"""The house that is left; for an hour, unless "quit" or a longer time says otherwise."""
_MY_OLD = regex("^(?:my|our|the) (?:old |beloved )?")


def changes(said: Predicate) -> Iterator[ExtractedFact]:
    """Read what was given up, sold, switched, or is not eaten."""
    if reader := _READERS.get(said.verb):
        yield from reader(said)


def _left_job(text: str) -> Iterator[ExtractedFact]:
    for slot in ("identity.work", "identity.employer"):
        yield ExtractedFact(slot, "", text, act=Act.ENDS, checked=Checked.LISTED)


def _gave_up(said: Predicate) -> Iterator[ExtractedFact]:
    rest = said.rest
    if (
        said.verb == "give" and not (rest := re.sub(r"^up\s+(?:on\s+)?", "", rest))
    ) or said.aspect not in _DONE:
        return
    if said.verb == "give" and rest == said.rest:
        if away := re.match(r"away\s+(.+)", rest):
            yield from _gave_away(replace(said, rest=away[1]))
        return
    what = cut(_LONG_AGO.sub("", rest))
    text = f"I {said.phrase}{' up' if said.verb == 'give' else ''} {what}."
    if _A_JOB.match(what) and said.verb != "stop":
        yield from _left_job(text)
    elif what in _ABUSED:
        slot = "constraint.diet" if what == "drinking" else "habit.activity"
        yield ExtractedFact(slot, _ABUSED[what], text, Polarity.NEGATIVE, Act.CHANGES, checked=Checked.LISTED)
    elif (eaten := _EATEN.match(what)) and (eaten["ing"] or kind_of_liking(what) == "preference.food"):
        value = canonical(eaten["v"])
        yield ExtractedFact(
            "constraint.diet", value, text, Polarity.NEGATIVE, Act.CHANGES, checked=Checked.LISTED
        )
    elif said.verb in ("leave", "quit", "resign") and (name := _NAME.match(rest.removeprefix("from "))):
        for slot in ("identity.employer", "identity.residence"):  # a company or a place
            yield ExtractedFact(slot, name["v"], text, act=Act.ENDS, checked=Checked.NAMED)
    elif played := VALUE_TYPES["played"](what):
        for value, checked in played:
            slot = "skill.ability" if VALUE_TYPES["instrument"](what) else "habit.activity"
            yield ExtractedFact(slot, value, text, act=Act.ENDS, checked=checked)
    elif (house := _HOUSE.match(rest.removeprefix("from "))) and (said.verb != "leave" or house["since"]):
        yield ExtractedFact("identity.employer", house["v"], text, act=Act.ENDS)


def _gave_away(said: Predicate) -> Iterator[ExtractedFact]:
    if said.aspect not in _DONE or not re.match(r"(?:my|our|the)\s", said.rest):
        return
    value = canonical(_MY_OLD.sub("", cut(said.rest)).partition(" to ")[0])
    if value and RELATIVES.keys().isdisjoint(value.lower().split()):
        kind = kind_of_owning(value)
        for slot in (kind, "possession.vehicle") if kind == "possession.thing" else (kind,):
            yield ExtractedFact(slot, value, f"I {said.phrase} {cut(said.rest)}.", act=Act.ENDS)


_SWITCHED = regex(r"(?:(?:my \w+ )?from (?P<old>.+?) )?to (?P<v>.+)")


def _switched(said: Predicate) -> Iterator[ExtractedFact]:
    match = _SWITCHED.match(said.rest)
    if match is None or said.aspect not in _DONE:
        return
    value, _, other = match["v"].partition(" from ")
    old, plain = canonical(cut(match["old"] or other)), canonical(cut(value))
    diet = DIETS.get(plain.lower().removesuffix(" diet"), "")
    slot = "constraint.diet" if diet else kind_of_owning(plain)
    slot = kind_of_liking(plain) if slot == "possession.thing" else slot
    text = f"I switched {'from ' + old + ' ' if old else ''}to {plain}."
    if slot not in ("preference.other", "preference.activity", "preference.place"):
        yield ExtractedFact(slot, diet or plain, text, act=Act.CHANGES, instead_of=old)
    elif old:  # counts only where the ledger knows what it takes the place of
        yield ExtractedFact(UNTOLD, plain, text, act=Act.CHANGES, instead_of=old, untold=True)


def _broke_up(said: Predicate) -> Iterator[ExtractedFact]:
    if said.aspect in _DONE and said.rest.startswith("up"):
        yield ExtractedFact(
            "identity.relationship", "single", "I broke up.", act=Act.CHANGES, checked=Checked.LISTED
        )
        yield ExtractedFact("family.partner", "", "I broke up.", act=Act.ENDS, checked=Checked.LISTED)


_SOMETIMES = regex(r"\b(?:after|before|at|during|in the|on|with|without|much|often|too|enough)\b")
"""What limits a refusal to a time, or to a measure."""
_ANY_MORE = regex(r"\s*\b(?:any\s?more|any longer|at all|now)\b")
_NO_FOOD = regex(r"""
    (?:it|that|this|them|one|some|something|anything|him|her|you|a (?:lot|bit|little)|here|there|out|enough
    |another|any\s?more|much|too|very|like|well|as|so|until)\b
""")


def _goes_without(said: Predicate) -> Iterator[ExtractedFact]:
    """Read "I don't eat meat": with "anymore" too it is a diet, and not the end of one."""
    rest = _ANY_MORE.sub("", said.rest).strip(" ,.").removeprefix("any ")
    if said.aspect not in (Aspect.PRESENT, Aspect.PROGRESSIVE, Aspect.PERFECT):
        return
    if said.negated and not rest and said.verb in ("drink", "smoke", "vape", "gamble"):
        value, slot = (
            ("alcohol", "constraint.diet") if said.verb == "drink" else (said.verb, "habit.activity")
        )
        yield ExtractedFact(slot, value, f"I do not {said.verb}.", Polarity.NEGATIVE, checked=Checked.LISTED)
    elif (
        said.negated
        and said.verb in ("eat", "drink")
        and not (_NO_FOOD.match(rest) or _SOMETIMES.search(rest))
    ):
        yield from _refused(rest, f"do not {said.verb}")
    elif not said.negated and (but := re.match(r"everything\s+(?:except|but)\s+(.+)", rest)):
        yield from _refused(but[1], "do not eat")


def _cannot_eat(said: Predicate) -> Iterator[ExtractedFact]:
    match = re.match(r"(?P<how>eat|have|drink|tolerate)\s+(?P<v>.+)", said.rest, re.IGNORECASE)
    if match is None or not said.negated or _NO_FOOD.match(match["v"]):
        return
    if match["how"].lower() != "have" or kind_of_liking(match["v"]) == "preference.food":
        yield from _refused(match["v"], f"cannot {match['how']}")


def _refused(foods: str, how: str) -> Iterator[ExtractedFact]:
    for part in parts(cut(foods)):
        value = canonical(part)
        if value and not is_unresolved(value):
            known = Checked.LISTED if kind_of_liking(value) == "preference.food" else Checked.WORDED
            yield ExtractedFact(
                "constraint.diet", value, f"I {how} {part}.", Polarity.NEGATIVE, checked=known
            )


_READERS: Mapping[str, Callable[[Predicate], Iterator[ExtractedFact]]] = MappingProxyType(
    dict.fromkeys(("quit", "leave", "stop", "give", "resign"), _gave_up)
    | dict.fromkeys(("sell", "donate"), _gave_away)
    | dict.fromkeys(("switch", "change", "swap"), _switched)
    | {"break": _broke_up, "split": _broke_up, "can": _cannot_eat}
    | dict.fromkeys(("eat", "drink", "smoke", "vape", "gamble"), _goes_without)
)
