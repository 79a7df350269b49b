"""Likes and dislikes: "I love …", "I prefer … to …", "I'm a fan of …", "my favourite … is …"."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType

from daybook.conversation import SLOTS, Act, Polarity
from daybook.text.english.facts.extracted import Checked, ExtractedFact
from daybook.text.english.facts.noun_kinds import kind_of_liking
from daybook.text.english.facts.phrases import canonical, cut, in_general, is_unresolved, parts
from daybook.text.english.facts.predicate import Aspect, Predicate
from daybook.text.english.facts.word_lists import DEMONYMS
from daybook.text.english.facts.wordings import verb_of
from daybook.text.english.patterns import regex
from daybook.text.english.words import ing_form

_LIKES = frozenset({"like", "love", "adore", "enjoy"})
_DISLIKES = frozenset({"hate", "dislike", "detest", "loathe"})
_IDIOM = regex(r"""
    (?:my\b|to (?:say|think|admit|see|hear|know|ask|break|tell|imagine|call|get (?:back|started|that))\b
    |how\b|what\b|when\b|it\b|that\b|this\b|you\b|your\b|hearing|seeing (?:you|that)|him\b|her\b|them\b
    |these\b|those\b|some\b(?! \w)|a (?:good|bit|little|nice)\b|an? \w+$|talking to you|where\b|who\b
    |there\b|being able)
""")
_ONE_KIND = regex(r"(?:the )?\w+ (?:that|which|where|who|whose|with an?)\b")
"""Of "books that retell myths" not every book is liked."""
_PROPOSED = regex(r"""
    \b(?:ideas?|suggestions?|options?|recommendations?|approach|concept|tips?|plans?|questions?)$
""")
"""What somebody else has just put forward."""
_POINTED_AT = regex(r"(?:all |both (?:of )?)?(?:the|those|these|mine|number|any)\b")
_KNOWN_BY_THE = regex(r"""
    the (?:(?-i:[A-Z])|(?:ocean|sea|beach|mountains|outdoors|woods|countryside|rain|snow|sun|theatre|theater
    |summer|winter|fall|autumn|spring)\b)
""")
_COMPARED = regex("(?P<v>.+?) (?:(?:so|much|far|way|a lot) )*(?:better|more) than .+")
_PREFERRED = regex(r"(?P<v>.+?) (?:to|over|than|instead of|rather than) (?!\w+ in\b).+")
_FAN = regex(r"""
    (?:an? )?(?:(?:very|really|so|quite|big|huge|massive|avid|real|great|such|an?|lifelong) )*(?:(?:fan of
    |lover of|into|fond of|crazy about|obsessed with|passionate about|keen on|hooked on) (?P<v>(?!(?:it|that
    |this|them|those|these|the idea|my|using)\b|the [a-z]+$|an?\b).+)|(?P<w>(?!fan|lover
    |not\s*$)[\w' -]{2,30}?) (?:fan|lover|enthusiast|fanatic|buff|supporter)$)
""")
_LONG_SINCE = regex(r"""
    (?:(?:very|really|so) )*(?:interested in|fascinated (?:by
    |with)) (?P<v>(?P<w>)(?!(?:learning|exploring|trying|getting|buying|visiting|using|the|those|this|these
    |that|your|more)\b).+)
""")
"""In "I have always been …"; what interests somebody now may be what is talked about."""
_AFRAID = regex("(?:(?:very|really|so|quite|pretty) )*(?:afraid|scared|terrified) of (?P<v>.+)")
_TEAM = "preference.favourite.team"
_SUPPORTER = regex(r"\b(?:supporter|season[\s-]ticket)\b")
_AT_THE_MOMENT = regex(r"\b(?:lately|recently|right now|these days|at the moment|this (?:week|month))\b")
"""What somebody is taken with for some weeks is no taste."""
_NO_VERBS = frozenset("people their the your my our his her this that these those all some".split())
"""What follows "to" where a verb is missing, or is none that is meant: "to people watch"."""
_LISTED = regex("""
    ^(?P<lead>(?:(?:to )?(?:eat|drink|watch|play|read|listen to|eating|drinking|watching|playing|reading
    |listening to) )?)(?P<v>.+)$
""")


def likes(said: Predicate, previous: str) -> Iterator[ExtractedFact]:
    """Read likes and dislikes; what is liked at the moment ("I'm enjoying …") or was once, gives none.

    `previous` is the value that "them" or "it" stands for, from the statement before; "" for none.
    """
    lasting = said.aspect in (Aspect.PRESENT, Aspect.USED_TO) or (
        said.aspect is Aspect.PERFECT and "been" not in said.phrase
    )
    if said.verb == "can" and said.negated and (stand := re.match(r"(?:stand|bear)\s+(?=\w)", said.rest)):
        yield from _liked(replace(said, negated=False), said.rest[stand.end() :], stand[0], liked=False)
    elif said.verb == "be" and said.aspect in (Aspect.PRESENT, Aspect.PERFECT):
        yield from _taken_with(said)
    elif said.verb == "prefer" and lasting and not (said.negated or re.match(r"(?:the|an?)\s", said.rest)):
        yield from _liked(said, said.rest, "", liked=True)
    elif lasting and (said.verb in _LIKES or said.verb in _DISLIKES):
        points = previous and re.match(r"(?:them|it|those)\b", said.rest, re.IGNORECASE)
        liked = (said.verb in _LIKES) != said.negated
        yield from _liked(said, previous if points else said.rest, "", liked=liked)


def _liked(said: Predicate, rest: str, lead: str, *, liked: bool) -> Iterator[ExtractedFact]:
    compared = (_PREFERRED if said.verb == "prefer" else _COMPARED).match(rest)
    if compared and not rest.lower().startswith("to "):
        rest = compared["v"]
    if _IDIOM.match(rest) or _ONE_KIND.match(rest) or _PROPOSED.search(cut(rest)):
        return
    if _POINTED_AT.match(rest) and (said.verb in ("like", "prefer") or not _KNOWN_BY_THE.match(rest)):
        return  # "I like the second one": of something that is being talked about
    for thing in _things(cut(rest)):
        value = in_general(_lean(thing))
        if value and not is_unresolved(value):
            over = said.ended or said.aspect is Aspect.USED_TO
            text = " ".join(("I", *verb_of(said), f"{lead}{thing.strip(' ,.')}.".strip()))
            sign = Polarity.POSITIVE if liked or over else Polarity.NEGATIVE
            yield _of(value, text, sign, Act.ENDS if over and said.verb != "prefer" else Act.STATES)


def _taken_with(said: Predicate) -> Iterator[ExtractedFact]:
    if _AT_THE_MOMENT.search(said.rest):
        return
    sign = Polarity.NEGATIVE if said.negated else Polarity.POSITIVE
    long_since = _LONG_SINCE.match(said.rest) if said.aspect is Aspect.PERFECT else None
    if long_since and _ONE_KIND.match(long_since["v"]):
        return
    if match := long_since or _FAN.match(said.rest) or _FAN.match(cut(said.rest)):
        value = in_general(canonical(cut(match["v"] or match.group("w"))))
        if value and not is_unresolved(value):
            found = _of(value, f"I {' '.join(verb_of(said))} {cut(said.rest)}.", sign)
            yield replace(found, slot=_TEAM) if _SUPPORTER.search(said.rest) and value[0].isupper() else found
    elif match := _AFRAID.match(said.rest):
        value = canonical(cut(match["v"]))
        if value and not is_unresolved(value):
            text = f"I {' '.join(verb_of(said))} {cut(said.rest)}."
            yield ExtractedFact("preference.fear", value, text, sign)


def _of(value: str, text: str, sign: Polarity, act: Act = Act.STATES) -> ExtractedFact:
    slot = kind_of_liking(value)
    known = Checked.LISTED if slot not in ("preference.other", "preference.activity") else Checked.WORDED
    return ExtractedFact(
        slot, value, text, sign, act, checked=Checked.NAMED if value[:1].isupper() else known
    )


def _things(text: str) -> list[str]:
    match = _LISTED.match(text)
    if match is None or re.match(r"(?:to\s+)?(?:going|go|being|be)\b", text, re.IGNORECASE):
        return [text]
    values = parts(match["v"])
    if re.match(r"(?:an?|everything|anything)\s", text, re.IGNORECASE) or re.search(
        r"\b(?:more|most)\s", text
    ):
        return [text]  # "a cosy and quiet room", "darker, more twisted tales": one thing
    if match["lead"] and any(re.match(r"\w{3,}ing\b", value) for value in values):
        return [f"{match['lead']}{values[0]}", *values[1:]]
    doing = not match["lead"] and kind_of_liking(text) == "preference.activity"
    if doing and not all(value.split()[0].endswith("ing") for value in values):
        return [text]  # "to make jams and jellies": jellies are not what is liked
    return [match["lead"] + thing for thing in values] if len(values) > 1 else [text]


def _lean(text: str) -> str:
    """Write what is liked: doing a thing by its gerund or infinitive alike, without "all kinds of"."""
    kinds = r"^(?:all\s+)?(?:kinds?|types?|sorts?)\s+of\s+|^all\s+(?:the\s+)?|^both\s+|^most\s+|^also\s+"
    value = canonical(re.sub(kinds, "", canonical(text)))
    infinitive = re.match(r"to\s+(?:(?:also|just|always|really|often)\s+)?(?P<verb>\w+)(?P<rest>.*)", value)
    if infinitive is None:
        return value
    verb = infinitive["verb"].lower()
    return f"{ing_form(verb)}{infinitive['rest']}" if verb not in _NO_VERBS else ""


_SAID_AS = {
    "dish": "food", "meal": "food", "beverage": "drink", "sweet": "dessert", "movie": "film",
    "show": "series", "tv show": "series", "tv series": "series", "novel": "book", "writer": "author",
    "band": "artist", "singer": "artist", "musician": "artist", "music": "genre", "music genre": "genre",
    "kind of music": "genre", "type of music": "genre", "video game": "game", "sports team": "team",
    "football team": "team", "country": "place", "city": "place", "vacation spot": "place",
    "time of year": "season", "hobby": "activity", "pastime": "activity", "school subject": "subject",
    "class": "subject", "actress": "actor", "type of food": "food", "kind of food": "food",
    "ice cream": "dessert",
}  # fmt: skip
_OF_A_KIND = "preference.favourite."
_FAVOURITE_SLOTS: Mapping[str, str] = MappingProxyType(
    {name.removeprefix(_OF_A_KIND): name for name in SLOTS if name.startswith(_OF_A_KIND)}
    | {word: _OF_A_KIND + kind for word, kind in _SAID_AS.items()}
)
"""The slots of favourites, by the words that name the kind."""
_BE = "(?:is|are|was|were|has always been) (?:(?:definitely|probably|now|still|always|currently|also) )*"
_MY_FAVOURITE = r"""
    (?P<one>one of )?(?:my|our) (?:(?:absolute|all[\s-]time|new|current|other) )*(?:favourites?
    |(?P<go_to>go[\s-]tos?))"""
_FAVOURITE = regex(rf"{_MY_FAVOURITE} (?P<kind>(?!so\b)[\w' -]+?) (?:of all time |ever )?{_BE}(?P<v>.+)")
_IS_FAVOURITE = regex(rf"""
    (?P<v>(?!(?:it|that|this|which|he|she|they|what|those|these|who
    |mine)\b)[\w'’& -]+?) {_BE}{_MY_FAVOURITE}\b\s*(?P<kind>[\w' -]*)
""")
_SUPERLATIVE = regex(r"""
    \s+(?:of (?:all time|them all)|ever|by far|so far|now|these days|right now|currently|at the moment)\b.*$
""")
_NO_KIND = regex(r"\b(?:ones?|parts?|things?|bits?|discover(?:y|ies)|characters?|pieces?|really|moments?)\b")
"""Favourites among what is being talked about: "my favourite part"."""
_SEASON_OR_DAY = regex(r"(?:the )?(?P<v>(?!now|today|this|last|next)[A-Za-z]{3,})\b")


def favourites(words: str) -> Iterator[ExtractedFact]:
    """Read "my favourite … is …", and that something is one."""
    if match := _FAVOURITE.match(words):
        yield from _favoured(match["kind"], match["v"], one_of=match["one"] is not None)
    elif (match := _IS_FAVOURITE.match(words)) and "not" not in words.split():
        kind = match["kind"]
        if match["go_to"] and not kind and match["v"].lower() in DEMONYMS:
            kind = "cuisine"
        yield from _favoured(kind, match["v"], one_of=bool(match["one"]) or not kind or kind.endswith("s"))


def _favoured(kind: str, what: str, *, one_of: bool) -> Iterator[ExtractedFact]:
    value = canonical(cut(what))
    if not value and (season := _SEASON_OR_DAY.match(what.strip())):
        value = season["v"]  # seasons and days are cut off other values, and are the value of a favourite
    kind = _SUPERLATIVE.sub("", kind.strip())
    if (
        not value
        or is_unresolved(value)
        or re.match(r"(?:when|how|so|also)\b", value)
        or _NO_KIND.search(kind)
    ):
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
    known = Checked.NAMED if named[:1].isupper() else Checked.LISTED if slot in SLOTS else Checked.WORDED
    yield ExtractedFact(slot, value, text, checked=known)
