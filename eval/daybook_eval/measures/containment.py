"""Whether an answer contains the expected one."""

from __future__ import annotations

import re
import unicodedata

from daybook.english.calendar_words import MONTH_NAMES
from daybook.english.numbers import ONES, TENS
from daybook.english.words import words_of

_DIGITS = {
    **{word: str(value) for word, value in {**ONES, **TENS}.items()},
    **{"once": "1 time", "twice": "2 times", "hundred": "100", "dozen": "12"},
}
_ARTICLES = frozenset({"a", "an", "the"})
_TOKEN = re.compile(r"\d+(?:\.\d+)?|[^\W\d_]+")
_MONTHS = "|".join(MONTH_NAMES)
_DATE = re.compile(rf"\b\d{{1,2}} (?:{_MONTHS}) \d{{4}}\b", re.IGNORECASE)
_ALTERNATIVE = re.compile(r"^(?P<one>.+?)\. (?P<other>.+?) \(including the last day\) is also acceptable")


def contains(answer: str, gold: str) -> bool:
    """Whether the answer holds the expected one word for word, in one piece.

    Case, punctuation, articles, thousands separators and ":00" do not count, and number words are
    digits. The dates of citations ("3 May 2023") are no numbers: "3" is not found in them, unless the
    expected answer itself names a month.
    """
    words = _plain(_without_dates(answer, gold))
    return any(_plain(one) and f" {_plain(one)} " in f" {words} " for one in alternatives(gold))


def contains_words(answer: str, gold: str) -> bool:
    """Whether the answer holds every content word of the expected one, by stem, in any order."""
    held = frozenset(words_of(_plain(_without_dates(answer, gold))))
    golds = (frozenset(words_of(_plain(one))) for one in alternatives(gold))
    return contains(answer, gold) or any(wanted and wanted <= held for wanted in golds)


def word_share(answer: str, gold: str) -> float:
    """Share of the content words of the expected answer, by stem, that the answer holds: 0 to 1."""
    wanted = frozenset(words_of(_plain(gold)))
    return len(wanted & frozenset(words_of(_plain(answer)))) / len(wanted) if wanted else 0.0


def alternatives(gold: str) -> tuple[str, ...]:
    """Give the answers that the expected one accepts: "7 days. 8 days (…) is also acceptable" are two."""
    match = _ALTERNATIVE.match(gold)
    return (match["one"], match["other"]) if match else (gold,)


def _without_dates(answer: str, gold: str) -> str:
    return answer if re.search(_MONTHS, gold, re.IGNORECASE) else _DATE.sub(" ", answer)


def _plain(text: str) -> str:
    lowered = unicodedata.normalize("NFKC", text).casefold()
    lowered = re.sub(r"(?<=\d),(?=\d{3})", "", lowered)
    lowered = re.sub(r"(?<=\d):00\b", "", lowered)
    tokens = (_DIGITS.get(token, token) for token in _TOKEN.findall(lowered))
    return " ".join(token for token in tokens if token not in _ARTICLES)
