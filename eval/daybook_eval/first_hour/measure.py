"""Puts the five lists to a memory with the bundled model and no chat model, and counts."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import partial
from itertools import chain
from pathlib import Path

import typer

from daybook.conversation import Answer, Role, Round, Session, Status, TimeRange, Turn
from daybook.conversation.authorship import Mode, authorship_of
from daybook.models.embedding import load_embedder
from daybook.text.english.authors import authored
from daybook.text.english.timex import find_times
from daybook_eval.data.cases import read_cases
from daybook_eval.first_hour import (
    DatedSentence,
    Introduction,
    PlainQuestion,
    authored_messages,
    dated_sentences,
    introductions,
    noon,
    plain_questions,
    sensitive_sentences,
)
from daybook_eval.study import Scorer, Study, memory, share
from daybook_eval.tables import Report

OWNER = "ada"
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one entry of a list."""

    list: str
    group: str
    blind: bool
    id: str
    result: str
    """What happened: "given", "right", "wrong", …"""
    text: str
    """What was said or asked, and what came of it, for reading."""


GOOD = frozenset({"right", "given", "nothing"})
WRONG = frozenset({"wrong", "misquoted", "disturbed"})


def _count_wrong(outcomes: Sequence[Outcome]) -> int:
    return sum(outcome.result in WRONG for outcome in outcomes)


STUDY: Study[Outcome] = Study(
    "the first hour, without a chat model",
    "list",
    (
        Scorer("as it should be", "good", share(lambda outcome: outcome.result in GOOD)),
        Scorer("wrong", "wrong", _count_wrong),
    ),
)


def report(outcomes: Sequence[Outcome], *, verbose: bool = False) -> Report:
    """Draw up how often each thing happened, the blind third apart.

    `verbose` lists what did not come out as it should; nothing of the blind third.
    """
    sets: dict[str, list[Outcome]] = {}
    for outcome in outcomes:
        half = "blind" if outcome.blind else "open"
        sets.setdefault(f"{outcome.list}: {outcome.group}, {half}", []).append(outcome)
    lines = [
        f"{outcome.id} {outcome.list}, {outcome.result}: {outcome.text}"
        for outcome in outcomes
        if verbose and not outcome.blind and outcome.result not in GOOD
    ]
    return Report([STUDY.table(sets)], STUDY.shape(sets), lines)


def measure_questions(sessions: Sequence[Session] = ()) -> Iterator[Outcome]:
    """Put the plain questions and the free messages to `ask`, `context_for` and `chat`.

    `sessions` are some 500 of somebody else, into which the planted rounds are mixed; without them the
    questions over them are left out.
    """
    cases = plain_questions()
    histories: dict[str, list[Session]] = {
        name: [said.as_session(f"{name}-{place}") for place, said in enumerate(memory)]
        for name, memory in cases.memories.items()
    }
    if sessions:
        planted = [part.as_session(f"planted-{place}") for place, part in enumerate(cases.planted)]
        histories["h500"] = sorted([*sessions, *planted], key=lambda session: session.started_at)
    embedder = load_embedder("minilm")
    for name, history in histories.items():
        asked = [question for question in cases.questions if question.memory == name]
        free = [message for message in cases.messages if message.memory == name]
        with memory(embedder) as daybook:
            daybook.add(history, owner=OWNER)
            moment = max(session.started_at for session in history) + timedelta(days=1)
            for question in asked:
                answer = daybook.ask(question.text, owner=OWNER, asked_at=moment)
                yield _given("ask", question, answer.text)
                context = daybook.context_for(question.text, owner=OWNER, asked_at=moment)
                yield _given("context", question, context.text)
            for message in free:
                context = daybook.context_for(message.text, owner=OWNER, asked_at=moment)
                yield _undisturbed("context", message, context.text if context.items else "")
            chat = partial(daybook.chat, owner=OWNER, asked_at=moment, dialogue=())
            for question in asked:
                yield _given("chat", question, chat(question.text, session_id="questions").text)
            for message in free:
                turn = chat(message.text, session_id="messages")
                yield _undisturbed("chat", message, turn.text if turn.evidence else "")


def long_history(path: Path) -> list[Session]:
    """Take 500 sessions of a LongMemEval file, each once, in the order of time."""
    sessions: dict[str, Session] = {}
    for case in read_cases(path):
        for session in case.sessions:
            sessions.setdefault(session.session_id, session)
        if len(sessions) >= 500:
            break
    return sorted(list(sessions.values())[:500], key=lambda session: session.started_at)


def measure_days() -> Iterator[Outcome]:
    """Compare the days meant with those that are read, and with those that the diary enters.

    A time is right where it has exactly the days meant; a deadline may be open on the side of its beginning.
    A habit is right where the diary has no entry of a day.
    """
    embedder = load_embedder("minilm")
    for case in dated_sentences():
        said_at = noon(case.said)
        with memory(embedder) as daybook:
            daybook.append([Turn(Role.USER, case.text)], owner=OWNER, said_at=said_at)
            entries = daybook.ledger.snapshot(owner=OWNER).entries.values()
        if case.start is not None:
            place = case.text.find(case.expression)
            read = [
                _days(mention.range)
                for mention in find_times(case.text, said_at)
                if mention.start < place + len(case.expression) and mention.stop > place
            ]
            yield _dated("days, read", case, read)
        yield _dated("days, diary", case, [_days(entry.happened) for entry in entries])


def measure_introductions() -> Iterator[Outcome]:
    """Keep what each person tells, a day apart, and ask for the present value.

    Right is an answer with the value that does not begin with a wrong one; wrong is a wrong value alone, or
    anything learned where nothing was told.
    """
    embedder = load_embedder("minilm")
    for name in ("introductions", "introductions_again"):
        for case in introductions(name):
            moment = noon(_FIRST)
            with memory(embedder) as daybook:
                for text in case.turns:
                    daybook.append([Turn(Role.USER, text)], owner=OWNER, said_at=moment)
                    moment += timedelta(days=1)
                answer = daybook.ask(case.question, owner=OWNER, asked_at=moment)
                active = daybook.ledger.snapshot(owner=OWNER).with_status(Status.ACTIVE)
            learned = "; ".join(f"{record.slot}={record.value}" for record in active)
            told = f"{' / '.join(case.turns)} {case.question} [{case.value}]"
            text = f"{told} -> {answer.text[:160]} ({learned})"
            yield Outcome(name, case.group, case.blind, case.id, _present(case, answer, learned), text)


def measure_sensitive() -> Iterator[Outcome]:
    """Say each sentence in chat: is the owner asked, and is nothing learned before they agree?"""
    embedder = load_embedder("minilm")
    for name in ("sensitive", "sensitive_again"):
        for case in sensitive_sentences(name):
            with memory(embedder) as daybook:
                turn = daybook.chat(case.text, owner=OWNER, asked_at=noon(_FIRST))
            asked = turn.consent is not None
            group = "needs consent" if case.needs_consent else "near miss"
            result = "right" if asked == case.needs_consent else "asked" if asked else "not asked"
            text = f"{case.kind}: {case.text} -> {turn.text}"
            yield Outcome(name, group, case.blind, case.id, result, text)


def measure_authors() -> Iterator[Outcome]:
    """Keep each message, and ask what would quote another's words as the owner's.

    Misquoted is an answer that says "you said" before a sentence that is not the owner's, or a record or a
    diary entry that rests on one; and any that says so of words that no turn of the owner's states.
    """
    embedder = load_embedder("minilm")
    for case in authored_messages():
        with memory(embedder) as daybook:
            daybook.append([Turn(Role.USER, case.text)], owner=OWNER, said_at=noon(_FIRST))
            answer = daybook.ask(case.question, owner=OWNER, asked_at=noon(_FIRST) + timedelta(days=1))
            ledger = daybook.ledger.snapshot(owner=OWNER)
            supports = [record.support for record in ledger.records.values()]
            supports += [entry.support for entry in ledger.entries.values()]
            quotes = [support.quote for kept in supports for support in kept]
            cited = {item.round_id for item in answer.evidence}
            rounds = {round_.round_id: round_ for round_ in daybook.fetch(sorted(cited), owner=OWNER)}
        bad = misattributed(answer, rounds)
        bad += [
            words
            for words in (*_you_said(answer.text), *quotes)
            if any(_overlaps(words, other) for other in case.not_own)
        ]
        result = "misquoted" if bad else "right"
        text = f"{case.text!r} {case.question} -> {answer.text[:160]!r} {bad}"
        group = "others" if case.not_own else "own only"
        yield Outcome("authors", group, case.blind, case.id, result, text)


_FIRST = date(2026, 3, 4)
_Days = tuple[date | None, date | None]
_YOU = re.compile(r"\byou said\b|, you: ", re.IGNORECASE)
_QUOTE = re.compile('[\u201c\u2018"]([^\u201d\u2019"]+)[\u201d\u2019"]')


def _given(interface: str, case: PlainQuestion, text: str) -> Outcome:
    result = "given" if all(_holds(text, words) for words in case.needed) else "missing"
    size = {"h50": "50 sessions", "h500": "500 sessions"}.get(case.memory, "one line")
    shown = f"{case.text} {list(case.needed)} -> {text[:200]!r}"
    return Outcome(f"questions, {interface}", size, case.blind, case.id, result, shown)


def _undisturbed(interface: str, case: PlainQuestion, text: str) -> Outcome:
    result, shown = "disturbed" if text else "nothing", f"{case.text} -> {text[:200]!r}"
    return Outcome(f"free messages, {interface}", "all", case.blind, case.id, result, shown)


def _days(time: TimeRange) -> _Days:
    last = time.end - timedelta(microseconds=1) if time.end else None
    return time.start.date() if time.start else None, last.date() if last else None


def _dated(name: str, case: DatedSentence, days: Sequence[_Days]) -> Outcome:
    meant = [(case.start, case.end), *([(None, case.end)] if case.kind == "deadline" else [])]
    if case.start is None:
        recurs = (first is not None and f"yearly:{first:%m-%d}" == case.recurring for first, _ in days)
        result = "right" if all(recurs) else "wrong"
    else:
        result = "right" if any(day in days for day in meant) else "wrong" if days else "none"
    found = ", ".join(f"{first}..{last}" for first, last in days)
    text = f"{case.weekday} {case.said}: {case.text} [{case.start}..{case.end}] -> {found or 'none'}"
    return Outcome(name, case.kind, case.blind, case.id, result, text)


def _present(case: Introduction, answer: Answer, learned: str) -> str:
    if case.nothing:
        return "wrong" if learned else "right"
    if answer.not_known:
        return "not answered"
    said = answer.text.partition("\n")[0]
    right, wrong = _earliest(said, (case.value, *case.also)), _earliest(said, case.wrong)
    if right is not None and (wrong is None or right <= wrong):
        return "right"
    return "not answered" if wrong is None else "wrong"


def _earliest(text: str, values: Iterable[str]) -> int | None:
    """Give the place, in words, of the first of some values that a text holds."""
    words, wanted = _plain(text), list(filter(None, map(_plain, values)))
    places = range(len(words))
    return next(
        (place for place in places if any(words[place : place + len(value)] == value for value in wanted)),
        None,
    )


def _you_said(text: str) -> list[str]:
    """Give the quotes of an answer that are introduced as the owner's words, in a sentence or in a list."""
    return [
        quote[1]
        for line in text.split("\n")
        if (claim := _YOU.search(line))
        for quote in _QUOTE.finditer(line[claim.start() :])
    ]


def misattributed(answer: Answer, rounds: Mapping[str, Round]) -> list[str]:
    """Give what an answer calls the owner's words that are not: no side of theirs states them.

    Of `rounds`, by their ids, only those of its evidence are looked at.
    """
    cited = [rounds[item.round_id] for item in answer.evidence if item.round_id in rounds]
    said = [(turn.content, authored(turn.content)) for round_ in cited if (turn := round_.user)]
    return [
        quote
        for quote in _you_said(answer.text)
        if not any(
            quote in text and authorship_of(text, stretches, place, place + len(quote)).mode is Mode.SAID
            for text, stretches in said
            for place in [text.find(quote)]
        )
    ]


def _overlaps(words: str, other: str) -> bool:
    """True if a quote holds a sentence of several words, or lies in it, but for case and punctuation."""
    inner, outer = sorted((words, other), key=lambda text: len(_plain(text)))
    return len(_plain(inner)) > 1 and _holds(outer, inner)


def _holds(text: str, words: str) -> bool:
    return f" {' '.join(_plain(words))} " in f" {' '.join(_plain(text))} "


def _plain(text: str) -> list[str]:
    return _WORD.findall(text.casefold())


MEASURES: Mapping[str, Callable[[], Iterator[Outcome]]] = {
    "questions": measure_questions,
    "days": measure_days,
    "introductions": measure_introductions,
    "sensitive": measure_sensitive,
    "authors": measure_authors,
}


def study(lists: Sequence[str] | None, data: Path | None, verbose: bool) -> Report:
    """Measure some of the lists, or all; with a file of LongMemEval questions over a long history as well."""
    if unknown := [name for name in lists or () if name not in MEASURES]:
        raise typer.BadParameter(f"{unknown[0]!r} is none of {', '.join(MEASURES)}", param_hint="LISTS")
    over = partial(measure_questions, long_history(data) if data else ())
    measures: Mapping[str, Callable[[], Iterator[Outcome]]] = {**MEASURES, "questions": over}
    return report(list(chain.from_iterable(measures[name]() for name in lists or measures)), verbose=verbose)
