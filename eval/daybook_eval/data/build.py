"""Builds new data sets of old ones: longer histories, and questions that a history cannot answer."""

import json
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from hashlib import sha256
from itertools import islice, pairwise
from pathlib import Path
from random import Random
from tempfile import TemporaryFile
from typing import IO

from rich.console import Console
from rich.progress import track

from daybook.conversation import Session, number_occurrences
from daybook.conversation.errors import BadInput
from daybook_eval.data.case import Case, evidence_of
from daybook_eval.data.cases import DataFormat, read_cases, sha256_of
from daybook_eval.data.lines import plain_session, read_session, write_cases
from daybook_eval.tables import Report


@dataclass(frozen=True, slots=True)
class Fillers:
    """Sessions to fill histories with: each text once, and none that is evidence of any question."""

    file: IO[bytes]
    """A session a line."""
    offsets: Sequence[int]

    def __len__(self) -> int:
        return len(self.offsets)

    def draw(self, count: int, random: Random) -> list[Session]:
        """Draw different sessions, in random order; fewer where there are not as many."""
        drawn = []
        for offset in random.sample(self.offsets, min(count, len(self))):
            self.file.seek(offset)
            drawn.append(read_session(self.file.readline()))
        return drawn


@contextmanager
def fillers_of(cases: Iterable[Case]) -> Iterator[Fillers]:
    """Collect the fillers of a file, reading it once; memory holds a digest and a number of each.

    A session with evidence of a question, or named as what some question is about, is no filler anywhere.
    """
    with TemporaryFile() as file:
        offsets: dict[bytes, int] = {}
        evidence: set[bytes] = set()
        for case in cases:
            for place, session in enumerate(case.sessions):
                digest = session_digest(session)
                if place in case.about:
                    evidence.add(digest)
                elif digest not in offsets and session.turns:
                    offsets[digest] = file.tell()
                    file.write(json.dumps(plain_session(session)).encode() + b"\n")
        for digest in evidence:
            offsets.pop(digest, None)
        yield Fillers(file, list(offsets.values()))


def session_digest(session: Session) -> bytes:
    """Name a session by its turns, whatever its id and its date."""
    digest = sha256()
    for turn in session.turns:
        for part in (turn.speaker or turn.role, turn.content):
            encoded = part.encode("utf-8", "surrogatepass")
            digest.update(len(encoded).to_bytes(8, "big") + encoded)
    return digest.digest()


def compile_histories(
    read: Callable[[], Iterable[Case]], *, sessions: int, seed: int, question_ids: Collection[str] = ()
) -> Iterator[Case]:
    """Give every question a history of as many sessions as wanted, evidence among them.

    It depends on the seed and the question's id alone, and has no session twice. Dates go on in order:
    between two evidence sessions those of the fillers are spread at random; the history begins as much
    earlier as it is longer. Fillers behind the last evidence end with the question, or with that session
    where it is dated later. `read` opens the file, twice; fillers come from all of its questions.

    Raises:
        BadInput: there are too few fillers, more evidence sessions than wanted, or an id is not in the file.
    """
    with fillers_of(read()) as fillers:
        missing = set(question_ids)
        for case in read():
            if not question_ids or case.question_id in missing:
                missing.discard(case.question_id)
                yield _compiled(case, fillers, sessions, seed)
        if missing:
            problem = f"the file holds no question with the id {', '.join(sorted(missing))}"
            raise BadInput(problem, source="--question-id")


def first_of_each_type(cases: Iterable[Case], most: int) -> Iterator[str]:
    """Name the first questions of each type that have an answer, `most` of each."""
    counts: Counter[str] = Counter()
    for case in cases:
        if case.evidence and not case.abstention and counts[case.question_type] < most:
            counts[case.question_type] += 1
            yield case.question_id


def _compiled(case: Case, fillers: Fillers, sessions: int, seed: int) -> Case:
    # stable: the file's order otherwise
    about = sorted(case.about, key=lambda place: case.sessions[place].started_at)
    wanted, problem = sessions - len(about), ""
    if wanted < 0:
        problem = f"question {case.question_id} has {len(about)} evidence sessions, more than {sessions}"
    elif wanted > len(fillers):
        problem = f"{sessions} need {wanted} fillers, but the file holds {len(fillers)} different ones"
    if problem:
        raise BadInput(problem, source="--sessions")
    random = Random(f"{seed}/{case.question_id}")
    drawn = fillers.draw(wanted, random)
    places = sorted(random.sample(range(sessions), len(about)))
    history = _dated(case, about, drawn, places, random)
    origin = f"compiled: {sessions} sessions, seed {seed}"
    return _with_history(case, history, dict(zip(about, places, strict=True)), origin)


def _dated(
    case: Case, about: Sequence[int], drawn: Sequence[Session], places: Sequence[int], random: Random
) -> list[Session]:
    """Put evidence sessions to their places and give the fillers around them dates in order."""
    evidence = [case.sessions[place] for place in about]
    first, last = _bounds(case, evidence, len(evidence) + len(drawn))
    gaps = pairwise([-1, *places, len(evidence) + len(drawn)])
    moments = pairwise([first, *(session.started_at for session in evidence), last])
    waiting = iter(drawn)
    history: list[Session] = []
    for place, ((before, after), (start, stop)) in enumerate(zip(gaps, moments, strict=True)):
        minutes = int((stop - start) / timedelta(minutes=1))
        fillers = range(after - before - 1)
        for date in sorted(start + timedelta(minutes=random.randint(0, minutes)) for _ in fillers):
            session = next(waiting)  # its turns lose the dates of the history that they came from
            turns = tuple(replace(turn, said_at=None) for turn in session.turns)
            history.append(replace(session, started_at=date, turns=turns))
        history += evidence[place : place + 1]
    return history


def _bounds(case: Case, evidence: Sequence[Session], sessions: int) -> tuple[datetime, datetime]:
    dates = [session.started_at for session in case.sessions]
    last = max([case.asked_at, *(session.started_at for session in evidence)])
    longer = max(1.0, sessions / len(dates))
    first = last - (last - min(*dates, case.asked_at)) * longer
    return first.replace(second=0, microsecond=0), last


def _with_history(case: Case, history: Sequence[Session], moved: dict[int, int], origin: str) -> Case:
    """Put a history under a question; `moved` gives the new place of each session that it is about."""
    sessions = tuple(number_occurrences(history))
    gold: list[set[int]] = [set() for _ in sessions]
    for turn in case.evidence_turns:
        gold[moved[turn.session]].add(turn.turn)
    return replace(
        case,
        sessions=sessions,
        # a compiled history is shared with no other question
        evidence_turns=tuple(evidence_of(sessions, gold, case.question_id)),
        answer_sessions=tuple(sorted(moved.values())),
        history="",
        origin=origin,
    )


PLANTED = "_planted_abs"
"""Ends the ids; LongMemEval's own scripts take "_abs" for an abstention."""


def plant_abstentions(read: Callable[[], Iterable[Case]], *, seed: int) -> Iterator[Case]:
    """Put to every history a question of another one that it cannot answer; each question once at most.

    Each history gets the first of a shuffled list of answerable questions that is another history's, has no
    evidence session in this one, and is not what an abstention here was made from. `read` opens the file,
    twice. The abstentions are marked by their origin and the end of their id ("q1_planted_abs"); histories
    that no question is left for are skipped.
    """
    waiting = [
        (
            replace(case, sessions=(), evidence_turns=()),
            {session_digest(case.sessions[place]) for place in case.about},
        )
        for case in read()
        if not case.abstention and case.evidence_turns
    ]
    Random(seed).shuffle(waiting)
    for case in read():
        held = {session_digest(session) for session in case.sessions}
        source = case.question_id.removesuffix("_abs")
        for place, (asked, evidence) in enumerate(waiting):
            if asked.owner == case.owner or asked.question_id == source:
                continue
            if held.isdisjoint(evidence):
                del waiting[place]
                yield replace(
                    asked,
                    question_id=f"{asked.question_id}{PLANTED}",
                    answer="Not known: the question belongs to another history.",
                    asked_at=case.asked_at,
                    sessions=case.sessions,
                    abstention=True,
                    answer_sessions=(),
                    history=case.owner,
                    unresolved=(),
                    origin=f"planted: seed {seed}",
                )
                break


def compile_file(
    data: Path,
    out: Path,
    sessions: int,
    seed: int,
    format: DataFormat,
    question_ids: Sequence[str] | None,
    per_type: int | None,
    limit: int | None,
) -> Report:
    """Write the questions of a file, or some of them, with longer histories; see `compile_histories`."""
    read = partial(read_cases, data, format=format)
    wanted = [*(question_ids or ()), *(first_of_each_type(read(), per_type) if per_type else ())]
    return _write(
        out, islice(compile_histories(read, sessions=sessions, seed=seed, question_ids=wanted), limit)
    )


def plant_file(data: Path, out: Path, seed: int, format: DataFormat, limit: int | None) -> Report:
    """Write questions that a file's histories cannot answer; see `plant_abstentions`."""
    return _write(out, islice(plant_abstentions(partial(read_cases, data, format=format), seed=seed), limit))


def _write(out: Path, cases: Iterable[Case]) -> Report:
    console = Console(stderr=True)
    count = write_cases(out, track(cases, "questions", console=console, disable=not console.is_terminal))
    digest = sha256_of(out)
    shape = {"file": str(out), "questions": count, "sha256": digest}
    return Report([f"{out}: {count} questions, sha256 {digest}"], shape)
