"""Reading documents without a model: the best sentences of the best passage, with where they stand."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from daybook.conversation import Evidence, FoundPassage, Question, RetrievalPlan, below_title
from daybook.read.by_document.excerpts import excerpts_of
from daybook.read.by_quotes.abstention import abstention_signals, missing_things
from daybook.read.by_quotes.choose import choose
from daybook.read.by_quotes.passages import Passage, passages_of
from daybook.read.by_quotes.query_features import query_features, without_dates
from daybook.read.by_quotes.relevance import rank_passages
from daybook.read.by_quotes.vocabulary import Vocabulary
from daybook.read.reading import Reading

_FIRST_PERSON = re.compile(r"\b(?:i|i['’](?:m|ve|d|ll)|me|my|mine|myself|we|us|our|ours)\b", re.IGNORECASE)
_DOUBT_LIMIT = 0.2
"""The doubt from which on documents do not answer; far below that of memory, since they are many and mostly
about something else, and what the owner never told must not come out of one. Chosen on the rules' half of the
development questions of LongMemEval, asked beside 200 passages of other histories (`daybook-eval papers
himes-documents`): there 3% of the questions that nothing answers are answered from a passage, on the other
half 4%."""
_CLEARLY = 0.3
"""By how much less doubt a passage answers clearly better than memory."""
_SENTENCES = 3
"""Sentences of a passage that are quoted at most."""
BY_MEMORY = "What was said, word for word:"
"""Leads from what a document says to what memory found."""


def read_by_document(
    question: Question, plan: RetrievalPlan, found: Sequence[FoundPassage]
) -> Reading | None:
    """Answer a question with quotes from the best of some passages, as `read_by_quotes` does from rounds.

    Headings and titles count as what their sentences stand under. The quotes are cited by the places of
    their passages.

    Args:
        question: as it was put.
        plan: what it became.
        found: passages, best first.

    Returns:
        At most three sentences of one passage; None where the passages hardly bear on the question.
    """
    undated = without_dates(plan.question, question.asked_at)
    vocabulary = Vocabulary.of(undated)
    above = {
        one.place: tuple(map(vocabulary.in_text, (one.passage.heading, one.passage.title))) for one in found
    }
    excerpts = excerpts_of(found, question.asked_at)
    passages = [_under(one, *above[one.round.round_id]) for one in passages_of(excerpts, vocabulary)]
    features = query_features(undated, passages, plan.kinds, advice=False)
    ranked = rank_passages(passages, features)
    if not ranked or ranked[0][1].score <= 0:
        return None
    signals = abstention_signals(excerpts, ranked, features, missing_things(undated, passages))
    if signals.doubt > _DOUBT_LIMIT:
        return None
    lead = ranked[0][0].round.round_id
    chosen = choose([item for item in ranked if item[0].round.round_id == lead], per_round=_SENTENCES)
    chosen.sort(key=lambda passage: passage.start)
    return Reading(
        _text(chosen, {one.place: one for one in found}[lead]),
        not_known=False,
        notes=(),
        evidence=tuple(_evidence(passage) for passage in chosen),
        doubt=signals.doubt,
    )


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
    if doubt is None or other is None or other > doubt - _CLEARLY or _FIRST_PERSON.search(question):
        return by_memory
    return replace(
        by_memory,
        text=f"{by_document.text}\n\n{BY_MEMORY}\n{by_memory.text}",
        evidence=(*by_document.evidence, *by_memory.evidence),
        doubt=other,
    )


def source_line(found: FoundPassage) -> str:
    """Name the place of a passage: the title of its document, its heading, its page."""
    one = found.passage
    parts = [f"\u201c{one.title}\u201d"]
    heading = below_title(one.heading, one.title)
    parts += [heading] if heading else []
    parts += [f"page {one.page}"] if one.page is not None else []
    return ", ".join(parts)


def _under(passage: Passage, heading: frozenset[str], title: frozenset[str]) -> Passage:
    return replace(passage, near=passage.near | heading, around=passage.around | heading | title)


def _text(chosen: Sequence[Passage], found: FoundPassage) -> str:
    first, *rest = (f"\u201c{passage.quote}\u201d" for passage in chosen)
    lead = f"From {source_line(found)}: {first}"
    return "\n".join([lead, *(f"- {quote}" for quote in rest)])


def _evidence(passage: Passage) -> Evidence:
    round_ = passage.round
    return Evidence(round_.round_id, round_.session_id, round_.said_at, passage.quote)
