"""Reading with a chat model: notes and an answer in one reply (LongMemEval, section 5.5)."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta

from dateutil.relativedelta import relativedelta
from pydantic import ValidationError

from daybook.answer.choose_reading import find_quote
from daybook.answer.model_input import (
    KnownBlock,
    moment_for_model,
    passage_for_model,
    round_for_model,
    rounds_as_text,
)
from daybook.conversation import (
    Evidence,
    Excerpt,
    FoundPassage,
    Note,
    Question,
    Reading,
    RetrievalPlan,
    Role,
    excerpts_of,
)
from daybook.conversation.errors import ModelError
from daybook.conversation.language import Language, ModelAnswer
from daybook.models.llm import ChatModel, OnText, ask
from daybook.settings import ReadFormat
from daybook_prompts import Fenced, JsonValue, Prompt
from daybook_prompts.replies import (
    DirectAnswer,
    Interval,
    NotedAnswer,
    ReadAnswer,
    RoundNote,
    RoundNoted,
    RoundQuote,
)

_BEGIN = re.compile(r'"notes"\s*:\s*\[')
_BETWEEN = re.compile(r"[\s,]*")
OnNote = Callable[[Note], None]
NO_QUOTE = "the answer rests on no quote that stands in its round"
NO_NOTE = "the note rests on no quote that stands in the round"


class NotesInReply:
    """Takes a `NotedAnswer` piece by piece, and passes each note on as soon as it is complete.

    An unreadable piece ends that quietly: the whole reply is read and checked all the same.
    """

    def __init__(self, on_note: Callable[[RoundNote], None]) -> None:
        self._on_note = on_note
        self._text = ""
        self._reached: int | None = None
        """Where in the text the next note begins; None before the list of notes."""

    def __call__(self, piece: str) -> None:
        """Take the next piece of the reply."""
        self._text += piece
        if self._reached is None:
            begin = _BEGIN.search(self._text)
            self._reached = begin.end() if begin else None
        if self._reached is not None and "}" in piece:
            self._reached = self._pass_on(self._reached)

    def _pass_on(self, reached: int) -> int:
        """Pass on every complete note from there; return where the first that is not complete begins."""
        while True:
            between = _BETWEEN.match(self._text, reached)
            begin = between.end() if between else reached
            if not self._text.startswith("{", begin):
                return begin
            try:
                value, reached = json.JSONDecoder().raw_decode(self._text, begin)
            except json.JSONDecodeError:
                return begin
            self._take(value)

    def _take(self, value: object) -> None:
        try:
            note = RoundNote.model_validate(value)
        except ValidationError:
            return
        self._on_note(note)


async def read_by_model(
    question: Question,
    plan: RetrievalPlan,
    excerpts: Sequence[Excerpt],
    model: ChatModel,
    prompt: Prompt,
    language: Language,
    *,
    form: ReadFormat = ReadFormat.JSON,
    on_note: OnNote | None = None,
    known: KnownBlock = (),
    passages: Sequence[FoundPassage] = (),
) -> Reading:
    """Put the packed rounds before the model and take its notes and answer.

    Quotes that do not stand in their rounds, an answer without one, and lengths without an interval go back
    once with the reason; quotes that still fail are left out. Lengths of time are computed by code.

    Args:
        question: whose `asked_at` stands in the prompt.
        plan: its stand-alone wording is what is asked.
        excerpts: in time order; without any there is nothing to quote, and an answer needs no quote.
        model: the reader.
        prompt: `read_con`, or `read_direct` for an answer without notes.
        language: of the rounds and the question.
        form: how the rounds are written.
        on_note: is given the notes as the model writes them, those whose quotes stand in their rounds.
        known: facts about the owner; they are not quoted.
        passages: of documents; they are numbered on from the rounds and quoted like them.
    """
    numbers = {excerpt.round.round_id: number for number, excerpt in enumerate(excerpts, start=1)}
    rounds = [
        round_for_model(numbers[excerpt.round.round_id], excerpt, language.analyzer, numbers)
        for excerpt in excerpts
    ]
    on_text = NotesInReply(lambda item: _pass_on(item, excerpts, on_note)) if on_note else None
    return await _read(
        question, plan, excerpts, rounds, model, prompt, language, form, on_text, known, passages
    )


async def note_round(
    question: Question,
    plan: RetrievalPlan,
    excerpt: Excerpt,
    model: ChatModel,
    prompt: Prompt,
    language: Language,
) -> Note | None:
    """Take a note from one round; None where it does not bear on the question.

    Raises:
        ModelError: no quote of the note stands in the round, or as `daybook.models.llm.ask` raises it.
        BadSettings: as `daybook.models.llm.ask` raises it.
    """

    def check(reply: RoundNoted) -> str:
        wrong = [quote for quote in reply.quotes if find_quote(quote, excerpt.round) is None]
        if wrong:
            return f"not in the round, letter for letter: {wrong}"
        return "a note needs a quote; leave both empty where there is none" if _unquoted(reply) else ""

    reply = await ask(
        model,
        prompt,
        RoundNoted,
        check=check,
        question=plan.question,
        asked_at=moment_for_model(question.asked_at),
        round=round_for_model(1, excerpt, language.analyzer),
    )
    quotes = [exact for quote in reply.quotes if (exact := find_quote(quote, excerpt.round))]
    if not quotes and (reply.quotes or reply.note.strip()):
        raise ModelError(NO_NOTE)
    if not quotes:
        return None
    return note_with(excerpt, quotes[0], " ".join([reply.note, *(f"“{more}”" for more in quotes[1:])]))


async def read_notes(
    question: Question,
    plan: RetrievalPlan,
    excerpts: Sequence[Excerpt],
    notes: Sequence[Note],
    model: ChatModel,
    prompt: Prompt,
    language: Language,
    *,
    unnoted: Collection[str] = (),
    known: KnownBlock = (),
    passages: Sequence[FoundPassage] = (),
) -> Reading:
    """Answer from notes that were taken round by round (`read_direct`); quotes are checked all the same.

    Excerpts without a note are left out, but rounds in `unnoted`, of which no note could be taken, are shown
    whole. No notes are taken of passages. Other arguments, and errors, are as for `read_by_model`.
    """
    by_round = {note.round_id: note for note in notes}
    read = [
        excerpt
        for excerpt in excerpts
        if excerpt.round.round_id in by_round or excerpt.round.round_id in unnoted
    ]
    rounds = [_as_noted(number, excerpt, by_round, language) for number, excerpt in enumerate(read, start=1)]
    return await _read(
        question, plan, read, rounds, model, prompt, language, ReadFormat.JSON, known=known, passages=passages
    )


def _as_noted(
    number: int, excerpt: Excerpt, notes: Mapping[str, Note], language: Language
) -> Mapping[str, JsonValue]:
    note = notes.get(excerpt.round.round_id)
    if note is None:
        return round_for_model(number, excerpt, language.analyzer)
    said_at = moment_for_model(excerpt.round.said_at)
    return {"round": number, "said_at": said_at, "quote": note.quote, "note": note.text}


async def _read(
    question: Question,
    plan: RetrievalPlan,
    excerpts: Sequence[Excerpt],
    rounds: Sequence[Mapping[str, JsonValue]],
    model: ChatModel,
    prompt: Prompt,
    language: Language,
    form: ReadFormat,
    on_text: OnText | None = None,
    known: KnownBlock = (),
    passages: Sequence[FoundPassage] = (),
) -> Reading:
    reply_type: type[ReadAnswer] = NotedAnswer if prompt.name == "read_con" else DirectAnswer
    documents = [
        passage_for_model(number, passage) for number, passage in enumerate(passages, start=len(excerpts) + 1)
    ]
    excerpts = [*excerpts, *excerpts_of(passages, question.asked_at)]

    readings: list[Reading] = []

    def check(reply: ReadAnswer) -> str:
        readings.append(reading_of(reply, question, plan, excerpts, language))
        return "; ".join(faults_of(reply, excerpts))

    reply = await ask(
        model,
        prompt,
        reply_type,
        check=check,
        on_text=on_text,
        question=_wording(plan),
        asked_at=moment_for_model(question.asked_at),
        known=known,
        documents=documents,
        rounds=rounds if form is ReadFormat.JSON else Fenced(rounds_as_text(rounds)),
    )
    readings.append(reading_of(reply, question, plan, excerpts, language))
    # The second reply counts, unless it has lost the quotes that the first one had.
    supported = [reading for reading in readings if reading.not_known or reading.evidence or not excerpts]
    if not supported:
        raise ModelError(NO_QUOTE)
    return supported[-1]


def _unquoted(reply: RoundNoted) -> bool:
    return bool(reply.note.strip()) and not any(quote.strip() for quote in reply.quotes)


def _wording(plan: RetrievalPlan) -> str:
    if not plan.disputed:
        return plan.question
    return f"{plan.question} (The user rejects an earlier answer: {plan.disputed})"


def _pass_on(item: Quoted, excerpts: Sequence[Excerpt], on_note: OnNote) -> None:
    if note := note_of(item, excerpts):
        on_note(note)


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
