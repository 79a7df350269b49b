"""Reading documents without a model: quotes of their best passage.

Passages take the form in which rounds are read, so that what reads excerpts, a model or the rules, and what
checks quotes is written only once.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from operator import itemgetter

from daybook.conversation import FoundPassage, Question, RetrievalPlan, excerpts_of
from daybook.conversation.reading import Reading
from daybook.text.english.answers.quotes_in_words import write_passage
from daybook.text.english.answers.sentence_signs import points_back
from daybook.text.english.questions.question_content import without_dates
from daybook.text.english.reading.abstention import abstention_signals, missing_things
from daybook.text.english.reading.by_quotes import choose, with_what_it_refers_to
from daybook.text.english.reading.quotable import QuotablePassage, passages_of
from daybook.text.english.reading.relevance import Ranked, query_features, rank_passages
from daybook.text.english.words import Vocabulary, words_of

_DOUBT_LIMIT = 0.2
"""The doubt from which on documents do not answer; far below that of memory, since they are many and mostly
about something else, and what the owner never told must not come out of one. Chosen on the rules' half of the
development questions of LongMemEval, asked beside 200 passages of other histories (`daybook-eval papers
himes-documents`): there 3% of the questions that nothing answers are answered from a passage, on the other
half 4%."""
_SENTENCES = 3
"""Sentences of a passage that are quoted at most."""
_DEFINES, _TELLS, _BARE = 1.6, 1.3, 0.5
"""Factors of a sentence that says what the thing asked about is, of one that begins with it, and of what is
no sentence."""
_ARTICLE = r"(?:(?:an?|the)\s+)?"
_WHAT_IS = re.compile(
    rf"\s*(?:what|who)\s+(?:is|are|was|were|does|do|did)\s+{_ARTICLE}(?P<thing>[^?]+?)"
    r"(?:\s+(?:do|mean|for|called))?\s*\?",
    re.IGNORECASE,
)
_SUBJECT = re.compile(
    rf"\s*{_ARTICLE}(?P<thing>[^.,;:]+?)\s+(?:is|are|was|were|means?|refers?\s+to|stands?\s+for)\b",
    re.IGNORECASE,
)
_NAMED = re.compile(rf"\b(?:called|named|known\s+as|termed)\s+{_ARTICLE}(?P<name>[^.,;:]+)", re.IGNORECASE)
_OF = re.compile(r"\s+(?:of|in|for)\s+", re.IGNORECASE)
_SUCH = re.compile(r"(?:such|these|those)\s+(?!an?\b)", re.IGNORECASE)
_ENDS = (".", "!", "?", ":", "\u201d", "\u2019", '"', "'", ")")
_ROW = re.compile(r"^\||(?:\.\s){4}|\.{5}")
"""A row of a table, or the dots of a list of contents."""


def read_by_document(
    question: Question, plan: RetrievalPlan, found: Sequence[FoundPassage]
) -> Reading | None:
    """Answer a question with quotes from the best of some passages, as `read_by_quotes` does from rounds.

    Headings and titles count as what their sentences stand under. The quotes are cited by the places of
    their passages, which come best first.

    Returns:
        At most three sentences of one passage; None where the passages hardly bear on the question.
    """
    undated = without_dates(plan.question, question.asked_at)
    vocabulary = Vocabulary.of(undated)
    by_place = {hit.place: hit for hit in found}
    excerpts = excerpts_of(found, question.asked_at)
    passages = []
    for passage in passages_of(excerpts, vocabulary):
        above = by_place[passage.round.round_id].passage
        heading, title = vocabulary.in_text(above.heading), vocabulary.in_text(above.title)
        around = passage.around | heading | title
        passages.append(replace(passage, near=passage.near | heading, around=around))
    features = query_features(undated, passages, plan.kinds, advice=False)
    ranked = rank_passages(passages, features)
    if not ranked or ranked[0][1].score <= 0:
        return None
    signals = abstention_signals(excerpts, ranked, features, missing_things(undated, passages))
    if signals.doubt > _DOUBT_LIMIT:
        return None
    lead, *others = _chosen(ranked, undated)
    chosen = [lead, *sorted(others, key=lambda passage: passage.start)]
    return Reading(
        write_passage([passage.quote for passage in chosen], by_place[lead.round.round_id]),
        not_known=False,
        notes=(),
        evidence=tuple(passage.evidence for passage in chosen),
        doubt=signals.doubt,
    )


def _chosen(ranked: Ranked, question: str) -> list[QuotablePassage]:
    """Choose the sentence that answers best, and what of its passage goes with it: whole sentences."""
    asked = _asked_thing(question)
    weighed = [(passage, relevance.score * _telling(passage, *asked)) for passage, relevance in ranked]
    lead, best = max(weighed, key=itemgetter(1))[0], ranked[0][1]
    (told,) = with_what_it_refers_to([lead], _points_back)
    beside = [
        (passage, relevance)
        for passage, relevance in ranked
        if passage.round.round_id == lead.round.round_id
        and not told.start <= passage.start <= lead.start
        and _is_sentence(passage)
    ]
    chosen = choose([(told, best), *beside], first=[told], per_round=_SENTENCES)
    return with_what_it_refers_to(chosen, _points_back)


def _points_back(sentence: str) -> bool:
    return points_back(sentence) or _SUCH.match(sentence) is not None


_Stems = tuple[str, ...]


def _asked_thing(question: str) -> tuple[_Stems, _Stems]:
    """Give the stems of the thing that a question asks the meaning or the doings of, and of its head.

    The head of "the editors of a journal" is "editors". There are none where it asks otherwise.
    """
    asked = _WHAT_IS.match(question)
    thing = asked.group("thing") if asked else ""
    return _stems(thing), _stems(_OF.split(thing)[0])


def _stems(text: str) -> _Stems:
    return tuple(words_of(text))


def _telling(passage: QuotablePassage, asked: _Stems, head: _Stems) -> float:
    """Weigh a sentence by its form: one that begins with the thing asked about, or names it, tells of it.

    What says no more than its heading or the question tells nothing.
    """
    words = words_of(passage.quote)
    if not set(words) - set(asked) or not _is_sentence(passage):
        return _BARE
    if not asked:
        return 1.0
    named, subject = _NAMED.search(passage.quote), _SUBJECT.match(passage.quote)
    if (named and _stems(named.group("name"))[: len(asked)] == asked) or (
        subject and _stems(subject.group("thing")) in (asked, head)
    ):
        return _DEFINES
    return _TELLS if tuple(words[: len(asked)]) == asked else 1.0


def _is_sentence(passage: QuotablePassage) -> bool:
    """True if a quote is a sentence to its end, no row of a table or of a list of contents."""
    return passage.quote.endswith(_ENDS) and not _ROW.search(passage.quote)
