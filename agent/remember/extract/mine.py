"""Templates of "my … is …": names, favourites, relatives, pets, things."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from agent.conversation import Polarity
from agent.remember.extract.being import _ORG
from agent.remember.extract.found import Found, is_unresolved
from agent.remember.extract.kinds import kind_of_liking
from agent.remember.extract.lexicon import HOMES, PETS, RELATIVES, SAME_RELATIVE, VEHICLES
from agent.remember.fact import Act
from agent.remember.slots import FAVOURITES
from agent.remember.values import canonical, cut, parts

_NAME = re.compile(
    r"(?:my\s+(?:full\s+|first\s+)?name\s+is(?:\s+now)?|(?:please\s+)?call\s+me|(?:people|friends|everyone)\s+calls?\s+me|I\s+(?:am\s+called|go\s+by))\s+(?P<v>[\w'’-]+(?:\s+[A-Z][\w'’-]+)?)(?=$|[,.!]|\s+(?:and|but|by|from|nice|so)\b)",
    re.IGNORECASE,
)
_BIRTHDAY = re.compile(
    r"my\s+birthday\s+is\s+(?:on\s+|in\s+)?(?:the\s+)?(?P<v>(?!coming|soon|today|tomorrow|next|this|in\b).+)",
    re.IGNORECASE,
)
_ADDRESS = re.compile(
    r"(?:my\s+(?:home\s+|new\s+|current\s+|postal\s+|street\s+)*address\s+is|I\s+live\s+(?:at|on))\s+(?:now\s+)?(?P<v>(?:number\s+)?\d+\w?,?\s+[\w'’-]+.*)",
    re.IGNORECASE,
)
_NUMBER = re.compile(
    r"my\s+(?P<kind>(?:[\w-]+\s+){0,2}(?:number|id))\s+is\s+(?P<v>[\w+()-]*\d[\w\s+()-]{3,})", re.IGNORECASE
)
_FAVOURITE = re.compile(
    r"(?P<one>one\s+of\s+)?(?:my|our)\s+(?:absolute\s+|all[\s-]time\s+|personal\s+|new\s+|current\s+|two\s+|other\s+|very\s+)*favourites?\s+(?P<kind>[\w' -]+?)\s+(?:of\s+all\s+time\s+|ever\s+|to\s+\w+\s+)?"
    r"(?:is|are|was|were|has\s+to\s+be|have\s+to\s+be|would\s+be|has\s+always\s+been|has\s+been|to\s+\w+\s+is)\s+(?:definitely\s+|probably\s+|now\s+|still\s+|always\s+|called\s+|currently\s+|actually\s+)*(?P<v>.+)",
    re.IGNORECASE,
)
_WAS_FAVOURITE = re.compile(
    r"my\s+favourites?\s+(?P<kind>[\w' -]+?)\s+(?:used\s+to\s+be|was(?=.*\bnow\b))\s+(?P<old>.+?)(?:,?\s+(?:but\s+)?(?:now|these\s+days)\s+it\s+is\s+(?P<v>.+)|$)",
    re.IGNORECASE,
)
_IS_FAVOURITE = re.compile(
    r"(?P<v>(?!it\b|that\b|this\b|which\b|he\b|she\b|they\b|what\b|those\b|these\b|who\b|mine\b)[\w'’& -]+?)\s+(?:is|are|was)\s+(?:definitely\s+|probably\s+|also\s+|still\s+|always\s+)*(?P<one>one\s+of\s+)?my\s+(?:absolute\s+|all[\s-]time\s+|personal\s+|new\s+)*favourites?\b\s*(?P<kind>[\w' -]*)",
    re.IGNORECASE,
)
_NAMED = re.compile(
    r"(?:my|our)\s+(?:[\w-]+\s+){0,2}?(?P<whose>[\w-]+?)(?:['’]?s)?\s+(?:name\s+is|names\s+are|is\s+(?:named|called)|are\s+(?:named|called))\s+(?P<v>[\w'’-]+(?:(?:\s+and\s+|,\s+)[\w'’-]+)*)",
    re.IGNORECASE,
)
_KIN_SAID = re.compile(
    r"(?:my|our)\s+(?P<adj>(?:(?:old|young)er\s+|oldest\s+|youngest\s+|eldest\s+|twin\s+|little\s+|big\s+|middle\s+)?)(?P<kin>[\w-]+)(?:,?\s+(?P<name>(?-i:[A-Z][a-z]+)))?,?\s+(?P<v>(?:is|are|was|has|have|loves?|likes?|hates?|works?|lives?|plays?|enjoys?|does|goes|teaches|teach|runs?|owns?|studies|moved|passed|died|used|wants?|just|also|really|recently|always)\s.+|died$|passed\s+away$)",
    re.IGNORECASE,
)
_THING = re.compile(
    r"(?:my|our)\s+(?P<kind>(?:[\w-]+\s+){0,3}?[\w-]+)\s+(?:is|are)\s+(?:now\s+|currently\s+|actually\s+)?(?P<v>(?:called\s+|named\s+)?.+)",
    re.IGNORECASE,
)
_GONE = re.compile(
    r"(?:passed\s+away|died|is\s+dead|was\s+put\s+(?:down|to\s+sleep)|has\s+(?:died|passed))\b", re.IGNORECASE
)
_MOOD = re.compile(
    r"(?:also\s+|really\s+|just\s+|always\s+)*(?:is|are|was|has|have)\s+(?:so|very|really|doing|fine|ok|okay|great|good|well|the\s+(?:same|best|one)|amazing|sick|here|not|happy|such|just|too|always|a\s+(?:bit|little|lot)|like|been|still|asking|coming|going|getting|getting|to|right|wrong|sleeping|awake|home|busy|tired|in\b(?!\s+(?:college|school|the\s+(?:army|navy|military)))|out|in\s+town|over|with|what|never|all|getting)\b",
    re.IGNORECASE,
)
_LASTING = re.compile(
    r"(?:is\s+(?:an?\s|\d|from\b|named|called|in\s|allergic|the\s)|are\s+(?:\d|both|from|twins)|works?\b|lives?\b|loves?\b|likes?\b|hates?\b|plays?\b|enjoys?\b|has\s+(?:an?\s|two|three)|teaches|studies|owns|runs\b)",
    re.IGNORECASE,
)
_ROLES = frozenset(
    "dentist doctor therapist boss manager hairdresser barber accountant lawyer landlord vet trainer coach roommate roommates neighbour neighbor teacher tutor optician physiotherapist gp".split()
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
_WORK = frozenset("job occupation profession".split())
_AIMS = frozenset("goal goals dream dreams aim plan ambition".split())
_HOBBIES = frozenset("hobby hobbies pastime passion".split())


def mine(words: str) -> Iterator[Found]:
    """Read "my … is …"."""
    for rule in (
        _names,
        addresses,
        _favourite,
        _is_favourite,
        _kin_or_pet_name,
        _birthday,
        _of_relative,
        _thing,
    ):
        facts = list(rule(words))
        if facts:
            yield from facts
            return


def _names(words: str) -> Iterator[Found]:
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
        yield Found("identity.name", name, f"My name is {name}.", 0.95)


def addresses(words: str) -> Iterator[Found]:
    """Read where exactly the owner lives, and the numbers of their papers."""
    if match := _ADDRESS.match(words):
        yield Found("identity.address", canonical(match["v"]), f"My address is {match['v']}.", 0.9)
    elif match := _NUMBER.match(words):
        yield Found(
            "identity.number",
            f"{match['kind'].lower()}: {match['v']}",
            f"My {match['kind']} is {match['v']}.",
            0.9,
        )


def _birthday(words: str) -> Iterator[Found]:
    if match := _BIRTHDAY.match(words):
        yield Found("identity.birthday", canonical(match["v"]), f"My birthday is {match['v']}.", 0.9)


def _favourite(words: str) -> Iterator[Found]:
    if match := _WAS_FAVOURITE.match(words):
        if match["v"]:
            former = canonical(cut(match["old"]))
            for fact in _favoured(match["kind"], match["v"], False, words, 0.9):
                yield replace(fact, act=Act.CHANGES, instead_of=former)
        return
    if match := _FAVOURITE.match(words):
        yield from _favoured(match["kind"], match["v"], bool(match["one"]), words, 0.9)


def _is_favourite(words: str) -> Iterator[Found]:
    if (match := _IS_FAVOURITE.match(words)) and "not" not in words.split():
        kind = match["kind"].strip()
        yield from _favoured(
            kind, match["v"], bool(match["one"]) or not kind or kind.endswith("s"), words, 0.8
        )


def _favoured(kind: str, what: str, one_of: bool, words: str, reliability: float) -> Iterator[Found]:
    value = canonical(cut(what))
    if (
        not value
        or is_unresolved(value)
        or re.match(r"(?:when|how|the\s+(?:one|way|fact)|probably|not|so|also)\b", value)
    ):
        return
    singular = canonical(cut(kind)).lower()
    slot = FAVOURITES.get(singular)
    if slot is None or one_of:
        slot = kind_of_liking(singular) if singular else kind_of_liking(value)
        if slot == "preference.other" and singular:
            slot, value = "preference.favourite", f"{singular}: {value}"
    text = (
        f"{cut(what)[:1].upper()}{cut(what)[1:]} is one of my favourites."
        if one_of and not kind
        else f"My favourite {kind} is {cut(what)}."
    )
    yield Found(
        slot,
        value,
        text if not one_of or not kind else f"One of my favourite {kind} is {cut(what)}.",
        reliability,
    )


def _kin_or_pet_name(words: str) -> Iterator[Found]:
    match = _NAMED.match(words)
    if match is None:
        return
    whose = match["whose"].lower()
    for name in re.split(r"\s+and\s+|,\s+", match["v"]):
        named = name[:1].upper() + name[1:]
        if whose in PETS:
            yield Found("possession.pet", f"{whose} {named}", f"My {whose} is called {named}.", 0.9)
        elif whose in RELATIVES:
            kin, kind = SAME_RELATIVE.get(whose, whose), RELATIVES[whose]
            value = named if kind == "partner" else f"{kin} {named}"
            yield Found(f"family.{kind}", value, f"My {kin} is called {named}.", 0.9)


def _of_relative(words: str) -> Iterator[Found]:
    match = _KIN_SAID.match(words)
    if match is None:
        return
    kin, said = match["kin"].lower(), cut(match["v"])
    if kin in PETS:
        yield from _of_pet(kin, match["name"] or "", said)
    elif kin in RELATIVES:
        who = " ".join(
            part for part in (match["adj"].strip(), SAME_RELATIVE.get(kin, kin), match["name"] or "") if part
        )
        who_said = " ".join(part for part in (match["adj"].strip(), kin, match["name"] or "") if part)
        if _MOOD.match(match["v"]) or not said or (len(said.split()) < 2 and not _GONE.match(said)):
            return
        yield Found(
            "family.fact",
            f"{who} {said}",
            f"My {who_said} {said}.",
            0.65 if _LASTING.match(match["v"]) else 0.5,
        )


def _of_pet(pet: str, name: str, said: str) -> Iterator[Found]:
    who = f"{pet} {name}".strip()
    if _GONE.match(said):
        yield Found("possession.pet", who, f"My {who} {said}.", 0.85, act=Act.ENDS)
        yield Found("event.experience", f"{who} {said}", f"My {who} {said}.", 0.7)
    elif not _MOOD.match(said) and len(said.split()) >= 2:
        yield Found("possession.pet", f"{who} {said}", f"My {who} {said}.", 0.6)


def _thing(words: str) -> Iterator[Found]:
    match = _THING.match(words)
    if match is None:
        return
    kind, value = re.sub(r"\s+(?:this|next)\s+\w+$", "", match["kind"].lower().strip()), cut(match["v"])
    head = kind.split()[-1]
    if (
        re.match(
            r"(?:not|in|on|at|so|very|too|really|the\s+(?:best|same)|good|great|going|doing|pretty|always|to\s+(?:know|say)|that|what|just|getting|broken|done|all|quite|a\s+(?:mess|bit|little))\b",
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
        yield Found("identity.trait", f"{kind}: {plain}", text, 0.85)
    elif head in _WORK and re.match(r"(?:an?|as)\s", value):
        yield Found("identity.work", plain.lower(), text, 0.85)
    elif head in _HOBBIES:
        for one in parts(value):
            yield Found(
                "habit.hobby",
                canonical(one),
                f"My {kind} is {one}." if len(parts(value)) == 1 else f"My hobby is {one}.",
                0.85,
            )
    elif head in _AIMS and kind.split()[0] not in ("story",):
        yield Found(
            "goal.aim" if head != "plan" else "plan.intention", re.sub(r"^to\s+", "", plain), text, 0.8
        )
    elif head in _ROLES and re.match(r"(?:called\s+|named\s+)?(?:Dr\.?|Mr\.?|Mrs\.?|Ms\.?|[A-Z])", value):
        yield Found("social.friend", f"{kind} {plain}", text, 0.8)
    elif head in VEHICLES and re.match(r"an?\s|[A-Z]", value):
        yield Found("possession.vehicle", plain, text, 0.8)
    elif head in ("employer", "company") and _ORG.match(f"at {value}"):
        yield Found("identity.employer", plain, text, 0.85)
    elif head in ("hometown",):
        yield Found("identity.upbringing", plain, text, 0.85)
    elif head in (
        "phone",
        "laptop",
        "computer",
        "camera",
        "tv",
        "guitar",
        "tablet",
        "console",
        *HOMES,
    ) and re.match(r"an?\s|[A-Z]", value):
        yield Found(
            "possession.thing" if head not in HOMES else "possession.home", f"{kind}: {plain}", text, 0.7
        )


def requests(words: str) -> Iterator[Found]:
    """Read what is not to be mentioned."""
    if match := re.match(
        r"(?:please\s+)?(?:do\s+not|never)\s+(?:ever\s+)?(?:mention|bring\s+up|talk\s+about|refer\s+to)\s+(?P<v>(?!it\b|that\b|this\b|them\b).+)",
        words,
        re.IGNORECASE,
    ):
        value = canonical(cut(match["v"]))
        yield Found(
            "constraint.privacy", value, f"Do not mention {cut(match['v'])}.", 0.85, Polarity.NEGATIVE
        )
