"""Measures of answers by their words, and shares of those that a judge or a classifier could tell."""

import re
import string
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from statistics import fmean
from typing import Any

from daybook.text.english.word_tables import MONTH_NAMES, ONES, TENS
from daybook.text.english.words import words_of

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
    """True if the answer holds the expected one word for word, in one piece.

    Case, punctuation, articles, thousands separators and ":00" do not count, and number words are digits. The
    dates of citations ("3 May 2023") are no numbers, unless the expected answer itself names a month.
    """
    words = _plain(_without_dates(answer, gold))
    return any(
        _plain(alternative) and f" {_plain(alternative)} " in f" {words} "
        for alternative in alternatives(gold)
    )


def contains_words(answer: str, gold: str) -> bool:
    """True if the answer holds every content word of the expected one, by stem, in any order."""
    held = frozenset(words_of(_plain(_without_dates(answer, gold))))
    golds = (frozenset(words_of(_plain(alternative))) for alternative in alternatives(gold))
    return contains(answer, gold) or any(wanted and wanted <= held for wanted in golds)


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


_ARTICLE_WORDS = re.compile(r"\b(?:a|an|the)\b")
_PUNCTUATION = str.maketrans("", "", string.punctuation)


def token_f1(answer: str, gold: str) -> float:
    """Harmonic mean of precision and recall of the answer's tokens, repeated ones counted: 0 to 1.

    Two texts without tokens are the same (1); one without and one with are not (0).
    """
    said, wanted = _tokens(answer), _tokens(gold)
    if not said or not wanted:
        return float(said == wanted)
    shared = (Counter(said) & Counter(wanted)).total()
    return 2 * shared / (len(said) + len(wanted))


def _tokens(text: str) -> list[str]:
    return _ARTICLE_WORDS.sub(" ", text.lower().translate(_PUNCTUATION)).split()


_ROUGE_TOKEN = re.compile(r"[a-z0-9]+")


def rouge_l(answer: str, gold: str) -> float:
    """F1 of the longest common subsequence: 0 to 1; 0 where either text has no token."""
    said, wanted = _ROUGE_TOKEN.findall(answer.lower()), _ROUGE_TOKEN.findall(gold.lower())
    if not said or not wanted:
        return 0.0
    return 2 * common_length(said, wanted) / (len(said) + len(wanted))


def common_length(one: Sequence[str], other: Sequence[str]) -> int:
    """Length of the longest common subsequence.

    Each bit of one number stands for a place in the first; a row of the usual table is a few operations.

    Source: Hyyrö, Bit-parallel LCS-length computation revisited, AWOCA 2004.
    """
    places: dict[str, int] = {}
    for place, token in enumerate(one):
        places[token] = places.get(token, 0) | 1 << place
    full = (1 << len(one)) - 1
    row = full
    for token in other:
        matched = row & places.get(token, 0)
        row = (row + matched | row - matched) & full
    return len(one) - row.bit_count()


def abstention_figures(outcomes: Iterable[tuple[bool, bool]]) -> dict[str, dict[str, Any]]:
    """Count questions: whether each is unanswerable, and whether it was abstained from.

    Returns:
        "precision": of those abstained from, the unanswerable; "recall": of the unanswerable, those abstained
            from; "wrong_not_known": of those with an answer, those abstained from, where lower is better;
            each as "holding", "judged" and "value", the one of the other, None of nothing.
    """
    outcomes = list(outcomes)
    shares = {
        "precision": [unanswerable for unanswerable, abstained in outcomes if abstained],
        "recall": [abstained for unanswerable, abstained in outcomes if unanswerable],
        "wrong_not_known": [abstained for unanswerable, abstained in outcomes if not unanswerable],
    }
    return {
        name: {"holding": sum(held), "judged": len(held), "value": fmean(held) if held else None}
        for name, held in shares.items()
    }
