"""Templates of what the owner does, did and means to do."""

from __future__ import annotations

import re
from collections.abc import Iterator

from agent.remember.extract.being import _no_company
from agent.remember.extract.found import Found, each, found
from agent.remember.extract.lexicon import HOMES, INSTRUMENTS, LANGUAGES, SURROUNDINGS
from agent.remember.extract.liking import gerund
from agent.remember.extract.predicate import Aspect, Said
from agent.remember.fact import Act
from agent.remember.values import canonical, cut, place

_NOW = (Aspect.PRESENT, Aspect.PROGRESSIVE, Aspect.PERFECT)
_REGULARLY = re.compile(
    r"\b(?:every\s+(?:\w+\s+)?(?:day|morning|evening|night|week|weekend|month|year|summer|winter|(?:mon|tues|wednes|thurs|fri|satur|sun)day)s?"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)days|weekends|daily|weekly|regularly|(?:once|twice|\w+\s+times)\s+(?:a|per)\s+\w+"
    r"|on\s+the\s+weekends?|all\s+the\s+time|a\s+lot|most\s+(?:days|mornings|weekends|nights)|nights|mornings|for\s+a\s+living|for\s+fun)\b",
    re.IGNORECASE,
)
_IN = re.compile(
    r"(?:right\s+)?(?:in|near|outside(?:\s+of)?|close\s+to|just\s+outside)\s+(?P<v>.+)", re.IGNORECASE
)
_WITH = re.compile(
    r"(?:\w+\s+)?(?:alone|with\s+(?P<v>(?:my|two|three|a|some|\d|his|her)\b.+)|by\s+myself|on\s+my\s+own)",
    re.IGNORECASE,
)


def living(said: Said) -> Iterator[Found]:
    """Read where and with whom the owner lives."""
    if said.verb not in ("live", "reside", "stay", "relocate", "move") or said.aspect is Aspect.WISH:
        return
    if said.verb in ("move", "relocate"):
        yield from _moving(said)
        return
    if said.verb == "stay":
        return
    if match := _IN.match(said.rest):
        yield from _resides(said, match["v"])
    elif match := re.match(r"(?:on|by|at)\s+(?P<v>(?:an?|the|my)\s+.+)", said.rest, re.IGNORECASE):
        yield from found(said, "possession.home", match["v"], 0.75)
    if (
        match := re.search(
            r"\b(?:alone|by\s+myself|on\s+my\s+own|with\s+(?:my|an?|two|three|some|\d)\s+[\w' -]+)",
            said.rest,
            re.IGNORECASE,
        )
    ) and said.aspect in _NOW:
        yield from found(said, "identity.household", match.group(), 0.75, rest=match.group(), act=Act.STATES)


def _resides(said: Said, where: str) -> Iterator[Found]:
    name = cut(_no_company(where))
    words = canonical(name).lower().split()
    if not words:
        return
    common = (
        re.match(r"(?:an?|the|my|our|one|this)\s", name, re.IGNORECASE)
        and name[name.find(" ") + 1 :][:1].islower()
    )
    common = common or words[-1] in HOMES | SURROUNDINGS
    slot, value = ("possession.home", name) if common else ("identity.residence", place(name))
    if said.aspect is Aspect.PAST or said.aspect is Aspect.USED_TO:
        yield from found(
            said, "event.experience", f"lived in {value}", 0.65, rest=f"in {name}", act=Act.STATES
        )
        if said.aspect is Aspect.USED_TO and slot == "identity.residence":
            yield from found(said, slot, value, 0.7)
    elif said.aspect in _NOW:
        yield from found(
            said,
            slot,
            value,
            0.9 if slot == "identity.residence" else 0.75,
            rest=f"{said.rest.split()[0]} {name}",
        )


def _moving(said: Said) -> Iterator[Found]:
    match = re.match(
        r"(?:back\s+|over\s+|out\s+|down\s+|up\s+|here\s+)*(?:from\s+(?P<old>.+?)\s+)?(?:to|into)\s+(?P<v>.+)",
        said.rest,
        re.IGNORECASE,
    )
    if match is None:
        if said.aspect is Aspect.PAST and not said.negated:
            yield from found(said, "event.experience", f"moved {cut(said.rest)}", 0.5, act=Act.STATES)
        return
    where, _, old = match["v"].partition(" from ")
    name = cut(_no_company(where))
    if said.aspect in (Aspect.PROGRESSIVE, Aspect.FUTURE, Aspect.PRESENT):
        if not said.negated:
            yield from found(
                said, "plan.intention", f"moving to {place(name)}", 0.75, rest=f"to {name}", act=Act.STATES
            )
        return
    common = (
        re.match(r"(?:an?|the|my|our|this)\s", name, re.IGNORECASE)
        and name[name.find(" ") + 1 :][:1].islower()
    )
    if said.negated or not name:
        return
    slot = (
        "possession.home"
        if common
        or (
            canonical(name).lower().split()[-1:]
            and canonical(name).lower().split()[-1] in HOMES | SURROUNDINGS
        )
        else "identity.residence"
    )
    value = place(name) if slot == "identity.residence" else name
    former = place(cut(match["old"] or old)) if match["old"] or old else ""
    yield from found(said, slot, value, 0.85, rest=f"to {name}", act=Act.CHANGES, instead_of=former)


def working(said: Said) -> Iterator[Found]:
    """Read work and education."""
    rest = said.rest
    past = said.aspect in (Aspect.PAST, Aspect.USED_TO)
    if said.verb == "work" and said.aspect not in (Aspect.FUTURE, Aspect.WISH, Aspect.ABLE):
        yield from _works(said, past)
    elif (
        said.verb == "teach"
        and said.aspect in _NOW
        and not re.match(r"(?:you|her|him|them|it|myself|my)\b", rest, re.IGNORECASE)
    ):
        yield from found(said, "identity.field", f"teaching {cut(rest)}", 0.8)
    elif said.verb in ("study", "major") and said.aspect in (*_NOW, Aspect.PAST):
        value = re.sub(r"^(?:in|at|for)\s+", "", rest)
        if not re.match(r"(?:hard|a\s+lot|tonight|all)\b|$", value, re.IGNORECASE):
            yield from found(said, "identity.education", value, 0.75, rest=rest, act=Act.STATES)
    elif said.verb == "graduate" and not said.negated and said.aspect in (Aspect.PAST, Aspect.PERFECT):
        yield from found(said, "identity.education", f"graduated {cut(rest)}", 0.8, act=Act.STATES)
    elif said.verb in ("retire",) and said.aspect in (Aspect.PAST, Aspect.PERFECT) and not said.negated:
        yield Found(
            "identity.work", "retired", f"I {said.phrase} {cut(rest)}".strip() + ".", 0.85, act=Act.CHANGES
        )
    elif said.verb == "become" and said.aspect in (Aspect.PAST, Aspect.PERFECT):
        yield from _became(said)
    elif said.verb in ("run", "own", "manage", "start", "open") and re.match(
        r"(?:my|an?|the)\s+(?:\w+\s+){0,3}(?:business|company|shop|store|bakery|restaurant|cafe|salon|studio|startup|practice|firm|bookstore|blog|channel|bed\s+and\s+breakfast|brewery|gallery|farm)\b",
        rest,
        re.IGNORECASE,
    ):
        yield from found(said, "possession.business", rest, 0.75)


def _works(said: Said, past: bool) -> Iterator[Found]:
    rest = said.rest
    as_what = re.search(
        r"\bas\s+(?:an?\s+|the\s+)?(?P<v>[\w' -]+?)(?=\s+(?:at|for|in|with|and|on|but|while|from|of\s+a|to)\b|[,.]|$)",
        rest,
        re.IGNORECASE,
    )
    where = (
        re.search(
            r"^(?:\w+ly\s+|full[\s-]time\s+|part[\s-]time\s+)?(?:at|for)\s+(?P<v>.+)", rest, re.IGNORECASE
        )
        if not as_what
        else re.search(
            r"\b(?:at|for)\s+(?P<v>(?!\d|the\s+(?:last|past)|many|several|about|over|a\s+(?:few|while|living)|years).+)",
            rest,
            re.IGNORECASE,
        )
    )
    field = re.match(r"in\s+(?P<v>.+)", rest, re.IGNORECASE)
    manner = re.match(
        r"(?P<v>from\s+home|remotely|nights?(?:\s+shifts?)?|the\s+night\s+shift|part[\s-]time|full[\s-]time|two\s+jobs|freelance|overtime|weekends|long\s+hours)\b",
        rest,
        re.IGNORECASE,
    )
    if past:
        yield from found(said, "event.experience", f"worked {cut(rest)}", 0.6, act=Act.STATES)
        if said.aspect is Aspect.USED_TO and where:
            yield from found(said, "identity.employer", _company(where["v"]), 0.6)
        return
    if as_what and not re.match(r"(?:hard|much|long|well|part|soon|good)", as_what["v"]):
        yield from found(said, "identity.work", _small(as_what["v"]), 0.9, rest=cut(rest))
    if where and not re.match(
        r"(?:(?:an?|my|our|some)\s|home|it|that|this|night|least|them|you|him|her|a\s+living|the\s+moment|all|\d)\b",
        where["v"],
        re.IGNORECASE,
    ):
        yield from found(
            said,
            "identity.employer",
            _company(where["v"]),
            0.85,
            rest=f"{'at' if as_what else rest.split()[0]} {_company(where['v'], article=True)}",
        )
    elif field and not re.match(
        r"(?:progress|the\s+(?:morning|evening|same|yard|garden)|my\s|a\s+(?:few|while)|silence)",
        field["v"],
        re.IGNORECASE,
    ):
        yield from found(
            said, "identity.field", _no_company(field["v"]), 0.75, rest=f"in {_no_company(field['v'])}"
        )
    elif manner:
        yield from found(
            said, "habit.activity", f"work {manner['v'].lower()}", 0.7, rest=manner["v"], act=Act.STATES
        )
    elif match := re.match(r"with\s+(?P<v>(?!you|him|her|them|it|what|that|my\b)\w+.*)", rest, re.IGNORECASE):
        yield from found(said, "identity.field", match["v"], 0.65)
    elif match := re.match(r"on\s+(?P<v>my\s+.+|an?\s+.+)", rest, re.IGNORECASE):
        if said.aspect is Aspect.PROGRESSIVE:
            yield from found(said, "goal.aim", f"working on {cut(match['v'])}", 0.5, act=Act.STATES)


def _small(title: str) -> str:
    """Write a job in small letters, all but its abbreviations: "ER nurse"."""
    return " ".join(word if word.isupper() and len(word) > 1 else word.lower() for word in title.split())


def _company(text: str, *, article: bool = False) -> str:
    name = re.sub(
        r"\s+(?:as|in|and|with|but|for|from|on|near|since|which|where|so)\b.*",
        "",
        cut(text),
        flags=re.IGNORECASE,
    )
    return name if article else canonical(name)


def _became(said: Said) -> Iterator[Found]:
    from agent.remember.extract.being import being

    present = Said("be", said.rest, "am", Aspect.PRESENT, said.negated, fresh=True)
    for fact in being(present, greeted=False):
        yield Found(
            fact.slot,
            fact.value,
            f"I {said.phrase} {cut(said.rest)}.",
            fact.reliability * 0.95,
            fact.polarity,
            Act.CHANGES,
        )


def speaking(said: Said) -> Iterator[Found]:
    """Read languages, instruments, and other things that the owner can do or learns."""
    rest = said.rest
    if said.aspect in (Aspect.WISH, Aspect.FUTURE):
        return
    if said.verb == "can":
        yield from _can(said)
    elif said.verb == "speak":
        yield from _languages(said, rest)
    elif said.verb in ("learn", "practice", "practise", "study") and (
        match := re.match(
            r"(?:(?:how\s+)?to\s+)?(?P<v>(?!that|about|a\s+lot|so|from|it|more|something)\w.*)",
            rest,
            re.IGNORECASE,
        )
    ):
        if said.aspect in (Aspect.PROGRESSIVE, Aspect.PERFECT, Aspect.PRESENT) and not said.negated:
            yield from found(
                said, "skill.ability", f"{gerund(said.verb)} {cut(match['v'])}", 0.7, act=Act.STATES
            )
        elif said.aspect is Aspect.PAST and "to " in rest[:8]:
            yield from found(said, "skill.ability", match["v"], 0.55, act=Act.STATES)
    elif said.verb == "know" and (match := re.match(r"how\s+to\s+(?P<v>.+)", rest, re.IGNORECASE)):
        if re.match(r"(?:do|get|make|use)\s+(?:it|that|this)\b|\w+\s*$(?<!ing)", match["v"]) and said.negated:
            return
        yield from found(said, "skill.ability", match["v"], 0.65, act=Act.STATES)
    elif said.verb == "play":
        yield from _plays(said)


def _can(said: Said) -> Iterator[Found]:
    if match := re.match(r"speak\s+(?P<v>.+)", said.rest, re.IGNORECASE):
        yield from _languages(said, match["v"])
    elif match := re.match(r"(?:(?:eat|have|drink|tolerate|digest)\s+(?P<v>.+))", said.rest, re.IGNORECASE):
        if said.negated and not re.match(
            r"(?:it|that|any\s?more|another|enough|anything)\b", match["v"], re.IGNORECASE
        ):
            yield from each(said, "constraint.diet", match["v"], 0.75, said.rest.split()[0] + " ")
    elif re.match(
        r"(?:swim|drive|cook|dance|sing|ski|skate|ride|draw|bake|sew|knit|read\s+music|play|type|juggle|surf|whistle|code)\b",
        said.rest,
        re.IGNORECASE,
    ):
        yield from found(said, "skill.ability", said.rest, 0.65, act=Act.STATES)


def _languages(said: Said, text: str) -> Iterator[Found]:
    names = [word for word in re.split(r"[^\w-]+", text) if word.lower() in LANGUAGES]
    for name in names:
        language = name[:1].upper() + name[1:]
        yield from found(
            said,
            "identity.language",
            language,
            0.9,
            text=f"I {'do not ' if said.negated else ''}speak {language}.",
        )


def _plays(said: Said) -> Iterator[Found]:
    rest = re.sub(r"^(?:on\s+)?(?:the\s+)?", "", said.rest, flags=re.IGNORECASE)
    if re.match(
        r"(?:it|that|them|with|a\s+(?:role|part|game)|around|along|him|her|one|some|at|for|on|outside|inside|all|every|there|here|in\s+(?!an?\s+(?:\w+\s+){0,3}(?:band|league|team|orchestra|group)))\b|$",
        rest,
        re.IGNORECASE,
    ):
        return
    values = [
        one
        for one in re.split(r"\s*,\s*(?:and\s+)?|\s+and\s+(?:the\s+)?|\s+or\s+(?:the\s+)?", cut(rest))
        if one
    ]
    values = [re.sub(r"\s+(?:in|with|at|for|on)\b.*", "", one) for one in values]
    played = [one for one in values if canonical(one).lower() in INSTRUMENTS]
    if said.aspect in (Aspect.PAST, Aspect.USED_TO):
        yield from found(said, "event.experience", f"played {cut(rest)}", 0.55, act=Act.STATES)
        return
    for one in played:
        yield from found(
            said,
            "skill.ability",
            f"play {canonical(one).lower()}",
            0.85,
            rest=f"the {canonical(one)}",
            act=None if said.ended else Act.STATES,
        )
    if not played and said.aspect in _NOW:
        yield from found(
            said,
            "habit.activity",
            f"play {cut(rest)}",
            0.7,
            rest=rest,
            act=None if said.ended else Act.STATES,
        )
