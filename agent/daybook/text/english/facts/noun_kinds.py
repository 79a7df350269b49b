"""What a noun phrase names: which slot a thing goes to, whose name, which place, job or company it is."""

import re

from daybook.text.english.facts.phrases import canonical, cut
from daybook.text.english.facts.word_lists import (
    ANIMALS,
    BOOKS,
    BRANDS,
    DEMONYMS,
    DIETS,
    FILMS,
    FOODS,
    HOMES,
    KNOWN_PLACES,
    LANGUAGES,
    MUSIC,
    NO_NAMES,
    NO_PERSONS,
    OCCUPATIONS,
    PETS,
    PLACES,
    SPORTS,
    STATUSES,
    SURROUNDINGS,
    THINGS,
    VEHICLES,
    WORKPLACES,
)
from daybook.text.english.patterns import cased_regex, regex
from daybook.text.english.word_tables import COLOURS, RELATIVES
from daybook.text.english.words import LEMMAS

_LONGEST = 5  # words of the name of a place
COMPANY_FORM = r"""
    (?:[\w.&'’-]+ ){0,4}?(?-i:[A-Z]{2,5}|Inc|Corp|Corporation|Co|Company|LLC|Ltd|GmbH|Group|Bank|University
    |College|School|Hospital|Clinic|Institute|Agency|Department|Studios?|Labs?|Airlines|Motors|Foundation
    |Partners|Associates)\b"""
"""Matches a name that is one of a firm or a house, of no person: "Ames Corporation", "Leeds University"."""


_PARTICLE = r"(?:van|von|de|der|den|del|della|da|di|la|le|bin|al|el|ter|ten|dos)"
_WORD = r"[^\W\d_][\w'’-]*"
NAME = rf"(?-i:(?=[^\W\d_a-z]){_WORD}(?: (?:{_PARTICLE} ){{0,3}}(?=[^\W\d_a-z]){_WORD}){{0,3}})"
"""Words in capitals, with the small ones of family names between them."""
_NO_PERSON = NO_PERSONS | DEMONYMS | OCCUPATIONS | LANGUAGES | DIETS.keys() | RELATIVES.keys() | STATUSES


def is_person(text: str) -> bool:
    """True if some words may be what a person is called: in capitals, and known as nothing else."""
    words = [word for word in text.split() if not re.fullmatch(_PARTICLE, word)]
    lowered = text.lower()
    return (
        bool(words)
        and all(map(is_name, words))
        and not (len(words[0]) > 2 and words[0].isupper())
        and lowered not in KNOWN_PLACES
        and _NO_PERSON.isdisjoint(lowered.split())
        and not re.search(r"(?:ing|ed)$", words[0])
    )


def is_name(word: str) -> bool:
    """True if a word may be what somebody is called: in capitals, and none of those that begin sentences."""
    return word[:1].isupper() and word.lower().replace("’", "'") not in NO_NAMES


def is_place_name(name: str) -> bool:
    """True if it names a place: written as a name, or a country, state or city that is known."""
    words = canonical(name).split()
    written = len(words) <= _LONGEST and any(map(is_name, words)) and not words[0][:1].isdigit()
    return written or " ".join(words).lower() in KNOWN_PLACES


def is_employer(name: str) -> bool:
    """True if it names whom somebody works for: a name, or a house that people work in ("the hospital")."""
    words = name.split()
    if words[:1] in (["the"], ["The"]):
        return len(words) > 1 and (is_name(words[1]) or words[-1].lower() in WORKPLACES)
    return bool(words) and is_name(words[0])


_DEGREE = regex("^(?:(?:very|so|quite|rather|pretty|too|really|a bit|a little|totally|both|all) )+")
_ARTICLE = regex("^(?:an?|the) ")
_AFTER_NOUN = regex(r"""
    \s+(?:at|for|in|with|by|from|on|of|to|and|or|after|before|since|during|who|that|but|here|there)\b.*
    |[,.;(].*
""")
_AFTER_PLACE = regex(r"""
    \s+(?:with|and|near|but|for|now|by|which|where|close|alone|right|about|just|as|at|in (?:an?|the|my) \w+
    |studying|working|visiting|living|teaching|doing|who|because|since|too|all|my)\b.*
""")
_AFTER_COMPANY = regex(r" (?:as|in|and|with|but|for|from|on|near|since|which|where|so)\b.*")
_ANY = regex("(?:an?|the|my|our|one|this) (?-i:[a-z])")
ORGANISATION = cased_regex(r"""
    \b(?:at|for) (?:the )?(?P<v>(?!the\s|a\s|an\s|my\s|it\b|this|that|\d)[A-Z][\w&.'-]*
    (?: (?:of |the |for |and |& )?[A-Z][\w&.'-]*){0,4})
""")
"""Whom somebody works for, where the name is written as one."""


def bare(phrase: str) -> str:
    """Take "quite", "very" and an article off a noun phrase."""
    return _ARTICLE.sub("", _DEGREE.sub("", phrase)).strip()


def head_noun(phrase: str) -> str:
    """Cut "a nurse in Leeds and mother of two" to "nurse"."""
    return _AFTER_NOUN.sub("", bare(cut(phrase))).strip()


def in_small(title: str) -> str:
    """Write a job in small letters, all but its abbreviations: "ER nurse"."""
    words = canonical(title).split()
    return " ".join(word if word.isupper() and len(word) > 1 else word.lower() for word in words)


def place_name(text: str) -> str:
    """Cut "Leeds with my two dogs", "Leeds and love it", "Austin near the river" to the place."""
    return cut(_AFTER_PLACE.sub("", text))


def company(text: str) -> str:
    """Cut "the hospital in Leeds since May" to what is worked for: "the hospital", its article kept."""
    return _AFTER_COMPANY.sub("", cut(text))


def is_some_place(name: str) -> bool:
    """True if it is a kind of place and no name: "a small town", "the city"; "Salt Lake City" is a name."""
    words = canonical(name).split()
    if len(words) > 1 and all(word[:1].isupper() for word in (words[-2], words[-1])):
        return False
    return _ANY.match(name) is not None or not {word.lower() for word in words[-1:]}.isdisjoint(
        HOMES | SURROUNDINGS
    )


_LIKINGS = (
    ("preference.food", FOODS),
    ("preference.animal", ANIMALS),
    ("preference.music", MUSIC),
    ("preference.film", FILMS),
    ("preference.book", BOOKS),
    ("preference.sport", SPORTS),
    ("preference.colour", COLOURS),
    ("preference.place", PLACES),
)
_OWNINGS = (("possession.pet", PETS), ("possession.vehicle", VEHICLES), ("possession.home", HOMES))
_HEAD = regex(r" (?:of|in|with|by|from|for|on|at|to|from|named|called|that|who|and|or)\b.*")


def kind_of_liking(thing: str) -> str:
    """Name the slot of something that is liked or disliked."""
    name = canonical(cut(thing))
    value = name.lower()
    first = value.split(" ", 1)[0]
    if first in ("anything", "everything", "nothing", "something") or _is_proper(name):
        return "preference.other" if value not in PLACES else "preference.place"
    if first == "to" or (first.endswith("ing") and first in LEMMAS and len(value.split()) > 1):
        return "preference.activity"
    for slot, words in _LIKINGS:
        if _is_of(value, words):
            return slot
    return "preference.activity" if first.endswith("ing") and len(first) > 5 else "preference.other"


def kind_of_owning(thing: str) -> str:
    """Name the slot of something that the owner has."""
    value = canonical(cut(thing)).lower()
    if not BRANDS.isdisjoint(value.split()):
        return "possession.vehicle"
    return next((slot for slot, words in _OWNINGS if _is_of(value, words)), "possession.thing")


def is_kept(thing: str) -> bool:
    """True if something is of the kind that is owned for years."""
    return _is_of(canonical(cut(thing)).lower(), THINGS)


def _is_proper(name: str) -> bool:
    """True if it is written as a name of several words, as the band "Blue Whales" is and no animals."""
    words = name.split()
    return len(words) > 1 and all(word[:1].isupper() for word in words) and not name.isupper()


def _is_of(value: str, words: frozenset[str]) -> bool:
    head = _HEAD.sub("", value).split()
    return value in words or (bool(head) and (head[-1] in words or " ".join(head[-2:]) in words))
