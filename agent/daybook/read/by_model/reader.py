"""Reading with a chat model: notes and an answer in one reply (LongMemEval, section 5.5)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from types import MappingProxyType

from daybook.conversation import Evidence, Excerpt, Note, Question, RetrievalPlan, Role, Superseded, Turn
from daybook.llm import ChatModel, OnText, ask
from daybook.read.by_model.intervals import days_of, fill_lengths, length_of, unfilled_places
from daybook.read.by_model.known_block import KnownBlock
from daybook.read.by_model.streamed_notes import NotesInReply
from daybook.read.evidence import find_quote
from daybook.read.reading import Reading
from daybook.read.support import unsupported_claims
from daybook.settings import ReadFormat
from daybook_prompts import Fenced, JsonValue, Prompt, as_data
from daybook_prompts.replies import DirectAnswer, NotedAnswer, ReadAnswer, RoundNote, RoundNoted, RoundQuote

Quoted = RoundNote | RoundQuote
OnNote = Callable[[Note], None]
_OURS = frozenset({"round", "said_at", "superseded"})
"""What a round says of itself: no speaker's name may take the place of it."""


async def read_by_model(
    question: Question,
    plan: RetrievalPlan,
    excerpts: Sequence[Excerpt],
    model: ChatModel,
    prompt: Prompt,
    *,
    form: ReadFormat = ReadFormat.JSON,
    on_note: OnNote | None = None,
    known: KnownBlock = (),
) -> Reading:
    """Put the packed rounds before the model and take its notes and answer.

    Quotes that do not stand in their rounds, and lengths without an interval, go back once with the reason;
    quotes that still fail are left out. Lengths of time are computed by code.

    Args:
        question: whose `asked_at` stands in the prompt.
        plan: its stand-alone wording is what is asked.
        excerpts: in time order.
        model: the reader.
        prompt: `read_con`, or `read_direct` for an answer without notes.
        form: how the rounds are written.
        on_note: is given the notes as the model writes them, those whose quotes stand in their rounds.
        known: facts about the owner; only rounds are quoted.

    Raises:
        ModelError, BadSettings: as `daybook.llm.ask` raises them.
    """
    numbers = {excerpt.round.round_id: number for number, excerpt in enumerate(excerpts, start=1)}
    rounds = [_as_json(numbers[excerpt.round.round_id], excerpt, numbers) for excerpt in excerpts]
    on_text = NotesInReply(lambda item: _pass_on(item, excerpts, on_note)) if on_note else None
    return await _read(question, plan, excerpts, rounds, model, prompt, form, on_text, known)


async def note_round(
    question: Question, plan: RetrievalPlan, excerpt: Excerpt, model: ChatModel, prompt: Prompt
) -> Note | None:
    """Take a note from one round; None where it does not bear on the question, or no quote stands in it."""

    def check(reply: RoundNoted) -> str:
        wrong = [quote for quote in reply.quotes if find_quote(quote, excerpt.round) is None]
        return f"not in the round, letter for letter: {wrong}" if wrong else ""

    reply = await ask(
        model,
        prompt,
        RoundNoted,
        check=check,
        question=plan.question,
        asked_at=_moment(question.asked_at),
        round=_as_json(1, excerpt),
    )
    quotes = [exact for quote in reply.quotes if (exact := find_quote(quote, excerpt.round))]
    if not quotes:
        return None
    return _note(excerpt, quotes[0], " ".join([reply.note, *(f"“{more}”" for more in quotes[1:])]))


async def read_notes(
    question: Question,
    plan: RetrievalPlan,
    excerpts: Sequence[Excerpt],
    notes: Sequence[Note],
    model: ChatModel,
    prompt: Prompt,
    *,
    known: KnownBlock = (),
) -> Reading:
    """Answer from notes that were taken round by round (`read_direct`); quotes are checked all the same."""
    by_round = {note.round_id: note for note in notes}
    noted = [excerpt for excerpt in excerpts if excerpt.round.round_id in by_round]
    rounds: list[Mapping[str, JsonValue]] = [
        {
            "round": number,
            "said_at": _moment(excerpt.round.said_at),
            "quote": by_round[excerpt.round.round_id].quote,
            "note": by_round[excerpt.round.round_id].text,
        }
        for number, excerpt in enumerate(noted, start=1)
    ]
    return await _read(question, plan, noted, rounds, model, prompt, ReadFormat.JSON, known=known)


async def _read(
    question: Question,
    plan: RetrievalPlan,
    excerpts: Sequence[Excerpt],
    rounds: Sequence[Mapping[str, JsonValue]],
    model: ChatModel,
    prompt: Prompt,
    form: ReadFormat,
    on_text: OnText | None = None,
    known: KnownBlock = (),
) -> Reading:
    reply_type: type[ReadAnswer] = NotedAnswer if prompt.name == "read_con" else DirectAnswer

    def check(reply: ReadAnswer) -> str:
        return "; ".join(_faults(reply, excerpts))

    reply = await ask(
        model,
        prompt,
        reply_type,
        check=check,
        on_text=on_text,
        question=_wording(plan),
        asked_at=_moment(question.asked_at),
        known=known,
        rounds=rounds if form is ReadFormat.JSON else Fenced(_as_text(rounds)),
    )
    return _reading(reply, plan, excerpts)


def _faults(reply: ReadAnswer, excerpts: Sequence[Excerpt]) -> Iterator[str]:
    for item in _quoted(reply):
        if not 0 < item.round <= len(excerpts):
            yield f"there is no round {item.round}"
        elif find_quote(item.quote, excerpts[item.round - 1].round) is None:
            yield f"round {item.round} does not hold, letter for letter: {item.quote!r}"
    for place in unfilled_places(reply.answer, reply.intervals):
        yield f"{place} has no interval"


def _reading(reply: ReadAnswer, plan: RetrievalPlan, excerpts: Sequence[Excerpt]) -> Reading:
    notes = [note for item in _quoted(reply) if (note := _checked(item, excerpts))]
    text = fill_lengths(reply.answer, reply.intervals)
    if reply.not_known and reply.missing and reply.missing.casefold() not in text.casefold():
        text = f"{text} (Missing: {reply.missing})"
    lengths = [length_of(interval) for interval in reply.intervals]
    return Reading(
        text=text,
        not_known=reply.not_known,
        notes=tuple(notes),
        evidence=tuple(Evidence(n.round_id, n.session_id, n.said_at, n.quote) for n in notes),
        unsupported=unsupported_claims(
            text,
            [plan.question, *(note.quote for note in notes)],
            computed=[*lengths, *([len(reply.counted)] if reply.counted else [])],
            days={note.said_at.date() for note in notes} | days_of(reply.intervals),
        )
        if not reply.not_known
        else (),
    )


def _wording(plan: RetrievalPlan) -> str:
    if not plan.disputed:
        return plan.question
    return f"{plan.question} (The user rejects an earlier answer: {plan.disputed})"


def _quoted(reply: ReadAnswer) -> Sequence[Quoted]:
    if isinstance(reply, NotedAnswer):
        return reply.notes
    return reply.quotes if isinstance(reply, DirectAnswer) else ()


def _checked(item: Quoted, excerpts: Sequence[Excerpt]) -> Note | None:
    """Make a note with the exact words of its round; None where its quote does not stand there."""
    if not 0 < item.round <= len(excerpts):
        return None
    excerpt = excerpts[item.round - 1]
    exact = find_quote(item.quote, excerpt.round)
    if exact is None:
        return None
    return _note(excerpt, exact, item.note if isinstance(item, RoundNote) else "")


def _pass_on(item: Quoted, excerpts: Sequence[Excerpt], on_note: OnNote) -> None:
    if note := _checked(item, excerpts):
        on_note(note)


def _note(excerpt: Excerpt, quote: str, text: str) -> Note:
    round_ = excerpt.round
    role = next((role for role, field in round_.fields.items() if quote in field), Role.USER)
    return Note(round_.round_id, round_.session_id, round_.said_at, quote, text, role)


def write_for_model(excerpt: Excerpt) -> str:
    """Write an excerpt as it stands among the rounds that `read_by_model` puts before the model."""
    return as_data(_as_json(100, excerpt)) + ",\n"


def _as_json(
    number: int, excerpt: Excerpt, numbers: Mapping[str, int] = MappingProxyType({})
) -> Mapping[str, JsonValue]:
    sides = {_name(turn): excerpt.shown(turn.role) for turn in excerpt.round.turns}
    fallen = [_no_longer(words, numbers) for words in excerpt.candidate.superseded]
    return {
        "round": number,
        "said_at": _moment(excerpt.round.said_at),
        **sides,
        **({"superseded": fallen} if fallen else {}),
    }


def _name(turn: Turn) -> str:
    name = turn.speaker or turn.role.value
    return f"{turn.role.value} {name}" if name in _OURS else name


def _no_longer(words: Superseded, numbers: Mapping[str, int]) -> Mapping[str, JsonValue]:
    """Say since when words are no longer so, and what is: by the number of its round if it is shown."""
    said: dict[str, JsonValue] = {"words": words.quote, "on": f"{words.at:%Y-%m-%d}"}
    if words.by:
        said["by"] = words.by
    if words.by_round in numbers:
        said["by_round"] = numbers[words.by_round]
    return said


def _as_text(rounds: Sequence[Mapping[str, JsonValue]]) -> str:
    """Write rounds as lines; what is not the beginning of one is indented, so that no text begins a round."""
    return "\n\n".join(
        "\n".join("\n    ".join(f"{name}: {value}".splitlines()) for name, value in round_.items())
        for round_ in rounds
    )


def _moment(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d %H:%M} ({moment:%A})"
