"""Templates of what the owner has or bought, and of what began, ended or took the place of something."""

import re
from collections.abc import Iterator

from daybook.conversation import Act, Polarity
from daybook.english.facts.family import PET_ITSELF, family, pets_of
from daybook.english.facts.noun_kinds import (
    company,
    is_employer,
    is_kept,
    is_name,
    kind_of_liking,
    kind_of_owning,
)
from daybook.english.facts.phrases import canonical, cut, in_general, parts
from daybook.english.facts.predicate import Aspect, Predicate
from daybook.english.facts.templates import (
    DONE,
    NOW,
    UNTOLD,
    ExtractedFact,
    extracted_fact,
    first_of,
    rule,
    table,
)
from daybook.english.facts.word_lists import DIETS, PETS
from daybook.english.word_tables import ANY_MONTH, RELATIVES

_ALLERGY = re.compile(
    r"(?:an?\s+)?(?:(?:severe|bad|serious|mild)\s+)*"
    r"(?:(?P<v>(?!an?\s|no\s|any\s|food\b)[\w -]{2,25}?)\s+(?:allergy|allergies)\b"
    r"|(?:allergy|allergies)\s+to\s+(?P<w>.+))",
    re.IGNORECASE,
)
_DEGREE = re.compile(
    r"(?:an?\s+|my\s+)?(?P<v>(?:\w+\s+)?(?:degree|phd|masters?|master['’]s|bachelors?|bachelor['’]s|mba|diploma)\b.*)",
    re.IGNORECASE,
)
_NEW = re.compile(
    r"(?=(?:an?|my\s+(?:first|new|own)|two|the)\b)(?:an?\s+|my\s+)?(?:(?:new|first|own)\s+)?(?P<v>.+)",
    re.IGNORECASE,
)
_NOT_KEPT = re.compile(
    r"\bback\s+home\b|\bin\s+mind\b|\b(?:open\s+house|more\s+room|(?:virtual|chat|waiting)\s+room)\b",
    re.IGNORECASE,
)
_AT_THE_SHOP = re.compile(
    r"\s+(?:from|at|on|for|during|online|in\s+(?:the|a|my)|through|via|to)\b.*|,\s.*", re.IGNORECASE
)
"""Where, for what price and what for a thing was bought."""
_FOR_OTHERS = re.compile(
    r"\bfor\s+(?:my\s+(?!gas|car|home|house|kitchen|room|office|garden|desk|new|own)|her|his|him|them|their|a\s+friend|(?-i:[A-Z])\w+)\b",
    re.IGNORECASE,
)
_USED_UP = re.compile(
    r"\b(?:tickets?|gifts?|presents?|meal|lunch|dinner|breakfast|snacks?|drinks?|groceries|food|pass|deal|discount|coupon"
    r"|card|subscription|membership|flowers?|bottle|cup|pack|haircut|message|call|email|idea|job|promotion|tattoo|start|pairs?$"
    r"|palette|batch|bag\s+of|box\s+of|set|lease|record$|one|stuff|things?|few|lot|bunch|some)\b",
    re.IGNORECASE,
)


def possessions(said: Predicate) -> Iterator[ExtractedFact]:
    """Read "I have …", "I own …": an allergy, a degree, relatives, pets, and what is kept for years."""
    if said.verb in ("buy", "get", "purchase") and said.aspect in DONE and not said.negated:
        yield from _bought(said)
    elif said.verb in ("have", "own") and said.aspect in NOW | {Aspect.USED_TO}:
        templates = (_allergy, _education, family, pets_of, _things)
        yield from next((facts for template in templates if (facts := list(template(said)))), ())


def _allergy(said: Predicate) -> Iterator[ExtractedFact]:
    if match := _ALLERGY.match(said.rest):
        for part in parts(cut(match["v"] or match["w"])):
            what = canonical(part)
            text = f"I am {'not ' if said.negated else ''}allergic to {what}."
            yield from extracted_fact(said, "constraint.allergy", in_general(what), text=text)


def _education(said: Predicate) -> Iterator[ExtractedFact]:
    if match := _DEGREE.match(said.rest):
        yield from extracted_fact(said, "identity.education", match["v"])


def _things(said: Predicate) -> Iterator[ExtractedFact]:
    rest = cut(said.rest)
    if rest.startswith(("to ", "the ")) or _NOT_KEPT.search(rest):
        return
    negated = re.match(r"no\s", rest, re.IGNORECASE)
    slot = kind_of_owning(rest)
    if said.verb == "own" or slot in ("possession.vehicle", "possession.home") or is_kept(rest):
        if negated:
            said, rest = Predicate("have", rest[3:], "have", said.aspect, negated=True), rest[3:]
        yield from extracted_fact(said, slot, rest, rest=rest)


def _bought(said: Predicate) -> Iterator[ExtractedFact]:
    """Of what is bought, that is owned which lasts: no food, no ticket, and nothing for somebody else."""
    match = _NEW.match(said.rest)
    if match is None or (said.verb == "get" and said.rest.startswith("the ")):
        return
    slot, value = kind_of_owning(said.rest), canonical(_AT_THE_SHOP.sub("", cut(match["v"])))
    new = said.verb != "get" or re.match(r"an?\s+(?:brand[\s-])?new\s", said.rest)
    if slot in ("possession.vehicle", "possession.home"):
        yield from extracted_fact(said, slot, value, act=Act.STATES)
    elif (
        new
        and kind_of_liking(value) != "preference.food"
        and not _USED_UP.search(value)
        and not _FOR_OTHERS.search(said.rest)
    ):
        yield from extracted_fact(said, "possession.thing", value, act=Act.STATES)


_PETS = "|".join(sorted(map(re.escape, PETS), key=len, reverse=True))


def changes(said: Predicate) -> Iterator[ExtractedFact]:
    """Read "I quit …", "I switched to …", "I got a new job at …"."""
    yield from first_of(_RULES, said)


def _gave_up(said: Predicate, match: re.Match[str]) -> Iterator[ExtractedFact]:
    what = cut(_LONG_AGO.sub("", match["v"]))
    text = f"I {said.phrase}{' up' if said.verb == 'give' else ''} {what}."
    if _A_JOB.match(what) and said.verb != "stop":
        yield ExtractedFact("identity.work", "", text, act=Act.ENDS)
        yield ExtractedFact("identity.employer", "", text, act=Act.ENDS)
    elif (eaten := _EATEN.match(what)) and (eaten["ing"] or kind_of_liking(what) == "preference.food"):
        value = canonical(eaten["v"])
        yield ExtractedFact("constraint.diet", value, text, Polarity.NEGATIVE, Act.CHANGES)
    elif said.verb in ("leave", "quit") and (name := _NAME.match(match["v"])):  # a company or a place
        for slot in ("identity.employer", "identity.residence"):
            yield ExtractedFact(slot, name["v"], text, act=Act.ENDS)
    elif (house := _HOUSE.match(match["v"])) and (said.verb == "quit" or house["since"]):
        yield ExtractedFact("identity.employer", house["v"], text, act=Act.ENDS)
    elif said.verb == "give" or (said.verb != "leave" and re.match(r"\w+ing\b", what)):
        yield ExtractedFact("habit.activity", canonical(what), text, act=Act.ENDS)


def _gave_away(said: Predicate, match: re.Match[str]) -> Iterator[ExtractedFact]:
    value = canonical(_MY_OLD.sub("", cut(match["v"])).partition(" to ")[0])
    if value and RELATIVES.keys().isdisjoint(value.lower().split()):
        text = f"I {said.phrase} {cut(said.rest)}."
        kind = kind_of_owning(value)
        for slot in (kind, "possession.vehicle") if kind == "possession.thing" else (kind,):
            yield ExtractedFact(slot, value, text, act=Act.ENDS)


def _switched(said: Predicate, match: re.Match[str]) -> Iterator[ExtractedFact]:
    value, _, other = match["v"].partition(" from ")
    old = canonical(cut(match["old"] or other))
    plain = canonical(cut(value))
    diet = DIETS.get(plain.lower().removesuffix(" diet"), "")
    slot = "constraint.diet" if diet else kind_of_owning(plain)
    if slot == "possession.thing":
        slot = kind_of_liking(plain)
    text = f"I switched {'from ' + old + ' ' if old else ''}to {plain}."
    if slot not in ("preference.other", "preference.activity", "preference.place"):
        yield ExtractedFact(slot, diet or plain, text, act=Act.CHANGES, instead_of=old)
    elif old:  # counts only where the ledger knows what it takes the place of
        yield ExtractedFact(UNTOLD, plain, text, act=Act.CHANGES, instead_of=old, untold=True)


def _broke_up(said: Predicate, match: re.Match[str]) -> Iterator[ExtractedFact]:
    yield ExtractedFact("identity.relationship", "single", "I broke up.", act=Act.CHANGES)
    yield ExtractedFact("family.partner", "", "I broke up.", act=Act.ENDS)


def _married(said: Predicate, match: re.Match[str]) -> Iterator[ExtractedFact]:
    value = match["v"].lower()
    yield ExtractedFact("identity.relationship", value, f"I got {value}.", act=Act.CHANGES)


def _new_job(said: Predicate, match: re.Match[str]) -> Iterator[ExtractedFact]:
    if match["title"]:
        value = canonical(cut(match["title"]))
        yield from extracted_fact(said, "identity.work", value, act=Act.CHANGES)
    if match["company"] and is_employer(name := company(match["company"])):
        yield from extracted_fact(said, "identity.employer", name, act=Act.CHANGES)


def _new_employer(said: Predicate, match: re.Match[str]) -> Iterator[ExtractedFact]:
    name = company(match["company"])
    text = f"I switched jobs to {name}."
    yield from extracted_fact(said, "identity.employer", name, text=text, act=Act.CHANGES)


def _took_in(said: Predicate, match: re.Match[str]) -> Iterator[ExtractedFact]:
    if PET_ITSELF.match(said.rest, match.end()):
        name = match["name"] or ""
        value = match["v"].lower() + (f" {name}" if is_name(name) else "")
        yield from extracted_fact(said, "possession.pet", value, act=Act.STATES)


def _went(said: Predicate, match: re.Match[str]) -> Iterator[ExtractedFact]:
    if diet := DIETS.get(cut(said.rest).lower().removesuffix(" diet")):
        yield ExtractedFact("constraint.diet", diet, f"I went {diet}.", act=Act.CHANGES)


_LONG_AGO = re.compile(r"\s+(?:\w+\s+){0,2}(?:years|months|weeks|ages)\s+ago\b.*", re.IGNORECASE)
_A_JOB = re.compile(r"(?:(?:my|the)\s+)?(?:[\w']+\s+)?(?:job|position)\b", re.IGNORECASE)
_EATEN = re.compile(r"(?P<ing>(?:eating|drinking)\s+)?(?P<v>.+)", re.IGNORECASE)
_NAME = re.compile(
    r"(?P<v>[A-Z][\w&.'-]*(?:\s+(?:&\s+)?[A-Z][\w&.'-]*)*)(?:\s+(?:in|last|a|to|after)\s.*|\s+for\s+[A-Z].*)?$"
)
_HOUSE = re.compile(
    rf"the\s+(?P<v>[a-z]\w+)(?P<since>\s+(?:for\s+good|(?:last|this|in|after|a)\s+(?:\w+\s+){{0,2}}"
    rf"(?:spring|summer|autumn|fall|winter|{ANY_MONTH}|(?:week|month|year)s?)\b).*)?$"
)
"""The house that is left; for an hour, unless "quit" or a longer time says otherwise."""
_MY_OLD = re.compile(r"^(?:my|our|the)\s+(?:old\s+|beloved\s+)?", re.IGNORECASE)
_RULES = table(
    {
        "quit leave stop": [rule(DONE, r"(?P<v>.+)", _gave_up)],
        "give": [
            rule(DONE, r"up\s+(?:on\s+)?(?P<v>.+)", _gave_up),
            rule(DONE, r"away\s+(?P<v>.+)", _gave_away),
        ],
        "sell donate": [rule(DONE, r"(?P<v>(?:my|our|the)\s.+)", _gave_away)],
        "switch change swap": [
            rule(
                DONE,
                r"(?:jobs|employers|companies)\s+(?:from\s+.+?\s+)?(?:to|and\s+(?:am|work)\s+(?:now\s+)?(?:at|for))"
                r"\s+(?P<company>(?:the\s+)?(?-i:[A-Z]).+)",
                _new_employer,
            ),
            rule(
                DONE,
                r"(?:(?:my\s+\w+\s+)?from\s+(?P<old>.+?)\s+)?to\s+(?P<v>.+)",
                _switched,
            ),
        ],
        "break": [rule(DONE, r"up\b", _broke_up)],
        "get start": [
            rule(DONE, r"(?P<v>married|divorced|engaged)\b", _married),
            rule(
                DONE,
                r"(?:an?\s+|my\s+)?(?:new\s+)?(?:job|position|working)"
                r"(?:\s+as\s+(?:an?\s+)?(?P<title>[\w' -]+?)(?=\s+(?:at|for)\b|$))?"
                r"(?:\s+(?:at|for)\s+(?P<company>.+))?",
                _new_job,
            ),
        ],
        "get adopt buy rescue": [
            rule(
                DONE,
                rf"(?!my\b)(?:(?:our|an?|the|two|three|another)\s+)(?:[\w-]+\s+){{0,2}}?(?P<v>{_PETS})\b"
                r"(?:\s+(?:named|called)\s+(?P<name>(?-i:[A-Z])\w+))?",
                _took_in,
            ),
        ],
        "go": [rule(DONE, r".+", _went)],
    }
)
