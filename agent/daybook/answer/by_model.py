"""Reading with a chat model: notes and an answer in one reply (LongMemEval, section 5.5)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from dateutil.relativedelta import relativedelta

from daybook.answer.model_input import (
    KnownBlock,
    moment_for_model,
    passage_for_model,
    round_for_model,
)
from daybook.answer.quotes import carries_answer, find_quote
from daybook.conversation import (
    Answer,
    Evidence,
    Excerpt,
    FoundPassage,
    Note,
    Question,
    RetrievalPlan,
    Role,
    excerpts_of,
)
from daybook.conversation.errors import ModelError
from daybook.conversation.language import Analyzer
from daybook.models.llm import ChatModel, ask
from daybook_prompts import JsonValue, Prompt
from daybook_prompts.replies import (
    DirectAnswer,
    Interval,
    NotedAnswer,
    ReadAnswer,
    RoundNote,
    RoundQuote,
)

NO_QUOTE = "the answer rests on no quote that stands in its round"
Quoted = RoundNote | RoundQuote


async def read_by_model(
    question: Question,
    plan: RetrievalPlan,
    excerpts: Sequence[Excerpt],
    model: ChatModel,
    prompt: Prompt,
    analyzer: Analyzer,
    *,
    known: KnownBlock = (),
    passages: Sequence[FoundPassage] = (),
) -> tuple[Answer, str]:
    """Put the packed rounds before the model; return its answer with notes, and what it misses ("": nothing).

    An answer stands with one quote that carries it and shares a word with it or with the question, and "not
    known" without any. Where no quote does, or a length has no interval, it is asked for once more with the
    reason. Code computes lengths of time.

    Args:
        question: whose `asked_at` stands in the prompt.
        plan: its stand-alone wording is what is asked.
        excerpts: in time order; without any there is nothing to quote, and an answer needs no quote.
        model: the reader.
        prompt: `read_con`; a set of prompts may have one that asks for an answer without notes.
        analyzer: of the language of the rounds.
        known: facts about the owner; they are not quoted.
        passages: of documents; they are numbered on from the rounds and quoted like them.

    Raises:
        ModelError: no quote carries the answer, or as `daybook.models.llm.ask` raises it.
        BadSettings: as `daybook.models.llm.ask` raises it.
    """
    rounds, documents = _for_model(excerpts, passages, analyzer)
    shown = [*excerpts, *excerpts_of(passages, question.asked_at)]
    asked = f"{question.text} {plan.question}"
    reply_type: type[ReadAnswer] = NotedAnswer if prompt.reply is None else ReadAnswer
    replies: list[ReadAnswer] = []

    def check(reply: ReadAnswer) -> str:
        replies.append(reply)
        return "; ".join(faults_of(reply, asked, shown, analyzer))

    reply = await ask(
        model,
        prompt,
        reply_type,
        check=check,
        question=_wording(plan),
        asked_at=moment_for_model(question.asked_at),
        known=known,
        documents=documents,
        rounds=rounds,
    )
    # The second reply counts, unless it has lost the quotes that the first one had.
    standing = [given for given in (*replies, reply) if stands(given, asked, shown, analyzer)]
    if not standing:
        raise ModelError(NO_QUOTE)
    return answer_of(standing[-1], shown, plan), standing[-1].missing.strip()


def _for_model(
    excerpts: Sequence[Excerpt], passages: Sequence[FoundPassage], analyzer: Analyzer
) -> tuple[list[JsonValue], list[JsonValue]]:
    """Write rounds and passages, numbered on, as the model gets them."""
    numbers = {excerpt.round.round_id: number for number, excerpt in enumerate(excerpts, start=1)}
    rounds = [
        round_for_model(numbers[excerpt.round.round_id], excerpt, analyzer, numbers) for excerpt in excerpts
    ]
    ahead = len(excerpts) + 1
    return [*rounds], [passage_for_model(number, one) for number, one in enumerate(passages, start=ahead)]


def stands(reply: ReadAnswer, asked: str, excerpts: Sequence[Excerpt], analyzer: Analyzer) -> bool:
    """True if a reply is "not known", or a quote of it carries an answer, or there was nothing to quote."""
    return reply.not_known or not excerpts or any(_carrying(reply, asked, excerpts, analyzer))


def faults_of(
    reply: ReadAnswer, asked: str, excerpts: Sequence[Excerpt], analyzer: Analyzer
) -> Iterator[str]:
    """Name what is wrong with a reply to what was asked, so that it can be asked for again."""
    if not stands(reply, asked, excerpts, analyzer):
        yield from _faults_of_quotes(reply, excerpts)
    for place in unfilled_places(reply.answer, reply.intervals):
        yield f"{place} has no interval"


def answer_of(reply: ReadAnswer, excerpts: Sequence[Excerpt], plan: RetrievalPlan) -> Answer:
    """Take of a reply what stands in the rounds, and compute the lengths of time that it names."""
    notes = tuple(note for item in quoted_in(reply) if (note := note_of(item, excerpts)))
    evidence = tuple(Evidence(note.round_id, note.session_id, note.said_at, note.quote) for note in notes)
    return Answer(fill_lengths(reply.answer, reply.intervals), reply.not_known, evidence, notes, plan)


def quoted_in(reply: ReadAnswer) -> Sequence[Quoted]:
    """List the quotes of a reply as it gives them."""
    if isinstance(reply, NotedAnswer):
        return reply.notes
    return reply.quotes if isinstance(reply, DirectAnswer) else ()


def note_of(item: Quoted, excerpts: Sequence[Excerpt]) -> Note | None:
    """Make a note with the exact words of its round. Returns None if its quote does not stand there."""
    if not 0 < item.round <= len(excerpts):
        return None
    round_ = excerpts[item.round - 1].round
    exact = find_quote(item.quote, round_)
    if exact is None:
        return None
    role = next((role for role, field in round_.fields.items() if exact in field), Role.USER)
    text = item.note if isinstance(item, RoundNote) else ""
    return Note(round_.round_id, round_.session_id, round_.said_at, exact, text, role)


def _carrying(
    reply: ReadAnswer, asked: str, excerpts: Sequence[Excerpt], analyzer: Analyzer
) -> Iterator[bool]:
    about = set(analyzer.words(f"{asked} {reply.answer}"))
    for item in quoted_in(reply):
        if note := note_of(item, excerpts):
            fields = excerpts[item.round - 1].round.fields
            bears = not about.isdisjoint(analyzer.words(note.quote))
            yield bears and carries_answer(note.quote, fields[note.role], analyzer)


def _faults_of_quotes(reply: ReadAnswer, excerpts: Sequence[Excerpt]) -> Iterator[str]:
    quoted = [item for item in quoted_in(reply) if item.quote.strip()]
    if not quoted:
        yield 'the answer has no quote: copy the words that it rests on, or set "not_known"'
    for item in quoted:
        if not 0 < item.round <= len(excerpts):
            yield f"there is no round {item.round}"
        elif find_quote(item.quote, excerpts[item.round - 1].round) is None:
            yield f"round {item.round} does not hold, letter for letter: {item.quote!r}"
        else:
            yield (
                "no evidence is a question, less than a sentence or five words of one, or what "
                f"shares no word with question or answer: {item.quote!r}"
            )


def _wording(plan: RetrievalPlan) -> str:
    if not plan.disputed:
        return plan.question
    return f"{plan.question} (The user rejects an earlier answer: {plan.disputed})"


PLACE = re.compile(r"\[\[(\d+)\]\]")
"""Where the length of an interval belongs in an answer: [[1]] is that of the first."""


def length_of(interval: Interval) -> int:
    """Count the whole days, weeks, months or years between two days; the sign is dropped."""
    first, last = sorted((interval.start, interval.end))
    if interval.unit in ("days", "weeks"):
        return (last - first).days // (7 if interval.unit == "weeks" else 1)
    between = relativedelta(last, first)
    return between.years if interval.unit == "years" else between.years * 12 + between.months


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
