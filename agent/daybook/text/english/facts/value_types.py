"""Reads the values of slots out of what stands where one is expected: a place, a trade, an age.

Each type gives the values that begin a text, none where the text is of another type.
"""

import re
from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import TypeAlias

from daybook.text.english.facts.extracted import Checked
from daybook.text.english.facts.noun_kinds import (
    COMPANY_FORM,
    ORGANISATION,
    bare,
    company,
    head_noun,
    in_small,
    is_employer,
    is_kept,
    is_person,
    is_place_name,
    is_some_place,
    kind_of_owning,
    place_name,
)
from daybook.text.english.facts.phrases import (
    NUMBERS,
    canonical,
    cut,
    in_general,
    in_words,
    is_unresolved,
    parts,
    place,
)
from daybook.text.english.facts.sensitive import is_medical
from daybook.text.english.facts.word_lists import (
    DIETS,
    INSTRUMENTS,
    KNOWN_PLACES,
    LANGUAGES,
    OCCUPATIONS,
    OUT_OF_WORK,
    SPORTS,
    STATUSES,
    SUBJECTS,
)
from daybook.text.english.patterns import cased_regex, regex
from daybook.text.english.word_tables import MONTH_NAME

Values: TypeAlias = list[tuple[str, Checked]]
_Reader: TypeAlias = Callable[[str], Values]


def _one(value: str, known: Checked = Checked.LISTED) -> Values:
    return [(value, known)] if value else []


def _matching(
    pattern: re.Pattern[str], form: Callable[[str], str] = canonical, known: Checked = Checked.LISTED
) -> _Reader:
    """Make a type of the texts that a pattern matches: its group `v`, or all of it, is the value."""

    def read(text: str) -> Values:
        match = pattern.match(text)
        return _one(form(match["v"] if "v" in pattern.groupindex else match[0]), known) if match else []

    return read


def _in_words_of(kinds: frozenset[str], value: str) -> Values:
    """Take any value that names something; one with a word of a list is surer."""
    if not value or is_unresolved(value):
        return []
    return _one(value, Checked.WORDED if kinds.isdisjoint(value.lower().split()) else Checked.LISTED)


_AGE = cased_regex(r"""
    (?P<v>\d{1,2})(?:(?P<old>\s*-?(?:years?[\s-]+old|years? of age|yo|y/o)\b)|(?=$|[.!](?!\d)
    | (?:and|now|this|last|on|in|yesterday|today)\b))
""")
_YOUNGEST = 13  # a smaller number without "years old" counts something else


def _age(text: str) -> Values:
    match = _AGE.match(text)
    is_age = match is not None and (match["old"] or int(match["v"]) >= _YOUNGEST)
    return _one(canonical(match["v"])) if match and is_age else []


_CALLED = cased_regex(r"[\w.'’-]+(?: (?:(?:van|von|de|der|den|del|da|di|la|bin|al|el) )*[A-Z][\w'’-]+)*")


def _person(text: str) -> Values:
    match = _CALLED.match(text)
    name = match[0].rstrip(".") if match else ""
    name = name if not name.islower() else name.capitalize()
    return _one(name, Checked.NAMED) if is_person(name) else []


_date = _matching(
    regex(rf"(?:\d+(?:st|nd|rd|th)?|{MONTH_NAME})\b(?:(?! in (?-i:[A-Z]))[^,;(])*"),
    lambda words: words.rstrip(" .,"),
)
_NEAR_A_TOWN = cased_regex(r"""
    ^an? (?:\w+ ){0,2}(?:village|town|suburb|farm|island) (?:near|outside|in|off|called)\s+
""")


def _place(text: str) -> Values:
    name = place_name(_NEAR_A_TOWN.sub("", text))
    return _one(place(name), Checked.NAMED) if is_place_name(name) and not is_some_place(name) else []


_HOME_IN = regex(r"""
    (?:[\w-]+ ){1,4}?(?:flat|house|home|apartment|studio|condo|room|cottage|place) in (?P<v>(?-i:[A-Z]).*)
""")
_NO_HOME = regex(r"""
    ^(?:different|other|same|various|many)\b|^(?:an?|the) (?:\w+ )?place$
    |\b(?:open house|more room|bit of|(?:virtual|chat|waiting) room)\b
""")


def _town(text: str) -> Values:
    home = _HOME_IN.match(text)
    return _place((home["v"] if home else text).partition(" from ")[0])


def _home(text: str) -> Values:
    name = cut(place_name(re.sub(r"^(?:my|our)\s+", "a ", text)))
    is_home = kind_of_owning(name) == "possession.home" and not _NO_HOME.search(name)
    return _one(canonical(name)) if is_home else []


_company = _matching(
    cased_regex(r"""
        .*?\b(?P<v>alone|by myself|on my own
        |with (?:(?:my|an?|two|three|some) [\w' -]+|[A-Z]\w+(?: and [A-Z]\w+)*))
    """),
    lambda words: canonical(cut(re.sub(r"\s+in\s+[A-Z].*", "", words))),
    Checked.WORDED,
)
_NO_TITLE = regex(r"""
    \b(?:good|great|bad|terrible|slow|fast|better|best|big|pretty|very|really|quite|so|avid|amateur|AI)\b
""")
_STUDENT = regex(r"(?:an? )?(?P<v>(?:\w+ ){0,2}?student)\b")
_LATELY = cased_regex(" (?:now|again|currently|too|myself)$")


def _job(text: str) -> Values:
    """Read a trade of the list with its article, being a student, retired or out of work."""
    written = _LATELY.sub("", head_noun(text))
    words = written.lower().split()
    if match := _STUDENT.match(text):
        return [(match["v"], Checked.LISTED)]
    if words and len(words) <= 2 and words[0] in OUT_OF_WORK:
        return [(words[0], Checked.LISTED)]
    is_trade = words and len(words) <= 5 and not OCCUPATIONS.isdisjoint({words[-1], " ".join(words[-2:])})
    has_article = re.match(r"(?:an?|the|also)\s", text, re.IGNORECASE)
    if not is_trade or not has_article or _NO_TITLE.search(written):
        return []
    return [(in_small(written), Checked.LISTED)]


_TITLE = cased_regex(r"""
    (?:an? |the )?(?!(?:hard|much|long|well|part|soon|good)\b)(?P<v>[\w' -]+?)(?= (?:at|for|with|and|on|but
    |while|from|now|since|of a|to|in (?:an?|the|my|[A-Z]))\b
    |[,.]|$)
""")


def _title(text: str) -> Values:
    """Read what somebody works as, whatever it is called."""
    match = _TITLE.match(text)
    return _in_words_of(OCCUPATIONS, in_small(cut(match["v"]))) if match else []


_post = _matching(
    regex(r"""
        (?:now |the |currently )*(?P<v>(?:(?:deputy|assistant|vice|acting|interim|senior|associate|team|co-?
        |head) )*(?:head(?:\s?teacher)?|lead|leader|chief|chair(?:man|woman|person)?|captain|president
        |director|principal)(?: of [\w &]+)?)(?= (?:as of|from|since|now|starting|at)\b|$)
    """),
    str.lower,
)
"""A post of which a house has one, and which needs no article."""
_OWN_FIRM = cased_regex(r"my own [\w-]+(?: (?:practice|firm|business|company|shop|studio|clinic|agency))?")


def _employer(text: str) -> Values:
    if own := _OWN_FIRM.match(text):
        return _one(canonical(own[0]), Checked.NAMED)
    name = company(text)
    is_known = is_employer(name) and name.lower() not in KNOWN_PLACES
    return _one(canonical(name), Checked.NAMED) if is_known else []


_DEPARTMENT = regex(r"""
    (?:in|on
    |part of) (?:(?:marketing|sales|hr|finance|it|engineering|operations|logistics|legal|communications
    |product|design|research|admin|accounts|accounting|support|security|compliance|payroll|retail|quality
    |data|policy)
    |(?:the )?(?:[\w-]+ ){0,2}?(?:desk|reception|tills?|shop floor|board|shift|scheme|team|ward)) (?:at
    |for)\b
""")
_FIRM = cased_regex(rf"""
    (?={COMPANY_FORM})(?:the )?[A-Z][\w&.'’-]*(?: (?:of |and |& )?[A-Z][\w&.'’-]*)*|[A-Z]\w+(?=,? (?:in the
    |on the|as)\s)
""")


def _house(text: str) -> Values:
    """Read an employer behind a trade or a department, or written as a firm: anybody may be "with Anna"."""
    plain = text.removeprefix("with ")
    if text != plain or " as " in text:
        firm = _FIRM.match(plain)
        return _employer(firm[0]) if firm else []
    named = ORGANISATION.search(text) if _DEPARTMENT.match(text) or _job(text) or _post(text) else None
    return _employer(named["v"]) if named else []


def _school(text: str) -> Values:
    name = company(text)
    return _one(name, Checked.NAMED) if is_place_name(name) else []


_SUBJECT = cased_regex(r"""
    (?!(?:hard|an?|tonight|all|for|these|those|the|up|some|about|how|on|more|with|my|too|so|in
    |at)\b)[\w &]+?(?= (?:at|in|from|for|with)\b
    |[,.]|$)
""")


def _subject(text: str) -> Values:
    match = _SUBJECT.match(text)
    return _in_words_of(SUBJECTS, canonical(cut(match[0]))) if match else []


_degree = _matching(
    regex(r"""
        (?:an? |my )?(?P<v>(?:\w+ )?(?:degree|phd|masters?|master['’]s|bachelors?|bachelor['’]s|mba
        |diploma)\b.*)
    """),
    lambda words: canonical(cut(words)),
)


def _languages(text: str) -> Values:
    words = (word for word in re.split(r"[^\w-]+", text) if word.lower() in LANGUAGES)
    return [(word[:1].upper() + word[1:], Checked.LISTED) for word in words]


def _status(text: str) -> Values:
    word = re.sub(r"^(?:happily|recently|newly|now|still)\s+", "", head_noun(text).lower())
    word = "widowed" if word in ("widow", "widower") else word
    return _one(word) if word in STATUSES else []


def _diet(text: str) -> Values:
    rest = re.sub(r"^(?:big|strict|lifelong|mostly|happily|recently)\s+", "", bare(text).lower())
    found = next((name for name in DIETS if re.match(rf"{re.escape(name)}\b(?!\s+food)", rest)), "")
    return _one(DIETS[found]) if found else []


def _things(text: str, form: Callable[[str], str] = canonical) -> Values:
    values = map(form, parts(cut(text)))
    return [(value, Checked.WORDED) for value in values if value and not is_unresolved(value)]


def _allergens(text: str) -> Values:
    return _things(text, lambda part: in_general(canonical(part)))


_ALLERGY = regex(r"""
    (?:an? )?(?:(?:severe|bad|serious|mild) )*(?P<v>(?!an?\s|no\s|any\s|food\b)[\w -]{2,25}?)\s+(?:allergy
    |allergies)\b
""")


def _allergy(text: str) -> Values:
    match = _ALLERGY.match(text)
    return _allergens(match["v"]) if match else []


_OWN_VEHICLE = cased_regex("(?:an?|my|our|the) (?:(?:new|own|first) )*(?P<v>.+)")
_NAMED_VEHICLE = cased_regex("(?:an?|my|our) (?:(?:old|new|little) )*(?=[A-Z])")
_AT_THE_SHOP = regex(r"""
    \s+(?:from|at|on|for|during|online|in (?:the|a|my)|through|via|to|around|every|when)\b.*|,\s.*
""")


def _vehicle(text: str) -> Values:
    match = _OWN_VEHICLE.match(text)
    value = canonical(_AT_THE_SHOP.sub("", cut(match["v"] if match else text)))
    known = bool(value) and kind_of_owning(value) == "possession.vehicle"
    return _one(value, Checked.NAMED if value[:1].isupper() else Checked.LISTED) if known else []


def _driven(text: str) -> Values:
    """Read a vehicle, or anything with a name that is driven."""
    value = canonical(_AT_THE_SHOP.sub("", cut(text))) if _NAMED_VEHICLE.match(text) else ""
    return _vehicle(text) or _one(value, Checked.NAMED)


def _kept(text: str) -> Values:
    value = cut(text)
    return _one(canonical(value)) if is_kept(value) else []


_DAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?"
_CLOCK = regex(rf"""
    (?P<v>\d{{1,2}}(?:[:.]\d\d)?+(?:\s*(?:[ap]\.?m\b\.?|o'clock))?+|noon|midnight
    |(?:half past|quarter (?:to|past)) \w+
    |(?:five|six|seven|eight|nine|ten|eleven)\b)(?! on those)(?: (?P<days>on (?:{_DAY}(?:(?:,? and
    |,) {_DAY})*+|(?:the )?weekends?|weekdays|workdays))\b)?
""")


def _clock(text: str) -> Values:
    match = _CLOCK.match(text)
    return _one(" ".join(filter(None, (match["v"], match["days"])))) if match else []


_count = _matching(regex(rf"(?:{'|'.join(NUMBERS)}|\d{{1,2}})\b"), lambda number: in_words(number) or number)
_height = _matching(
    cased_regex(r"""
        (?:\d\s*(?:foot|ft|')\s*\d{0,2}(?:\"|in(?:ches)?)?|1\s?[.,m]\s?\d{2}\s*m?|\d{3}\s*cm)(?=\s|$|,)
    """),
    str.strip,
)
_one_word = _matching(cased_regex(r"(?:a )?[\w/+-]+(?:\s[A-Z0-9][\w/+-]*)*"), known=Checked.WORDED)


def _medicine(text: str) -> Values:
    value = canonical(cut(text))
    known = is_medical(head_noun(text)) and not is_unresolved(value)
    return _one(value) if known else []


_GAMES = frozenset(
    {"video games", "board games", "computer games", "card games", "cards", "chess", "poker", "darts"}
)


def _played(text: str, kinds: frozenset[str] = INSTRUMENTS | SPORTS | _GAMES) -> Values:
    names = (
        canonical(re.sub(r"\s+(?:in|with|at|for|on|since|together|to)\b.*", "", part))
        for part in parts(cut(text))
    )
    return [(f"play {name.lower()}", Checked.LISTED) for name in names if name.lower() in kinds]


VALUE_TYPES: Mapping[str, Callable[[str], Values]] = MappingProxyType(
    {
        "age": _age,
        "allergens": _allergens,
        "allergy": _allergy,
        "clock": _clock,
        "company": _company,
        "count": _count,
        "date": _date,
        "degree": _degree,
        "diet": _diet,
        "driven": _driven,
        "employer": _employer,
        "height": _height,
        "home": _home,
        "house": _house,
        "instrument": partial(_played, kinds=INSTRUMENTS),
        "job": _job,
        "kept": _kept,
        "languages": _languages,
        "medicine": _medicine,
        "new employer": _employer,
        "person": _person,
        "place": _place,
        "played": _played,
        "post": _post,
        "school": _school,
        "sport": partial(_played, kinds=SPORTS | _GAMES),
        "status": _status,
        "subject": _subject,
        "thing": _things,
        "title": _title,
        "town": _town,
        "vehicle": _vehicle,
        "word": _one_word,
    }
)
"""The types by their names in wordings.toml."""
