"""Reading documents: their passages as excerpts, citations told apart again, and the answer without a model.

Passages take the form in which rounds are read, so that what reads excerpts, a model or the rules, and what
checks quotes is written only once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from daybook.conversation import (
    Candidate,
    DocumentEvidence,
    Excerpt,
    FoundPassage,
    Question,
    RetrievalPlan,
    Role,
    Round,
    Span,
    Turn,
)
from daybook.english.answers import write_passage
from daybook.english.questions import without_dates
from daybook.english.words import Vocabulary
from daybook.read.abstention import abstention_signals, missing_things
from daybook.read.by_quotes import choose
from daybook.read.checked_reading import Reading
from daybook.read.quotable import QuotablePassage, passages_of
from daybook.read.relevance import query_features, rank_passages

_DOUBT_LIMIT = 0.2
"""The doubt from which on documents do not answer; far below that of memory, since they are many and mostly
about something else, and what the owner never told must not come out of one. Chosen on the rules' half of the
development questions of LongMemEval, asked beside 200 passages of other histories (`daybook-eval papers
himes-documents`): there 3% of the questions that nothing answers are answered from a passage, on the other
half 4%."""
_SENTENCES = 3
"""Sentences of a passage that are quoted at most."""


def excerpts_of(found: Iterable[FoundPassage], at: datetime) -> list[Excerpt]:
    """Make an excerpt of each passage: a round without a user's side, named by `FoundPassage.place`.

    Args:
        found: passages, best first.
        at: the moment of the question; a document is not of a day, and that moment dates nothing.
    """
    return [_excerpt(passage, at) for passage in found]


def without_documents(
    reading: Reading, passages: Mapping[str, FoundPassage]
) -> tuple[Reading, tuple[DocumentEvidence, ...]]:
    """Leave in a reading what it took from rounds, and give what it cites of documents.

    Args:
        reading: its quotes stand where it says.
        passages: those that were read, by place.
    """
    cited = dict.fromkeys(
        passages[item.round_id].cited(item.quote) for item in reading.evidence if item.round_id in passages
    )
    kept = replace(
        reading,
        notes=tuple(note for note in reading.notes if note.round_id not in passages),
        evidence=tuple(item for item in reading.evidence if item.round_id not in passages),
    )
    return kept, tuple(cited)


def _excerpt(found: FoundPassage, at: datetime) -> Excerpt:
    text = found.passage.text
    round_ = Round(
        found.place,
        owner="",
        session_id=found.passage.document_id,
        occurrence=0,
        position=found.passage.position,
        said_at=at,
        user=None,
        assistant=Turn(Role.ASSISTANT, text, at),
    )
    cosine = found.signals.get("dense")
    whole = Span(Role.ASSISTANT, 0, len(text), cosine or 0.0)
    signals = {} if cosine is None else {"dense": cosine}
    matches = () if cosine is None else (whole,)
    return Excerpt(Candidate(round_, found.score, signals, matches), (whole,), tokens=0)


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
