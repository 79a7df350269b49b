"""From a text to tokens, the cursor that the rules read them with, and the numbers among them."""

from __future__ import annotations

import re
from functools import cache
from typing import Generic, NamedTuple, TypeVar

from daybook.text.english.word_tables import DECADES, ONES, ORDINALS, TENS, TENTHS

ValueT = TypeVar("ValueT", covariant=True)

_TOKEN = re.compile(r"(?P<word>[^\W\d_]+(?:['’][^\W\d_]+)*)|(?P<number>[0-9]+)|(?P<symbol>\S)")
SUFFIXES = ("st", "nd", "rd", "th")
MAX_DIGITS = 4
"""Longer numbers count nothing that a calendar knows."""


class Token(NamedTuple):
    """A word, a run of digits or a symbol, with its place in the text."""

    text: str
    """Lower case, without a possessive 's."""
    start: int
    stop: int
    is_number: bool = False
    is_word: bool = False
    glued: bool = False
    """Nothing stands between it and the token before."""
    capital: bool = False


END = Token("", -1, -1)


class Cursor:
    """A place between two tokens. Reading never changes it: it hands on another cursor."""

    __slots__ = ("at", "token", "tokens")

    def __init__(self, tokens: tuple[Token, ...], at: int = 0) -> None:
        self.tokens, self.at = tokens, at
        self.token = tokens[at] if at < len(tokens) else END
        """The token after the cursor; `END` behind the last."""

    @property
    def previous(self) -> Token:
        """The token before the cursor; `END` at the beginning."""
        return self.tokens[self.at - 1] if 0 < self.at <= len(self.tokens) else END

    def step(self, count: int = 1) -> Cursor:
        """The cursor `count` tokens on."""
        return Cursor(self.tokens, self.at + count)

    def take(self, *texts: str) -> Cursor | None:
        """The cursor behind the next token if that is one of `texts`."""
        return Cursor(self.tokens, self.at + 1) if self.token.text in texts else None

    def phrase(self, words: str) -> Cursor | None:
        """The cursor behind `words`, single tokens parted by blanks, if they come next."""
        if not words.startswith(self.token.text):  # most do not come next: say so without splitting
            return None
        found = words.split()
        stop = self.at + len(found)
        if [token.text for token in self.tokens[self.at : stop]] != found:
            return None
        return Cursor(self.tokens, stop)

    def any_phrase(self, *phrases: str) -> Cursor | None:
        """The cursor behind the first of `phrases` that comes next."""
        if self.token.text not in _first_words(phrases):
            return None
        return next((rest for words in phrases if (rest := self.phrase(words))), None)

    def skip(self, *texts: str) -> Cursor:
        """The cursor behind the next token if that is one of `texts`, else the cursor itself."""
        return Cursor(self.tokens, self.at + 1) if self.token.text in texts else self


@cache
def _first_words(phrases: tuple[str, ...]) -> frozenset[str]:
    return frozenset(words.partition(" ")[0] for words in phrases)


class Parse(NamedTuple, Generic[ValueT]):
    """A rule's value, and where it stopped."""

    value: ValueT
    rest: Cursor


def tokenise(text: str) -> tuple[Token, ...]:
    """Cut a text into tokens, in its order; white space parts them and is dropped."""
    tokens: list[Token] = []
    stop = -1
    for match in _TOKEN.finditer(text):
        raw, kind, start = match.group(), match.lastgroup, match.start()
        lowered = raw.lower().replace("’", "'")
        text = lowered.removesuffix("'s") or lowered
        is_glued, is_capital = start == stop, raw[0].isupper()
        stop = match.end()
        tokens.append(Token(text, start, stop, kind == "number", kind == "word", is_glued, is_capital))
    return tuple(tokens)


def longest(*parses: Parse[ValueT] | None) -> Parse[ValueT] | None:
    """The parse that reads most; of equals the first."""
    successes = [parse for parse in parses if parse is not None]
    return max(successes, key=lambda parse: parse.rest.at, default=None)


def cardinal(at: Cursor) -> Parse[int] | None:
    """A whole number up to 9999: "12", "twelve", "twenty-one", "a hundred", "two hundred"."""
    if at.token.is_number:
        is_whole = len(at.token.text) <= MAX_DIGITS and not _is_decimal(at)
        return Parse(int(at.token.text), at.step()) if is_whole else None
    if hundred := at.phrase("a hundred"):
        return Parse(100, hundred)
    small = _below_hundred(at)
    if small is None:
        return None
    hundred = small.rest.take("hundred")
    return Parse(small.value * 100, hundred) if hundred else small


def ordinal(at: Cursor) -> Parse[int] | None:
    """An ordinal up to 99: "3rd", "third", "twenty-third"."""
    token = at.token
    if token.is_number and len(token.text) <= 2:
        suffix = at.step().token
        if suffix.glued and suffix.text in SUFFIXES:
            return Parse(int(token.text), at.step(2))
        return None
    if value := ORDINALS.get(token.text) or TENTHS.get(token.text):
        return Parse(value, at.step())
    if token.text in TENS:
        rest = at.step().skip("-")
        if 0 < ORDINALS.get(rest.token.text, 10) < 10:
            return Parse(TENS[token.text] + ORDINALS[rest.token.text], rest.step())
    return None


def year(at: Cursor) -> Parse[int] | None:
    """A year of four digits from 1000 to 2999, or in words ("nineteen ninety-six")."""
    token = at.token
    if token.is_number:
        fits = len(token.text) == 4 and 1000 <= int(token.text) <= 2999
        return Parse(int(token.text), at.step()) if fits and not _is_decimal(at) else None
    return _thousands(at) or _pairs(at)


def short_year(at: Cursor) -> Parse[int] | None:
    """A year of two digits behind a month: "87", "'87". Up to 49 it is of this century."""
    at = at.skip("'", "’")
    token = at.token
    if token.is_number and len(token.text) == 2 and not at.step().token.glued:
        value = int(token.text)
        return Parse(value + (2000 if value < 50 else 1900), at.step())
    return None


def decade(at: Cursor) -> Parse[int] | None:
    """The first year of a decade: "the 90s", "1990s", "nineties". Two digits up to 20 are of this century."""
    at = at.skip("'", "’")
    token, suffix = at.token, at.step().token
    if token.text in DECADES:
        return Parse(1900 + DECADES[token.text], at.step())
    if not (token.is_number and token.text.endswith("0") and suffix.text == "s"):
        return None
    value = int(token.text) if len(token.text) <= 4 else 0
    if len(token.text) == 2:
        return Parse(value + (2000 if value <= 20 else 1900), at.step(2))
    return Parse(value, at.step(2)) if len(token.text) == 4 and suffix.glued and value >= 1000 else None


def _is_decimal(at: Cursor) -> bool:
    """True if digits belong to a longer number: 3.5, 1,000."""
    mark, tail = at.step().token, at.step(2).token
    behind = mark.glued and tail.glued and tail.is_number and (mark.text == "." or _is_group(mark, tail))
    comma = at.previous
    joined = comma.text == "." or _is_group(comma, at.token)
    before = at.token.glued and joined and comma.glued and at.step(-2).token.is_number
    return behind or before


def _is_group(mark: Token, tail: Token) -> bool:
    """True if a comma parts thousands: 1,000 but not "May 1,2023"."""
    return mark.text == "," and len(tail.text) == 3


def _below_hundred(at: Cursor) -> Parse[int] | None:
    text = at.token.text
    if text in ONES:
        return Parse(ONES[text], at.step())
    if text not in TENS:
        return None
    rest = at.step().skip("-")
    if 0 < ONES.get(rest.token.text, 0) < 10:
        return Parse(TENS[text] + ONES[rest.token.text], rest.step())
    return Parse(TENS[text], at.step())


def _thousands(at: Cursor) -> Parse[int] | None:
    thousand = at.phrase("two thousand") or at.phrase("one thousand")
    if thousand is None:
        return None
    base = 2000 if at.token.text == "two" else 1000
    tail = _below_hundred(thousand.skip("and"))
    return Parse(base + tail.value, tail.rest) if tail else Parse(base, thousand)


def _pairs(at: Cursor) -> Parse[int] | None:
    first = _below_hundred(at)
    if first is None or not 10 <= first.value <= 20:
        return None
    hundred = first.rest.take("hundred")
    rest = hundred.skip("and") if hundred else first.rest.skip("-")
    oh = rest.take("oh", "o")
    second = _below_hundred(oh or rest)
    if second is not None and (hundred or (second.value < 10 if oh else second.value >= 10)):
        return Parse(first.value * 100 + second.value, second.rest)
    return Parse(first.value * 100, hundred) if hundred else None
