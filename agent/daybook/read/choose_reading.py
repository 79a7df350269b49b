"""Which reading is shown, of a chat model or of the rules: evidence decides.

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

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar

from daybook.conversation import Evidence, Note, Reading
from daybook.conversation.language import Language

QuotingT = TypeVar("QuotingT", Note, Evidence)


def choose_reading(
    by_model: Reading, by_rules: Reading, question: str, language: Language
) -> tuple[Reading, str]:
    """Choose between two readings of the same rounds, or put one beside the other.

    Args:
        by_model: its notes and evidence hold only quotes that stand in their rounds.
        by_rules: the same rounds read without a model.
        question: the question made to stand alone.
        language: of memory.

    Returns:
        What is shown, and why the rules' stands first; "" where the model's does.
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
    """Say what of an answer cannot be found in its quotes, or ""."""
    if by_model.unsupported_number:
        return "a number of its answer stands in no quote"
    return "" if by_model.own_words else "its answer has no word of its own"


def _agrees(by_model: Reading, by_rules: Reading, question: str, words: Callable[[str], list[str]]) -> bool:
    """True if an answer is made of words that the rules quote as well, and that bear on the question.

    Where the rules have computed a length of time, it has to be the same.
    """
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
