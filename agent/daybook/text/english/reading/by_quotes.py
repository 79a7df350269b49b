"""Reading without a model: Chain-of-Note made of quotes.

The sentences that bear on the question become notes; the best of them, with their dates, become the
answer. It quotes and computes the time between dates, and does not reason beyond that: it neither counts nor
adds up (`docs/reading.md` says what was tried, and what that was worth on questions that it was not made on).

Source: Chain-of-Note is Yu et al., EMNLP 2024; notes before the answer over retrieved rounds is
LongMemEval (ICLR 2025), section 5.5. That notes are sentences found by rules is ours.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from itertools import islice

from daybook.conversation import Excerpt, Note, Question, QuestionKind, RetrievalPlan, Role
from daybook.conversation.authorship import NAMED_AS_ANOTHERS, Mode
from daybook.conversation.language import AllMechanisms, ReadingSwitches
from daybook.conversation.reading import Reading
from daybook.text.english.answers.direct_value import direct_value
from daybook.text.english.answers.quotes_in_words import (
    NOT_KNOWN,
    Quotation,
    QuoteLead,
    name_missing,
    note_text,
    write_quotes,
)
from daybook.text.english.answers.record_wording import tells_of_owner
from daybook.text.english.answers.sentence_signs import points_back, states_choice
from daybook.text.english.questions.question_content import (
    FIGURES,
    AnswerType,
    holds,
    may_tell_age,
    months_in,
    speaks_of_asker,
    things_of,
    topic_words,
    without_dates,
)
from daybook.text.english.questions.question_times import time_question
from daybook.text.english.questions.slot_questions import told_stems
from daybook.text.english.reading.abstention import DOUBT_LIMIT, abstention_signals, missing_things
from daybook.text.english.reading.passage_dates import ComputedAnswer, answer_from_dates, answer_when
from daybook.text.english.reading.quotable import (
    QuotablePassage,
    passages_of,
    without_asker_alone,
    without_bare_questions,
)
from daybook.text.english.reading.relevance import QueryFeatures, Ranked, query_features, rank_passages
from daybook.text.english.words import Vocabulary, words_of

MAX_QUOTES, MAX_WORDS = 6, 120
"""What a person reads at a glance."""
_FLOOR = 0.4
"""The least share of the best score that is still worth quoting."""
_ALIKE = 0.6
"""Passages that share this much of their words (intersection over union) say the same."""
_NEARLY_BEST = 0.7
"""The least share of the best score, and of the words that the best has, with which a later statement
takes the lead."""
_ALL_ON = AllMechanisms()
_COVERS = 0.75
"""The share of the question's words that a quote and what is around it need for its value to lead."""
_TOLD_BY_FORM = (FIGURES | {AnswerType.PERSON, AnswerType.PLACE, AnswerType.COLOUR}) - {AnswerType.DATE}
"""Sorts of which a quote that has none answers nothing; a day may be told by that of the message."""
_MISSING = 2
"""How many words of a question nothing has, for the answer to say so. On the development sets an answer lacks
what was asked for in 89% where it is two, in 78% where it is one, else in 54% (LoCoMo) to 73% (REALTALK)."""
_ADDS_UP = 0.9
"""How sure it is that several statements are asked for where a sum is."""
_BEFORE_A_THING = re.compile(r"\bbefore\b(?!\s+(?:that|then)\b|\W*$)", re.IGNORECASE)
"""What was before it is asked for, and not what was before now."""
_NEAREST = 2
"""How many quotes are shown as what comes nearest."""


class _Form(Enum):
    """How the quotes of an answer are laid out."""

    FACT = "The first leads."
    REPLY = "As FACT, for what the assistant said."
    LATEST = "The first leads, as the latest word; what was said before it follows."
    LIST = "Nothing leads: they belong together."
    ADVICE = "Nothing leads: they are to be borne in mind."


_PER_ROUND = {_Form.LIST: 1, _Form.REPLY: 4, _Form.ADVICE: 3}
"""How many quotes one round may give: a list needs many rounds, a reply is mostly in one, and beside what
is planned a round tells what is liked; else two."""


def read_by_quotes(
    question: Question,
    plan: RetrievalPlan,
    excerpts: Sequence[Excerpt],
    *,
    options: ReadingSwitches = _ALL_ON,
) -> Reading:
    """Answer a question with quotes from the rounds that were found for it.

    The kinds of the plan decide who is quoted and in which order; the candidates' scores rank the excerpts.

    Returns:
        One of three: at most six quotes, each a whole sentence, list item or table row; "not known" with the
        one or two quotes that come nearest, marked as such; "not known" alone, where nothing comes near.
    """
    timed = time_question(plan.question)
    asked = timed if options.date_arithmetic else None
    undated = without_dates(plan.question, question.asked_at)
    words = Vocabulary.of(undated, *(asked.events if asked else ()))
    found = passages_of(excerpts, words, replies=QuestionKind.ASSISTANT in plan.kinds)
    passages = without_asker_alone(without_bare_questions(found, plan.question, question.text), plan.question)
    features = query_features(undated, passages, plan.kinds, advice=options.advice, said_in=plan.time_range)
    ranked = rank_passages(passages, features)
    missing = missing_things(undated, passages)
    signals = abstention_signals(excerpts, ranked, features, missing)
    bears = bool(ranked) and ranked[0][1].score > 0
    computed = answer_from_dates(asked, _of_owner(passages), question.asked_at) if asked else None
    form = _form(plan.kinds, options)
    before = plan.asks_before and not _BEFORE_A_THING.search(plan.question)
    if before and form is _Form.LIST:
        form = _Form.FACT
    chosen = _quotes(ranked, form, computed, features.answer_type, before=before) if bears else []
    if features.answer_type is AnswerType.AGE:
        chosen = [passage for passage in chosen if may_tell_age(plan.question, passage.quote)]
    of_no_use = (
        timed is None
        and features.answer_type in _TOLD_BY_FORM
        and not any(holds(features.answer_type, f"{passage.head} {passage.quote}") for passage in chosen)
    )
    if form is _Form.LIST and plan.kinds[QuestionKind.MULTI_SESSION] < _ADDS_UP:
        form, chosen = _one_figure(form, chosen, features.answer_type, plan.question)
    if not bears or (options.abstention and (signals.abstains or of_no_use)):
        nearest = choose(ranked, per_round=1)[:_NEAREST] if bears and signals.has_nearest else []
        doubt = max(signals.doubt, DOUBT_LIMIT) if bears else 1.0
        return _not_known(plan.question, nearest, features, doubt)
    wants_date = options.date_arithmetic and not asked and features.answer_type is AnswerType.DATE
    if wants_date and _of_owner(chosen[:1]):
        if speaks_of_asker(plan.question):  # who was there knows when it was
            by_asker = [passage for passage in _of_owner(chosen) if passage.role is Role.USER]
            chosen = list(dict.fromkeys([*by_asker[:1], *chosen]))
        computed = answer_when(chosen[0], question.asked_at)
    groups = _laid_out(chosen, form, computed, told_stems(plan.question))
    text = write_quotes(_quoted(groups), computed.text if computed else "")
    if groups[0][0] is QuoteLead.SAID and (value := _value(plan.question, groups[0][1][0], ranked)):
        text = f"{value[:1].upper()}{value[1:]}. {text}"
    if computed is None and len(missing) >= _MISSING:
        text += "\n\n" + name_missing(plan.question, missing)
    topic = topic_words(plan.question)
    return Reading(
        text,
        not_known=False,
        notes=tuple(_note(passage, topic, features.answer_type) for passage in chosen),
        evidence=tuple(passage.evidence for _, group in groups for passage in group),
        computed=computed.text if computed else "",
        doubt=signals.doubt,
    )


def _value(question: str, lead: QuotablePassage, ranked: Ranked) -> str:
    """Give the one thing that is asked for, where the first quote surely is about what the question names."""
    covers = any(
        relevance.coverage >= _COVERS
        for passage, relevance in ranked
        if passage.round is lead.round and lead.quote.endswith(passage.quote)
    )
    return direct_value(question, lead.quote) if covers and _of_owner([lead]) else ""


def _one_figure(
    form: _Form, chosen: list[QuotablePassage], sort: AnswerType, question: str
) -> tuple[_Form, list[QuotablePassage]]:
    """Let the one price of what a question names, or the one figure of its month, stand alone."""
    things = things_of(question)
    priced = [passage for passage in chosen if holds(sort, passage.quote) and things & passage.around]
    if sort is AnswerType.MONEY and len(priced) == 1:
        return _Form.FACT, priced
    months = months_in(question)
    of_month = [passage for passage in chosen if months and months <= months_in(passage.quote)]
    if len(months) == len(of_month) == 1 and direct_value(question, of_month[0].quote):
        return _Form.FACT, of_month
    return form, chosen


def _of_owner(passages: Sequence[QuotablePassage]) -> list[QuotablePassage]:
    """Leave out what is surely another's: no date of somebody else's text is the owner's."""
    return [passage for passage in passages if passage.authorship.mode not in NAMED_AS_ANOTHERS]


def _quotes(
    ranked: Ranked, form: _Form, computed: ComputedAnswer | None, sort: AnswerType, *, before: bool
) -> list[QuotablePassage]:
    first = computed.passages if computed else ()
    chosen = choose(ranked, first=first, per_round=_PER_ROUND.get(form, 2))
    if form is _Form.REPLY:
        chosen.sort(key=lambda passage: not passage.speaker and passage.authorship.mode is Mode.ASKED)
    if (form is _Form.LATEST or before) and not computed:
        chosen = _latest_first(chosen, ranked, sort, before=before)
    if form is _Form.REPLY:
        chosen = _reply_first(chosen, ranked)
    return with_what_it_refers_to(chosen)


def _not_known(
    question: str,
    nearest: Sequence[QuotablePassage],
    features: QueryFeatures,
    doubt: float,
) -> Reading:
    """Say that it is not known, and what comes nearest, if anything does."""
    text = write_quotes(_quoted([(QuoteLead.NEAREST, nearest)])) or NOT_KNOWN
    topic = topic_words(question)
    return Reading(
        text,
        not_known=True,
        notes=tuple(_note(passage, topic, features.answer_type) for passage in nearest),
        evidence=tuple(passage.evidence for passage in nearest),
        nearest=bool(nearest),
        doubt=doubt,
    )


def _form(kinds: Mapping[QuestionKind, float], options: ReadingSwitches) -> _Form:
    """Choose how the quotes are laid out by the kinds of the question, the most telling kind first."""
    forms = {
        QuestionKind.ASSISTANT: _Form.REPLY,
        QuestionKind.MULTI_SESSION: _Form.LIST,
        QuestionKind.PREFERENCE: _Form.ADVICE if options.advice else _Form.FACT,
        QuestionKind.UPDATE: _Form.LATEST if options.latest_first else _Form.FACT,
    }
    return next((form for kind, form in forms.items() if kind in kinds), _Form.FACT)


def _note(passage: QuotablePassage, topic: frozenset[str], answer_type: AnswerType) -> Note:
    round_ = passage.round
    text = note_text(passage.quote, topic, answer_type)
    return Note(round_.round_id, round_.session_id, round_.said_at, passage.quote, text, passage.role)


def choose(
    ranked: Ranked, *, first: Sequence[QuotablePassage] = (), per_round: int = 2
) -> list[QuotablePassage]:
    """Choose what to quote: `first` in any case, and then the best, of each round so many.

    Returns:
        At most `MAX_QUOTES` passages, best first, of at most `MAX_WORDS` words together unless the first
        alone has more; none that repeats one before it or falls far behind the best.
    """
    chosen = list(dict.fromkeys(first))
    words = sum(_length(passage) for passage in chosen)
    taken = Counter(passage.round.round_id for passage in chosen)
    for passage, relevance in ranked:
        if len(chosen) >= MAX_QUOTES or relevance.score < _FLOOR * ranked[0][1].score or not relevance.score:
            break
        fits = not chosen or words + _length(passage) <= MAX_WORDS
        has_room = taken[passage.round.round_id] < per_round
        if fits and has_room and not any(_repeats(passage, other) for other in chosen):
            chosen.append(passage)
            words += _length(passage)
            taken[passage.round.round_id] += 1
    return chosen


def _latest_first(
    chosen: Sequence[QuotablePassage], ranked: Ranked, sort: AnswerType, *, before: bool
) -> list[QuotablePassage]:
    """Put the latest of the passages that are nearly as good as the best ahead: things may have changed.

    Where a question asks what was so before, the latest but one leads. Only the side that said the best one
    may lead: an assistant's advice does not update what its user said; nor does a question, nor what lacks
    the sort of thing that is asked for where the best one has it.
    """
    by_passage = dict(ranked)
    best = by_passage[chosen[0]]
    good = [
        passage
        for passage in chosen
        if passage.role is chosen[0].role
        and not passage.quote.endswith("?")
        and (holds(sort, passage.quote) or not holds(sort, chosen[0].quote))
        and by_passage[passage].score >= _NEARLY_BEST * best.score
        and by_passage[passage].own >= _NEARLY_BEST * best.own
    ]
    by_date = sorted(good, key=lambda passage: passage.round.said_at) or chosen[:1]
    lead = by_date[-2] if before and len(by_date) > 1 else by_date[-1]
    return [lead, *(passage for passage in chosen if passage is not lead)]


def _reply_first(chosen: Sequence[QuotablePassage], ranked: Ranked) -> list[QuotablePassage]:
    """Put a reply ahead of the question that it answers, and a choice ahead of the list that it is from."""
    lead = chosen[0]
    asks = lead.role is Role.USER and lead.quote.endswith("?")
    is_listed = lead.role is Role.ASSISTANT and bool(lead.head)
    replies = (
        passage
        for passage, _ in ranked
        if passage.round is lead.round
        and passage.role is Role.ASSISTANT
        and not passage.announces
        and (asks or (is_listed and states_choice(passage.quote)))
    )
    first = list(islice(replies, 1))
    return [*first, *(passage for passage in chosen if passage not in first)]


def with_what_it_refers_to(
    chosen: Sequence[QuotablePassage], points_back: Callable[[str], bool] = points_back
) -> list[QuotablePassage]:
    """Quote with a sentence that points back ("there", "It …") the one before it, if that is not quoted."""
    starts = {(passage.round.round_id, passage.role, passage.start) for passage in chosen}
    return [
        passage.with_what_is_before
        if points_back(passage.quote) and (passage.round.round_id, passage.role, passage.since) not in starts
        else passage
        for passage in chosen
    ]


def _length(passage: QuotablePassage) -> int:
    return len(passage.quote.split()) + len(passage.head.split())


def _repeats(passage: QuotablePassage, other: QuotablePassage) -> bool:
    words, others = frozenset(words_of(passage.quote)), frozenset(words_of(other.quote))
    return len(words & others) >= _ALIKE * len(words | others)


def _laid_out(
    passages: Sequence[QuotablePassage],
    form: _Form,
    computed: ComputedAnswer | None,
    asked: frozenset[str],
) -> list[tuple[QuoteLead, list[QuotablePassage]]]:
    """Group at least one passage, best first, in the order in which an answer quotes them.

    An answer that was `computed` from the first of them leads. Before the lead was what the owner says of
    themselves with one of the stems `asked`.
    """
    if computed:
        used = len(computed.passages)
        return [(QuoteLead.COMPUTED, list(passages[:used])), (QuoteLead.ALSO, list(passages[used:]))]
    if form is _Form.ADVICE and len(passages) > 1:
        return [(QuoteLead.ADVICE, list(passages))]
    if form is _Form.LIST and len(passages) > 1:
        return [(QuoteLead.LIST, sorted(passages, key=lambda passage: passage.round.said_at))]
    lead, *rest = passages
    if form is not _Form.LATEST:
        return [(QuoteLead.SAID, [lead]), (QuoteLead.ALSO, rest)]
    rest.sort(key=lambda passage: passage.round.said_at, reverse=True)
    before = [
        passage
        for passage in rest
        if passage.role is lead.role
        and passage.round.said_at < lead.round.said_at
        and (passage.speaker or tells_of_owner(passage.quote, asked))
    ]
    others = [passage for passage in rest if passage not in before]
    return [(QuoteLead.SAID, [lead]), (QuoteLead.BEFORE, before), (QuoteLead.ALSO, others)]


def _quoted(
    groups: Iterable[tuple[QuoteLead, Sequence[QuotablePassage]]],
) -> list[tuple[QuoteLead, list[Quotation]]]:
    return [(lead, [passage.quotation for passage in group]) for lead, group in groups]
