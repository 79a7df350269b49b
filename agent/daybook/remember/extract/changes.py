"""Templates of what began, ended, or took the place of something."""

from __future__ import annotations

import re
from collections.abc import Iterator

from daybook.conversation import Polarity
from daybook.remember.extract.extracted_fact import UNSURE, UNTOLD, ExtractedFact
from daybook.remember.extract.family import ITSELF
from daybook.remember.extract.kinds import kind_of_liking, kind_of_owning
from daybook.remember.extract.lexicon import DIETS, PETS
from daybook.remember.extract.lexicon_people import RELATIVES
from daybook.remember.extract.places import ORGANISATION, company
from daybook.remember.extract.predicate import Said
from daybook.remember.extract.rules import DONE, Make, fact, first_of, rule, table
from daybook.remember.fact import Act
from daybook.remember.values import canonical, cut

_PETS = "|".join(sorted(map(re.escape, PETS), key=len, reverse=True))
_EVERYDAY = ("preference.other", "preference.activity", "preference.place")


def changes(said: Said) -> Iterator[ExtractedFact]:
    """Read "I quit …", "I switched to …", "I got a new job at …"."""
    return first_of(_RULES, said)


def _gave_up(said: Said, match: re.Match[str]) -> Iterator[ExtractedFact]:
    plain = cut(match["v"])
    text = f"I {said.phrase} {plain}." if said.verb != "give" else f"I gave up {plain}."
    if plain == "my employer":
        yield ExtractedFact("identity.employer", "", "I changed my employer.", 0.8, act=Act.ENDS)
    elif _A_JOB.match(plain) and said.verb != "stop":
        yield ExtractedFact("identity.work", "", text, 0.8, act=Act.ENDS)
        yield ExtractedFact("identity.employer", "", text, 0.8, act=Act.ENDS)
    elif taken := re.match(r"(?:eating|drinking|having)\s+(?P<v>.+)", plain, re.IGNORECASE):
        yield ExtractedFact(
            "constraint.diet", canonical(taken["v"]), text, 0.75, Polarity.NEGATIVE, Act.CHANGES
        )
    elif said.verb in ("give", "quit") and kind_of_liking(plain) == "preference.food":
        yield ExtractedFact("constraint.diet", canonical(plain), text, 0.75, Polarity.NEGATIVE, Act.CHANGES)
    elif re.match(r"(?:my\s+)?\w+ing\b", plain, re.IGNORECASE):
        yield ExtractedFact("habit.activity", canonical(plain), text, 0.75, act=Act.ENDS)
    elif (
        said.verb in ("leave", "quit") and not _FOR_ANOTHER.match(match["v"]) and re.match(r"[A-Z]\w+", plain)
    ):  # a company or a city: whichever is known
        yield ExtractedFact("identity.employer", company(plain), text, 0.6, act=Act.ENDS)
        yield ExtractedFact("identity.residence", company(plain), text, 0.6, act=Act.ENDS)
        yield ExtractedFact("habit.activity", company(plain), text, 0.6, act=Act.ENDS)
    elif left := _FOR_ANOTHER.match(match["v"]) if said.verb == "leave" else None:
        yield ExtractedFact(UNTOLD, left["v"], text, UNSURE, act=Act.CHANGES, instead_of=left["old"])
    elif said.verb == "drop" and (school := _SCHOOL.match(match["v"])):
        yield ExtractedFact("identity.education", f"dropped out of {canonical(school['v'])}", text, 0.8)
    elif said.verb in ("give", "drop", "quit") and len(plain.split()) <= 4:
        yield ExtractedFact("habit.activity", canonical(plain), text, 0.6, act=Act.ENDS)


def _lost(said: Said, match: re.Match[str]) -> Iterator[ExtractedFact]:
    value = canonical(_MY_OLD.sub("", cut(match["v"])).partition(" to ")[0])
    text = f"I {said.phrase} {cut(said.rest)}."
    if re.match(r"job\b", value):
        yield ExtractedFact("identity.work", "", text, 0.75, act=Act.ENDS)
        yield ExtractedFact("identity.employer", "", text, 0.75, act=Act.ENDS)
    elif not value or not RELATIVES.keys().isdisjoint(value.lower().split()):
        yield ExtractedFact("event.experience", f"lost {value}", text, 0.6)
    elif not PETS.isdisjoint(value.lower().split()):
        yield ExtractedFact("possession.pet", value, text, 0.75, act=Act.ENDS)
    elif said.verb in ("give", "sell", "donate") or kind_of_owning(value) == "possession.pet":
        yield ExtractedFact(kind_of_owning(value), value, text, 0.75, act=Act.ENDS)


def _switched(said: Said, match: re.Match[str]) -> Iterator[ExtractedFact]:
    value, _, other = match["v"].partition(" from ")
    old = canonical(cut(match["old"] or other)) if match["old"] or other else ""
    plain = canonical(cut(value))
    diet = DIETS.get(plain.lower()) or DIETS.get(plain.lower().removesuffix(" diet"))
    slot = "constraint.diet" if diet else kind_of_liking(plain)
    if slot in _EVERYDAY or not plain:
        slot = kind_of_owning(plain) if kind_of_owning(plain) != "possession.thing" else "habit.activity"
    text = f"I switched {'from ' + old + ' ' if old else ''}to {plain}."
    sure = 0.75 if slot != "habit.activity" else 0.5
    yield ExtractedFact(slot, diet or plain, text, sure, act=Act.CHANGES, instead_of=old)


def _broke_up(said: Said, match: re.Match[str]) -> Iterator[ExtractedFact]:
    text = f"I broke up{' with my ' + match['v'] if match['v'] else ''}."
    yield ExtractedFact("identity.relationship", "single", text, 0.75, act=Act.CHANGES)
    yield ExtractedFact("family.partner", "", text, 0.8, act=Act.ENDS)


def _new_job(said: Said, match: re.Match[str]) -> Iterator[ExtractedFact]:
    text = f"I {said.phrase} {cut(said.rest)}."
    if title := _TITLE.search(match.group().lower()):
        yield ExtractedFact("identity.work", canonical(cut(title["v"])), text, 0.85, act=Act.CHANGES)
    where = re.search(r"\b(?:at|with|for)\s+(?P<v>.+)", said.rest)
    if where and (name := company(where["v"])):
        yield ExtractedFact("identity.employer", name, text, 0.8, act=Act.CHANGES)


def _joined(said: Said, match: re.Match[str]) -> Iterator[ExtractedFact]:
    name = ORGANISATION.match(match.group())
    if name and not _NOT_WORKED_FOR.search(name["v"]):
        yield ExtractedFact("identity.employer", name["v"], f"I work {name.group()}.", 0.75, act=Act.CHANGES)


def _took_in(said: Said, match: re.Match[str]) -> Iterator[ExtractedFact]:
    if not ITSELF.match(said.rest, match.end()):
        return
    value = match["v"].lower() + (f" {match['name']}" if match["name"] else "")
    yield ExtractedFact("possession.pet", value, f"I {said.phrase} {cut(said.rest)}.", 0.8)


def _bought(said: Said, match: re.Match[str]) -> Iterator[ExtractedFact]:
    slot = kind_of_owning(said.rest)
    if slot in ("possession.vehicle", "possession.home"):
        yield from fact(slot, 0.75, act=Act.STATES)(said, match)
    elif said.verb != "get" or re.match(r"an?\s+(?:brand[\s-])?new\s", said.rest):
        yield from _bought_thing(said, match["v"])


def _bought_thing(said: Said, what: str) -> Iterator[ExtractedFact]:
    """Of what is bought, that is owned which lasts: no food, no ticket, and nothing for somebody else."""
    value = canonical(cut(what))
    if kind_of_liking(value) != "preference.food" and not _USED_UP.search(what):
        yield ExtractedFact("possession.thing", value, f"I {said.phrase} {cut(said.rest)}.", 0.6)


def _went(said: Said, match: re.Match[str]) -> Iterator[ExtractedFact]:
    if diet := DIETS.get(cut(said.rest).lower()):
        yield ExtractedFact("constraint.diet", diet, f"I went {diet}.", 0.85, act=Act.CHANGES)


def _now_is(slot: str) -> Make:
    def make(said: Said, match: re.Match[str]) -> Iterator[ExtractedFact]:
        value = match["v"].lower()
        yield ExtractedFact(slot, value, f"I got {value}.", 0.9, act=Act.CHANGES)

    return make


_USED_UP = re.compile(
    r"\b(?:tickets?|gifts?|presents?|meal|lunch|dinner|breakfast|snacks?|drinks?|groceries|food|pass|deal|discount|coupon|voucher"
    r"|gift\s?card|subscription|membership|flowers?|bouquet|cake|bottle|cup|pack|pint|bag\s+of|box\s+of|round|haircut|message"
    r"|call|email|idea|job|promotion|tattoo|start|one|stuff|things?|few|lot|bunch|some|for\s+(?:my|her|his|him|their|our|the"
    r"|a\s+friend|(?-i:[A-Z])\w+))\b",
    re.IGNORECASE,
)
_FOR_ANOTHER = re.compile(
    r"(?P<old>(?-i:[A-Z])[\w' -]+?)\s+for\s+(?P<v>(?-i:[A-Z])[\w'-]+(?:\s+(?-i:[A-Z])[\w'-]+)*)$",
    re.IGNORECASE,
)
_A_JOB = re.compile(r"(?:(?:my|the)\s+)?(?:[\w']+\s+)?(?:job|position|work|company)\b", re.IGNORECASE)
_SCHOOL = re.compile(r"out\s+of\s+(?P<v>(?:\w+\s+)?(?:college|school|university))\b", re.IGNORECASE)
_MY_OLD = re.compile(r"^(?:my|our)\s+(?:old|beloved)?\s*", re.IGNORECASE)
_TITLE = re.compile(
    r"\b(?:as|promoted\s+to)\s+(?:an?\s+|the\s+)?(?P<v>[\w' -]+?)(?=\s+(?:at|for|in|with)\b|[,.]|$)"
)
_NOT_WORKED_FOR = re.compile(
    r"\b(?:School|College|University|Academy|Institute|Gym|Fitness|Yoga|Pilates|Club|Studios?|Kindergarten"
    r"|Grade)\b"
)
"""Where people start to learn, or to exercise."""
_JOBS = r"(?:job|position|role|gig)"
_RULES = table(
    {
        "start begin": [
            rule(DONE, r"(?:eating|drinking)\s+(?P<v>.+)", fact("constraint.diet", 0.7, act=Act.CHANGES)),
            rule(DONE, r"at\s+.+", _joined),
        ],
        "quit leave stop drop": [rule(DONE, r"(?P<v>.+)", _gave_up)],
        "give": [
            rule(DONE, r"up\s+(?:on\s+)?(?P<v>.+)", _gave_up),
            rule(DONE, r"away\s+(?P<v>.+)", _lost),
            rule(DONE, r"(?P<v>my\s+.+?)\s+away\b", _lost),
        ],
        "sell lose donate trade return": [rule(DONE, r"(?P<v>(?:my|our)\s.+)", _lost)],
        "switch change convert swap": [
            rule(DONE, r"(?:(?:my\s+\w+\s+)?from\s+(?P<old>.+?)\s+)?to\s+(?P<v>.+)", _switched),
        ],
        "break": [rule(DONE, r"up\b(?:\s+with\s+my\s+(?:[\w-]+\s+)?(?P<v>\w+))?", _broke_up)],
        "get": [
            rule(DONE, r"(?P<v>married|divorced|engaged)\b", _now_is("identity.relationship")),
            rule(DONE, rf"(?:promoted\s+to|(?:an?\s+)?(?:new\s+)?{_JOBS}\s+(?:as|at|with))\s+.+", _new_job),
        ],
        "start begin land accept take": [
            rule(
                DONE, rf"(?:an?\s+|my\s+)?(?:new\s+)?(?:{_JOBS}|working)\s+(?:as|at|with|for)\s+.+", _new_job
            ),
        ],
        "get adopt buy rescue": [
            rule(
                DONE,
                rf"(?!my\b)(?:(?:my|our|an?|the|two|three|both"
                rf"|another)\s+)+(?:[\w-]+\s+){{0,2}}?(?P<v>{_PETS})\b(?!\s+(?:bed|food|toys?|crate|collar|leash|bowl|house|training|carrier|sitter|walker))"
                r"(?:\s+(?:named|called)\s+(?P<name>(?-i:[A-Z])\w+))?",
                _took_in,
            ),
        ],
        "buy get purchase": [
            rule(
                DONE,
                r"(?=(?:an?|my\s+(?:first|new|own)|two|the)\b)(?:an?\s+|my\s+)?(?:(?:new|first"
                r"|own)\s+)?(?P<v>.+)",
                _bought,
            ),
        ],
        "go": [rule(DONE, r".+", _went)],
    }
)
