"""Templates of "I am …"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from agent.remember.extract.found import Found, each, found, sentence
from agent.remember.extract.kinds import kind_of_liking
from agent.remember.extract.lexicon import (
    CONDITIONS,
    DIETS,
    NATIONALITIES,
    OCCUPATIONS,
    OUT_OF_WORK,
    PASTIMES,
    STATUSES,
    TRAITS,
)
from agent.remember.extract.liking import ONE_KIND
from agent.remember.extract.predicate import Aspect, Said
from agent.remember.fact import Act
from agent.remember.values import NUMBERS, canonical, cut, place

_AGE = re.compile(
    r"(?P<v>\d{1,2})(?:\s*(?:years?\s+old|years?\s+of\s+age|yrs?\s+old|yo|y/o))?(?=$|[,.!]|\s+(?:and|now|years?|this)\b)"
)
_NAME = re.compile(r"(?P<v>[A-Z][a-zà-ÿ'-]+(?:\s[A-Z][a-zà-ÿ'-]+)?)(?=$|[,.!]|\s(?:and|from|by)\b)")
_ALLERGIC = re.compile(
    r"(?:(?:very|so|severely|highly|deathly|quite|also)\s+)*allergic\s+to\s+(?P<v>.+)", re.IGNORECASE
)
_FROM = re.compile(
    r"from\s+(?:the\s+)?(?P<v>(?!here|there|a\s|an\s|now|what|work|home|my|scratch|your|that|it\b)\w.*)",
    re.IGNORECASE,
)
_DATE = re.compile(
    r"(?:(?:the\s+)?\d|january|february|march|april|may|june|july|august|september|october|november|december"
    r"|(?:early|mid|late)\b|(?:the\s+)?(?:spring|summer|autumn|fall|winter)|[a-z]+day)\b",
    re.IGNORECASE,
)
_BORN = re.compile(
    r"(?:born|raised|brought\s+up|born\s+and\s+raised)\s+(?P<how>in|on|near|at)\s+(?:the\s+)?(?P<v>.+)",
    re.IGNORECASE,
)
_GREW = re.compile(r"up\s+(?:in|near)\s+(?P<v>(?!an?\s).+)", re.IGNORECASE)
_LIVES = re.compile(r"(?:based|living|located)\s+(?:in|near|out\s+of)\s+(?P<v>.+)", re.IGNORECASE)
_FAN = re.compile(
    r"(?:(?:an?|the)\s+)?(?:(?:really|very|such|so|pretty|quite|also)\s+)*(?:an?\s+)?(?:(?:big|huge|massive|avid|real|great|true|lifelong|major|die-?hard|such)\s+)*"
    r"(?:fan\s+of|lover\s+of|into|fond\s+of|crazy\s+about|obsessed\s+with|passionate\s+about|keen\s+on|hooked\s+on|partial\s+to|addicted\s+to|in\s+love\s+with|nuts\s+about)\s+(?P<v>.+)",
    re.IGNORECASE,
)
_FAN_AFTER = re.compile(
    r"(?:an?\s+)?(?:(?:big|huge|massive|avid|real|great|true|lifelong|major|die-?hard|total)\s+)*(?P<v>(?!(?:bi?g+(?:est)?|huge|massive|real|great|avid|such)\s+(?:fan|lover))[\w' -]{2,30}?)\s+(?:fan|lover|enthusiast|fanatic|buff|nut|addict|junkie)\b",
    re.IGNORECASE,
)
_INTERESTED = re.compile(
    r"(?:(?:very|so|really|quite|pretty|also|always)\s+)*(?:interested\s+in|curious\s+about|fascinated\s+(?:by|with))\s+(?P<v>.+)",
    re.I,
)
_ASKED_FOR = re.compile(
    r"(?:learning|exploring|trying|getting|reading|seeing|hearing|knowing|finding|buying|checking|visiting|using|the|those|this|these|that|your|more)\b",
    re.IGNORECASE,
)
"""An interest that is a request to the assistant rather than a taste."""
_TREATED = re.compile(
    r"(?:on|taking)\s+(?P<v>(?:[\w-]+\s+){0,3}?(?:medication|medications|meds|medicine|antidepressants|insulin|metformin|statins|blood\s+thinners|the\s+pill|pills))\b",
    re.IGNORECASE,
)
_FEARS = re.compile(
    r"(?:(?:very|so|really|quite|pretty|also|always|a\s+(?:little|bit))\s+)*(?:afraid|scared|terrified|frightened)\s+of\s+(?P<v>.+)",
    re.I,
)
_SKILLED = re.compile(
    r"(?:(?:very|so|really|quite|pretty|also|not)\s+)*(?P<how>good|great|bad|terrible|awful|horrible|excellent|amazing|decent|skilled)\s+(?:at|with)\s+(?P<v>.+)",
    re.I,
)
_COOK = re.compile(
    r"an?\s+(?:(?:pretty|very|really|quite)\s+)*(?P<how>good|great|bad|terrible|awful|horrible|excellent|amazing|decent|slow|fast)\s+"
    r"(?P<v>cook|baker|driver|dancer|singer|swimmer|listener|speller|photographer|writer|painter|gardener|player|shot|dancer|runner)\b",
    re.I,
)
_PARENT = re.compile(
    r"(?:an?\s+|the\s+)?(?:(?:single|proud|new|busy|working|stay[\s-]at[\s-]home|married)\s+)*"
    r"(?P<v>mom|mum|mother|dad|father|parent|grandma|grandpa|grandmother|grandfather|grandparent)(?:\s+(?:of|to)\s+(?P<n>\w+))?\b",
    re.I,
)
_STUDENT = re.compile(
    r"(?:(?:an?|the|my)\s+)?(?:(?:currently|still|full-time|part-time)\s+)*(?P<v>(?:\w+\s+){0,2}?student|in\s+(?:the\s+)?\w+\s+grade|in\s+my\s+\w+\s+year\s+(?:of|at)\s+[\w ]+|freshman|sophomore|in\s+(?:\w+\s+)?(?:college|high\s+school|middle\s+school|school|grad\s+school|graduate\s+school|university|law\s+school|med\s+school|medical\s+school|nursing\s+school))\b(?P<rest>.*)",
    re.I,
)
_ORG = re.compile(
    r"\b(?:at|for|with)\s+(?:the\s+)?(?P<v>(?!the\s|a\s|an\s|my\s|least|home|night|heart|all|work|now|least|it\b|this|that|\d)[A-Z][\w&.'-]*(?:\s+(?:of\s+|the\s+|for\s+|and\s+|&\s+)?[A-Z][\w&.'-]*){0,4})"
)
_ADJECTIVES = r"(?:very|so|quite|rather|pretty|too|really|a\s+bit|a\s+little|kind\s+of|totally|both|all)\s+"
_DEGREE = re.compile(rf"^(?:{_ADJECTIVES})+", re.IGNORECASE)
_ARTICLE = re.compile(r"^(?:an?|the)\s+", re.IGNORECASE)
_HEAD = re.compile(
    r"\s+(?:at|for|in|with|by|from|on|of|to|and|or|who|that|but|here|there)\b.*|[,.;(].*", re.IGNORECASE
)
_GOING = re.compile(
    r"(?:going|headed|heading|off|moving|flying|travell?ing|driving)\s+(?:back\s+)?(?:to|on)\s+(?P<v>.+)",
    re.IGNORECASE,
)
_VISITED = re.compile(r"to\s+(?P<v>.+)", re.IGNORECASE)
_MILITARY = re.compile(
    r"(?:in|with)\s+(?:the\s+)?(?P<v>army|navy|air\s+force|marines|military|coast\s+guard|national\s+guard|reserves)\b",
    re.IGNORECASE,
)
_MEMBER = re.compile(
    r"(?:an?\s+)?(?:member\s+of|in|part\s+of|on)\s+(?P<v>(?:an?|the|my|our)\s+(?:[\w' -]+\s)?(?:band|choir|team|club|orchestra|league|book\s+club|group|sorority|fraternity|swim\s+team))\b",
    re.IGNORECASE,
)
_TALL = re.compile(
    r"(?P<v>(?:only\s+|over\s+|about\s+)?(?:\d'\s?\d{1,2}\"?|\d\s*(?:feet|foot|ft)\s*(?:\d+)?(?:\s*inches)?|\d{3}\s*cm|\w+\s+feet)\s*(?:tall)?)\b(?=.*tall|.*'\d)",
    re.IGNORECASE,
)
_BAD = frozenset({"bad", "terrible", "awful", "horrible"})


def being(said: Said, greeted: bool) -> Iterator[Found]:
    """Read "I am …": the first rule that knows the rest decides."""
    if said.verb == "grow" and said.aspect is Aspect.PAST and (up := _GREW.match(said.rest)):
        yield from found(said, "identity.upbringing", place(_no_company(up["v"])), 0.85, act=Act.STATES)
    if said.verb != "be":
        return
    if said.aspect is Aspect.PERFECT:
        yield from _has_been(said)
        return
    for rule in (_who, _constraints, _liking, _skill, _origin, _plans, _occupation, _membership, _describing):
        facts = list(rule(said, greeted))
        if facts:
            if said.aspect is not Aspect.PAST:
                yield from facts
            else:
                yield from (_as_past(said, fact) for fact in facts)
            return


def _as_past(said: Said, fact: Found) -> Found:
    if fact.slot in ("identity.birthplace", "identity.upbringing", "identity.birthday"):
        return fact
    return Found(
        "event.experience", f"was {fact.value}", fact.text, min(0.55, fact.reliability), fact.polarity
    )


def _who(said: Said, greeted: bool) -> Iterator[Found]:
    if said.negated:
        return
    if match := _AGE.match(said.rest):
        sure = 0.9 if "old" in said.rest else 0.7
        yield from found(
            said, "identity.age", match["v"], sure, text=f"I am {match['v']} years old.", act=Act.STATES
        )
    elif (match := _NAME.match(said.rest)) and greeted and match["v"].lower() not in NATIONALITIES | TRAITS:
        yield from found(said, "identity.name", match["v"], 0.8, text=f"My name is {match['v']}.")
    elif match := _PARENT.match(said.rest):
        number = _number(match["n"] or "")
        if number:
            yield from found(said, "family.children", number, 0.9, text=f"I have {number} children.")
        else:
            grand = "grandchildren" if match["v"].lower().startswith("grand") else "children"
            slot = "family.other" if grand == "grandchildren" else "family.child"
            yield from found(said, slot, grand, 0.8, text=sentence(said, cut(said.rest)), act=Act.STATES)


def _constraints(said: Said, greeted: bool) -> Iterator[Found]:
    if match := _ALLERGIC.match(said.rest):
        yield from each(said, "constraint.allergy", match["v"], 0.95, "allergic to ")
        return
    rest = _DEGREE.sub("", _ARTICLE.sub("", said.rest)).lower()
    rest = re.sub(r"^(?:strict|lifelong|committed|mostly|on\s+an?|on\s+the)\s+", "", rest)
    name = next(
        (words for words in DIETS if re.match(rf"{re.escape(words)}\b(?!\s+(?:food|dish|restaurant))", rest)),
        "",
    )
    if name:
        value = DIETS[name]
        text = (
            sentence(said, value) if not rest.startswith(("kosher", "keto", "paleo", "low", "halal")) else ""
        )
        yield from found(said, "constraint.diet", value, 0.9, text=text)
        return
    if treated := _TREATED.match(said.rest):
        yield from found(said, "health.treatment", treated["v"], 0.75)
        return
    condition = cut(_DEGREE.sub("", said.rest)).lower()
    if condition in CONDITIONS or condition == "pregnant":
        yield from found(said, "health.condition", condition, 0.85)


def _liking(said: Said, greeted: bool) -> Iterator[Found]:
    if match := _FAN.match(said.rest) or _FAN_AFTER.match(said.rest):
        value = match["v"]
        if match.re is _FAN and re.match(
            r"(?:it|that|this|them|the\s+idea|my\s+\w+$|an?\b)", value, re.IGNORECASE
        ):
            return
        yield from found(said, kind_of_liking(value), value, 0.8, act=Act.STATES)
    elif match := _INTERESTED.match(said.rest):
        sure = 0.35 if _ASKED_FOR.match(match["v"]) or ONE_KIND.match(match["v"]) else 0.6
        yield from found(said, kind_of_liking(match["v"]), match["v"], sure, act=Act.STATES)
    elif match := _FEARS.match(said.rest):
        yield from found(said, "preference.fear", match["v"], 0.75, act=Act.STATES)


def _skill(said: Said, greeted: bool) -> Iterator[Found]:
    match = _SKILLED.match(said.rest) or _COOK.match(said.rest)
    if match is None:
        return
    bad = (match["how"].lower() in _BAD) != said.negated
    value = canonical(cut(match["v"]))
    for fact in found(said, "skill.ability", value, 0.7, act=Act.STATES):
        from agent.conversation import Polarity

        yield Found(
            fact.slot,
            fact.value,
            fact.text,
            fact.reliability,
            Polarity.NEGATIVE if bad else Polarity.POSITIVE,
        )


def _origin(said: Said, greeted: bool) -> Iterator[Found]:
    if match := _BORN.match(said.rest):
        if match["how"] == "on" or _DATE.match(match["v"]):
            if not said.negated:
                day = re.sub(r"[.,]", "", match["v"]).strip()
                yield Found(
                    "identity.birthday",
                    re.sub(r"^the\s+", "", day),
                    f"I was born {match['how']} {day}.",
                    0.85,
                )
        else:
            slot = "identity.birthplace" if said.rest.lower().startswith("born") else "identity.upbringing"
            yield from found(said, slot, place(cut(match["v"])), 0.9, act=Act.STATES)
    elif match := _LIVES.match(said.rest):
        yield from found(said, "identity.residence", place(_no_company(match["v"])), 0.85)
    elif match := _FROM.match(said.rest):
        yield from found(said, "identity.origin", place(_no_company(match["v"])), 0.85, act=Act.STATES)


def _plans(said: Said, greeted: bool) -> Iterator[Found]:
    if said.negated or said.aspect is not Aspect.PRESENT:
        return
    if match := _GOING.match(said.rest):
        if re.match(
            r"(?:be|bed|sleep|work|school|the\s+(?:gym|store|bathroom)|it|that|and|have)\b",
            match["v"],
            re.IGNORECASE,
        ):
            return
        yield from found(said, "plan.intention", said.rest, 0.6, act=Act.STATES)


def _occupation(said: Said, greeted: bool) -> Iterator[Found]:
    rest = said.rest
    if match := _MILITARY.match(rest):
        yield from found(said, "identity.work", match["v"], 0.85, rest=match.group())
        return
    if match := _STUDENT.match(rest):
        yield from found(
            said, "identity.work" if "student" in match["v"] else "identity.education", match["v"], 0.8
        )
        return
    title = _HEAD.sub("", _ARTICLE.sub("", _DEGREE.sub("", rest))).strip().lower()
    words = title.split()
    if not words or len(words) > 5:
        return
    status = words[0] if words[0] in OUT_OF_WORK else ""
    if status and len(words) <= 2:
        yield from found(said, "identity.work", status, 0.85, rest=cut(rest))
        return
    head = (
        words[-1]
        if words[-1] in OCCUPATIONS
        else " ".join(words[-2:])
        if " ".join(words[-2:]) in OCCUPATIONS
        else ""
    )
    named = re.match(r"(?:an?|the|also)\s", rest, re.IGNORECASE) or words[-1] in ("ceo", "cto", "cfo")
    if (
        head
        and named
        and not re.search(
            r"\b(?:good|great|bad|terrible|slow|fast|hard|better|best|quick|huge|big|amazing)\b", title
        )
    ):
        yield from found(said, "identity.work", title, 0.9, rest=cut(_until_company(rest)))
        if (employer := _ORG.search(rest)) and not said.negated:
            yield from found(
                said, "identity.employer", employer["v"], 0.8, text=f"I work at {employer['v']}."
            )


def _membership(said: Said, greeted: bool) -> Iterator[Found]:
    if match := _MEMBER.match(said.rest):
        yield from found(said, "habit.hobby", match["v"], 0.7, rest=match.group())


def _describing(said: Said, greeted: bool) -> Iterator[Found]:
    if match := _TALL.match(said.rest):
        yield from found(said, "identity.trait", match["v"], 0.8)
        return
    plain = _HEAD.sub("", _ARTICLE.sub("", _DEGREE.sub("", said.rest))).strip().lower()
    plain = re.sub(
        r"^(?:big|huge|avid|proud|experienced|keen|serious|amateur|bit\s+of\s+an?|total|real|complete|happily|recently|newly)\s+",
        "",
        plain,
    )
    plain = re.sub(r"\s+(?:again|now|now\s+too|too|currently|anymore|at\s+the\s+moment)$", "", plain)
    if plain in STATUSES:
        yield from found(said, "identity.relationship", plain, 0.9, rest=cut(_until_company(said.rest)))
    elif plain in NATIONALITIES:
        yield from found(said, "identity.nationality", plain.title(), 0.75, act=Act.STATES)
    elif plain in PASTIMES:
        yield from found(said, "habit.hobby", plain, 0.75, act=Act.STATES)
    elif plain in TRAITS:
        yield from found(said, "identity.trait", plain, 0.75, act=Act.STATES)


def _has_been(said: Said) -> Iterator[Found]:
    if match := _VISITED.match(said.rest):
        value = cut(match["v"])
        if value and not re.match(r"(?:an?|the|one|that|this|it)\b", value, re.IGNORECASE):
            yield from found(said, "event.experience", f"been to {place(value)}", 0.65, act=Act.STATES)
        return
    present = Said("be", said.rest, "am", Aspect.PRESENT, said.negated)
    for fact in (
        *_constraints(present, False),
        *_occupation(present, False),
        *_skill(present, False),
        *_describing(present, False),
    ):
        yield Found(fact.slot, fact.value, fact.text, fact.reliability * 0.9, fact.polarity)


def _number(word: str) -> str:
    lowered = word.lower()
    if lowered.isdigit() and 1 <= int(lowered) <= len(NUMBERS):
        return NUMBERS[int(lowered) - 1]
    return lowered if lowered in NUMBERS else ""


def _no_company(text: str) -> str:
    """Cut "Leeds with my two dogs", "Leeds and love it", "Austin near the river" to the place."""
    return re.sub(
        r"\s+(?:with|and|near|but|for|now|by|which|where|close|alone|right|about|just|as|at|in\s+(?:an?|the|my)\s+\w+|studying|working|visiting|living|teaching|doing|who|because|since|too)\b.*",
        "",
        text,
        flags=re.IGNORECASE,
    )


def _until_company(text: str) -> str:
    return re.sub(r"\s+(?:and|with|but|so|who)\b.*", "", text, flags=re.IGNORECASE)
