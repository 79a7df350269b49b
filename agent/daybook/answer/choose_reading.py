"""What stands of a reading by its quotes, and which is shown, of a model or of the rules: evidence decides.

What a model writes may add to what the rules found, and correct it with quotes of its own; it never takes an
answer by rules that has evidence silently away. Where both are shown, the one named first stands first.

    the model says                               the rules quote          the rules do not know
    an answer without a quote that stands        rules                    rules
    words that none of its quotes holds,
      numbers or names among them                rules                    rules
      none of those                              rules, model             rules, model
    an answer that its quotes hold,
      a number aside                             model, rules             rules, model
      "yes", "no" or the like                    model, rules             rules, model
      from words that the rules quote too
        and that bear on the question            model                    model
      from others, or a length of time that
        the rules compute otherwise              model, rules             model
    not known, quoting words of the rules        model, rules             model
    not known, quoting none                      rules                    model
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TypeVar

from daybook.conversation import Evidence, Note, Reading, Round
from daybook.conversation.language import Language

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
QuotingT = TypeVar("QuotingT", Note, Evidence)


def find_quote(quote: str, round_: Round) -> str | None:
    """Find a quote in a round, the user's side first; return the round's exact words, or None.

    White space, straight and curly quotation marks, dashes of every length and ellipses are alike; letters
    and their case must agree. If need be, white space, quotation marks and dots around the quote are dropped.
    """
    for wanted in dict.fromkeys((quote.strip(), quote.strip(" \t\n\"'\u201c\u201d\u2018\u2019.\u2026"))):
        if not wanted:
            continue
        for text in round_.fields.values():
            if wanted in text:
                return wanted
            match = re.search(_pattern(wanted), text)
            if match:
                return match.group()
    return None


def check_quotes(reading: Reading, rounds: Iterable[Round]) -> Reading:
    """Keep of a reading only notes and evidence whose quotes stand in their rounds, in the round's own words.

    An answer that loses all of its evidence keeps its text, with nothing cited.
    """
    by_id = {round_.round_id: round_ for round_ in rounds}
    return replace(
        reading,
        notes=_checked(reading.notes, by_id),
        evidence=_checked(reading.evidence, by_id),
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


def choose_reading(
    by_model: Reading, by_rules: Reading, question: str, language: Language
) -> tuple[Reading, str]:
    """Choose between two readings of the same rounds, checked for quotes, or put one beside the other.

    Returns:
        What is shown, and why the rules' reading comes first; "" where the model's does.
    """
    texts = language.texts
    rules_know = not by_rules.not_known and bool(by_rules.evidence)
    if by_model.not_known:
        if not rules_know:
            return by_model, ""
        if _common(by_model.evidence, by_rules.evidence):
            return _beside(by_model, by_rules, texts.word_for_word), ""
        return by_rules, "it says that it is not known, and quotes nothing of what the rules found"
    if not by_model.evidence:
        return by_rules, "the answer rests on no quote that stands in its round"
    if not by_model.holding and by_model.unsupported:
        return by_rules, "nothing that it says stands in its quotes"
    if not by_model.holding:
        return _beside(by_rules, by_model, texts.by_model), "no word of its answer stands in its quotes"
    doubt = _doubt(by_model)
    if rules_know and (doubt or not _agrees(by_model, by_rules, question, language.analyzer.words)):
        return _beside(by_model, by_rules, texts.word_for_word), ""
    return (_beside(by_rules, by_model, texts.by_model), doubt) if doubt else (by_model, "")


def _doubt(by_model: Reading) -> str:
    """Name what an answer says beyond its quotes, or ""."""
    if by_model.unsupported_number:
        return "a number of its answer stands in no quote"
    return "" if by_model.own_words else "its answer has no word of its own"


def _agrees(by_model: Reading, by_rules: Reading, question: str, words: Callable[[str], list[str]]) -> bool:
    """True if an answer says only what the rules quote, on the question, and no other length of time."""
    asked, said = set(words(question)), set(words(by_model.text))
    length = {word for word in words(by_rules.computed.partition(":")[0]) if word.isdigit()}
    common = [set(words(item.quote)) for item in _common(by_model.holding, by_rules.evidence)]
    return length <= said and any(not asked or asked & held for held in common)


def _common(some: Sequence[Evidence], others: Sequence[Evidence]) -> list[Evidence]:
    """List those of some citations whose words others hold, or that hold the words of others."""
    return [
        item
        for item in some
        if any(
            item.round_id == other.round_id and (item.quote in other.quote or other.quote in item.quote)
            for other in others
        )
    ]


def _beside(first: Reading, second: Reading, lead: str) -> Reading:
    """Show one reading with another after it; whether it is known is as the first one says."""
    return replace(
        first,
        text=f"{first.text}\n\n{lead}\n{second.text}",
        notes=(*first.notes, *_further(first.notes, second.notes)),
        evidence=(*first.evidence, *_further(first.evidence, second.evidence)),
        unsupported=(*first.unsupported, *second.unsupported),
    )


def _further(first: tuple[QuotingT, ...], second: tuple[QuotingT, ...]) -> list[QuotingT]:
    known = {(item.round_id, item.quote) for item in first}
    return [item for item in second if (item.round_id, item.quote) not in known]
