"""How phones write the half of the day: a table of every language, made from the CLDR.

`python tools/make_day_periods.py` makes `day_periods.json` anew, with the `babel` library.
"""

import json
from collections.abc import Collection, Mapping
from functools import cache, reduce
from importlib.resources import files
from operator import and_
from typing import TypeAlias
from unicodedata import category, normalize

_Table: TypeAlias = Mapping[str, Mapping[str, frozenset[int]]]
"""By mark and language: the hours that the mark may stand beside."""
_MORNING, _AFTERNOON = frozenset(range(12)), frozenset(range(12, 24))
_PHONES = frozenset(
    "af am ar az be bg bn ca cs da de el en es et fa fi fil fr ga gu he hi hr hu id it ja ka kk kn ko ky lo "
    "lt lv mk ml mr ms nb nl no pa pl pt ro ru sk sl sq sr sv sw ta te th tr uk ur uz vi zh zu".split()
)
"""The languages that WhatsApp speaks: of contradicting ones these are asked first."""


def folded(mark: str) -> str:
    """Keep of a mark what phones agree on: letters, without capitals, points, spaces and quotes."""
    letters = (sign for sign in normalize("NFKC", mark) if category(sign)[0] in "LM")
    return normalize("NFKC", "".join(letters).casefold())


@cache
def _read() -> tuple[_Table, frozenset[str]]:
    text = files("daybook.interfaces.importers").joinpath("day_periods.json").read_text("utf-8")
    given = json.loads(text)
    table = {
        mark: {
            language: frozenset(hour for hour in range(24) if int(hours, 16) >> hour & 1)
            for hours, languages in found.items()
            for language in languages.split()
        }
        for mark, found in given["periods"].items()
    }
    return table, frozenset(given["between"])


def period_in(words: str) -> str | None:
    """Return the mark that stands in words beside a time: "" where they are none, such as "kl." or "г.,".

    None where they are not known. Words that only stand between date and time may be around the mark.
    """
    table, between = _read()
    mark = folded(words)
    if not mark or mark in between:
        return ""
    if mark in table:
        return mark
    parts = [part for word in words.split() if (part := folded(word)) and part not in between]
    mark = "".join(parts)
    return mark if not mark or mark in table else None


def hours_of_day(uses: Collection[tuple[str, int]]) -> Mapping[tuple[str, int], int]:
    """Read the hours of a chat's clock of twelve, each beside its mark, as those of the day.

    A phone writes one language, so only those count in which all its marks are known, where there are any; of
    these, the ones in which a mark is a half of the day, and WhatsApp's own before all others.

    Raises:
        ValueError: with a mark, which means one half in one language and the other in another.
    """
    table, _ = _read()
    marks = {mark for mark, _ in uses if mark}
    shared = reduce(and_, (table[mark].keys() for mark in marks)) if marks else frozenset[str]()
    found = {}
    for mark, hour in uses:
        if not mark or not 1 <= hour <= 12:
            found[mark, hour] = hour
            continue
        languages = frozenset(shared or table[mark])
        halves = frozenset(
            language for language in languages if table[mark][language] in (_MORNING, _AFTERNOON)
        )
        languages = halves or languages
        meant = {_hour(hour, table[mark][language]) for language in (languages & _PHONES or languages)}
        if len(meant) > 1:
            raise ValueError(mark)
        found[mark, hour] = meant.pop()
    return found


def _hour(hour: int, hours: frozenset[int]) -> int:
    """Choose of the two hours that a clock of twelve may mean the one nearest to those of the mark."""

    def distance(each: int) -> int:
        return min(min((each - at) % 24, (at - each) % 24) for at in hours)

    return min((hour % 12, hour % 12 + 12), key=distance)
