"""Templates of who the owner is: name, age, skills, traits."""

from __future__ import annotations

import re
from collections.abc import Iterator

from daybook.remember.extract.extracted_fact import ExtractedFact, extracted_fact, sentence
from daybook.remember.extract.lexicon_people import NATIONALITIES, PASTIMES, STATUSES, TRAITS
from daybook.remember.extract.nouns import ARTICLE, DEGREE, HEAD, until_company
from daybook.remember.extract.predicate import Said
from daybook.remember.fact import Act
from daybook.remember.values import canonical, cut, in_words

_AGE = re.compile(
    r"(?P<v>\d{1,2})(?:\s*(?:years?\s+old|years?\s+of\s+age|yrs?\s+old|yo|y/o))?(?=$|[,.!]"
    r"|\s+(?:and|now|years?|this)\b)"
)
_NAME = re.compile(r"(?P<v>[A-Z][a-zà-ÿ'-]+(?:\s[A-Z][a-zà-ÿ'-]+)?)(?=$|[,.!]|\s(?:and|from|by)\b)")
_PARENT = re.compile(
    r"(?:an?\s+|the\s+)?(?:(?:single|proud|new|busy|working|stay[\s-]at[\s-]home|married)\s+)*"
    r"(?P<v>mom|mum|mother|dad|father|parent|grandma|grandpa|grandmother|grandfather"
    r"|grandparent)(?:\s+(?:of|to)\s+(?P<n>\w+))?\b",
    re.I,
)
_SKILLED = re.compile(
    r"(?:(?:very|so|really|quite|pretty|also|not)\s+)*(?P<how>good|great|bad|terrible"
    r"|awful|horrible|excellent|amazing|decent|skilled)\s+(?:at|with)\s+(?P<v>.+)",
    re.I,
)
_COOK = re.compile(
    r"an?\s+(?:(?:pretty|very|really|quite)\s+)*(?P<how>good|great|bad|terrible|awful"
    r"|horrible|excellent|amazing|decent|slow|fast)\s+"
    r"(?P<v>cook|baker|driver|dancer|singer|swimmer|listener|speller|photographer|writer"
    r"|painter|gardener|player|shot|dancer|runner)\b",
    re.I,
)
_BAD = frozenset({"bad", "terrible", "awful", "horrible"})
_MEMBER = re.compile(
    r"(?:an?\s+)?(?:member\s+of|in|part\s+of|on)\s+(?P<v>(?:an?|the|my"
    r"|our)\s+(?:[\w' -]+\s)?(?:band|choir|team|club|orchestra|league|book\s+club|group"
    r"|sorority|fraternity|swim\s+team))\b",
    re.IGNORECASE,
)
_TALL = re.compile(
    r"(?P<v>(?:only\s+|over\s+|about\s+)?(?:\d'\s?\d{1,2}\"?|\d\s*(?:feet|foot"
    r"|ft)\s*(?:\d+)?(?:\s*inches)?|\d{3}\s*cm|\w+\s+feet)\s*(?:tall)?)\b(?=.*tall|.*'\d)",
    re.IGNORECASE,
)


def identity(said: Said, greeted: bool) -> Iterator[ExtractedFact]:
    """Read age, name, and being a parent."""
    if said.negated:
        return
    if match := _AGE.match(said.rest):
        sure = 0.9 if "old" in said.rest else 0.7
        yield from extracted_fact(
            said, "identity.age", match["v"], sure, text=f"I am {match['v']} years old.", act=Act.STATES
        )
    elif (match := _NAME.match(said.rest)) and greeted and match["v"].lower() not in NATIONALITIES | TRAITS:
        yield from extracted_fact(said, "identity.name", match["v"], 0.8, text=f"My name is {match['v']}.")
    elif match := _PARENT.match(said.rest):
        number = in_words(match["n"] or "")
        if number:
            yield from extracted_fact(said, "family.children", number, 0.9, text=f"I have {number} children.")
        else:
            grand = "grandchildren" if match["v"].lower().startswith("grand") else "children"
            slot = "family.other" if grand == "grandchildren" else "family.child"
            yield from extracted_fact(
                said, slot, grand, 0.8, text=sentence(said, cut(said.rest)), act=Act.STATES
            )


def skill(said: Said, greeted: bool) -> Iterator[ExtractedFact]:
    """Read what somebody is good or bad at."""
    match = _SKILLED.match(said.rest) or _COOK.match(said.rest)
    if match is None:
        return
    bad = (match["how"].lower() in _BAD) != said.negated
    value = canonical(cut(match["v"]))
    for fact in extracted_fact(said, "skill.ability", value, 0.7, act=Act.STATES):
        from daybook.conversation import Polarity

        yield ExtractedFact(
            fact.slot,
            fact.value,
            fact.text,
            fact.reliability,
            Polarity.NEGATIVE if bad else Polarity.POSITIVE,
        )


def membership(said: Said, greeted: bool) -> Iterator[ExtractedFact]:
    """Read teams, choirs and clubs."""
    if match := _MEMBER.match(said.rest):
        yield from extracted_fact(said, "habit.hobby", match["v"], 0.7, rest=match.group())


def describing(said: Said, greeted: bool) -> Iterator[ExtractedFact]:
    """Read standing, nationality, pastimes and traits."""
    if match := _TALL.match(said.rest):
        yield from extracted_fact(said, "identity.trait", match["v"], 0.8)
        return
    plain = HEAD.sub("", ARTICLE.sub("", DEGREE.sub("", said.rest))).strip().lower()
    plain = re.sub(
        r"^(?:big|huge|avid|proud|experienced|keen|serious|amateur|bit\s+of\s+an?|total|real"
        r"|complete|happily|recently|newly)\s+",
        "",
        plain,
    )
    plain = re.sub(
        r"\s+(?:again|now|now\s+too|too|currently|anymore|at\s+the\s+moment|since\s+.+|these\s+days|nowadays|as\s+of\s+.+|(?:for|after)\s+.+)$",
        "",
        plain,
    )
    if plain in STATUSES:
        yield from extracted_fact(
            said, "identity.relationship", plain, 0.9, rest=cut(until_company(said.rest))
        )
    elif plain in NATIONALITIES:
        yield from extracted_fact(said, "identity.nationality", plain.title(), 0.75, act=Act.STATES)
    elif plain in PASTIMES:
        yield from extracted_fact(said, "habit.hobby", plain, 0.75, act=Act.STATES)
    elif plain in TRAITS:
        yield from extracted_fact(said, "identity.trait", plain, 0.75, act=Act.STATES)
