"""Which reading is shown, of a chat model or of the rules, of memory or of documents: evidence decides.

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

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from daybook.conversation import Evidence, Note
from daybook.english.answers import BY_MODEL, WORD_FOR_WORD, is_number, own_words
from daybook.english.questions import speaks_of_asker
from daybook.english.words import words_of
from daybook.read.checked_reading import Reading

QuotingT = TypeVar("QuotingT", Note, Evidence)

_CLEARLY = 0.3
"""By how much less doubt a passage answers clearly better than memory."""


def choose_reading(by_model: Reading, by_rules: Reading, question: str) -> tuple[Reading, str]:
    """Choose between two readings of the same rounds, or put one beside the other.

    Args:
        by_model: its notes and evidence hold only quotes that stand in their rounds.
        by_rules: the same rounds read without a model.
        question: the question made to stand alone.

    Returns:
        What is shown, and why the rules' stands first; "" where the model's does.
    """
    rules_know = not by_rules.not_known and bool(by_rules.evidence)
    if by_model.not_known:
        if not rules_know:
            return by_model, ""
        if _common(by_model.evidence, by_rules.evidence):
            return _beside(by_model, by_rules, WORD_FOR_WORD), ""
        return by_rules, "it says that it is not known, and quotes nothing of what the rules found"
    if not by_model.evidence:
        return by_rules, "the answer rests on no quote that stands in its round"
    if not by_model.holding and by_model.unsupported:
        return by_rules, "nothing that it says stands in its quotes"
    if not by_model.holding:
        return _beside(by_rules, by_model, BY_MODEL), "no word of its answer stands in its quotes"
    doubt = _doubt(by_model, question)
    if rules_know and (doubt or not _agrees(by_model, by_rules, question)):
        return _beside(by_model, by_rules, WORD_FOR_WORD), ""
    return (_beside(by_rules, by_model, BY_MODEL), doubt) if doubt else (by_model, "")


def _doubt(by_model: Reading, question: str) -> str:
    """Say what of an answer cannot be found in its quotes, or ""."""
    if any(is_number(claim) for claim in by_model.unsupported):
        return "a number of its answer stands in no quote"
    return "" if own_words(by_model.text, question) else "its answer has no word of its own"


def _agrees(by_model: Reading, by_rules: Reading, question: str) -> bool:
    """True if an answer is made of words that the rules quote as well, and that bear on the question.

    Where the rules have computed a length of time, it has to be the same.
    """
    asked, said = set(words_of(question)), set(words_of(by_model.text))
    length = {word for word in words_of(by_rules.computed.partition(":")[0]) if word.isdigit()}
    common = [set(words_of(item.quote)) for item in _common(by_model.holding, by_rules.evidence)]
    return length <= said and any(not asked or asked & words for words in common)


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


def choose_source(by_memory: Reading, by_document: Reading | None, question: str) -> Reading:
    """Choose between what memory and what documents answer by rules, or put one before the other.

    Memory's answer stands wherever it knows one, unless the question is not about its asker and a passage
    answers with much less doubt: then the document leads and memory follows.

    Args:
        by_memory: an answer from rounds, the ledger or the diary.
        by_document: an answer from documents, if any bears on the question.
        question: in stand-alone form.
    """
    if by_document is None:
        return by_memory
    if by_memory.not_known:
        return by_document
    doubt, other = by_memory.doubt, by_document.doubt
    if doubt is None or other is None or other > doubt - _CLEARLY or speaks_of_asker(question):
        return by_memory
    return replace(
        by_memory,
        text=f"{by_document.text}\n\n{WORD_FOR_WORD}\n{by_memory.text}",
        evidence=(*by_document.evidence, *by_memory.evidence),
        doubt=other,
    )
