"""What a reply comes to: its faults, and its answer with the quotes that stand in their rounds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal

from daybook.conversation import Evidence, Excerpt, Note, Question, RetrievalPlan, Role
from daybook.read.by_model.intervals import (
    begins_and_ends_near,
    days_of,
    fill_lengths,
    length_of,
    unfilled_places,
)
from daybook.read.evidence import find_quote
from daybook.read.reading import Reading
from daybook.read.support import quotes_that_hold, sums_of, unsupported_claims
from daybook_prompts.replies import DirectAnswer, NotedAnswer, ReadAnswer, RoundNote, RoundQuote

Quoted = RoundNote | RoundQuote


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
    reply: ReadAnswer, question: Question, plan: RetrievalPlan, excerpts: Sequence[Excerpt]
) -> Reading:
    """Take of a reply what stands in the rounds, and compute the lengths of time that it names."""
    notes = [note for item in quoted_in(reply) if (note := note_of(item, excerpts))]
    quotes = [note.quote for note in notes]
    evidence = tuple(Evidence(note.round_id, note.session_id, note.said_at, note.quote) for note in notes)
    said_on = {note.said_at.date() for note in notes}
    text = fill_lengths(reply.answer, reply.intervals)
    if reply.not_known:
        if reply.missing and reply.missing.casefold() not in text.casefold():
            text = f"{text} (Missing: {reply.missing})"
        return Reading(text, not_known=True, notes=tuple(notes), evidence=evidence)
    moments = {*said_on, question.asked_at.date()}
    spans = [span for span in reply.intervals if begins_and_ends_near(span, moments, " ".join(quotes))]
    computed: set[int | Decimal] = {*map(length_of, spans), *sums_of(quotes)}
    if reply.counted:
        computed.add(len(reply.counted))
    days, asked = days_of(spans), plan.question
    return Reading(
        text,
        not_known=False,
        notes=tuple(notes),
        evidence=evidence,
        unsupported=unsupported_claims(text, [asked, *quotes], computed=computed, days=days | said_on),
        holding=quotes_that_hold(text, asked, evidence, computed=computed, days=days),
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
