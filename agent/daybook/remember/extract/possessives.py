"""Templates of "my … is …"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from daybook.conversation import Polarity
from daybook.remember.extract.extracted_fact import ExtractedFact, is_unresolved
from daybook.remember.extract.favourites import favourite, is_favourite
from daybook.remember.extract.lexicon import HOMES, VEHICLES
from daybook.remember.extract.places import ORGANISATION
from daybook.remember.extract.relatives import kin_or_pet_name, of_relative
from daybook.remember.values import canonical, cut, parts

_NAME = re.compile(
    r"(?:my\s+(?:full\s+|first\s+)?name\s+is(?:\s+now)?|(?:(?:please\s+)?call\s+me|(?:people"
    r"|friends|everyone)\s+calls?\s+me|I\s+(?:am\s+called"
    r"|go\s+by))(?=\s+(?-i:[A-Z])))\s+(?P<v>[\w'’-]+(?:\s+[A-Z][\w'’-]+)?)(?=$|[,.!]|\s+(?:and|but|by|from"
    r"|nice|so)\b)",
    re.IGNORECASE,
)
_BIRTHDAY = re.compile(
    r"my\s+birthday\s+is\s+(?:on\s+|in\s+)?(?:the\s+)?(?P<v>(?!coming|soon|today|tomorrow|next|this|in\b).+)",
    re.IGNORECASE,
)
_ADDRESS = re.compile(
    r"(?:my\s+(?:home\s+|new\s+|current\s+|postal\s+|street\s+)*address\s+is"
    r"|I\s+live\s+(?:at|on))\s+(?:now\s+)?(?P<v>(?:number\s+)?\d+\w?,?\s+[\w'’-]+.*)",
    re.IGNORECASE,
)
_NUMBER = re.compile(
    r"my\s+(?P<kind>(?:[\w-]+\s+){0,2}(?:number|id))\s+is\s+(?P<v>[\w+()-]*\d[\w\s+()-]{3,})", re.IGNORECASE
)
_THING = re.compile(
    r"(?:my|our)\s+(?P<kind>(?:[\w-]+\s+){0,3}?[\w-]+)\s+(?:is|are)\s+(?:now\s+"
    r"|currently\s+|actually\s+)?(?P<v>(?:called\s+|named\s+)?.+)",
    re.IGNORECASE,
)
_ROLES = frozenset(
    (
        "dentist doctor therapist boss manager hairdresser barber accountant lawyer landlord "
        "vet trainer coach roommate roommates neighbour neighbor teacher tutor optician "
        "physiotherapist gp flatmate housemate supervisor mentor mechanic pharmacist nanny"
    ).split()
)
_ATTRIBUTES = frozenset(
    {
        "shoe size",
        "blood type",
        "zodiac sign",
        "star sign",
        "sign",
        "height",
        "ring size",
        "dress size",
        "eye colour",
        "hair colour",
        "last name",
        "surname",
        "middle name",
        "nickname",
        "time zone",
        "timezone",
        "religion",
        "pronouns",
        "nationality",
        "shirt size",
    }
)
_NEW = re.compile(r"^(?:new|current|present)\s+")
_CALLED = re.compile(r"^(?:called|named)\s+")
_SERVICES = frozenset(
    "bank gym insurer pharmacy provider carrier network browser supermarket club airline".split()
)
_WORK = re.compile(
    r"(?:(?:new|current|present|actual|main|full-time|part-time|day|own) )*(?:job|occupation|profession)"
)
"""Not "my first job is a report …": that is a task, or long ago."""
_AIMS = frozenset("goal goals dream dreams aim plan ambition".split())
_HOBBIES = frozenset("hobby hobbies pastime passion".split())


def possessives(words: str) -> Iterator[ExtractedFact]:
    """Read "my … is …"."""
    for rule in (
        _names,
        addresses,
        favourite,
        is_favourite,
        kin_or_pet_name,
        _birthday,
        of_relative,
        _thing,
    ):
        facts = list(rule(words))
        if facts:
            yield from facts
            return


def _names(words: str) -> Iterator[ExtractedFact]:
    if (match := _NAME.match(words)) and match["v"].lower() not in (
        "a",
        "the",
        "on",
        "not",
        "it",
        "crazy",
        "later",
        "back",
        "if",
        "when",
        "when",
    ):
        name = " ".join(part[:1].upper() + part[1:] for part in match["v"].split())
        yield ExtractedFact("identity.name", name, f"My name is {name}.", 0.95)


def addresses(words: str) -> Iterator[ExtractedFact]:
    """Read where exactly the owner lives, and the numbers of their papers."""
    if match := _ADDRESS.match(words):
        yield ExtractedFact("identity.address", match["v"], f"My address is {match['v']}.", 0.9)
    elif match := _NUMBER.match(words):
        yield ExtractedFact(
            "identity.number",
            f"{match['kind'].lower()}: {match['v']}",
            f"My {match['kind']} is {match['v']}.",
            0.9,
        )


def _birthday(words: str) -> Iterator[ExtractedFact]:
    if match := _BIRTHDAY.match(words):
        yield ExtractedFact("identity.birthday", canonical(match["v"]), f"My birthday is {match['v']}.", 0.9)


def _thing(words: str) -> Iterator[ExtractedFact]:
    match = _THING.match(words)
    if match is None:
        return
    kind, value = re.sub(r"\s+(?:this|next)\s+\w+$", "", match["kind"].lower().strip()), cut(match["v"])
    head = kind.split()[-1]
    if (
        re.match(
            r"(?:not|in|on|at|so|very|too|really|the\s+(?:best|same)|good|great|going|doing|pretty"
            r"|always|to\s+(?:know|say)|that|what|just|getting|broken|done|all|quite|a\s+(?:mess"
            r"|bit|little))\b",
            value,
            re.IGNORECASE,
        )
        and head not in _AIMS
    ):
        return
    plain = canonical(value)
    text = f"My {kind} is {value}."
    if not plain or (is_unresolved(plain) and kind not in _ATTRIBUTES):
        return
    if kind in _ATTRIBUTES:
        yield ExtractedFact("identity.trait", f"{kind}: {plain}", text, 0.85)
    elif _WORK.fullmatch(kind) and re.match(r"(?:an?|as)\s", value):
        yield ExtractedFact("identity.work", plain.lower(), text, 0.85)
    elif head in _HOBBIES:
        for one in parts(value):
            yield ExtractedFact(
                "habit.hobby",
                canonical(one),
                f"My {kind} is {one}." if len(parts(value)) == 1 else f"My hobby is {one}.",
                0.85,
            )
    elif head in _AIMS and kind.split()[0] not in ("story",):
        yield ExtractedFact(
            "goal.aim" if head != "plan" else "plan.intention", re.sub(r"^to\s+", "", plain), text, 0.8
        )
    elif head in _ROLES and re.match(r"(?:called\s+|named\s+)?(?:Dr\.?|Mr\.?|Mrs\.?|Ms\.?|[A-Z])", value):
        yield ExtractedFact("social.friend", f"{_NEW.sub('', kind)}: {_CALLED.sub('', plain)}", text, 0.8)
    elif head in VEHICLES and re.match(r"an?\s|[A-Z]", value):
        yield ExtractedFact("possession.vehicle", plain, text, 0.8)
    elif head in ("employer", "company") and ORGANISATION.match(f"at {value}"):
        yield ExtractedFact("identity.employer", plain, text, 0.85)
    elif head in ("hometown",):
        yield ExtractedFact("identity.upbringing", plain, text, 0.85)
    elif head in (
        "phone",
        "laptop",
        "computer",
        "camera",
        "tv",
        "guitar",
        "tablet",
        "console",
        "watch",
        "keyboard",
        "bike",
        "printer",
        "headphones",
        "alarm",
        "mattress",
        "tent",
        *_SERVICES,
        *HOMES,
    ) and re.match(r"an?\s|[A-Z]", value):
        yield ExtractedFact(
            "possession.thing" if head not in HOMES else "possession.home",
            f"{_NEW.sub('', kind)}: {plain}",
            text,
            0.7,
        )


def requests(words: str) -> Iterator[ExtractedFact]:
    """Read what is not to be mentioned."""
    if match := re.match(
        r"(?:please\s+)?(?:do\s+not|never)\s+(?:ever\s+)?(?:mention|bring\s+up|talk\s+about"
        r"|refer\s+to)\s+(?P<v>(?!it\b|that\b|this\b|them\b).+)",
        words,
        re.IGNORECASE,
    ):
        value = canonical(cut(match["v"]))
        yield ExtractedFact(
            "constraint.privacy", value, f"Do not mention {cut(match['v'])}.", 0.85, Polarity.NEGATIVE
        )
