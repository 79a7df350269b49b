"""Statements in which people introduce themselves, said again as the plain ones that the templates read.

"Priya here, 34, from Leicester" says three things: "My name is Priya", "I am 34 years old", "I am from
Leicester". A list after "I am" or "I have" is taken apart by the sort of its parts: a name, an age, a
trade, a status, where from, what one has. What is of no sort is left out. A subject that is left out is
put back ("Got a dog"), and wordings that few use are turned into the usual ones ("I did law at Leeds").
"""

import re
from collections.abc import Callable, Iterator

from daybook.english.authors import FIRST_PERSON
from daybook.english.facts.noun_kinds import company, is_employer, is_name, is_place_name, place_name
from daybook.english.facts.own_words import own_text
from daybook.english.facts.phrases import NUMBERS, cut
from daybook.english.facts.word_lists import (
    BREEDS,
    DEMONYMS,
    DIETS,
    KNOWN_PLACES,
    LANGUAGES,
    OCCUPATIONS,
    OUT_OF_WORK,
    PETS,
    STATUSES,
    SUBJECTS,
)
from daybook.english.sentences import sentence_spans
from daybook.english.word_tables import ONES, RELATIVES, TENS
from daybook.english.words import LEMMAS

_PARTICLE = r"(?:van|von|de|der|den|del|della|da|di|la|le|bin|al|el|ter|ten|dos)"
_WORD = r"[^\W\d_][\w'’-]*"
NAME = rf"(?-i:(?=[^\W\d_a-z]){_WORD}(?:\s+(?:{_PARTICLE}\s+){{0,3}}(?=[^\W\d_a-z]){_WORD}){{0,3}})"
"""Words in capitals, with the small ones of family names between them."""
_ORG = (
    r"(?P<org>(?:the\s+)?(?-i:[A-Z])[\w&.'’-]*(?:\s+(?:of\s+|the\s+|for\s+|and\s+|&\s+"
    r")?(?-i:[A-Z])[\w&.'’-]*){0,4})"
)
_NUMBER_WORDS = {**{word: value for word, value in ONES.items() if value > 12}, **TENS} | {
    f"{ten}-{one}": TENS[ten] + ONES[one] for ten in TENS for one in list(ONES)[1:10]
}
_YEARS = rf"(?:[1-9]\d|{'|'.join(sorted(_NUMBER_WORDS, key=len, reverse=True))})"
_OLD = r"(?:\s*-?\s*(?:years?[\s-]+old|yrs?(?:[\s-]+old)?|years?\s+of\s+age|yo|y/o)\b)"
_AGE = re.compile(
    rf"(?:an?\s+)?(?P<v>{_YEARS})(?:{_OLD}(?=\s+(?P<more>.+))?|(?=$|\s+(?:now|today|and|this)\b))",
    re.IGNORECASE,
)
_COUNT = rf"(?:an?|one|two|three|four|five|six|no|my|{'|'.join(NUMBERS)}|\d)"
_OWNED = re.compile(
    rf"(?:just\s+|only\s+|also\s+)?(?P<v>(?:{_COUNT})\s+(?:[\w'-]+\s+){{0,3}}?"
    rf"(?:{'|'.join(sorted({*RELATIVES, *PETS, *BREEDS}, key=len, reverse=True))})\b.*)",
    re.IGNORECASE,
)
_PARENT = re.compile(
    r"(?:an?\s+)?(?:(?:proud|single|new)\s+)*(?:mum|mom|mother|dad|father|parent)\s+(?:of|to)\s+(?P<v>.+)",
    re.IGNORECASE,
)
_PARTICIPLE = re.compile(
    r"(?:(?:currently|now|originally|happily|recently)\s+)?(?:based|living|working|studying|learning"
    r"|training|allergic|married\s+to"
    r"|engaged\s+to|born|raised|retired|living)\b.+",
    re.IGNORECASE,
)
_FROM = re.compile(r"(?:originally\s+|born\s+)?from\s+(?P<v>.+)", re.IGNORECASE)
_ROLE = re.compile(
    r"(?:an?\s+|the\s+)?(?P<v>(?:[\w-]+\s+){0,3}?[\w-]+)(?=$|\s+(?:at|for|in|with|from|by|of|who|here)\b)",
    re.IGNORECASE,
)
_AT_HOME = re.compile(r"stay[\s-]at[\s-]home\s+(?:mum|mom|dad|parent|mother|father)", re.IGNORECASE)
_HEADS = re.compile(
    r"(?:(?:the|our|deputy|assistant|vice|acting|interim|senior|associate|team|co-?|new|head)\s+)*"
    r"(?:head(?:\s?teacher)?|lead|leader|chief|chair(?:man|woman|person)?|captain|president|director"
    r"|principal)"
    r"(?:\s+of\s+[\w &]+)?",
    re.IGNORECASE,
)
"""Posts of which a house has one, and which need no article."""
_NO_PERSON = frozenset(
    """
    anyone anybody everyone everybody someone somebody nobody nothing newbie noob beginner same all much
    still right only up down over out back new again hey hi hello good morning afternoon evening happy
    sorry team gen type aries taurus gemini virgo libra scorpio sagittarius capricorn aquarius pisces
    catholic protestant muslim jewish buddhist hindu sikh atheist agnostic republican democrat deaf
    autistic always never usually often sometimes what how aware sure glad fine ready done here there
    off mom mum dad
    """.split()
)


def is_person(text: str) -> bool:
    """True if some words may be what a person is called: in capitals, and known as nothing else."""
    words = [word for word in text.split() if not re.fullmatch(_PARTICLE, word)]
    lowered = text.lower()
    known = _NO_PERSON | DEMONYMS | OCCUPATIONS | LANGUAGES | DIETS.keys() | RELATIVES.keys() | STATUSES
    return (
        bool(words)
        and all(map(is_name, words))
        and not (len(words[0]) > 2 and words[0].isupper())
        and lowered not in KNOWN_PLACES
        and known.isdisjoint(lowered.split())
        and not re.search(r"(?:ing|ed)$", words[0])
    )


def _aged(part: str) -> Iterator[str]:
    if match := _AGE.match(part):
        yield f"I am {_NUMBER_WORDS.get(match['v'].lower().replace(' ', '-'), match['v'])} years old"
        if more := match["more"]:
            yield from _sorted_part(more, first=False)


def _trade(part: str) -> Iterator[str]:
    if _AT_HOME.match(part):
        yield f"I work as a {part}"
        return
    match = _ROLE.match(part)
    words = match["v"].lower().split() if match else []
    if words and words[0] in OUT_OF_WORK and len(words) > 1:
        yield f"I am {words[0]}"
    if words and not OCCUPATIONS.isdisjoint({words[-1], " ".join(words[-2:])}):
        article = "" if re.match(r"(?:an?|the)\s", part) else "a "
        yield f"I am {article}{part.removesuffix(' here')}"
        if (match := re.search(r"\sfrom\s+(?P<v>.+)", part)) and is_place_name(place_name(match["v"])):
            yield f"I am from {match['v']}"
    elif _HEADS.fullmatch(title := cut(part)):
        yield f"I work now as {title}"


def _status(part: str) -> Iterator[str]:
    word = re.sub(r"^(?:an?|recently|newly|happily|currently)\s+", "", part.lower())
    if re.match(r"(?:widow(?:er)?)(?:$|\s+(?:from|of|in|since)\b)", word):
        yield "I am widowed"
    elif word in STATUSES:
        yield f"I am {word}"
    if (match := re.search(r"\sfrom\s+(?P<v>.+)", part)) and word.split()[0] in (
        *STATUSES,
        "widow",
        "widower",
    ):
        yield f"I am from {match['v']}"


def _origin(part: str) -> Iterator[str]:
    if (match := _FROM.fullmatch(part)) and (name := place_name(match["v"])):
        yield f"I am from {name if is_place_name(name) else name.title()}"


def _holding(part: str) -> Iterator[str]:
    if match := _PARENT.match(part):
        counted = re.match(rf"({'|'.join(NUMBERS)}|\d)$", match["v"])
        yield f"I have {match['v']}{' children' if counted else ''}"
    elif (match := _OWNED.match(part)) and not re.match(r"my\s", match["v"]):
        yield f"I have {match['v']}"


def _going_on(part: str) -> Iterator[str]:
    if _PARTICIPLE.fullmatch(part):
        yield f"I {'was' if re.match('(?:born|raised)', part) else 'am'} {part}"
    elif part.lower() in DIETS:
        yield f"I am {part}"


_SORTS: tuple[Callable[[str], Iterator[str]], ...] = (_aged, _status, _holding, _trade, _origin, _going_on)


def _sorted_part(part: str, *, first: bool) -> Iterator[str]:
    """Say what a part of a list after "I am" says, by the first sort that it is of."""
    part = re.sub(r"^(?:and|also|now|just)\s+", "", part.strip(" ,."))
    if first and re.fullmatch(NAME, part, re.IGNORECASE) and is_person(part):
        yield f"My name is {part}"
        return
    yield from next((said for sort in _SORTS if (said := list(sort(part)))), ())


_WE = re.compile(r"^We(?:\s+are)?(?=\s)", re.IGNORECASE)
_LIST = re.compile(r"\s*,\s+(?:and\s+)?|\s+and\s+(?!(?:a\s+half|white)\b)")
_I_AM = re.compile(
    r"I\s+(?:am|was(?=\s+(?:born|raised)\b))\s+(?:now\s+|still\s+|actually\s+)?(?P<v>.+)", re.IGNORECASE
)
_SMALL_NAME = re.compile(rf"I\s+am\s+(?P<v>[^\W\d_]{{2,}}),\s*(?={_YEARS}\b|from\s)", re.IGNORECASE)
_HERE = re.compile(
    rf"^(?:(?:it|this)\s+is\s+)?(?P<v>{NAME})(?:\s+(?:here|speaking)\b|\s+from\s+(?P<place>{NAME})$)",
    re.IGNORECASE,
)
_ROLE_HERE = re.compile(r"^(?P<v>[\w' -]{3,50}?)\s+here\b(?:\s+mate)?", re.IGNORECASE)
_ELIDED = re.compile(
    r"^(?:(?:and|so|but|ok|just|finally|recently|today)\s+)*(?P<v>(?P<past>got|started|joined|moved"
    r"|retired|bought|sold|adopted|quit|broke"
    r"|gave\s+up|left|graduated)\b.+|(?P<born>born|raised)\s.+|(?P<going>living|working|studying"
    r"|training|learning)\s.+"
    r"|(?:traded|used\s+to)\b.+|no\s+longer\s+(?P<no>with|at)\s.+)",
    re.IGNORECASE,
)
_FINITE = re.compile(
    r"\b(?:is|was|can|are|were|has|makes?|takes?|gets?|means?|costs?|feels?|seems?|sounds?)\b", re.IGNORECASE
)
_POSTS = (
    r"(?:marketing|sales|hr|finance|it|engineering|operations|logistics|procurement|legal"
    r"|communications|comms|product|design"
    r"|research|admin|accounts|accounting|customer\s+\w+|support|security|compliance|payroll"
    r"|purchasing|retail|quality|data|policy)"
)
_DESKS = (
    r"(?:the\s+)?(?:[\w-]+\s+){0,2}?(?:desk|reception|tills?|checkout|checkouts|shop\s+floor"
    r"|board|shift|scheme|team|ward)"
)
_ALSO_EMPLOYED = "|".join(
    (
        rf"(?:am|are)\s+(?:in|on|part\s+of)\s+(?:{_POSTS}|{_DESKS})\s+(?:at|for)",
        r"(?:do|handle|manage|run)\s+(?:the\s+)?(?:[\w-]+\s+){1,2}(?:at|for)",
        r"(?:nurse|teach|lecture|intern|volunteer|consult)\s+(?:at|for)",
        r"drive\s+an?\s+(?:[\w-]+\s+)?(?:lorry|truck|van|bus|taxi|cab|train|tram|forklift)\s+(?:at|for)",
        rf"(?:am|are)\s+with(?={_ORG.replace('?P<org>', '?:')},\s+(?:in|on|as)\s)",
    )
)
_UNIT = r"(?:kilos?|kg|kgs|lbs?|pounds|stone)"
_TRANSPLANTED: tuple[tuple[re.Pattern[str], tuple[str, ...]], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), said)
    for pattern, said in (
        (rf"I\s+(?:{_ALSO_EMPLOYED})\s*{_ORG}", ("I work at {org}",)),
        (
            rf"I\s+(?:have\s+)?(?:just\s+|recently\s+)?(?:started|joined)(?:\s+working)?(?:\s+(?:at|for"
            rf"|with))?\s+{_ORG}(?P<more>\s+as\s+.+)?",
            ("I work now at {org}", "I work now{more}"),
        ),
        (
            r"I\s+(?:have\s+)?(?:just\s+)?(?:started|opened|set\s+up)(?:\s+at)?\s+(?P<v>my\s+own\s+[\w-]+)$",
            ("I work now at {v}",),
        ),
        (
            rf"(?:(?:today|yesterday|it|this|monday)\s+(?:is|was)\s+)?(?:my\s+|the\s+)?first\s+(?:day"
            rf"|morning|week|shift|month)\s+(?:at|with)\s+{_ORG}",
            ("I work now at {org}",),
        ),
        (
            rf"I\s+(?:have\s+)?(?:just\s+)?moved\s+from\s+{_ORG}\s+to\s+(?P<new>[A-Z]\w+)$",
            ("I moved from {org} to {new}",),
        ),
        (rf"I\s+(?:am\s+)?no\s+longer\s+(?:with|at)\s+{_ORG}", ("I no longer work at {org}",)),
        (
            rf"I\s+am\s+(?:the\s+)?(?P<v>{_HEADS.pattern})(?=\s+(?:as\s+of|from|since|now|starting)\b"
            rf"|$).*",
            ("I work now as {v}",),
        ),
        (
            r"I\s+teach\s+(?!(?:my|your|her|his|him|them|the|people|others|anyone|everyone|you|us"
            r"|myself|how|kids|children)\b)(?P<v>[\w' -]+?)(?=\s+(?:at|in|to)\b|$).*",
            ("I am a teacher",),
        ),
        (r"I\s+(?:have\s+been|was|got)\s+promoted(?:\s+to\s+(?P<v>[\w' -]+))", ("I work now as {v}",)),
        (
            r"I\s+(?:am|have\s+been)\s+(?:in\s+)?(?:my\s+)?(?:first|second|third|fourth|fifth|final"
            r"|last)\s+year\s+(?:of|in)\s+"
            r"(?P<v>[\w &]+?)(?=\s+at\b|$).*",
            ("I study {v}",),
        ),
        (
            r"I\s+(?:am\s+(?:doing|taking|finishing)|did|have)\s+(?:an?\s+|my\s+)?(?:phd|masters?"
            r"|master's|bachelor's|ma|msc|ba|bsc|degree|doctorate)"
            r"\s+in\s+(?P<v>[\w &]+?)(?=\s+(?:at|from|in)\b|$).*",
            ("I study {v}",),
        ),
        (
            rf"I\s+(?:did|read)\s+(?P<v>(?:\w+\s+)?(?:{'|'.join(SUBJECTS)})(?:\s+and\s+\w+)?)\s+at\s+"
            rf"(?-i:[A-Z]).*",
            ("I studied {v}",),
        ),
        (
            rf"I\s+(?:have\s+)?(?:support|supported|follow|followed)\s+(?P<v>{NAME})(?=$|\s+(?:since"
            rf"|all|and|because|fc)\b|,)",
            ("My favourite team is {v}",),
        ),
        (
            rf"I\s+(?:am|have\s+been)\s+an?\s+(?:[a-z]+\s+)?(?P<v>{NAME})\s+(?:supporter"
            rf"|season[\s-]ticket\s+holder)\b.*",
            ("My favourite team is {v}",),
        ),
        (
            r"I\s+(?:have\s+)?(?:traded|swapped)\s+(?:the|our|my)\s+[\w -]+?\s+(?:in\s+)?for\s+"
            r"(?P<v>an?\s+[\w'’& -]{2,50})",
            ("I bought {v}",),
        ),
        (
            r"my\s+(?:first|native)\s+language\s+is\s+(?P<v>\w+)|my\s+mother\s+tongue\s+is\s+"
            r"(?P<w>\w+)",
            ("I speak {v}{w}",),
        ),
        (r"I\s+(?:have\s+)?(?:just\s+|recently\s+|finally\s+)?retired\b(?!\s+to\b).*", ("I am now retired",)),
        (r"I\s+was\s+raised\s+in\s+(?P<v>.+)", ("I grew up in {v}",)),
        (rf"I\s+am\s+still\s+in\s+(?P<place>{NAME})", ("I live in {place}",)),
        (
            r"I\s+share\s+an?\s+(?:\w+\s+)?(?:flat|house|apartment|room|place)\s+with\s+(?P<v>my\s+"
            r"[\w ]+?)(?=$|\s+in\b)",
            ("I live with {v}",),
        ),
        (
            rf"(?:(?:you\s+can|please|just|everyone|everybody|people|friends|most\s+people)\s+"
            rf")*calls?\s+me\s+(?P<p>{NAME})",
            ("My name is {p}",),
        ),
        (
            rf"I\s+(?:usually\s+|mostly\s+)?go\s+by\s+(?:the\s+name\s+(?:of\s+)?)?(?P<p>{NAME})",
            ("My name is {p}",),
        ),
        (rf"it\s+is\s+(?P<p>{NAME}),?\s+(?:with|without)\s+(?:an?|one|two|the)\s+\w\b", ("My name is {p}",)),
        (
            rf"(?P<p>{NAME})\s+and\s+I\s+(?:have\s+)?(?:split|broke)\s+up|(?:me|I)\s+and\s+"
            rf"(?P<q>{NAME})\s+(?:have\s+)?(?:split|broke)\s+up",
            ("I broke up",),
        ),
        (
            rf"(?:{NAME}\s+and\s+I|(?:me|I)\s+and\s+{NAME})\s+(?:have\s+|are\s+)?(?:got\s+"
            rf")?(?P<v>engaged|married|divorced)\b",
            ("I got {v}",),
        ),
        (rf"I\s+am\s+(?P<v>married|engaged)\s+to\s+(?P<p>{NAME})", ("I am {v}", "My partner is called {p}")),
        (
            rf"I\s+got\s+(?P<v>married|engaged)\s+to\s+(?P<p>{NAME})",
            ("I got {v}", "My partner is called {p}"),
        ),
        (r"I\s+am\s+(?:currently\s+)?between\s+jobs\b.*", ("I am unemployed",)),
        (
            rf"I\s+(?:have\s+)?(?:left|quit)\s+(?P<old>{NAME})\b.*?\s(?:to\s+(?:join|work\s+(?:at|for))|for)\s+{_ORG}",
            ("I left {old}", "I work now at {org}"),
        ),
        (
            rf"(?:it\s+is|there\s+is)\s+(?:now\s+)?(?:just|only)\s+(?:me\s+and\s+(?P<p>{NAME})|(?P<q>{NAME})\s+and\s+(?:me|I))(?=\s+(?:here|at\s+home|now|in\s+(?:the|this|our|my)\s+(?:flat|house|apartment|place|home))\b)",
            ("I live with {p}{q}",),
        ),
        (r"(?:my|our)\s+divorce\s+(?:came\s+through|is\s+final).*", ("I got divorced",)),
        (
            r"I\s+am\s+(?:on|doing|trying|following)\s+(?:the\s+|an?\s+)?(?P<v>[\w-]+\s+diet\b|keto"
            r"|paleo|atkins|whole30)",
            ("I went {v}",),
        ),
        (
            r"I\s+(?:quit|gave\s+up|stopped|have\s+given\s+up|have\s+stopped|have\s+quit)\s+(?P<v>smok"
            r"|drink|vap|gambl)ing\b.*",
            ("I do not {v}",),
        ),
        (
            r"I\s+do\s+not\s+(?P<v>smoke|drink|vape|gamble|drive)(?:$|\s+(?:any\s*more|any\s+longer"
            r"|at\s+all).*)",
            ("I do not {v}",),
        ),
    )
)


_ELSEWHERE = re.compile(
    rf"I\s+am\s+(?:now\s+)?(?P<how>at|with|in)\s+{_ORG}(?:\s+(?:now|these\s+days|instead))?$", re.IGNORECASE
)
_DISLIKED = re.compile(r"I\s+(?:do\s+not\s+(?:like|want)|hate|dislike|cannot\s+stand)\b", re.IGNORECASE)
_RATHER = re.compile(r"I\s+(?:want|prefer|need|would\s+rather\s+have)\s+(?P<v>an?\s[^,]+)", re.IGNORECASE)
_NO_LONGER = re.compile(r"\b(?:any\s?more|longer|left|quit)\b", re.IGNORECASE)


def in_plain_statements(words: str, before: str = "") -> list[str]:
    """Say a clause as the plain statements that it makes.

    Args:
        words: the clause in plain form.
        before: the clause before it in its sentence, likewise.

    Returns:
        The clause itself where it is plain already, and what of a list it holds besides.
    """
    match = _HERE.match(words)
    if match and is_person(match["v"]) and match["v"].lower() not in LEMMAS:
        where = [f"I am from {match['place']}"] if match["place"] else []
        return [f"My name is {match['v']}", *where, *_after(words[match.end() :])]
    if (match := _ROLE_HERE.match(words)) and not FIRST_PERSON.match(words):
        said = [*_supported(match["v"]), *_sorted_part(match["v"], first=False)]
        return [*said, *_after(words[match.end() :])]
    if (match := _ELSEWHERE.match(words)) and _NO_LONGER.search(before):
        works = re.search(r"\b(?:work|job)\b", before) or match["how"] == "at"
        return _filled((f"I {'work' if works else 'live'} now {match['how']} {{org}}",), match) or [words]
    if (match := _RATHER.match(words)) and _DISLIKED.match(before):
        return [f"I like {match['v']}"]
    for pattern, plain in _TRANSPLANTED:
        if (match := pattern.match(words)) and (said := _filled(plain, match)):
            return said
    if match := _SMALL_NAME.match(words):
        word = match["v"]
        if word.islower() and not {word} & (_NO_PERSON | DEMONYMS | OCCUPATIONS | STATUSES):
            return [f"My name is {word.capitalize()}", *_after(words[match.end("v") :])]
    if match := _I_AM.match(words):
        return _am(words, match["v"])
    if re.match(r"(?:I|We)\s+(?:do\s+not\s+)?have\b", words, re.IGNORECASE) and re.search(
        r",\s+(?:just|only)\s", words
    ):
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
    if not (more or named or (said and _AGE.match(first)) or said == ["I am widowed"]):
        return [words]
    return [*(said or [f"I am {first}"]), *more]


def _after(rest: str) -> list[str]:
    return [said for part in _LIST.split(rest.strip(" ,.")) for said in _sorted_part(part, first=False)]


def _supported(words: str) -> Iterator[str]:
    if match := re.match(rf"(?:[a-z-]+\s+)*(?P<v>{NAME})\s+(?:supporter|fan)$", words):
        yield f"My favourite team is {match['v']}"


def _filled(plain: tuple[str, ...], match: re.Match[str]) -> list[str]:
    """Put what was matched into plain statements; none where it is of another sort than they need."""
    groups = {name: (value or "").strip(" ,.") for name, value in match.groupdict().items()}
    if "org" in groups:
        groups["org"] = company(groups["org"])
        if not is_employer(groups["org"]) or (
            groups["org"].lower() in KNOWN_PLACES and not any(" live " in text for text in plain)
        ):
            return []
    if groups.get("more"):
        groups["more"] = f" {groups['more']}"
    if groups.get("place") and not is_place_name(groups["place"]):
        return []
    if any(groups.get(name) and not is_person(groups[name]) for name in "pq"):
        return []
    if groups.get("v") in ("smok", "vap", "gambl"):
        groups["v"] += {"gambl": "e"}.get(groups["v"], "e")
    return [
        text.format_map({"v": "", "w": "", "more": "", "p": "", "q": "", **groups})
        for text in plain
        if "{more}" not in text or groups.get("more")
    ]


def with_subject(words: str, before: str = "") -> str:
    """Put back a subject, or a verb, that a clause leaves out; "we" are the owner.

    Args:
        words: the clause in plain form.
        before: the clause before it in its sentence.
    """
    words = _WE.sub("I am" if words[:7].lower() == "we are " else "I", words)
    if (match := re.match(r"(?:now\s+)?(?:it|these\s+days\s+it)\s+is\s+(?P<v>.+?)(?:\s+now)?$", words)) and (
        verb := re.match(r"I\s+used\s+to\s+(?P<v>play|do|drive|eat|drink|work\s+(?:at|for|as))\b", before)
    ):
        return f"I {verb['v']} {match['v'].partition(',')[0]} now"
    if match := re.match(
        r"name\s+is\s+(?P<v>.+)|(?P<w>fave|favourite)\s+(?P<x>\w+\s+is\s+.+)", words, re.IGNORECASE
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
        return f"I am {match['v']}"
    return f"I {'was ' if match['born'] else 'am ' if match['going'] else ''}{match['v']}"


_ELIDED_SENTENCE = re.compile(
    rf"^\W*(?:(?:hi|hey|hello|morning|afternoon|evening|good\s+\w+|hiya|greetings"
    rf"|there)\b[\s,!.]*)*(?:{NAME}\s+here\b|name['’]?s\s|fav(?:e|ou?rite)\s\w+\s+is\s"
    r"|(?:[\w'-]+\s+){1,5}here\b|first\s+(?:day|morning|week|shift|month)\s+(?:at|with)\s+(?:the\s+"
    r")?(?-i:[A-Z])|no\s+longer\s+(?:with|at)\s"
    r"|(?:just\s+|finally\s+)?(?:got|started|joined|moved|retired|bought|adopted|born|living|working"
    r"|studying|used\s+to|broke|just\s+turned)\s"
    r"|no\s+kids,|there(?:['’]?s|\s+(?:is|are))\s[\w ]{1,20}\sof\s+us\b|you\s+can\s+call\s+me\s"
    r"|(?-i:[A-Z])\w+\s+is\s+(?:my|our)\s|(?:this|it|it['’]s)\s(?:is\s)?\s*(?:[A-Z]\w+)\s+(?:here|from)\b)",
    re.IGNORECASE,
)
_SPELLED = re.compile(rf"\bit['’]?s\s+{NAME},?\s+with(?:out)?\s+(?:an?|one|two)\s+\w\b(?!')", re.IGNORECASE)
_WHICH_ONE = re.compile(
    rf"^(?:(?:sorry|no|oh|i\s+mean)\b[\s,]*)*the\s+one\s+in\s+(?P<v>{NAME})", re.IGNORECASE
)
_LONGEST_MESSAGE = 300
"""Characters of a message that is an introduction, where no sentence has an "I"."""


def elided_sentences(turn: str) -> Iterator[tuple[int, str]]:
    """Yield (start, sentence) for sentences in which the owner leaves the "I" out."""
    if len(turn) > _LONGEST_MESSAGE:
        return
    text = own_text(turn)
    for start, stop in sentence_spans(text):
        sentence = text[start:stop]
        if (
            _SPELLED.search(sentence)
            or _WHICH_ONE.match(sentence)
            or (
                not FIRST_PERSON.search(sentence)
                and not sentence.rstrip().endswith("?")
                and _ELIDED_SENTENCE.match(sentence)
            )
        ):
            yield start, sentence


def which_one(sentence: str) -> str:
    """Give the country or region that tells two places of one name apart: "the one in Maine"; "" for none."""
    match = _WHICH_ONE.match(sentence.strip())
    return match["v"] if match and is_place_name(match["v"]) else ""
