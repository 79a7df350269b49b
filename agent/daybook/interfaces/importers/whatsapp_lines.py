"""The line with which a message of WhatsApp begins: each phone writes date, time and who its own way."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from functools import cache
from importlib.resources import files
from itertools import pairwise
from unicodedata import category, decimal, normalize

from daybook.interfaces.importers.formats import DateOrder

_MARKS = "\u061c\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff"
"""Signs that only steer in which direction text runs, and others that nobody sees."""
BY_WHATSAPP = "\u200e"
"""With this sign begins what an iPhone writes itself: a notice, or a mark for something left out."""
_LONGEST = 120
"""Characters within which a line has its date and time."""
_HEAD = re.compile(
    r"(?P<bracket>\[)?"
    r"(?P<date>(\d{1,4})\s?([./\-])\s?(\d{1,2})\s?\4\s?(\d{1,4}))[.,]{0,2}(?=[^\d])"
    r"(?P<before>[^\d:\[\]/]{0,28}?)"
    r"(?P<hour>\d{1,2})(?:\s?h\s?|[:.])(?P<minute>\d{2})(?:[:.](?P<second>\d{2}))?"
    r"(?P<after>[^\d:\[\]/,\-–]{0,28}?)"
    r"(?(bracket)\]|(?:\s[-–]|(?P<comma>,)))\s"
)
_WHO = re.compile(r"([^:\n\"“„«]{1,60}):(?:\s(.*))?", re.DOTALL)
_BUDDHIST = 543
"""Years by which the calendar of Thailand is ahead."""
_FIRST_YEAR = 2009
"""Of WhatsApp."""
_NOON = (12, 0, 0)
_ODD_MARK = 14
"""Characters of a mark that is not known, but may be one."""


class _Table(dict[int, str | None]):
    """How signs of any script are read in a date: figures, spaces and commas, and nothing for `_MARKS`."""

    def __missing__(self, code: int) -> str | None:
        sign = chr(code)
        figure = decimal(sign, None)
        found = sign if figure is None else str(figure)
        if figure is None and category(sign) == "Zs":
            found = " "
        self[code] = found
        return found


_PLAIN = _Table(dict.fromkeys(map(ord, _MARKS)))
_PLAIN |= {ord("،"): ",", ord("、"): ",", ord("٫"): ".", ord("："): ":", ord("／"): "/", ord("‐"): "-"}
_PLAIN |= {ord(sign): "." for sign in "年月日년월일"}


@dataclass(frozen=True, slots=True)
class Head:
    """The beginning of a message."""

    figures: tuple[str, str, str]
    """Those of the date, in the order of the file."""
    sign: str
    """The separator between them."""
    clock: tuple[int, int, int] | None
    """The time of the day; None beside a mark of which it is not known which half of the day it says."""
    words: str
    """Words beside the time."""
    speaker: str
    """"" where WhatsApp itself speaks."""
    text: str


def head_of(line: str) -> Head | None:
    """Read the line with which a message begins; None for a line that goes on with the one before."""
    if not line[:1] or (line[0] not in "[" + _MARKS and decimal(line[0], None) is None):
        return None
    beginning = line[:_LONGEST]
    plain = beginning.translate(_PLAIN)
    found = _HEAD.match(plain)
    if not found:
        return None
    rest = line[_place(beginning, found.end()) :]
    who = _WHO.fullmatch(rest)
    if found["comma"] and (not who or not who[1].endswith(" ")):
        return None  # a phone in Korean writes "…, Ada : hello"
    words = found["before"] + " " + found["after"]
    mark = period_in(words)
    if mark is None and len(folded(words)) > _ODD_MARK:
        return None
    speaker = who[1].strip(f"{_MARKS} ~\u202f") if who else ""
    hour, minute, second = (int(found[part] or 0) for part in ("hour", "minute", "second"))
    return Head(
        (found[3], found[5], found[6]),
        found[4],
        None if mark is None else (hour_of_day(mark, hour), minute, second),
        words.strip(" ,."),
        speaker,
        (who[2] or "") if who and speaker else rest,
    )


def _place(beginning: str, end: int) -> int:
    """Say where in a text the part ends that is `end` characters long when it is read as `_PLAIN` says."""
    if beginning.isascii():
        return end
    kept = (place for place, sign in enumerate(beginning) if ord(sign) not in _PLAIN or _PLAIN[ord(sign)])
    return next(place for count, place in enumerate(kept, 1) if count == end) + 1


@dataclass(frozen=True, slots=True)
class Calendar:
    """How the dates of one chat are read."""

    order: DateOrder
    zone: tzinfo
    latest: int
    """The last year that they may be in."""
    ahead: int
    """Years by which its calendar is ahead of ours."""

    def moment(self, head: Head) -> datetime | None:
        """Read its date and time. Returns None if it is no date, or beside a mark that is none."""
        if head.clock is None:
            return None
        moment = _moment(head.figures, self.order, head.clock, self.zone, self.ahead)
        return moment if moment is not None and moment.year <= self.latest else None


def calendar_of(heads: Iterable[Head], given: DateOrder | None, zone: tzinfo, latest: int) -> Calendar:
    """Tell how the dates of a chat are to be read; `latest` is the last year that they may be in.

    Raises:
        ValueError: its message says what cannot be told, and how to say it.
    """
    dates: dict[tuple[tuple[str, str, str], str], None] = {}
    unknown: Counter[str] = Counter()
    count = 0
    for head in heads:
        count += 1
        dates[head.figures, head.sign] = None
        unknown[head.words] += head.clock is None
    if not count:
        raise ValueError("no line of it begins a message of WhatsApp")
    if 10 * unknown.total() >= count:
        shown = next(words for words in unknown if unknown[words])
        raise ValueError(
            f"its times have {shown!r} beside them, and it is not known which half of the day that is: set "
            "the phone to 24 hours, and export the chat again"
        )
    orders = {ahead: given or _infer_order(list(dates), ahead) for ahead in (0, _BUDDHIST)}
    for ahead, order in orders.items():
        found = (_moment(figures, order, _NOON, zone, ahead) for figures, _ in dates if order)
        fits = [_FIRST_YEAR <= moment.year <= latest for moment in found if moment]
        # A line within a message may look like the beginning of one.
        if order and fits and 10 * sum(fits) >= 9 * len(fits):
            return Calendar(order, zone, latest, ahead)
    figures, sign = next(iter(dates))
    if orders[0] is None:
        raise ValueError(
            f"its dates, such as {sign.join(figures)}, may have the day first or the month: "
            "say which with --date-order dmy or --date-order mdy"
        )
    raise ValueError(
        f"its dates, such as {sign.join(figures)}, are not between {_FIRST_YEAR} and {latest}, the year of "
        "its file: is their order another (--date-order), or their calendar?"
    )


def _moment(
    figures: tuple[str, str, str], order: DateOrder, clock: tuple[int, int, int], zone: tzinfo, ahead: int
) -> datetime | None:
    first, second, third = figures
    year, month, day = {
        DateOrder.DMY: (third, second, first),
        DateOrder.MDY: (third, first, second),
        DateOrder.YMD: (first, second, third),
    }[order]
    if len(year) not in (2, 4):
        return None
    full_year = int(year) - ahead
    if len(year) == 2:
        full_year += 2500 if ahead else 2000
    if full_year < 2:
        return None
    try:
        return datetime(full_year, int(month), int(day), *clock, tzinfo=zone)
    except ValueError:
        return None


def _infer_order(dates: Collection[tuple[tuple[str, str, str], str]], ahead: int) -> DateOrder | None:
    """Tell the order of day, month and year from the dates of a chat. Returns None if it cannot be told.

    It is that in which most of them are dates; of two, the one in which the chat runs forward in time; then
    what a full stop between the figures says, which is written behind days only.
    """
    moments = {
        order: [_moment(figures, order, _NOON, UTC, ahead) for figures, _ in dates] for order in DateOrder
    }
    counts = {order: sum(moment is not None for moment in found) for order, found in moments.items()}
    counts[DateOrder.YMD] = sum(len(figures[0]) == 4 for figures, _ in dates)  # else 29/12/23 may be 2029
    best = [order for order, count in counts.items() if count == max(counts.values()) and count]
    if len(best) > 1:
        back = {}
        for order in best:
            dated = (moment for moment in moments[order] if moment is not None)
            back[order] = sum(later < earlier for earlier, later in pairwise(dated))
        best = [order for order in best if back[order] == min(back.values())]
    if len(best) > 1 and all(moments[order] == moments[best[0]] for order in best):
        return best[0]
    if len(best) > 1 and DateOrder.DMY in best and all(sign == "." for _, sign in dates):
        return DateOrder.DMY
    return best[0] if len(best) == 1 else None


@cache
def _words() -> Mapping[str, frozenset[str]]:
    text = files("daybook.interfaces.importers").joinpath("whatsapp_words.json").read_text("utf-8")
    return {kind: frozenset(map(_key, lines)) for kind, lines in json.loads(text).items()}


def _key(text: str) -> str:
    """Keep of a text what phones agree on: no capitals, marks at letters, or signs of direction."""
    plain = normalize("NFKD", text).casefold().replace("’", "'")
    kept = "".join(sign for sign in plain if sign not in _MARKS and category(sign) != "Mn")
    return " ".join(kept.split()).strip(" .。!")


def notice_in(text: str) -> str | None:
    """Say what WhatsApp notes, in any phone's language, in the place of a message: which kind; else None."""
    if len(text) > _LONGEST:
        return None
    key = _key(text)
    return next((kind for kind, known in _words().items() if kind != "edited" and key in known), None)


def without_edited(text: str) -> str:
    """Take off the mark that WhatsApp puts behind a message that was edited."""
    start = text.rfind("<") if text.endswith(">") and "<" in text[-_LONGEST:] else -1
    if start < 0:
        return text
    by_whatsapp = text[:start].endswith(BY_WHATSAPP)
    if by_whatsapp or _key(text[start + 1 : -1]) in _words()["edited"]:
        return text[:start].rstrip(BY_WHATSAPP + " ")
    return text


def folded(mark: str) -> str:
    """Keep of a mark what phones agree on: letters, without capitals, points, spaces and quotes."""
    letters = (sign for sign in normalize("NFKC", mark) if category(sign)[0] in "LM")
    return normalize("NFKC", "".join(letters).casefold())


@cache
def _periods() -> tuple[Mapping[str, frozenset[int]], frozenset[str]]:
    """Return the hours of the day of each mark, and the words that only stand between date and time.

    `tools/make_day_periods.py` makes them of the CLDR.
    """
    text = files("daybook.interfaces.importers").joinpath("day_periods.json").read_text("utf-8")
    given = json.loads(text)
    hours = {
        mark: frozenset(hour for hour in range(24) if int(mask, 16) >> hour & 1)
        for mask, marks in given["hours"].items()
        for mark in marks.split()
    }
    return hours, frozenset(given["between"].split())


def period_in(words: str) -> str | None:
    """Return the mark that stands in words beside a time: "" where they are none, such as "kl." or "г.,".

    None if they are not known. Words that only stand between date and time may be around the mark.
    """
    hours, between = _periods()
    mark = folded(words)
    if mark not in hours:
        parts = (part for word in words.split() if (part := folded(word)) and part not in between)
        mark = "" if mark in between else "".join(parts)
    return mark if not mark or mark in hours else None


def hour_of_day(mark: str, hour: int) -> int:
    """Read the hour of a clock of twelve, beside a mark, as that of the day.

    Of the two that it may mean it is the one of the mark; else the one in the half of the day that all its
    hours are in, as some phones write "afternoon" for every PM; else the one nearest to the mark's.
    """
    if not mark or not 1 <= hour <= 12:
        return hour
    meant, choices = _periods()[0][mark], (hour % 12, hour % 12 + 12)
    halves = {at >= 12 for at in meant}
    if len(halves) == 1 and not meant.intersection(choices):
        return choices[halves.pop()]
    return min(choices, key=lambda each: min(min((each - at) % 24, (at - each) % 24) for at in meant))
