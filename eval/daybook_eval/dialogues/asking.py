"""Measures how often people repeat a question of an earlier session."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from daybook.errors import BadInput
from daybook_eval.dialogues.questions import read_askers
from daybook_eval.judging.concurrency import Progress, run_concurrently
from daybook_eval.measures.repeated_asking import CannotTell, QuestionMatcher, with_earlier
from daybook_eval.measures.shares import Share, share_of


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


@dataclass(frozen=True, slots=True)
class _QuestionWithEarlier:
    place: int
    person: str
    question: str
    earlier: tuple[str, ...]


async def measure_asking(
    path: Path,
    matcher: QuestionMatcher,
    *,
    limit: int | None = None,
    at_once: int = 1,
    progress: Progress = lambda done, total: None,
) -> AskedAgain:
    """Count the repeated questions of a file.

    Args:
        path: see `read_askers`.
        matcher: asked of each question and the earlier ones of the same person.
        limit: how many people to read at most; all where it is None.
        at_once: how many questions may be under way.
        progress: reported to, person by person where none has many questions.

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
        asked = list(_questions_with_earlier(asker.name, asker.sessions))
        found: dict[int, str | None] = {}

        async def settle(one: _QuestionWithEarlier, found: dict[int, str | None] = found) -> None:
            try:
                found[one.place] = await matcher.find_match(one.question, one.earlier)
            except CannotTell:
                return

        failed = await run_concurrently(asked, settle, at_once=at_once, progress=progress)
        failures += [problem for _, problem in failed]
        verdicts += [found[one.place] is not None if one.place in found else None for one in asked]
        repeated += [
            Repeated(one.person, one.question, earlier) for one in asked if (earlier := found.get(one.place))
        ]
    if not verdicts:
        raise BadInput("nobody asks a question in it", source=path)
    return AskedAgain(path.name, people, sessions, share_of(verdicts), tuple(repeated), tuple(failures))


def _questions_with_earlier(person: str, sessions: Sequence[Sequence[str]]) -> Iterator[_QuestionWithEarlier]:
    for place, (question, earlier) in enumerate(with_earlier(sessions)):
        yield _QuestionWithEarlier(place, person, question, earlier)
