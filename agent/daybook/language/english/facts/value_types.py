"""Reads the values of slots out of what stands where one is expected: a place, a trade, an age.

Each type gives the values that begin a text, none where the text is of another type.
"""

import re
from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import TypeAlias

from daybook.language.english.facts.extracted import Checked
from daybook.language.english.facts.noun_kinds import (
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
from daybook.language.english.facts.phrases import (
    NUMBERS,
    canonical,
    cut,
    in_general,
    in_words,
    is_unresolved,
    parts,
    place,
)
from daybook.language.english.facts.sensitive import is_medical
from daybook.language.english.facts.word_lists import (
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
from daybook.language.english.patterns import cased_regex, regex

Values: TypeAlias = list[tuple[str, Checked]]
_DEGREES = "(?:(?:very|really|so|quite|pretty|also|always|severely) )*"


def _age(text: str) -> Values:
    match = _AGE.match(text)
    if match is None or (not match["old"] and int(match["v"]) < _YOUNGEST):
        return []
    return [(canonical(match["v"]), Checked.LISTED)]


_AGE = cased_regex(r"""
    (?P<v>\d{1,2})(?:(?P<old>\s*-?(?:years?[\s-]+old|years? of age|yo|y/o)\b)|(?=$|[.!](?!\d)
    | (?:and|now|this|last|on|in|yesterday|today)\b))
""")
_YOUNGEST = 13
"""A smaller number without "years old" counts something else."""


def _person(text: str) -> Values:
    match = re.match(
        r"[\w.'’-]+(?:\s+(?:(?:van|von|de|der|den|del|da|di|la|bin|al|el)\s+)*(?-i:[A-Z])[\w'’-]+)*", text
    )
    name = match[0].rstrip(".") if match else ""
    name = name if not name.islower() else name.capitalize()
    return [(name, Checked.NAMED)] if is_person(name) else []


def _date(text: str) -> Values:
    match = re.match(
        r"(?:\d+(?:st|nd|rd|th)?|january|february|march|april|may|june|july|august|september|october|november|december)\b"
        r"(?:(?!\s+in\s+(?-i:[A-Z]))[^,;(])*",
        text,
        re.IGNORECASE,
    )
    return [(match[0].rstrip(" .,"), Checked.LISTED)] if match else []


def _place(text: str) -> Values:
    text = re.sub(
        r"^an?\s+(?:\w+\s+){0,2}(?:village|town|suburb|farm|island)\s+(?:near|outside|in|off|called)\s+",
        "",
        text,
    )
    name = place_name(text)
    return [(place(name), Checked.NAMED)] if is_place_name(name) and not is_some_place(name) else []


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
    if _NO_HOME.search(name) or kind_of_owning(name) != "possession.home":
        return []
    return [(canonical(name), Checked.LISTED)]


_COMPANY = cased_regex(r"""
    \b(?:alone|by myself|on my own
    |with (?:(?:my|an?|two|three|some) [\w' -]+|(?-i:[A-Z])\w+(?: and (?-i:[A-Z])\w+)*))
""")


def _company(text: str) -> Values:
    match = _COMPANY.search(text)
    return [(canonical(cut(re.sub(r"\s+in\s+[A-Z].*", "", match[0]))), Checked.WORDED)] if match else []


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
    value = in_small(cut(match["v"])) if match else ""
    listed = bool(value) and not OCCUPATIONS.isdisjoint(value.lower().split())
    return (
        [(value, Checked.LISTED if listed else Checked.WORDED)] if value and not is_unresolved(value) else []
    )


_POST = regex(r"""
    (?:now |the |currently )*(?P<v>(?:(?:deputy|assistant|vice|acting|interim|senior|associate|team|co-?
    |head) )*(?:head(?:\s?teacher)?|lead|leader|chief|chair(?:man|woman|person)?|captain|president|director
    |principal)(?: of [\w &]+)?)(?= (?:as of|from|since|now|starting|at)\b|$)
""")


def _post(text: str) -> Values:
    """Read a post of which a house has one, and which needs no article."""
    match = _POST.match(text)
    return [(match["v"].lower(), Checked.LISTED)] if match else []


def _employer(text: str) -> Values:
    own = re.match(
        r"my\s+own\s+[\w-]+(?:\s+(?:practice|firm|business|company|shop|studio|clinic|agency))?", text
    )
    name = own[0] if own else company(text)
    if own or (is_employer(name) and name.lower() not in KNOWN_PLACES):
        return [(canonical(name), Checked.NAMED)]
    return []


_DEPARTMENT = regex(r"""
    (?:in|on
    |part of) (?:(?:marketing|sales|hr|finance|it|engineering|operations|logistics|legal|communications
    |product|design|research|admin|accounts|accounting|support|security|compliance|payroll|retail|quality
    |data|policy)
    |(?:the )?(?:[\w-]+ ){0,2}?(?:desk|reception|tills?|shop floor|board|shift|scheme|team|ward)) (?:at
    |for)\b
""")


_FIRM = cased_regex(rf"(?={COMPANY_FORM})(?:the )?[A-Z][\w&.'’-]*(?: (?:of |and |& )?[A-Z][\w&.'’-]*)*")


def _house(text: str) -> Values:
    """Read an employer behind a trade or a department, or written as a firm: anybody may be "with Anna"."""
    plain = text.removeprefix("with ")
    if text != plain or " as " in text:
        firm = _FIRM.match(plain) or re.match(r"[A-Z]\w+(?=,?\s+(?:in\s+the|on\s+the|as)\s)", plain)
        return _employer(firm[0]) if firm else []
    named = ORGANISATION.search(text) if _DEPARTMENT.match(text) or _job(text) or _post(text) else None
    return _employer(named["v"]) if named else []


def _school(text: str) -> Values:
    name = company(text)
    return [(name, Checked.NAMED)] if is_place_name(name) else []


def _subject(text: str) -> Values:
    if re.match(
        r"(?:hard|an?|tonight|all|for|these|those|the|up|some|about|how|on|more|with|my|too|so|in|at)\b", text
    ):
        return []
    match = re.match(r"[\w &]+?(?=\s+(?:at|in|from|for|with)\b|[,.]|$)", text)
    value = canonical(cut(match[0])) if match else ""
    listed = not SUBJECTS.isdisjoint(value.lower().split())
    return (
        [(value, Checked.LISTED if listed else Checked.WORDED)] if value and not is_unresolved(value) else []
    )


def _degree(text: str) -> Values:
    match = re.match(
        r"(?:an?\s+|my\s+)?(?P<v>(?:\w+\s+)?(?:degree|phd|masters?|master['’]s|bachelors?|bachelor['’]s|mba|diploma)\b.*)",
        text,
        re.IGNORECASE,
    )
    return [(canonical(cut(match["v"])), Checked.LISTED)] if match else []


def _languages(text: str) -> Values:
    words = (word for word in re.split(r"[^\w-]+", text) if word.lower() in LANGUAGES)
    return [(word[:1].upper() + word[1:], Checked.LISTED) for word in words]


def _status(text: str) -> Values:
    word = re.sub(r"^(?:happily|recently|newly|now|still)\s+", "", head_noun(text).lower())
    word = "widowed" if word in ("widow", "widower") else word
    return [(word, Checked.LISTED)] if word in STATUSES else []


def _diet(text: str) -> Values:
    rest = re.sub(r"^(?:big|strict|lifelong|mostly|happily|recently)\s+", "", bare(text).lower())
    found = next((name for name in DIETS if re.match(rf"{re.escape(name)}\b(?!\s+food)", rest)), "")
    return [(DIETS[found], Checked.LISTED)] if found else []


def _allergens(text: str) -> Values:
    values = (in_general(canonical(part)) for part in parts(cut(text)))
    return [(value, Checked.WORDED) for value in values if value and not is_unresolved(value)]


def _allergy(text: str) -> Values:
    match = re.match(
        r"(?:an?\s+)?(?:(?:severe|bad|serious|mild)\s+)*(?P<v>(?!an?\s|no\s|any\s|food\b)[\w -]{2,25}?)\s+"
        r"(?:allergy|allergies)\b",
        text,
        re.IGNORECASE,
    )
    return _allergens(match["v"]) if match else []


def _vehicle(text: str) -> Values:
    match = re.match(r"(?:an?|my|our|the)\s+(?:(?:new|own|first)\s+)*(?P<v>.+)", text)
    value = canonical(_AT_THE_SHOP.sub("", cut(match["v"] if match else text)))
    known = bool(value) and kind_of_owning(value) == "possession.vehicle"
    return [(value, Checked.NAMED if value[:1].isupper() else Checked.LISTED)] if known else []


def _driven(text: str) -> Values:
    """Read a vehicle, or anything with a name that is driven."""
    named = re.match(r"(?:an?|my|our)\s+(?:(?:old|new|little)\s+)*(?=(?-i:[A-Z]))", text)
    value = canonical(_AT_THE_SHOP.sub("", cut(text))) if named else ""
    return _vehicle(text) or ([(value, Checked.NAMED)] if value else [])


_AT_THE_SHOP = regex(r"""
    \s+(?:from|at|on|for|during|online|in (?:the|a|my)|through|via|to|around|every|when)\b.*|,\s.*
""")


def _kept(text: str) -> Values:
    value = cut(text)
    return [(canonical(value), Checked.LISTED)] if is_kept(value) else []


_DAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?"
_CLOCK = regex(rf"""
    (?P<v>\d{{1,2}}(?:[:.]\d\d)?+(?:\s*(?:[ap]\.?m\b\.?|o'clock))?+|noon|midnight
    |(?:half past|quarter (?:to|past)) \w+
    |(?:five|six|seven|eight|nine|ten|eleven)\b)(?! on those)(?: (?P<days>on (?:{_DAY}(?:(?:,? and
    |,) {_DAY})*+|(?:the )?weekends?|weekdays|workdays))\b)?
""")


def _clock(text: str) -> Values:
    match = _CLOCK.match(text)
    return [(" ".join(filter(None, (match["v"], match["days"]))), Checked.LISTED)] if match else []


def _count(text: str) -> Values:
    match = re.match(rf"(?:{'|'.join(NUMBERS)}|\d{{1,2}})\b", text, re.IGNORECASE)
    return [(in_words(match[0]) or match[0], Checked.LISTED)] if match else []


def _height(text: str) -> Values:
    match = re.match(
        r"(?:\d\s*(?:foot|ft|')\s*\d{0,2}(?:\"|in(?:ches)?)?|1\s?[.,m]\s?\d{2}\s*m?|\d{3}\s*cm)(?=\s|$|,)",
        text,
    )
    return [(match[0].strip(), Checked.LISTED)] if match else []


def _one_word(text: str) -> Values:
    match = re.match(r"(?:a\s+)?[\w/+-]+(?:\s(?-i:[A-Z0-9])[\w/+-]*)*", text)
    return [(canonical(match[0]), Checked.WORDED)] if match else []


def _medicine(text: str) -> Values:
    value = canonical(cut(text))
    known = is_medical(head_noun(text)) and not is_unresolved(value)
    return [(value, Checked.LISTED)] if known else []


def _thing(text: str) -> Values:
    values = (canonical(part) for part in parts(cut(text)))
    return [(value, Checked.WORDED) for value in values if value and not is_unresolved(value)]


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
        "thing": _thing,
        "title": _title,
        "town": _town,
        "vehicle": _vehicle,
        "word": _one_word,
    }
)
"""The types by their names in wordings.toml."""
