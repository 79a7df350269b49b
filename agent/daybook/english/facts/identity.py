"""Templates of who the owner is: residence, work, education, age, descent, allergies, diets, tastes."""

import re
from collections.abc import Iterator

from daybook.conversation import Act
from daybook.english.facts.habits import good_at
from daybook.english.facts.likes import ONE_KIND
from daybook.english.facts.noun_kinds import (
    ORGANISATION,
    bare,
    company,
    head_noun,
    in_small,
    is_employer,
    is_place_name,
    is_some_place,
    kind_of_liking,
    place_name,
)
from daybook.english.facts.phrases import cut, in_general, place
from daybook.english.facts.predicate import Aspect, Predicate
from daybook.english.facts.templates import (
    DONE,
    NOW,
    ExtractedFact,
    extracted_fact,
    fact,
    facts_of_parts,
    first_of,
    rule,
    sentence,
    table,
)
from daybook.english.facts.word_lists import (
    DIETS,
    KNOWN_PLACES,
    OCCUPATIONS,
    OUT_OF_WORK,
    PASTIMES,
    STATUSES,
    SUBJECTS,
    SURROUNDINGS,
)

_IN = re.compile(r"(?:right\s+)?(?:in|near|outside(?:\s+of)?)\s+(?P<v>.+)", re.IGNORECASE)
_THEN_IN = re.compile(r"\s+in\s+(?P<v>(?-i:[A-Z]).*)", re.IGNORECASE)
_WITH = re.compile(
    r"\b(?:alone|by\s+myself|on\s+my\s+own"
    r"|with\s+(?:(?:my|an?|two|three|some)\s+[\w' -]+|(?-i:[A-Z])\w+(?:\s+and\s+(?-i:[A-Z])\w+)*))",
    re.IGNORECASE,
)
_AWAY = re.compile(r"(?:(?:away|back|out)\s+)*(?:from|of)\s+(?P<v>.+)", re.IGNORECASE)
_TO = re.compile(
    r"(?:(?:back|over|out|down|up|here)\s+)*(?:from\s+(?P<old>.+?)\s+)?(?:to|into)\s+(?P<v>.+)", re.IGNORECASE
)


def residence(said: Predicate) -> Iterator[ExtractedFact]:
    """Read "I live in …", "I moved to …"."""
    if said.aspect is Aspect.WISH:
        return
    if said.verb in ("move", "relocate"):
        yield from _moving(said)
    elif said.verb in ("live", "reside"):
        if match := _IN.match(said.rest) or _THEN_IN.search(said.rest):
            yield from _lives(said, match["v"])
        if (match := _WITH.search(said.rest)) and said.aspect in NOW:
            company = _THEN_IN.sub("", match.group())
            yield from extracted_fact(said, "identity.household", company, rest=company, act=Act.STATES)


def _lives(said: Predicate, where: str) -> Iterator[ExtractedFact]:
    slot, name = _slot_and_name(where)
    if name and said.aspect in NOW:
        rest = f"{'in' if said.rest.startswith('with') else said.rest.split()[0]} {place_name(where)}"
        yield from extracted_fact(said, slot, name, rest=rest)
    elif name and said.aspect in (Aspect.PAST, Aspect.USED_TO):
        past = f"lived in {name}"
        yield from extracted_fact(said, "event.experience", past, rest=f"in {name}", act=Act.STATES)
        if said.aspect is Aspect.USED_TO:
            yield from extracted_fact(said, slot, name)


def _moving(said: Predicate) -> Iterator[ExtractedFact]:
    match = _TO.match(said.rest)
    if said.negated:
        return
    if match is None:
        if (gone := _AWAY.match(said.rest)) and said.aspect in DONE:
            slot, name = _slot_and_name(gone["v"])
            yield from extracted_fact(said, slot, name, act=Act.ENDS)
        return
    where, _, left = match["v"].partition(" from ")
    slot, name = _slot_and_name(where)
    rest = f"to {place_name(where)}"
    if said.aspect in (Aspect.PROGRESSIVE, Aspect.FUTURE, Aspect.PRESENT):
        yield from extracted_fact(said, "plan.intention", f"moving to {name}", rest=rest, act=Act.STATES)
    elif name:
        old = place(cut(match["old"] or left))
        yield from extracted_fact(said, slot, name, rest=rest, act=Act.CHANGES, instead_of=old)


_NO_HOME = re.compile(
    r"(?:(?:different|other|same|various|many)\b|(?:an?|the)\s+(?:\w+\s+)?place$)", re.IGNORECASE
)


_HOME_IN = re.compile(
    r"(?:[\w-]+\s+){1,4}?(?:flat|house|home|apartment|studio|condo|room|cottage|place)\s+in\s+(?P<v>(?-i:[A-Z]).*)",
    re.IGNORECASE,
)


def _slot_and_name(where: str) -> tuple[str, str]:
    """Tell a place that has a name from a kind of home: "Leeds", "a small flat", "a flat in Leeds"."""
    home = _HOME_IN.match(where)
    name = place_name(home["v"] if home else where)
    if is_some_place(name):
        return "possession.home", "" if _NO_HOME.match(name) else name
    return "identity.residence", place(name) if is_place_name(name) else ""


_AS = re.compile(
    r"(?:(?:here|there)\s+)?as\s+(?:an?\s+|the\s+)?(?!(?:hard|much|long|well|part|soon|good))"
    rf"(?P<v>[\w' -]+?\s(?:{'|'.join(sorted(OCCUPATIONS))})(?=\s+(?:now|at|for|in|with|on)\b|[,.]|$)"
    r"|[\w' -]+?)"
    r"(?=\s+(?:at|for|in|with|and|on|but|while|from|of\s+a|to)\b|[,.]|$)",
    re.IGNORECASE,
)
_AT = re.compile(
    r"(?:^|\s)(?:at|for)\s+"
    r"(?P<v>the\s+(?!moment)(?:[a-z-]+\s+){0,2}?[a-z]+(?=(?:\s+now)?$)|(?:the\s+)?(?-i:[A-Z]).*)",
    re.IGNORECASE,
)
_STUDENT = re.compile(
    r"(?:an?\s+)?(?P<v>(?:\w+\s+){0,2}?student|in\s+(?:\w+\s+)?(?:college|school|university))\b",
    re.IGNORECASE,
)
_NO_TITLE = re.compile(
    r"\b(?:good|great|bad|terrible|slow|fast|better|best|big|pretty|very|really|quite|so|avid|amateur|AI)\b",
    re.IGNORECASE,
)
_NOWADAYS = re.compile(r"\s+(?:now|again|currently|too|myself)$")


def occupation(said: Predicate) -> Iterator[ExtractedFact]:
    """Read "I am a nurse", with whom one is; being a student, retired or out of work."""
    written = _NOWADAYS.sub("", head_noun(said.rest))
    words = written.lower().split()
    if match := _STUDENT.match(said.rest):
        slot = "identity.work" if "student" in match["v"] else "identity.education"
        yield from extracted_fact(said, slot, match["v"])
    elif words and len(words) <= 2 and words[0] in OUT_OF_WORK:
        yield from extracted_fact(said, "identity.work", words[0], rest=words[0])
    elif words and len(words) <= 5 and not OCCUPATIONS.isdisjoint({words[-1], " ".join(words[-2:])}):
        if not re.match(r"(?:an?|the|also)\s", said.rest, re.IGNORECASE) or _NO_TITLE.search(written):
            return
        yield from extracted_fact(
            said, "identity.work", in_small(written), rest=said.rest.partition(written)[0] + written
        )
        if (employer := ORGANISATION.search(said.rest)) and not said.negated and is_employer(employer["v"]):
            text = f"I work at {employer['v']}."
            yield from extracted_fact(said, "identity.employer", employer["v"], text=text)


def _became(said: Predicate, match: re.Match[str]) -> Iterator[ExtractedFact]:
    present = Predicate("be", said.rest, said.phrase, Aspect.PRESENT, fresh=True)
    yield from occupation(present)


def work_and_education(said: Predicate) -> Iterator[ExtractedFact]:
    """Read "I work as …", "I studied …", "I graduated …"."""
    yield from first_of(_RULES, said)


def _works(said: Predicate, match: re.Match[str]) -> Iterator[ExtractedFact]:
    if title := _AS.match(said.rest):
        yield from extracted_fact(
            said,
            "identity.work",
            in_small(title["v"]),
            rest=cut(said.rest.partition(",")[0].removeprefix("there ").removesuffix(" now")),
        )
    if where := (_AT.search if title else _AT.match)(said.rest):
        name = company(where["v"])
        if is_employer(name):
            yield from extracted_fact(said, "identity.employer", name, rest=f"at {name}")
    if (field := _FIELD.match(said.rest)) and not _is_where(
        name := place_name(field["v"]).partition(" in ")[0]
    ):
        yield from extracted_fact(said, "identity.field", name, rest=f"in {name}")
    elif manner := _MANNER.match(said.rest):
        value = f"work {manner['v']}"
        yield from extracted_fact(
            said, "habit.activity", value, rest=manner["v"], act=None if said.ended else Act.STATES
        )


def _is_where(name: str) -> bool:
    """True if what somebody works in is a place, and no industry: "Roppongi", "the city"."""
    words = name.lower().split()
    is_name = " " not in name and name.istitle() and name.lower() not in SUBJECTS
    return is_name or name.lower() in KNOWN_PLACES or not SURROUNDINGS.isdisjoint(words)


_FIELD = re.compile(
    r"in\s+(?P<v>(?!progress|the\s+(?:morning|evening|same|yard|garden)|my\s|an?\s).+)", re.IGNORECASE
)
_MANNER = re.compile(
    r"(?P<v>from\s+home|remotely|night\s*shifts?|nights|part[\s-]time|full[\s-]time)\b", re.I
)
_RULES = table(
    {
        "work": [rule(NOW | {Aspect.USED_TO}, "", _works, denied=True)],
        "study major": [
            rule(
                NOW | {Aspect.PAST},
                r"(?:(?:in|at)\s+)?(?P<v>(?!(?:hard|an?|tonight|all|for|these|those|the"
                r"|up|some|about|how|on|more|with|my|too|so|in|at)\b)[\w' &-]+)",
                fact("identity.education", act=Act.STATES),
            )
        ],
        "become": [rule(DONE, "", _became)],
        "graduate": [rule(DONE, "", fact("identity.education", value="graduated {v}", act=Act.STATES))],
    }
)


_DEGREES = r"(?:(?:very|really|so|quite|pretty|also|always|severely)\s+)*"
_AGE = re.compile(
    r"(?P<v>\d{1,2})(?:(?P<old>\s*-?(?:years?[\s-]+old|years?\s+of\s+age|yo|y/o)\b)"
    r"|(?=$|[.!](?!\d)|\s+(?:and|now|this)\b))"
)
_YOUNGEST = 13
"""A smaller number without "years old" counts something else."""
_ALLERGIC = re.compile(rf"{_DEGREES}allergic\s+to\s+(?P<v>.+)", re.IGNORECASE)
_FAN = re.compile(
    rf"(?:an?\s+)?{_DEGREES}(?:(?:big|huge|massive|avid|real|great|such)\s+(?:an?\s+)?)*"
    r"(?:fan\s+of|lover\s+of|into|fond\s+of|crazy\s+about|obsessed\s+with|passionate\s+about|keen\s+on|hooked\s+on)"
    r"\s+(?P<v>(?!(?:it|that|this|them|those|these|the\s+idea|my|using)\b|the\s+[a-z]+$|an?\b).+)",
    re.IGNORECASE,
)
_FAN_AFTER = re.compile(
    r"(?:an?\s+)?(?:(?:big|huge|massive|avid|real|great)\s+)*"
    r"(?P<v>(?!fan|lover|(?:big|huge|massive|avid|real|great|not)\s*$)[\w' -]{2,30}?)\s+"
    r"(?:fan|lover|enthusiast|fanatic|buff)$",
    re.IGNORECASE,
)
_INTERESTED = re.compile(
    rf"{_DEGREES}(?:interested\s+in|fascinated\s+(?:by|with))\s+"
    r"(?P<v>(?!(?:learning|exploring|trying|getting|buying|visiting|using|the|those|this|these|that|your|more)\b).+)",
    re.IGNORECASE,
)
_AT_THE_MOMENT = re.compile(
    r"\b(?:lately|recently|right\s+now|these\s+days|at\s+the\s+moment|this\s+(?:week|month))\b", re.IGNORECASE
)
"""What somebody is taken with for some weeks is no taste."""
_AFRAID = re.compile(rf"{_DEGREES}(?:afraid|scared|terrified)\s+of\s+(?P<v>.+)", re.IGNORECASE)
_VISITED = re.compile(r"to\s+(?P<v>(?!(?:an?|the|one|that|this|it|some)\b).+)", re.IGNORECASE)
_BORN_ON = re.compile(
    r"born\s+(?P<how>in|on)\s+(?:the\s+)?(?P<v>(?:\d+|january|february|march|april|may|june|july|august|september"
    r"|october|november|december)\b(?:(?!\s+in\s+(?-i:[A-Z])).)*)",
    re.IGNORECASE,
)
_BORN_IN = re.compile(r"born\s+(?:and\s+raised\s+)?in\s+(?P<v>.+)", re.IGNORECASE)
_FROM = re.compile(
    r"from\s+(?P<v>(?!here|there|a\s|an\s|now|what|work|home|my|your|that|it\b|the\s+[a-z])\w.*)",
    re.IGNORECASE,
)
_BASED = re.compile(r"(?:based|located)\s+in\s+(?P<v>.+)", re.IGNORECASE)
_GREW_UP = re.compile(
    r"up\s+(?:in|on)\s+(?:(?P<near>an?\s+(?:\w+\s+){0,2}(?:village|town|suburb|farm|island)\s+"
    r"(?:near|outside|in|off|called)\s+)(?=(?-i:[A-Z]))|(?!an?\s))(?P<v>.+)",
    re.IGNORECASE,
)
_MODIFIERS = re.compile(r"^(?:big|huge|avid|keen|happily|recently|newly|strict|lifelong|mostly)\s+")


def states(said: Predicate) -> Iterator[ExtractedFact]:
    """Read "I am …": the first template that knows the rest decides."""
    if said.verb == "grow" and said.aspect is Aspect.PAST:
        if (match := _GREW_UP.match(said.rest)) and is_place_name(name := place_name(match["v"])):
            yield from extracted_fact(said, "identity.upbringing", place(name), act=Act.STATES)
    elif said.verb == "be" and said.aspect is Aspect.PERFECT:
        yield from _has_been(said)
    elif said.verb == "be" and said.aspect is Aspect.PAST:
        yield from _born(said)
    elif said.verb == "be" and said.aspect in (Aspect.PRESENT, Aspect.USED_TO):
        templates = (_age, _constraint, _liking, good_at, _born, _whereabouts, occupation, _described)
        yield from next((facts for template in templates if (facts := list(template(said)))), ())


def _age(said: Predicate) -> Iterator[ExtractedFact]:
    if (match := _AGE.match(said.rest)) and not said.negated:
        if not match["old"] and int(match["v"]) < _YOUNGEST:
            return
        text = f"I am {match['v']} years old."
        yield from extracted_fact(said, "identity.age", match["v"], text=text, act=Act.STATES)


def _constraint(said: Predicate) -> Iterator[ExtractedFact]:
    if match := _ALLERGIC.match(said.rest):
        yield from facts_of_parts(said, "constraint.allergy", match["v"], "allergic to ")
        return
    rest = _MODIFIERS.sub("", bare(said.rest).lower())
    if name := next((name for name in DIETS if re.match(rf"{re.escape(name)}\b(?!\s+food)", rest)), ""):
        yield from extracted_fact(said, "constraint.diet", DIETS[name], text=sentence(said, DIETS[name]))


def _liking(said: Predicate) -> Iterator[ExtractedFact]:
    if _AT_THE_MOMENT.search(said.rest):
        return
    if match := _FAN.match(said.rest) or _FAN_AFTER.match(cut(said.rest)):
        liked = cut(match["v"])
        yield from extracted_fact(said, kind_of_liking(liked), in_general(liked), act=Act.STATES)
    elif match := _AFRAID.match(said.rest):
        yield from extracted_fact(said, "preference.fear", match["v"], act=Act.STATES)


def _born(said: Predicate) -> Iterator[ExtractedFact]:
    rest = said.rest
    if (match := _BORN_ON.match(rest)) and not said.negated:
        text = f"I was born {match['how']} {match['v']}."
        yield ExtractedFact("identity.birthday", match["v"].rstrip(".,"), text)
        rest = f"born {rest[match.end() :].strip()}"
    if (match := _BORN_IN.match(rest)) and is_place_name(name := place_name(match["v"])):
        yield from extracted_fact(said, "identity.birthplace", place(name), act=Act.STATES)


def _whereabouts(said: Predicate) -> Iterator[ExtractedFact]:
    match = _BASED.match(said.rest)
    if match and not is_some_place(name := place_name(match["v"])) and is_place_name(name):
        yield from extracted_fact(said, "identity.residence", place(name))
    elif (match := _FROM.match(said.rest)) and is_place_name(name := place_name(match["v"])):
        yield from extracted_fact(said, "identity.origin", place(name), act=Act.STATES)


def _described(said: Predicate) -> Iterator[ExtractedFact]:
    word = _MODIFIERS.sub("", head_noun(said.rest).lower())
    if word in STATUSES:
        yield from extracted_fact(said, "identity.relationship", word, rest=word)
    elif word in PASTIMES:
        yield from extracted_fact(said, "habit.hobby", word, act=Act.STATES)


def _has_been(said: Predicate) -> Iterator[ExtractedFact]:
    if match := _VISITED.match(said.rest):
        where = cut(match["v"])
        if is_place_name(where):
            value = f"been to {place(where)}"
            yield from extracted_fact(said, "event.experience", value, act=Act.STATES)
    elif _AT_THE_MOMENT.search(said.rest):
        return
    elif (match := _INTERESTED.match(said.rest)) and not ONE_KIND.match(match["v"]):
        yield from extracted_fact(said, kind_of_liking(match["v"]), match["v"], act=Act.STATES)
    else:
        present = Predicate("be", said.rest, "am", Aspect.PRESENT, said.negated)
        yield from (*_constraint(present), *_liking(said), *occupation(present), *_described(present))
