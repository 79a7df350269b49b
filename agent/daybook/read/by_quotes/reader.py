"""Reading without a model: Chain-of-Note made of quotes.

The sentences that bear on the question become notes; the best of them, with their dates, become the
answer. It quotes and computes with dates, and does not reason beyond that.

Source: Chain-of-Note is Yu et al., EMNLP 2024; notes before the answer over retrieved rounds is
LongMemEval (ICLR 2025), section 5.5. That notes are sentences found by rules is ours.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from daybook.conversation import Evidence, Excerpt, Note, Question, QuestionKind, RetrievalPlan
from daybook.read.by_quotes.abstention import abstention_signals, things_of
from daybook.read.by_quotes.answer_type import AnswerType
from daybook.read.by_quotes.choose import Ranked, choose, latest_first, with_what_it_refers_to
from daybook.read.by_quotes.computed import ComputedAnswer
from daybook.read.by_quotes.counts import answer_by_count, is_number_told
from daybook.read.by_quotes.date_arithmetic import answer_from_dates
from daybook.read.by_quotes.dated_passages import DateOf, said_when
from daybook.read.by_quotes.passages import Passage, passages_of
from daybook.read.by_quotes.query_features import query_features, topic_words
from daybook.read.by_quotes.relevance import rank_passages
from daybook.read.by_quotes.sums import answer_by_sum
from daybook.read.by_quotes.time_question import time_question
from daybook.read.by_quotes.vocabulary import Vocabulary
from daybook.read.by_quotes.wording import NOT_KNOWN, Form, lay_out, name_missing, note_text
from daybook.read.reading import Reading

_MISSING = 0.25
"""The share of the question's words, by weight, that the answer says are missing where nothing has them."""
_PER_ROUND = {Form.LIST: 1, Form.REPLY: 4, Form.ADVICE: 3}
"""How many quotes one round may give: a list needs many rounds, a reply is mostly in one, and beside what
is planned a round tells what is liked; else two."""
_ORDER = re.compile(r"\b(?:the|what|chronological) order\b|\bfrom (?:first|earliest) to\b", re.IGNORECASE)


def read_by_quotes(
    question: Question, plan: RetrievalPlan, excerpts: Sequence[Excerpt], *, date_of: DateOf = said_when
) -> Reading:
    """Answer a question with quotes from the rounds that were found for it.

    Args:
        question: as it was put.
        plan: what it became; its kinds decide who is quoted and in which order.
        excerpts: what may be read; their candidates' scores rank them.
        date_of: reads the time that a sentence names; without it a happening counts as of the day on
            which it was told.

    Returns:
        At most six quotes, each a whole sentence, list item or table row; "not known" where no passage
        bears on the question.
    """
    asked = time_question(plan.question)
    passages = passages_of(excerpts, Vocabulary.of(plan.question, *(asked.happenings if asked else ())))
    aim = query_features(plan.question, passages, plan.kinds)
    ranked = rank_passages(passages, aim)
    topic = topic_words(plan.question)
    missing = things_of(plan.question).difference(*(passage.around for passage in passages))
    bears = bool(ranked) and ranked[0][1].score > 0
    coverage = max((relevance.coverage for _, relevance in ranked), default=0.0)
    if not bears or abstention_signals(plan.question, excerpts, passages, aim, coverage).tell_against:
        return Reading(_not_known(plan.question, missing if passages else frozenset()), True, (), ())
    worked_out = (
        answer_from_dates(asked, passages, question.asked_at, date_of)
        if asked
        else answer_by_sum(plan.question, aim.asks, ranked)
        or answer_by_count(plan.question, aim.asks, ranked, within=plan.time_range, date_of=date_of)
    )
    form = _form(plan.question, plan.kinds, is_told=is_number_told(plan.question, ranked))
    chosen = _quotes(ranked, form, worked_out)
    text, ordered = lay_out(chosen, form, worked_out=worked_out)
    if worked_out is None and sum(aim.weights[word] for word in missing) >= _MISSING:
        text += "\n\n" + name_missing(plan.question, missing)
    return Reading(
        text,
        not_known=False,
        notes=tuple(_note(passage, topic, aim.asks) for passage in chosen),
        evidence=tuple(_evidence(passage) for passage in ordered),
    )


def _quotes(ranked: Ranked, form: Form, worked_out: ComputedAnswer | None) -> list[Passage]:
    first = worked_out.passages if worked_out else ()
    chosen = choose(ranked, first=first, per_round=_PER_ROUND.get(form, 2))
    if form is Form.LATEST and not worked_out:
        chosen = latest_first(chosen, ranked)
    return with_what_it_refers_to(chosen)


def _not_known(question: str, missing: frozenset[str]) -> str:
    return f"{NOT_KNOWN}\n\n{name_missing(question, missing)}" if missing else NOT_KNOWN


def _form(question: str, kinds: Mapping[QuestionKind, float], *, is_told: bool) -> Form:
    if _ORDER.search(question):
        return Form.ORDER
    if QuestionKind.ASSISTANT in kinds:
        return Form.REPLY
    if QuestionKind.MULTI_SESSION in kinds and not (QuestionKind.UPDATE in kinds and is_told):
        return Form.LIST
    if QuestionKind.PREFERENCE in kinds:
        return Form.ADVICE
    return Form.LATEST if QuestionKind.UPDATE in kinds else Form.FACT


def _note(passage: Passage, topic: frozenset[str], asks: AnswerType) -> Note:
    round_ = passage.round
    text = note_text(passage, topic, asks)
    return Note(round_.round_id, round_.session_id, round_.said_at, passage.quote, text, passage.role)


def _evidence(passage: Passage) -> Evidence:
    round_ = passage.round
    return Evidence(round_.round_id, round_.session_id, round_.said_at, passage.quote)
