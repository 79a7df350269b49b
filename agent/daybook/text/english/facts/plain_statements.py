"""Clauses said again as the plain statements that they make: lists, left-out subjects, roundabout wordings.

"Priya here, 34, from Leicester" says "My name is Priya", "I am 34 years old", "I am from Leicester". A list
is taken apart by the sort of its parts: a name, an age, a trade, a status, where from, what one has.
"""

import re
from collections.abc import Callable, Iterator

from daybook.text.english.authors import FIRST_PERSON
from daybook.text.english.facts.noun_kinds import NAME, is_person, is_place_name, place_name
from daybook.text.english.facts.own_words import own_text
from daybook.text.english.facts.phrases import NUMBERS
from daybook.text.english.facts.value_types import VALUE_TYPES
from daybook.text.english.facts.word_lists import BREEDS, DIETS, OCCUPATIONS, OUT_OF_WORK, PETS
from daybook.text.english.patterns import cased_regex, regex
from daybook.text.english.sentences import sentence_spans
from daybook.text.english.word_tables import ONES, RELATIVES, TENS
from daybook.text.english.words import LEMMAS

_NUMBER_WORDS = {**{word: value for word, value in ONES.items() if value > 12}, **TENS} | {
    f"{ten}-{one}": TENS[ten] + ONES[one] for ten in TENS for one in list(ONES)[1:10]
}
_YEARS = rf"(?:[1-9]\d|{'|'.join(sorted(_NUMBER_WORDS, key=len, reverse=True))})"
_OLD = r"(?:\s*-?\s*(?:years?[\s-]+old|yrs?(?:[\s-]+old)?|years? of age|yo|y/o)\b)"
_AGE = regex(rf"(?:an? )?(?P<v>{_YEARS})(?:{_OLD}(?= (?P<more>.+))?|(?=$| (?:now|today|and|this)\b))")
_OWNED = regex(rf"""
    (?:just |only |also )?(?P<v>(?:an?|no|{"|".join(NUMBERS)}
    |\d) (?:[\w'-]+ ){{0,3}}?
    (?:{"|".join(sorted({*RELATIVES, *PETS, *BREEDS}, key=len, reverse=True))})\b.*)
""")
_PARENT = regex("""
    (?:an? )?(?:(?:proud|single|new) )*(?:mum|mom|mother|dad|father|parent) (?:of|to) (?P<v>.+)
""")
_PARTICIPLE = regex(r"""
    (?:(?:currently|now|originally|happily|recently) )?(?:based|living|working|studying|learning|training
    |allergic|married to|engaged to|born|raised)\b.+
""")
_FROM = regex("(?:originally |born )?from (?P<v>.+)")
_AT_HOME = regex(r"stay[\s-]at[\s-]home (?:mum|mom|dad|parent|mother|father)")
_IS_NAME = regex(NAME)
_FAN_HERE = cased_regex(rf"(?:[a-z-]+ )*(?P<v>{NAME} (?:supporter|fan))$")
_LIST = cased_regex(r"\s*, (?:and )?| and (?!(?:a half|white)\b)")


def _aged(part: str) -> Iterator[str]:
    if match := _AGE.match(part):
        yield f"I am {_NUMBER_WORDS.get(match['v'].lower().replace(' ', '-'), match['v'])} years old"
        if match["more"]:
            yield from _sorted_part(match["more"], first=False)


def _status(part: str) -> Iterator[str]:
    who, _, where = part.partition(" from ")
    if VALUE_TYPES["status"](re.sub(r"^an?\s+", "", who)):
        yield f"I am {re.sub(r'^an? ', '', who)}"
        yield from _origin(f"from {where}") if where else ()


def _holding(part: str) -> Iterator[str]:
    if match := _PARENT.match(part):
        counted = re.fullmatch(rf"{'|'.join(NUMBERS)}|\d", match["v"])
        yield f"I have {match['v']}{' children' if counted else ''}"
    elif match := _OWNED.match(part):
        yield f"I have {match['v']}"


def _trade(part: str) -> Iterator[str]:
    words = re.match(
        r"(?:an?\s+|the\s+)?(?:[\w-]+\s+){0,3}?[\w-]+(?=$|\s+(?:at|for|in|with|from|by|of|who|here)\b)", part
    )
    named = words[0].lower().split() if words else []
    if _AT_HOME.match(part):
        yield f"I work as a {part}"
    elif VALUE_TYPES["post"](part):
        yield f"I am {part}"
    elif named and named[0] in OUT_OF_WORK:
        yield f"I am {named[0]}"
    elif named and not OCCUPATIONS.isdisjoint({named[-1], " ".join(named[-2:])}):
        article = "" if re.match(r"(?:an?|the)\s", part) else "a "
        yield f"I am {article}{part.removesuffix(' here')}"
        if " from " in part:
            yield from _origin(f"from {part.partition(' from ')[2]}")


def _origin(part: str) -> Iterator[str]:
    if (match := _FROM.fullmatch(part)) and (name := place_name(match["v"])):
        yield f"I am from {name if is_place_name(name) else name.title()}"


def _going_on(part: str) -> Iterator[str]:
    if _PARTICIPLE.fullmatch(part):
        yield f"I {'was' if re.match('(?:born|raised)', part) else 'am'} {part}"
    elif part.lower() in DIETS:
        yield f"I am {part}"


_SORTS: tuple[Callable[[str], Iterator[str]], ...] = (_aged, _status, _holding, _trade, _origin, _going_on)


def _sorted_part(part: str, *, first: bool) -> Iterator[str]:
    """Say what a part of a list after "I am" says, by the first sort that it is of."""
    part = re.sub(r"^(?:and|also|now|just)\s+", "", part.strip(" ,."))
    if first and _IS_NAME.fullmatch(part) and is_person(part):
        yield f"My name is {part}"
        return
    yield from next((said for sort in _SORTS if (said := list(sort(part)))), ())


_WE = regex(r"^We(?: (?:are|were))?(?=\s)")
_I_AM = regex(r"I (?:am|was(?= (?:born|raised)\b)) (?:now |still |actually )?(?P<v>.+)")
_SMALL_NAME = regex(rf"I am (?P<v>[^\W\d_]{{2,}}),\s*(?={_YEARS}\b|from\s)")
_HERE = regex(rf"^(?:(?:it|this) is )?(?P<v>{NAME})(?: (?:here|speaking)\b| from (?P<place>{NAME})$)")
_ROLE_HERE = regex(r"^(?P<v>[\w' -]{3,50}?) here\b(?: mate)?")
_ELSEWHERE = regex(rf"I am (?:now )?(?P<how>at|with|in) (?P<v>{NAME})(?: (?:now|these days|instead))?$")
_NO_LONGER = regex(r"\b(?:any\s?more|longer|left|quit)\b")
_OTHERS = rf"""
    (?:{NAME}|(?:my|our) (?:[\w-]+ ){{0,2}}(?:{"|".join(map(re.escape, RELATIVES))}|friends?|family
    |roommates?|colleagues?|team)(?: {NAME})?)"""
_WITH_OTHERS = regex(rf"^(?:{_OTHERS} and (?:I|me)|(?:me|I) and {_OTHERS}) (?:are )?(?=\w)")
"""The owner and somebody else as the subject: "my wife and I"."""
_REWORDED = tuple(
    (regex(pattern), said)
    for pattern, said in (
        (
            r"""
                I (?:have )?(?:resigned(?! from)|(?:got|was|been) (?:fired|laid off)|lost my job
                |(?:handed|gave|given|put|sent) (?:in )?(?:my )?(?:notice|resignation)(?!.*\b(?:lease|flat
                |house|apartment|room|land\w+)\b))\b.*""",
            ("I quit my job",),
        ),
        (r"I (?:have )?(?:got |just )?(?:split|broke|broken) up\b.*", ("I broke up",)),
        (
            rf"I (?:am|got|have got) (?P<v>married|engaged) to (?P<p>{NAME})",
            ("I got {v}", "My partner is called {p}"),
        ),
        (rf"I am still in (?P<v>{NAME})", ("I live in {v}",)),
        ("(?:my|our) divorce (?:came through|is final).*", ("I got divorced",)),
        (r"I am (?:currently )?between jobs\b.*", ("I am unemployed",)),
        (
            r"""
                (?:(?:today|yesterday|it|this|\w+day) (?:is|was) )?(?:my |the )?first (?:day|morning|week
                |shift|month) (?:at|with) (?P<v>(?:the )?(?-i:[A-Z]).*)""",
            ("I work now at {v}",),
        ),
        (
            rf"""
                (?:it is|there is) (?:now )?(?:just|only) (?:me and (?P<p>{NAME})
                |(?P<v>{NAME}) and (?:me|I))(?= (?:here|at home|now|in (?:the|this|our|my) (?:flat|house
                |apartment|place|home))\b).*""",
            ("I live with {p}{v}",),
        ),
        (
            "I (?:have )?(?:always )?(?:had )?a (?:soft spot|passion|love) for (?P<v>.+)",
            ("I love {v}",),
        ),
        (
            r"""
                (?P<v>(?!(?:it|that|this|he|she|they|there|which|what|you|I|my
                |those)\b)[\w'’& -]{2,40}?) (?:is
                |are) (?:really )?my (?:thing|passion)\b.*""",
            ("I love {v}",),
        ),
    )
)


def in_plain_statements(words: str, before: str = "") -> list[str]:
    """Say a clause in plain form as the plain statements that it makes; what is plain already stays as it is.

    `before` is the clause before it in its sentence.
    """
    words = _WITH_OTHERS.sub("I ", words)
    match = _HERE.match(words)
    if match and is_person(match["v"]) and match["v"].lower() not in LEMMAS:
        where = [f"I am from {match['place']}"] if match["place"] else []
        return [f"My name is {match['v']}", *where, *_after(words[match.end() :])]
    if (match := _ROLE_HERE.match(words)) and not FIRST_PERSON.match(words):
        said = _sorted_part(match["v"], first=False)
        fan = _FAN_HERE.match(match["v"])
        return [*([f"I am a {fan['v']}"] if fan else said), *_after(words[match.end() :])]
    if (match := _ELSEWHERE.match(words)) and _NO_LONGER.search(before):
        works = re.search(r"\b(?:work|job)\b", before) or match["how"] == "at"
        return [f"I {'work' if works else 'live'} now {match['how'] if works else 'in'} {match['v']}"]
    for pattern, plain in _REWORDED:
        if match := pattern.match(words):
            groups = {"p": "", "v": "", **{name: value or "" for name, value in match.groupdict().items()}}
            if words.startswith(groups["v"] or "\0"):
                groups["v"] = groups["v"][:1].lower() + groups["v"][1:]
            return [text.format_map(groups) for text in plain]
    if (match := _SMALL_NAME.match(words)) and match["v"].islower() and is_person(match["v"].capitalize()):
        return [f"My name is {match['v'].capitalize()}", *_after(words[match.end("v") :])]
    if match := _I_AM.match(words):
        return _am(words, match["v"])
    if re.match(r"I\s+(?:do\s+not\s+)?have\b", words) and re.search(r",\s+(?:just|only)\s", words):
        have, _, only = words.rpartition(", ")
        return [have, *_holding(only)]
    return [words]


_LONGEST_PART = 3
"""Words of a part of no known sort after which a list still tells who somebody is: "a keen runner"."""


def _am(words: str, rest: str) -> list[str]:
    first, *others = _LIST.split(rest)
    said = list(_sorted_part(first, first=True))
    if not said and len(first.split()) > _LONGEST_PART:
        return [words]
    more = [statement for part in others for statement in _sorted_part(part, first=False)]
    named = said and said[0].startswith("My name")
    if not (more or named or (said and _AGE.match(first))):
        return [words]
    return [*(said or [f"I am {first}"]), *more]


def _after(rest: str) -> list[str]:
    return [said for part in _LIST.split(rest.strip(" ,.")) for said in _sorted_part(part, first=False)]


_ELIDED = regex(r"""
    ^(?:(?:and|so|but|ok|just|finally|recently|today) )*(?P<v>(?:got|started|joined|moved|retired|bought
    |sold|adopted|quit|broke|gave up|left|graduated|traded|used to|turned)\b.+
    |(?P<born>born|raised)\s.+
    |(?P<going>living|working|studying|training|learning)\s.+|no longer (?P<no>with|at)\s(?P<whom>.+))
""")
_FINITE = regex(r"\b(?:is|was|can|are|were|has|makes?|takes?|gets?|means?|costs?|feels?|seems?|sounds?)\b")


def with_subject(words: str, before: str = "") -> str:
    """Put back the subject or verb that a clause leaves out, by the clause before it; "we" are the owner."""
    words = _WE.sub(lambda match: {"we are": "I am", "we were": "I was"}.get(match[0].lower(), "I"), words)
    if (match := re.match(r"(?:now\s+)?(?:it|these\s+days\s+it)\s+is\s+(?P<v>.+?)(?:\s+now)?$", words)) and (
        verb := re.match(r"I\s+used\s+to\s+(?P<v>play|do|drive|eat|drink|work\s+(?:at|for|as))\b", before)
    ):
        return f"I {verb['v']} {match['v'].partition(',')[0]} now"
    if match := re.match(
        r"name\s+is\s+(?P<v>.+)|(?:fave|favourite)\s+(?P<x>\w+\s+is\s+.+)", words, re.IGNORECASE
    ):
        return f"my name is {match['v']}" if match["v"] else f"my favourite {match['x']}"
    match = _ELIDED.match(words) if not _ROLE_HERE.match(words) else None
    if (
        match is None
        or words.rstrip().endswith("?")
        or (match["going"] and (before or _FINITE.search(words)))
    ):
        return words
    if match["no"]:
        return f"I no longer work at {match['whom']}"
    return f"I {'was ' if match['born'] else 'am ' if match['going'] else ''}{match['v']}"


_ELIDED_SENTENCE = regex(rf"""
    ^\W*(?:(?:hi|hey|hello|morning|afternoon|evening|good \w+|hiya|greetings|there)\b[\s,!.]*)*
    (?:{NAME} here\b
    |name['’]?s\s|fav(?:e|ou?rite)\s\w+ is\s|(?:[\w'-]+ ){{1,5}}here\b
    |first (?:day|morning|week|shift|month) (?:at|with) (?:the )?(?-i:[A-Z])|no longer (?:with|at)\s
    |(?:just |finally )?(?:got|started|joined|moved|retired|bought|adopted|born|living|working|studying
    |used to|broke|just turned)\s
    |no kids,|there(?:['’]?s| (?:is|are))\s[\w ]{{1,20}}\sof us\b|you can call me\s
    |(?-i:[A-Z])\w+ is (?:my|our)\s|(?:this|it|it['’]s)\s(?:is\s)?\s*(?:[A-Z]\w+) (?:here|from)\b)
""")
_WHICH_ONE = regex(rf"^(?:(?:sorry|no|oh|i mean)\b[\s,]*)*the one in (?P<v>{NAME})")
_LONGEST_MESSAGE = 300  # characters of a message that is an introduction, where no sentence has an "I"


def elided_sentences(turn: str) -> Iterator[tuple[int, str]]:
    """Yield (start, sentence) for sentences in which the owner leaves the "I" out."""
    if len(turn) > _LONGEST_MESSAGE:
        return
    text = own_text(turn)
    for start, stop in sentence_spans(text):
        sentence = text[start:stop]
        is_told = not FIRST_PERSON.search(sentence) and not sentence.rstrip().endswith("?")
        if _WHICH_ONE.match(sentence) or (is_told and _ELIDED_SENTENCE.match(sentence)):
            yield start, sentence


def which_one(sentence: str) -> str:
    """Give the country or region that tells two places of one name apart: "the one in Maine"; "" for none."""
    match = _WHICH_ONE.match(sentence.strip())
    return match["v"] if match and is_place_name(match["v"]) else ""
