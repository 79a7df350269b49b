"""Templates of the names of relatives and pets, and of what somebody has one of: a boss, a height."""

import re
from collections.abc import Iterator

from daybook.conversation import OTHER, Act, Polarity, ValueType
from daybook.english.authors import FIRST_PERSON
from daybook.english.facts.family import KIN_ADJECTIVES
from daybook.english.facts.introductions import NAME, is_person
from daybook.english.facts.phrases import NUMBERS, canonical, cut, in_words
from daybook.english.facts.templates import ExtractedFact
from daybook.english.facts.word_lists import BREEDS, DOG_BREEDS, HOMES, PETS
from daybook.english.word_tables import ACQUAINTANCES, RELATIVES, SAME_RELATIVE

_ANIMALS = "|".join(sorted({*PETS, *BREEDS}, key=len, reverse=True))
_CHILDREN = {"girl": "daughter", "girls": "daughter", "boy": "son", "boys": "son"} | dict.fromkeys(
    ("eldest", "oldest", "youngest", "firstborn"), "child"
)
_KIN = "|".join(sorted({*RELATIVES, *_CHILDREN}, key=len, reverse=True))
_KIN_SLOTS = frozenset(f"family.{kind}" for kind in RELATIVES.values())
_EACH = rf"(?:(?:baby|little|wee|young|big|old|our)\s+)?{NAME}"
_NAMES = rf"(?P<names>{_EACH}(?:\s*,\s*(?:and\s+)?{_EACH}|\s+(?:and|&)\s+{_EACH})*)"
_DETERMINER = rf"(?P<det>my|our|an?|the|twin|{'|'.join(NUMBERS)}|\d)"
_CALLED = (
    r"(?:,?\s+(?:(?:who|which)\s+(?:is|are)\s+|is\s+|are\s+)?(?:named|called|name\s+is"
    r"|names\s+are)|'s\s+names?\s+(?:is|are))\s+"
)
_NAMED = re.compile(
    rf"\b{_DETERMINER}\s+(?P<adj>(?:[\w-]+\s+){{0,4}}?)(?P<who>{_KIN}|{_ANIMALS})"
    rf"(?:{_CALLED}(?:(?:spelled|spelt|written)\s+)?|\s*[:,]\s*(?:(?:aka|namely)\s+)?|\s+(?:are"
    rf"|is)\s+(?=(?-i:[A-Z])))"
    rf"{_NAMES}(?=\s*$|\s*[,.!;(]|\s+(?:and|who|but|with|because|since|so|which|is|has|short|now|for"
    rf"|after)\b)",
    re.IGNORECASE,
)
_IS_BREED = re.compile(
    rf"(?:my|our)\s+(?:[\w-]+\s+){{0,2}}?(?P<who>{_ANIMALS})\s+is\s+an?\s+(?:[\w-]+\s+"
    rf"){{0,3}}?(?P<breed>{_ANIMALS}|[\w-]+)"
    rf"\s+(?:named|called)\s+(?P<names>{NAME})",
    re.IGNORECASE,
)
_ONE_WHO_IS = re.compile(
    rf"(?P<names>{NAME})\s+(?:who\s+)?is\s+(?:an?\s+)?(?:[\w-]+\s+){{0,4}}?(?P<breed>{_ANIMALS})\b",
    re.IGNORECASE,
)
_PETS_TOLD = re.compile(rf"\b(?:{_ANIMALS})\b\s*[,:(]", re.IGNORECASE)
_BY_PRONOUN = re.compile(
    r"\b(?:(?:named|called|christened)\s+(?:him|her|it)|(?:he|she|it)(?:['’]s|\s+is)\s+(?:named|called)"
    rf"|(?:his|her|its)\s+name(?:['’]s|\s+is))\s+(?P<v>{NAME})",
    re.IGNORECASE,
)
_ANTECEDENT = re.compile(
    rf"\b(?:(?P<own>my|our)|an?)\s+(?:[\w-]+\s+){{0,3}}?(?P<who>{_KIN}|{_ANIMALS})\b(?!\s+(?:{_KIN}|{_ANIMALS})\b)",
    re.IGNORECASE,
)
_LAST_TWO_SENTENCES = re.compile(r"(?:[^.!?\n]*[.!?]+\s+)?[^.!?\n]*$")


_GONE = re.compile(
    r"\b(?:died|passed\s+away|lost\s+(?:my|our)|put\s+(?:\w+\s+)?(?:down|to\s+sleep)|rehomed)\b",
    re.IGNORECASE,
)
_PEOPLE = frozenset({*RELATIVES, *ACQUAINTANCES, "mate"}) - {"baby"}
_OTHERS = _PEOPLE.union("late ex no has have had is was got former".split())
"""Beside these words an animal or a child is somebody else's, or is no more."""
_WORDS = re.compile(r"\w+")


def named_by_pronoun(text: str) -> Iterator[tuple[int, int, ExtractedFact]]:
    """Read names that are given to "her" or "him": "We adopted a kitten. Her name is Pixel.".

    Args:
        text: the owner's own words, of one message.

    Yields:
        (start, stop, fact), from whom or what the pronoun means to the end of the name.
    """
    for match in _BY_PRONOUN.finditer(text):
        before = _LAST_TWO_SENTENCES.search(text, 0, match.start())
        found = [*_ANTECEDENT.finditer(before.group())] if before else []
        if before is None or not found or _GONE.search(text):
            continue
        own = (one for one in reversed(found) if one["own"] and one["who"].lower() not in RELATIVES)
        meant = next(own, found[-1])
        beside = _WORDS.findall(before.group()[: meant.start("who")].lower())
        if FIRST_PERSON.search(before.group() + match.group()) and _PEOPLE.isdisjoint(beside):
            for fact in _called(meant["who"], match["v"]):
                yield before.start() + meant.start(), match.end(), fact


def names(words: str) -> Iterator[ExtractedFact]:
    """Read what relatives and pets are called: "our dog is named Biscuit", "two girls, Ida and Ruth".

    Args:
        words: a clause in plain form.
    """
    if match := _IS_BREED.match(words):
        yield from _called(match["who"], match["names"], match["breed"])
        return
    if _PETS_TOLD.search(words) and (each := list(_ONE_WHO_IS.finditer(words))):
        for match in each:
            kind = match["breed"].lower()
            yield from _called(
                "dog" if kind in DOG_BREEDS else "cat" if kind in BREEDS else kind, match["names"], kind
            )
        return
    if _GONE.search(words):
        return
    for match in _NAMED.finditer(words):
        own = match["det"].lower() in ("my", "our") or re.match(
            r"(?:I|we)\s+(?:have|got|adopted|bought|am|are|do)\b|(?:no\s+)?kids,|just\b", words, re.IGNORECASE
        )
        is_other = match["who"].lower() == "partner" and not _LASTING.fullmatch(match["adj"])
        if (
            own
            and not is_other
            and "'" not in match["adj"]
            and _OTHERS.isdisjoint(match["adj"].lower().split())
        ):
            yield from _called(match["who"], match["names"])


_LISTED = r",\s+{name}(?P<closed>,?)\s+(?:and|&)\s+(?:I|me|myself)\b"
"""In a list a name may be that of one more: "my girlfriend, Toby and I"."""
_TO_SENTENCE_END = re.compile(r"[^.!?\n]*")
_CLOSED, _UNSURE = 0.7, 0.5
"""Reliability of a name between commas, which one of somebody else who is known brings into quarantine, and
of what waits there in any case."""
_LASTING = re.compile(rf"(?:(?:life|long[- ]?term|live-in)\s+)?{KIN_ADJECTIVES.pattern}", re.IGNORECASE)
"""What may stand before a partner in life: "my lab partner" is none."""
_SHARED = re.compile(rf"\bpartner(?:,?\s+{NAME})?,?\s+(?:and|&)\s+(?:I|me|myself)\b", re.IGNORECASE)
_LOVE_OR_HOME = re.compile(
    rf"\b(?:lov\w+|romantic|dat(?:e|es|ing)|kiss\w*|marri\w+|marry\w*|wedding|engaged|anniversar\w+|honeymoon"
    r"|relationship|couple|famil\w+|kids?|child\w*|baby|babies|pregnan\w+|sons?|daughters?|in-laws|households?"
    rf"|home|{'|'.join(sorted(HOMES))}|liv(?:e|es|ed|ing)|mov(?:e|es|ed|ing)\s+in|rent\w*|mortgage|cook\w*|dinners?"
    r"|kitchen|garden|bed(?:room)?s?|sleep\w*|holidays?|vacations?|dogs?|cats?|pup\w+|kittens?)\b",
    re.IGNORECASE,
)


def naming_reliability(found: ExtractedFact, said: str, start: int) -> float:
    """Lower the reliability of a relative who may be somebody else: a name in a list, a partner in a game.

    Args:
        found: in a clause.
        said: the owner's own words, of the whole message.
        start: where the clause begins.
    """
    words = _TO_SENTENCE_END.match(said, start)[0]  # type: ignore[index]
    slot, name = found.slot, found.value.split(" ")[-1]
    listed = re.search(_LISTED.format(name=re.escape(name)), words) if slot in _KIN_SLOTS else None
    is_partner = slot in ("family.partner", "identity.relationship")
    if is_partner and _SHARED.search(words) and not _LOVE_OR_HOME.search(said):
        return min(found.reliability, _UNSURE)
    return min(found.reliability, _CLOSED if listed["closed"] else _UNSURE) if listed else found.reliability


def _called(who: str, listed: str, breed: str = "") -> Iterator[ExtractedFact]:
    """Make a fact for each name of a list."""
    said = _CHILDREN.get(who.lower(), who.lower())
    for part in re.split(r"\s*,\s*(?:and\s+)?|\s+(?:and|&)\s+", listed):
        name = re.sub(r"^(?:baby|little|wee|young|big|old|our)\s+", "", part)
        if not is_person(name):
            continue
        if said in RELATIVES:
            kin, kind = SAME_RELATIVE.get(said, said), RELATIVES[said]
            kin = {
                "children": "child",
                "daughters": "daughter",
                "sons": "son",
                "brothers": "brother",
                "sisters": "sister",
            }.get(kin, kin)
            yield ExtractedFact(
                f"family.{kind}",
                name if kind == "partner" else f"{kin} {name}",
                f"My {said if kind == 'partner' else kin} is called {name}.",
            )
        else:
            animal = (
                said.removesuffix("s")
                if said.removesuffix("s") in {*PETS, *BREEDS}
                else {"puppies": "puppy"}.get(said, said)
            )
            more = (
                f" is {'an' if breed[:1] in 'aeiou' else 'a'} {breed}"
                if breed and breed != animal
                else f" is called {name}"
            )
            text = f"My {animal} {name}{more}." if "called" not in more else f"My {animal}{more}."
            yield ExtractedFact("possession.pet", f"{animal} {name}", text)


_A_NUMBER = rf"(?P<v>{'|'.join(NUMBERS)}|\d{{1,2}})"
_FOOT = r"(?P<v>\d\s*(?:foot|ft|')\s*\d{0,2}(?:\"|in(?:ches)?)?|1\s?[.,m]\s?\d{2}\s*m?|\d{3}\s*cm)"
_UNIT = r"(?:kilos?|kgs?|lbs?|pounds|stone)"
_WEIGHS = re.compile(rf"I\s+(?:currently\s+|now\s+)?weigh\s+[\d.]+\s*(?P<unit>{_UNIT})", re.IGNORECASE)
_DOWN_TO = re.compile(
    r"(?<=(?:down|back) to )(\d+)(?!\s*(?:\d|[a-z]*k\b|kilo|lb|pound|stone))", re.IGNORECASE
)
_ATTRIBUTES = tuple(
    (re.compile(pattern, re.IGNORECASE), attribute, sort, text)
    for pattern, attribute, sort, text in (
        (
            rf"there\s+(?:is|are)\s+(?:just\s+|only\s+)?(?:the\s+)?{_A_NUMBER}\s+of\s+us\s+(?:at\s+home"
            rf"|in\s+the\s+(?:house|flat)|here)\b",
            "people at home",
            ValueType.QUANTITY,
            "There are {v} of us at home.",
        ),
        (
            rf"I\s+am\s+an?\s+(?:family|household)\s+of\s+{_A_NUMBER}",
            "people at home",
            ValueType.QUANTITY,
            "There are {v} of us at home.",
        ),
        (
            rf"I\s+(?:only\s+|now\s+)?work\s+{_A_NUMBER}\s+days\s+a\s+week",
            "days of work a week",
            ValueType.QUANTITY,
            "I work {v} days a week.",
        ),
        (rf"I\s+am\s+{_FOOT}(?:\s+tall)?\b", "height", ValueType.QUANTITY, "I am {v} tall."),
        (
            r"I\s+(?:want|would\s+like|am\s+trying|hope|need|aim)\s+to\s+(?:get\s+(?:back\s+)?(?:down"
            r"|up)\s+to|weigh)\s+"
            rf"(?P<v>\d+\s*{_UNIT})",
            "goal weight",
            ValueType.QUANTITY,
            "My goal weight is {v}.",
        ),
        (
            rf"my\s+(?:(?:new|current|line)\s+)*(?:boss|manager|supervisor)(?:\s+is(?:\s+called|\s+named)?|,)?"
            rf"\s+(?P<v>{NAME})",
            "manager",
            ValueType.NAME,
            "My manager is {v}.",
        ),
        (
            rf"(?P<v>{NAME})\s+is\s+(?:now\s+)?my\s+(?:(?:new|line)\s+)*(?:boss|manager|supervisor)\b",
            "manager",
            ValueType.NAME,
            "My manager is {v}.",
        ),
        (
            r"my\s+(?:(?:new|current|old)\s+)?(?P<a>best\s+friend|flatmate|roommate|housemate|landlord|landlady"
            r"|dentist|therapist|coach|neighbou?r|tutor|mentor)"
            rf"(?:\s+is(?:\s+called|\s+named)?|,)?\s+(?P<v>{NAME})",
            "{a}",
            ValueType.NAME,
            "My {a} is {v}.",
        ),
        (
            r"my\s+(?P<a>shoe\s+size|dress\s+size|pronouns|blood\s+group|star\s+sign)\s+(?:is|are)\s+"
            r"(?P<v>(?:a\s+)?[\w/+-]+)",
            "{a}",
            ValueType.TEXT,
            "My {a} is {v}.",
        ),
        (
            r"my\s+(?P<a>phone|laptop|camera|computer|tablet|console)\s+is\s+an?\s+"
            r"(?P<v>(?-i:[A-Z]).+)",
            "{a}",
            ValueType.TEXT,
            "My {a} is a {v}.",
        ),
    )
)


_ABSTAINS = re.compile(
    r"I\s+(?:do\s+not|no\s+longer|never)\s+(?P<v>smoke|vape|gamble)(?:$|\s+(?:any\s?more|at\s+all|now)|,)",
    re.IGNORECASE,
)


_OWN_FIRM = re.compile(
    r"I\s+(?:have\s+)?(?:just\s+)?(?:started|opened|set\s+up|work|run|am)(?:\s+now)?(?:\s+(?:at|for"
    r"|in))?\s+(?P<v>my\s+own\s+(?:\w+\s+)?(?:practice|firm|business|company|shop|studio|clinic"
    r"|agency|salon|restaurant|bakery|garage))\b",
    re.IGNORECASE,
)


def attributes(words: str, before: str = "") -> Iterator[ExtractedFact]:
    """Read what the owner has one of, and no slot of its own is for: how tall, who the manager is.

    Args:
        words: a plain statement.
        before: the clause before it: "I weigh 84 kilos" names the unit of "I'd like to get down to 78".
    """
    if match := _OWN_FIRM.match(words):
        yield ExtractedFact("identity.employer", match["v"], f"I work at {match['v']}.", act=Act.CHANGES)
        return
    if weighs := _WEIGHS.match(before):
        words = _DOWN_TO.sub(rf"\1 {weighs['unit']}", words)
    if match := _ABSTAINS.match(words):
        yield ExtractedFact("habit.activity", match["v"], f"I do not {match['v']}.", Polarity.NEGATIVE)
        return
    for pattern, attribute, sort, text in _ATTRIBUTES:
        match = pattern.match(words)
        value = (match["v"] if sort is ValueType.QUANTITY else canonical(cut(match["v"]))) if match else ""
        if match is None or (sort is ValueType.NAME and not is_person(value)):
            continue
        groups = {**match.groupdict(), "v": value}
        number = in_words(value) or value if sort is ValueType.QUANTITY else value
        yield ExtractedFact(
            OTHER,
            number,
            text.format(**groups),
            attribute=attribute.format(**groups).lower(),
            value_type=sort,
        )
        return
