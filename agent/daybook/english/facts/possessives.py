"""Templates of "my … is …": name, birthday, favourites, hobbies, vehicles; what relatives and pets are."""

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType

from daybook.conversation import SLOTS, Act, ValueType
from daybook.english.facts.introductions import NAME
from daybook.english.facts.noun_kinds import is_name, kind_of_liking
from daybook.english.facts.phrases import NUMBERS, canonical, cut, parts
from daybook.english.facts.templates import ExtractedFact, is_unresolved
from daybook.english.facts.word_lists import DEMONYMS, PETS, VEHICLES
from daybook.english.word_tables import RELATIVES, SAME_RELATIVE

_WHO = r"(?:my|our)\s+(?:[\w-]+\s+){0,2}?"
_IS_CALLED = re.compile(
    rf"{_WHO}(?P<whose>[\w-]+?)(?:['’]?s)?\s+(?:name\s+is|names\s+are|(?:is|are)\s+(?:named|called))\s+"
    r"(?:(?:spelled|spelt|written|pronounced)\s+)?(?P<v>(?!(?:spelled|spelt|written|pronounced|with|really|so|very|quite|the|not|hard|also)\b)[\w'’-]+(?:(?:\s+and\s+|,\s+)(?!(?:not|but|who|which|and|he|she|it|I|the|my|now)\b)[\w'’-]+)*)",
    re.IGNORECASE,
)
_IS_MINE = re.compile(
    r"(?P<v>(?-i:[A-Z][\w'-]+))(?<!It)(?<!That)(?<!This)\s+is\s+(?:my|our)\s+(?:\w+\s+)??(?P<whose>[\w-]+)$",
    re.IGNORECASE,
)
_NEW_JOB = (
    r"(?:has\s+)?(?:just\s+)?(?:got|gotten|started|found)\s+(?:an?\s+)?(?:new\s+)?"
    r"(?:job|position)\s+(?:at|with|for)"
)
_EMPLOYED = rf"(?:works?\s+(?:at|for)|teaches\s+at|{_NEW_JOB}|(?:is|has\s+been)\s+an?\s+\w+\s+at)"
_AGES = rf"(?:\d{{1,3}}|{'|'.join(NUMBERS)})"
_RELATIVE_IS = re.compile(
    r"(?:my|our)\s+(?P<adj>(?:(?:old|young)er\s+|oldest\s+|youngest\s+|little\s+|big\s+)?)(?P<who>[\w-]+)"
    r"(?:,?\s+(?P<name>(?-i:[A-Z][a-z]+)))?,?\s+(?:also\s+|really\s+)*"
    rf"(?P<v>(?:is|(?:has\s+)?(?:just\s+)?turned)\s+{_AGES}\b.*|(?:is\s+(?:an?\s(?!bit|little|lot)|from\b|allergic)"
    rf"|{_EMPLOYED}|are\s+(?:\d|both|from|twins)|works?\b|lives?\b|loves?\b|likes?\b"
    r"|hates?\b|plays?\b|enjoys?\b|has\s+(?:an?\s|two|three)|teaches|studies|owns|runs\b)\s*.+|died\b.*|passed\s+away\b.*)",
    re.IGNORECASE,
)
_ATTRIBUTES = tuple(
    (re.compile(pattern, re.IGNORECASE), attribute, sort)
    for pattern, attribute, sort in (
        (r"lives?\s+in\s+(?P<v>.+)", "residence", ValueType.PLACE),
        (r"is\s+from\s+(?P<v>.+)", "origin", ValueType.PLACE),
        (
            rf"(?:is|(?:has\s+)?(?:just\s+)?turned)\s+(?P<v>{_AGES})(?=$|\s+(?:now|years?|this)\b|[,.])",
            "age",
            ValueType.QUANTITY,
        ),
        (rf"{_EMPLOYED}\s+(?P<v>.+?)(?:\s+(?:as|for|since)\s.+)?$", "employer", ValueType.NAME),
        (r"works?\s+as\s+(?P<v>.+)", "job", ValueType.TEXT),
        (r"is\s+allergic\s+to\s+(?P<v>.+)", "allergy", ValueType.MEMBER),
        (r"(?:loves?|likes?|enjoys?)\s+(?P<v>.+)", "likes", ValueType.MEMBER),
        (r"plays?\s+(?P<v>.+)", "plays", ValueType.MEMBER),
        (r"has\s+(?P<v>.+)", "has", ValueType.MEMBER),
        (r"(?:owns|runs)\s+(?P<v>.+)", "owns", ValueType.MEMBER),
        (r"studies\s+(?P<v>.+)", "field of study", ValueType.TEXT),
    )
)
"""What is said of relatives, with what it says of them."""
_GONE = re.compile(r"(?:passed\s+away|died)\b", re.IGNORECASE)
_SAID_AS = {
    "dish": "food", "meal": "food", "beverage": "drink", "sweet": "dessert",
    "movie": "film", "show": "series",
    "tv show": "series", "tv series": "series", "novel": "book", "writer": "author",
    "band": "artist", "singer": "artist",
    "musician": "artist", "music": "genre", "music genre": "genre",
    "kind of music": "genre", "type of music": "genre",
    "video game": "game", "sports team": "team", "football team": "team", "country": "place", "city": "place",
    "vacation spot": "place", "time of year": "season", "hobby": "activity",
    "pastime": "activity", "school subject": "subject",
    "class": "subject", "actress": "actor", "type of food": "food",
    "kind of food": "food", "ice cream": "dessert",
}  # fmt: skip
_OF_A_KIND = "preference.favourite."
_FAVOURITE_SLOTS: Mapping[str, str] = MappingProxyType(
    {name.removeprefix(_OF_A_KIND): name for name in SLOTS if name.startswith(_OF_A_KIND)}
    | {word: _OF_A_KIND + kind for word, kind in _SAID_AS.items()}
)
"""The slots of favourites, by the words that name the kind."""


def _relatives_and_pets(words: str) -> Iterator[ExtractedFact]:
    """Read what a relative or a pet is called, or else what it is and does; moods are left out."""
    if match := _IS_CALLED.match(words) or _IS_MINE.match(words):
        names = re.split(r"\s+and\s+|,\s+", match["v"])
        yield from _named(match["whose"].lower(), [name for name in names if is_name(name.title())])
    elif match := _RELATIVE_IS.match(words):
        who, said = match["who"].lower(), cut(match["v"])
        if is_unresolved(said):
            return
        if who in PETS:
            yield from _of_pet(f"{who} {match['name'] or ''}".strip(), said)
        elif who in RELATIVES and said:
            adjective, name = match["adj"].strip(), match["name"] or ""
            kin = " ".join(part for part in ("my", adjective, SAME_RELATIVE.get(who, who), name) if part)
            text = " ".join(part for part in ("My", adjective, who, name, f"{said}.") if part)
            yield _relative_is(kin, said, text)


def _relative_is(kin: str, said: str, text: str) -> ExtractedFact:
    """Say what a relative is or does at an address of its own; what has none is a member of their facts."""
    for pattern, attribute, sort in _ATTRIBUTES:
        if (match := pattern.match(said)) and (value := canonical(match["v"])):
            return ExtractedFact(
                "family.fact", value, text, subject=kin, attribute=attribute, value_type=sort
            )
    return ExtractedFact("family.fact", f"{kin.removeprefix('my ')} {said}", text)


def _named(whose: str, names: list[str]) -> Iterator[ExtractedFact]:
    for name in names:
        named = name[:1].upper() + name[1:]
        if whose in PETS:
            yield ExtractedFact("possession.pet", f"{whose} {named}", f"My {whose} is called {named}.")
        elif whose in RELATIVES:
            kin, kind = SAME_RELATIVE.get(whose, whose), RELATIVES[whose]
            value = named if kind == "partner" else f"{kin} {named}"
            yield ExtractedFact(f"family.{kind}", value, f"My {kin} is called {named}.")


def _of_pet(who: str, said: str) -> Iterator[ExtractedFact]:
    if _GONE.match(said):
        yield ExtractedFact("possession.pet", who, f"My {who} {said}.", act=Act.ENDS)
    else:
        yield ExtractedFact("possession.pet", f"{who} {said}", f"My {who} {said}.")


_NAME = re.compile(
    r"(?:my\s+(?:full\s+|first\s+)?name\s+is(?:\s+now)?|(?:please\s+)?call\s+me(?=\s+(?-i:[A-Z])))\s+"
    rf"(?P<v>{NAME}|(?!(?:a|the|on|not|it)\b)[\w'’-]+(?:\s+[A-Z][\w'’-]+)?)(?=$|[,.!]|\s+(?:and|but)\b)",
    re.IGNORECASE,
)
_BIRTHDAY = re.compile(
    r"my\s+(?:\d+(?:st|nd|rd|th)\s+)?birthday\s+is\s+(?:on\s+|in\s+)?(?:the\s+)?"
    r"(?P<v>(?!coming|soon|today|tomorrow|next|this|in\b)[^,;(]*[^\s,;(])",
    re.IGNORECASE,
)
_BE = (
    r"(?:is|are|was|were|has\s+always\s+been)\s+"
    r"(?:(?:definitely|probably|now|still|always|currently|also)\s+)*"
)
_MY_FAVOURITE = (
    r"(?P<one>one\s+of\s+)?(?:my|our)\s+(?:(?:absolute|all[\s-]time|new|current|other)\s+)*"
    r"(?:favourites?|(?P<go_to>go[\s-]tos?))"
)
_FAVOURITE = re.compile(
    rf"{_MY_FAVOURITE}\s+(?P<kind>(?!so\b)[\w' -]+?)\s+(?:of\s+all\s+time\s+|ever\s+)?{_BE}(?P<v>.+)",
    re.IGNORECASE,
)
_IS_FAVOURITE = re.compile(
    r"(?P<v>(?!(?:it|that|this|which|he|she|they|what|those|these|who|mine)\b)[\w'’& -]+?)\s+"
    rf"{_BE}{_MY_FAVOURITE}\b\s*(?P<kind>[\w' -]*)",
    re.IGNORECASE,
)
_SUPERLATIVE = re.compile(
    r"\s+(?:of\s+(?:all\s+time|them\s+all)|ever|by\s+far|so\s+far|now|these\s+days|right\s+now|currently|at\s+the\s+moment)\b.*$",
    re.IGNORECASE,
)
_NO_KIND = re.compile(
    r"\b(?:ones?|parts?|things?|bits?|discover(?:y|ies)|characters?|pieces?|really|moments?)\b", re.IGNORECASE
)
"""Favourites among what is being talked about: "my favourite part"."""
_SEASON_OR_DAY = re.compile(r"(?:the\s+)?(?P<v>(?!now|today|this|last|next)[A-Za-z]{3,})\b", re.IGNORECASE)
_THING = re.compile(
    r"(?:my|our)\s+(?P<kind>(?:[\w-]+\s+){0,3}?[\w-]+)\s+(?:is|are)\s+(?:now\s+|currently\s+|actually\s+)?(?P<v>.+)",
    re.IGNORECASE,
)


def possessives(words: str) -> Iterator[ExtractedFact]:
    """Read "my … is …": the first template that knows it decides."""
    templates = (_name, _favourite, _birthday, _relatives_and_pets, _thing)
    yield from next((facts for template in templates if (facts := list(template(words)))), ())


def _name(words: str) -> Iterator[ExtractedFact]:
    if match := _NAME.match(words):
        said = match["v"]
        name = said if not said.islower() else " ".join(part[:1].upper() + part[1:] for part in said.split())
        if is_name(name.split()[0]):
            yield ExtractedFact("identity.name", name, f"My name is {name}.")


def _birthday(words: str) -> Iterator[ExtractedFact]:
    if match := _BIRTHDAY.match(words):
        yield ExtractedFact("identity.birthday", match["v"], f"My birthday is {match['v']}.")


def _favourite(words: str) -> Iterator[ExtractedFact]:
    if match := _FAVOURITE.match(words):
        yield from _favoured(match["kind"], match["v"], one_of=match["one"] is not None)
    elif (match := _IS_FAVOURITE.match(words)) and "not" not in words.split():
        kind = match["kind"]
        if match["go_to"] and not kind and match["v"].lower() in DEMONYMS:
            kind = "cuisine"
        one_of = match["one"] is not None or not kind or kind.endswith("s")
        yield from _favoured(kind, match["v"], one_of=one_of)


def _favoured(kind: str, what: str, *, one_of: bool) -> Iterator[ExtractedFact]:
    value = canonical(cut(what))
    if not value and (season := _SEASON_OR_DAY.match(what.strip())):
        value = season["v"]  # seasons and days are cut off other values, and are the value of a favourite
    if not value or is_unresolved(value) or re.match(r"(?:when|how|so|also)\b", value):
        return
    kind = _SUPERLATIVE.sub("", kind.strip())
    if _NO_KIND.search(kind):
        return
    singular = canonical(cut(kind)).lower()
    slot = _FAVOURITE_SLOTS.get(singular, "")
    if not slot or one_of:
        slot = kind_of_liking(singular or value)
        slot = "preference.favourite" if slot == "preference.other" and singular else slot
        value = value if one_of else f"{singular}: {value}"
    named = cut(what) or value
    verb = "are" if kind.endswith("s") and not kind.endswith("ss") else "is"
    favourite = f"favourite {kind}" if kind else "favourites"
    text = f"One of my {favourite} is {named}." if one_of else f"My favourite {kind} {verb} {named}."
    yield ExtractedFact(slot, value, text)


def _thing(words: str) -> Iterator[ExtractedFact]:
    match = _THING.match(words)
    if match is None:
        return
    kind, value = match["kind"].lower().strip(), cut(match["v"])
    head, plain, text = kind.split()[-1], canonical(value), f"My {kind} is {value}."
    if not plain or is_unresolved(plain):
        return
    if head in ("hobby", "hobbies", "pastime"):
        for hobby in parts(value):
            yield ExtractedFact("habit.hobby", canonical(hobby), f"My hobby is {hobby}.")
    elif head in ("goal", "dream") and words.lower().startswith("my"):
        yield ExtractedFact("goal.aim", re.sub(r"^to\s+", "", plain), text)
    elif head in VEHICLES and re.match(r"an?\s|[A-Z]", value):
        yield ExtractedFact("possession.vehicle", plain, text)
