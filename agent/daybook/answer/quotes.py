"""Checks quotes against the rounds that they name, and picks those that carry an answer."""

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import TypeVar

from daybook.conversation import Answer, Evidence, Note, Round
from daybook.conversation.language import Analyzer

_SAME_SIGN = {
    sign: alike
    for alike, signs in {
        "'": "'\u2018\u2019\u201b\u02bc`\u00b4",
        '"': '"\u201c\u201d\u201e\u00ab\u00bb',
        "-": "-\u2010\u2011\u2012\u2013\u2014\u2212",
    }.items()
    for sign in signs
}
"""Signs that writers, word processors and models put for one another."""
_TOKEN = re.compile(r"\s+|\S")
_ELLIPSIS = "..."
_CLOSING = "\"')]\u201d\u2019 "
FEWEST_WORDS = 5
"""Of part of a sentence that carries an answer."""
QuotingT = TypeVar("QuotingT", Note, Evidence)


def find_quote(quote: str, round_: Round) -> str | None:
    """Find a quote in a round, the user's side first; return the round's exact words, or None.

    White space, straight and curly quotation marks, dashes of every length and ellipses are alike; letters
    and their case must agree. If need be, white space, quotation marks and dots around the quote are dropped.
    """
    texts = round_.fields.values()
    for wanted in filter(None, (quote.strip(), quote.strip(" \t\n\"'\u201c\u201d\u2018\u2019.\u2026"))):
        if any(wanted in text for text in texts):
            return wanted
        pattern = re.compile(_pattern(wanted))
        if match := next(filter(None, map(pattern.search, texts)), None):
            return match.group()
    return None


def carries_answer(quote: str, text: str, analyzer: Analyzer) -> bool:
    """True if a quote of a text can carry an answer: a sentence, a clause or five words, that do not ask.

    What is told before a question mark counts: "I have a whippet" of "I have a whippet, what does she eat?".
    """
    start = text.find(quote)
    stop = start + len(quote)
    for first, last in analyzer.sentences(text) if start >= 0 and quote.strip() else ():
        begin, end = max(first, start), min(last, stop)
        if begin >= end or analyzer.only_asks(text[begin:end].rstrip(_CLOSING)):
            continue
        before, after = text[first:begin], text[end:last]
        is_sentence = not any(sign.isalnum() for sign in before + after)
        length = analyzer.length(text[begin:end])
        if is_sentence or length >= FEWEST_WORDS or (length > 1 and _is_clause(before, after)):
            return True
    return False


def _is_clause(before: str, after: str) -> bool:
    """True if marks set words apart from what stands before and after them in their sentence."""
    return not before.strip()[-1:].isalnum() and not after.strip()[:1].isalnum()


def check_quotes(answer: Answer, rounds: Iterable[Round]) -> Answer:
    """Keep of an answer only notes and evidence whose quotes stand in their rounds, in the round's own words.

    An answer that loses all of its evidence keeps its text, with nothing cited.
    """
    by_id = {round_.round_id: round_ for round_ in rounds}
    return replace(
        answer,
        notes=_checked(answer.notes, by_id),
        cited=_checked(answer.evidence, by_id),
    )


def _checked(items: tuple[QuotingT, ...], by_id: dict[str, Round]) -> tuple[QuotingT, ...]:
    sound = []
    for item in items:
        round_ = by_id.get(item.round_id)
        quote = find_quote(item.quote, round_) if round_ else None
        if quote is not None:
            sound.append(item if quote == item.quote else replace(item, quote=quote))
    return tuple(sound)


def _pattern(wanted: str) -> str:
    """Make the expression that matches a text in every spelling that is alike."""
    plain = wanted.replace("\u2026", _ELLIPSIS)
    parts: list[str] = []
    place = 0
    while place < len(plain):
        if plain.startswith(_ELLIPSIS, place):
            parts.append(r"(?:\.\.\.|\u2026)")
            place += len(_ELLIPSIS)
            continue
        match = _TOKEN.match(plain, place)
        assert match  # every character is white space or not
        parts.append(_alike(match.group()))
        place = match.end()
    return "".join(parts)


def _alike(token: str) -> str:
    if token.isspace():
        return r"\s+"
    sign = _SAME_SIGN.get(token)
    if sign is None:
        return re.escape(token)
    return "[" + "".join(re.escape(other) for other, alike in _SAME_SIGN.items() if alike == sign) + "]"
