"""Reads the questions that users asked, session by session."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

from daybook.conversation import Role, Session
from daybook.conversation.errors import BadInput
from daybook.interfaces.importers.formats import History, read_histories, recognise
from daybook.interfaces.importers.json_reader import read_records
from daybook.settings.environment import read_settings
from daybook.text.english.sentences import sentence_spans
from daybook_eval.data import lines
from daybook_eval.judging.judges import (
    ModelQuestionMatcher,
    Progress,
    judging_meter,
    open_judges,
    progress_bar,
    run_concurrently,
    spent,
)
from daybook_eval.measures.answers import share_of
from daybook_eval.measures.dialogues import CannotTell, QuestionMatcher, WordQuestionMatcher, with_earlier
from daybook_eval.tables import Listing, Report, figure
from daybook_prompts import load_prompts

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
        histories = {case.owner: _questions(case.sessions) for case in lines.read_cases(path)}
        yield from (Asker(owner, sessions) for owner, sessions in histories.items())
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


async def measure_asking(
    path: Path, matcher: QuestionMatcher, *, limit: int | None, at_once: int, progress: Progress
) -> dict[str, Any]:
    """Count the repeated questions of a file, of `limit` people at most.

    The matcher is asked of each question and the earlier ones of the same person, `at_once` at a time.

    Returns:
        "file", "people", "sessions", the "rate" of repeated ones among all questions of all people (what
            could not be told is not judged), the "repeated" ones in the order of the file, and "failures", a
            line for each question that could not be put to a model.

    Raises:
        BadInput: the file cannot be read, or nobody asks anything in it.
        ModelUnavailable, BadSettings: as `run_concurrently` raises them.
    """
    askers = list(islice(read_askers(path), limit))
    asked = [(asker.name, *pair) for asker in askers for pair in with_earlier(asker.sessions)]
    found: dict[int, str | None] = {}

    async def settle(place: int) -> None:
        _, question, earlier = asked[place]
        with suppress(CannotTell):
            found[place] = await matcher.find_match(question, earlier)

    failed = await run_concurrently(range(len(asked)), settle, at_once=at_once, progress=progress)
    verdicts = [found[place] is not None if place in found else None for place in range(len(asked))]
    if not verdicts:
        raise BadInput("nobody asks a question in it", source=path)
    return {
        "file": path.name,
        "people": len(askers),
        "sessions": sum(len(asker.sessions) for asker in askers),
        "rate": share_of(verdicts).plain(),
        "repeated": [
            {"person": name, "question": question, "earlier": earlier}
            for place, (name, question, _) in enumerate(asked)
            if (earlier := found.get(place))
        ],
        "failures": [problem for _, problem in failed],
    }


_COLUMNS = ("=file", "#people", "#sessions", "#questions", "#repeated", "#judged", "#rate")
_SHOWN = 5
"""Repeated questions of a file that a terminal shows."""


async def report(files: Sequence[Path], model: str | None, limit: int | None) -> Report:
    """Count the repeated questions of files, by their words or by a chat model; see `measure_asking`.

    Raises:
        BadInput: a file cannot be read, or nobody asks anything in it.
        BadSettings, ModelUnavailable: the model cannot be had.
    """
    settings = read_settings()
    meter = judging_meter(settings)
    async with AsyncExitStack() as stack:
        matcher: QuestionMatcher = WordQuestionMatcher()
        if model is not None:
            (judge,) = open_judges(settings, [model], stack)
            prompt = load_prompts(settings.models.prompts)["asked_before"]
            matcher = ModelQuestionMatcher(meter.metered(judge, "judge"), prompt)
        progress, at_once = stack.enter_context(progress_bar("comparing")), settings.models.model_concurrency
        found = [
            await measure_asking(path, matcher, limit=limit, at_once=at_once, progress=progress)
            for path in files
        ]
    asides = [*spent(meter.usage)]
    asides += [
        f"{counted['file']}: {len(failures)} questions could not be compared, the first: {failures[0]}"
        for counted in found
        if (failures := counted["failures"])
    ]
    rows = []
    for counted in found:
        rate = counted["rate"]
        counts = (counted["people"], counted["sessions"], rate["asked"], rate["holding"], rate["judged"])
        rows.append([counted["file"], *map(str, counts), figure(rate["value"])])
    again = [
        (f"{again['person'] or counted['file']}: ", again["question"], (f"  ({again['earlier']})", "dim"))
        for counted in (found if sys.stdout.isatty() else ())
        for again in counted["repeated"][:_SHOWN]
    ]
    failed = any(counted["failures"] for counted in found)
    return Report([Listing(_COLUMNS, rows), *again], {"files": found}, asides=asides, failed=failed)
