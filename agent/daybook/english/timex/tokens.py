"""From a text to tokens, and the cursor that the rules read them with."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Generic, NamedTuple, TypeVar

ValueT = TypeVar("ValueT", covariant=True)

_TOKEN = r"(?P<word>[^\W\d_]+(?:['’][^\W\d_]+)*)|(?P<number>[0-9]+)|(?P<symbol>\S)"


@dataclass(frozen=True, slots=True)
class Token:
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


@dataclass(frozen=True, slots=True)
class Cursor:
    """A place between two tokens. Reading never changes it: it hands on another cursor."""

    tokens: tuple[Token, ...]
    at: int = 0

    @property
    def token(self) -> Token:
        """The token after the cursor; `END` behind the last."""
        return self.tokens[self.at] if self.at < len(self.tokens) else END

    @property
    def previous(self) -> Token:
        """The token before the cursor; `END` at the beginning."""
        return self.tokens[self.at - 1] if 0 < self.at <= len(self.tokens) else END

    def step(self, count: int = 1) -> Cursor:
        """The cursor `count` tokens on."""
        return Cursor(self.tokens, self.at + count)

    def take(self, *texts: str) -> Cursor | None:
        """The cursor behind the next token if that is one of `texts`."""
        return self.step() if self.token.text in texts else None

    def phrase(self, words: str) -> Cursor | None:
        """The cursor behind `words`, single tokens parted by blanks, if they come next."""
        if not words.startswith(self.token.text):  # most do not come next: say so without splitting
            return None
        here: Cursor = self
        for word in words.split():
            if here.token.text != word:
                return None
            here = here.step()
        return here

    def any_phrase(self, *phrases: str) -> Cursor | None:
        """The cursor behind the first of `phrases` that comes next."""
        return next((rest for words in phrases if (rest := self.phrase(words))), None)

    def skip(self, *texts: str) -> Cursor:
        """The cursor behind the next token if that is one of `texts`, else the cursor itself."""
        return self.take(*texts) or self


class Parse(NamedTuple, Generic[ValueT]):
    """What a rule has read, and where it stopped."""

    value: ValueT
    rest: Cursor


def tokenise(text: str) -> tuple[Token, ...]:
    """Cut a text into tokens, in its order; white space parts them and is dropped."""
    tokens: list[Token] = []
    stop = -1
    for match in _pattern().finditer(text):
        raw = match.group()
        tokens.append(
            Token(
                text=_normal(raw),
                start=match.start(),
                stop=match.end(),
                is_number=match.lastgroup == "number",
                is_word=match.lastgroup == "word",
                glued=match.start() == stop,
                capital=raw[0].isupper(),
            )
        )
        stop = match.end()
    return tuple(tokens)


def longest(*parses: Parse[ValueT] | None) -> Parse[ValueT] | None:
    """The parse that reads most; of equals the first."""
    successes = [parse for parse in parses if parse is not None]
    return max(successes, key=lambda parse: parse.rest.at, default=None)


def _normal(raw: str) -> str:
    lowered = raw.lower().replace("’", "'")
    return lowered.removesuffix("'s") or lowered


@cache
def _pattern() -> re.Pattern[str]:
    return re.compile(_TOKEN)
