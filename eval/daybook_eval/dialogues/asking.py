"""Reads the questions that users asked, session by session."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

from daybook.conversation import Role, Session, Usage
from daybook.conversation.errors import BadInput
from daybook.english.sentences import sentence_spans
from daybook.interfaces.importers.formats import History, read_histories, recognise
from daybook.interfaces.importers.json_reader import read_records
from daybook.interfaces.rendering.screen import Screen
from daybook_eval.data import lines
from daybook_eval.judging.judges import Progress, run_concurrently
from daybook_eval.judging.show import spent
from daybook_eval.measures.answers import Share, share_of
from daybook_eval.measures.dialogues import CannotTell, QuestionMatcher, with_earlier
from daybook_eval.tables import figure

_CLOSING = "\"')]*_ \u201d\u2019"


@dataclass(frozen=True, slots=True)
class Asker:
    """One person of a file."""

    name: str
    """Of the question or the conversation in the file; "" where a file is one history."""
    sessions: tuple[tuple[str, ...], ...]
    """The questions of each session, the earliest session first."""


def read_askers(path: Path) -> Iterator[Asker]:
    """Read who asked what, one person at a time.

    The file is any that `daybook import` reads, or questions with their sessions of one's own; a history that
    several of these share counts once.

    Raises:
        BadInput: the file cannot be read, is of no known format, or something in it is wrong.
    """
    first = next(read_records(path), None)
    if first is None:
        raise BadInput("the list has no items", source=path)
    if isinstance(first.value, dict) and "sessions" in first.value:
        yield from _of_own_lines(path)
        return
    for history in read_histories(path, recognise(path)):
        yield Asker(history.source_id, _questions(_spoken(history)))


def questions_in(text: str) -> tuple[str, ...]:
    """Cut the sentences that end with a question mark out of a text."""
    sentences = (text[start:stop] for start, stop in sentence_spans(text))
    return tuple(sentence for sentence in sentences if sentence.rstrip(_CLOSING).endswith("?"))


def _spoken(history: History) -> Sequence[Session]:
    """Give the sessions with their turns, which an archive keeps apart."""
    if history.archive is None:
        return tuple(history.sessions)
    return [
        replace(session, turns=tuple(turn for round_ in rounds for turn in round_.turns))
        for session, rounds in history.archive.sessions
    ]


def _of_own_lines(path: Path) -> Iterator[Asker]:
    seen: set[str] = set()
    for case in lines.read_cases(path):
        if case.owner not in seen:
            seen.add(case.owner)
            yield Asker(case.owner, _questions(case.sessions))


def _questions(sessions: Sequence[Session]) -> tuple[tuple[str, ...], ...]:
    return tuple(
        tuple(
            question
            for turn in session.turns
            if turn.role is Role.USER
            for question in questions_in(turn.content)
        )
        for session in sorted(sessions, key=lambda session: session.started_at)
    )


@dataclass(frozen=True, slots=True)
class Repeated:
    """A question that was asked before."""

    person: str
    question: str
    earlier: str


@dataclass(frozen=True, slots=True)
class AskedAgain:
    """The repeated asking of a file."""

    file: str
    people: int
    sessions: int
    rate: Share
    """Repeated ones among all questions of all people; what could not be told is not judged."""
    repeated: tuple[Repeated, ...]
    """In the order of the file."""
    failures: tuple[str, ...]
    """What went wrong, a line for each question that could not be put to a model."""

    def plain(self) -> dict[str, Any]:
        """Write it as plain values."""
        found = asdict(self)
        return {**found, "rate": {**found["rate"], "value": self.rate.value}}


async def measure_asking(
    path: Path,
    matcher: QuestionMatcher,
    *,
    limit: int | None = None,
    at_once: int = 1,
    progress: Progress = lambda done, total: None,
) -> AskedAgain:
    """Count the repeated questions of a file, of `limit` people at most.

    The matcher is asked of each question and the earlier ones of the same person, `at_once` at a time.

    Raises:
        BadInput: the file cannot be read, or nobody asks anything in it.
        ModelUnavailable, BadSettings: as `run_concurrently` raises them.
    """
    people = sessions = 0
    verdicts: list[bool | None] = []
    repeated: list[Repeated] = []
    failures: list[str] = []
    for asker in islice(read_askers(path), limit):
        people, sessions = people + 1, sessions + len(asker.sessions)
        asked = list(with_earlier(asker.sessions))
        found: dict[int, str | None] = {}

        async def settle(
            place: int,
            asked: Sequence[tuple[str, Sequence[str]]] = asked,
            found: dict[int, str | None] = found,
        ) -> None:
            with suppress(CannotTell):
                found[place] = await matcher.find_match(*asked[place])

        failed = await run_concurrently(range(len(asked)), settle, at_once=at_once, progress=progress)
        failures += [problem for _, problem in failed]
        verdicts += [found[place] is not None if place in found else None for place in range(len(asked))]
        repeated += [
            Repeated(asker.name, question, earlier)
            for place, (question, _) in enumerate(asked)
            if (earlier := found.get(place))
        ]
    if not verdicts:
        raise BadInput("nobody asks a question in it", source=path)
    return AskedAgain(path.name, people, sessions, share_of(verdicts), tuple(repeated), tuple(failures))


_ASKING = ("=file", "#people", "#sessions", "#questions", "#repeated", "#judged", "#rate")
_SHOWN = 5


def show_asking(found: Sequence[AskedAgain], usage: Usage, *, tables: bool) -> None:
    """Print a line for each file, some of what was asked again, and on standard error what went wrong."""
    if tables:
        screen = Screen()
        screen.table(_ASKING, map(_asking_row, found), always_headed=True)
        for asked in found:
            for again in asked.repeated[:_SHOWN] if screen.is_terminal else ():
                screen.line(
                    f"{again.person or asked.file}: ", again.question, (f"  ({again.earlier})", "dim")
                )
    aside = Screen(stderr=True)
    for line in spent(usage):
        aside.line(line)
    for asked in found:
        if asked.failures:
            aside.line(
                f"{asked.file}: {len(asked.failures)} questions could not be compared, the first:"
                f" {asked.failures[0]}"
            )


def _asking_row(one: AskedAgain) -> list[str]:
    rate = one.rate
    counts = (one.people, one.sessions, rate.asked, rate.holding, rate.judged)
    return [one.file, *map(str, counts), figure(rate.value)]
