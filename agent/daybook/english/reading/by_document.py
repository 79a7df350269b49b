"""Reading documents without a model: quotes of their best passage.

Passages take the form in which rounds are read, so that what reads excerpts, a model or the rules, and what
checks quotes is written only once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from daybook.conversation import FoundPassage, Question, RetrievalPlan, excerpts_of
from daybook.conversation.reading import Reading
from daybook.english.answers import write_passage
from daybook.english.questions import without_dates
from daybook.english.reading.abstention import abstention_signals, missing_things
from daybook.english.reading.by_quotes import choose
from daybook.english.reading.quotable import QuotablePassage, passages_of
from daybook.english.reading.relevance import query_features, rank_passages
from daybook.english.words import Vocabulary

_DOUBT_LIMIT = 0.2
"""The doubt from which on documents do not answer; far below that of memory, since they are many and mostly
about something else, and what the owner never told must not come out of one. Chosen on the rules' half of the
development questions of LongMemEval, asked beside 200 passages of other histories (`daybook-eval papers
himes-documents`): there 3% of the questions that nothing answers are answered from a passage, on the other
half 4%."""
_SENTENCES = 3
"""Sentences of a passage that are quoted at most."""


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
        hit.place: tuple(map(vocabulary.in_text, (hit.passage.heading, hit.passage.title))) for hit in found
    }
    excerpts = excerpts_of(found, question.asked_at)
    passages = [
        _under(passage, *above[passage.round.round_id]) for passage in passages_of(excerpts, vocabulary)
    ]
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
        write_passage([passage.quote for passage in chosen], {hit.place: hit for hit in found}[lead]),
        not_known=False,
        notes=(),
        evidence=tuple(passage.evidence for passage in chosen),
        doubt=signals.doubt,
    )


def _under(passage: QuotablePassage, heading: frozenset[str], title: frozenset[str]) -> QuotablePassage:
    return replace(passage, near=passage.near | heading, around=passage.around | heading | title)
