"""What a model's reply comes to: its faults, its quotes that stand in their rounds, its lengths of time."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta

from dateutil.relativedelta import relativedelta

from daybook.conversation import Evidence, Excerpt, Note, Question, Reading, RetrievalPlan, Role
from daybook.conversation.language import Language, ModelAnswer
from daybook.read.checked_reading import find_quote
from daybook_prompts.replies import DirectAnswer, Interval, NotedAnswer, ReadAnswer, RoundNote, RoundQuote

PLACE = re.compile(r"\[\[(\d+)\]\]")
"""Where the length of an interval belongs in an answer: [[1]] is that of the first."""
_NEAR = timedelta(days=366)
Quoted = RoundNote | RoundQuote


def length_of(interval: Interval) -> int:
    """Count the whole days, weeks, months or years between two days; the sign is dropped."""
    first, last = sorted((interval.start, interval.end))
    if interval.unit in ("days", "weeks"):
        return (last - first).days // (7 if interval.unit == "weeks" else 1)
    between = relativedelta(last, first)
    return between.years if interval.unit == "years" else between.years * 12 + between.months


def begins_and_ends_near(interval: Interval, moments: Iterable[date], quotes: str) -> bool:
    """True if both ends lie within a year of one of some moments, or their year stands in the quotes."""
    days = list(moments)
    return all(
        str(end.year) in quotes or any(abs(end - day) <= _NEAR for day in days)
        for end in (interval.start, interval.end)
    )


def fill_lengths(answer: str, intervals: Sequence[Interval]) -> str:
    """Put the length of each interval in its place; a place without an interval stays as it is."""
    lengths = [str(length_of(interval)) for interval in intervals]

    def fill(place: re.Match[str]) -> str:
        number = int(place[1])
        return lengths[number - 1] if 0 < number <= len(lengths) else place[0]

    return PLACE.sub(fill, answer)


def unfilled_places(answer: str, intervals: Sequence[Interval]) -> list[str]:
    """Name the places of an answer that have no interval."""
    return [place[0] for place in PLACE.finditer(answer) if not 0 < int(place[1]) <= len(intervals)]


def days_of(intervals: Sequence[Interval]) -> set[date]:
    """Give the days that the intervals begin and end with."""
    return {day for interval in intervals for day in (interval.start, interval.end)}


def faults_of(reply: ReadAnswer, excerpts: Sequence[Excerpt]) -> Iterator[str]:
    """Name what is wrong with a reply, so that it can be asked for again."""
    for item in quoted_in(reply):
        if not 0 < item.round <= len(excerpts):
            yield f"there is no round {item.round}"
        elif find_quote(item.quote, excerpts[item.round - 1].round) is None:
            yield f"round {item.round} does not hold, letter for letter: {item.quote!r}"
    if excerpts and not reply.not_known and not any(item.quote.strip() for item in quoted_in(reply)):
        yield 'the answer has no quote: copy the words that it rests on, or set "not_known"'
    for place in unfilled_places(reply.answer, reply.intervals):
        yield f"{place} has no interval"


def reading_of(
    reply: ReadAnswer,
    question: Question,
    plan: RetrievalPlan,
    excerpts: Sequence[Excerpt],
    language: Language,
) -> Reading:
    """Take of a reply what stands in the rounds, and compute the lengths of time that it names."""
    notes = [note for item in quoted_in(reply) if (note := note_of(item, excerpts))]
    quotes = [note.quote for note in notes]
    evidence = tuple(Evidence(note.round_id, note.session_id, note.said_at, note.quote) for note in notes)
    said_on = {note.said_at.date() for note in notes}
    text = fill_lengths(reply.answer, reply.intervals)
    if reply.not_known:
        if reply.missing and reply.missing.casefold() not in text.casefold():
            text = f"{text} {language.texts.missing.format(missing=reply.missing)}"
        return Reading(text, not_known=True, notes=tuple(notes), evidence=evidence)
    moments = {*said_on, question.asked_at.date()}
    spans = [span for span in reply.intervals if begins_and_ends_near(span, moments, " ".join(quotes))]
    computed = [*map(length_of, spans), *([len(reply.counted)] if reply.counted else [])]
    check = language.check_answer(
        ModelAnswer(text, plan.question, evidence, computed, frozenset(days_of(spans)))
    )
    return Reading(
        text,
        not_known=False,
        notes=tuple(notes),
        evidence=evidence,
        unsupported=check.unsupported,
        holding=check.holding,
        unsupported_number=check.unsupported_number,
        own_words=check.own_words,
    )


def quoted_in(reply: ReadAnswer) -> Sequence[Quoted]:
    """List the quotes of a reply as it gives them."""
    if isinstance(reply, NotedAnswer):
        return reply.notes
    return reply.quotes if isinstance(reply, DirectAnswer) else ()


def note_of(item: Quoted, excerpts: Sequence[Excerpt]) -> Note | None:
    """Make a note with the exact words of its round; None where its quote does not stand there."""
    if not 0 < item.round <= len(excerpts):
        return None
    excerpt = excerpts[item.round - 1]
    exact = find_quote(item.quote, excerpt.round)
    if exact is None:
        return None
    return note_with(excerpt, exact, item.note if isinstance(item, RoundNote) else "")


def note_with(excerpt: Excerpt, quote: str, text: str) -> Note:
    """Make a note with a quote that stands in the round."""
    round_ = excerpt.round
    role = next((role for role, field in round_.fields.items() if quote in field), Role.USER)
    return Note(round_.round_id, round_.session_id, round_.said_at, quote, text, role)
