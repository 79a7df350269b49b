"""Whether the numbers, dates and names of an answer stand in what it cites."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from datetime import date

from daybook.english.numbers import ONES, TENS

_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_WORD_NUMBER = re.compile(rf"\b(?:({'|'.join(TENS)})(?:[\s-]+)?)?({'|'.join(ONES)})?\b", re.IGNORECASE)
_NAME = re.compile(r"(?<![.!?…:\"“\n*•-] )(?<!^)(?<![\w'’])[A-Z][\w'’&-]*\w", re.MULTILINE)
_NO_NAMES = frozenset("i i'm i've i'd i'll you your the a an in on at no yes ok am pm".split())


def unsupported_claims(
    answer: str, cited: Iterable[str], *, computed: Collection[int] = (), days: Collection[date] = ()
) -> tuple[str, ...]:
    """Name what an answer claims and nothing that it cites holds.

    Looked at are numbers, in digits or words up to ninety-nine, and words with a capital letter that do not
    begin a sentence. A number may also be one that was computed, and the day, month, weekday or year of a
    given day. This promises that the words occur, not that they follow.

    Args:
        answer: the text.
        cited: the quotes that it rests on, and the question.
        computed: numbers that code made of cited values.
        days: the days of the cited rounds, and those that a computation used.

    Returns:
        The claims as they stand in the answer, each once, in their order.
    """
    given = " ".join(cited)
    numbers = _numbers(given) | {str(number) for number in computed}
    words = {_plain(word) for word in re.findall(r"[\w'’&-]+", given)}
    for day in days:
        numbers |= {str(day.day), str(day.month), str(day.year), f"{day.day:02}", f"{day.month:02}"}
        words |= {f"{day:%B}".lower(), f"{day:%b}".lower(), f"{day:%A}".lower(), f"{day:%a}".lower()}
    claims = [(match.start(), match[0]) for match in _NUMBER.finditer(answer) if not _held(match[0], numbers)]
    claims += [
        (match.start(), match[0])
        for match in _WORD_NUMBER.finditer(answer)
        if match[0] and match[0].lower() != "one" and not _held(_in_digits(match), numbers)
    ]
    claims += [
        (match.start(), match[0])
        for match in _NAME.finditer(answer)
        if (plain := _plain(match[0])) not in words and plain not in _NO_NAMES
    ]
    return tuple(dict.fromkeys(claim for _, claim in sorted(claims)))


def _held(number: str, numbers: Collection[str]) -> bool:
    """Whether a number, or each part of a date or time that is written as one, is there."""
    plain = number.replace(",", "")
    return plain in numbers or all(
        part.lstrip("0") in numbers or part in numbers for part in re.split("[.:]", plain)
    )


def _numbers(text: str) -> set[str]:
    digits = {match[0].replace(",", "") for match in _NUMBER.finditer(text)}
    parts = {part for number in digits for part in re.split("[.:]", number)}
    words = {_in_digits(match) for match in _WORD_NUMBER.finditer(text) if match[0]}
    return digits | parts | {part.lstrip("0") or "0" for part in parts} | words


def _in_digits(match: re.Match[str]) -> str:
    tens = TENS[match[1].lower()] if match[1] else 0
    return str(tens + (ONES[match[2].lower()] if match[2] else 0))


def _plain(word: str) -> str:
    return word.lower().replace("’", "'").removesuffix("'s").strip("-'&")
