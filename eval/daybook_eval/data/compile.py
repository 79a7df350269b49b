"""Compiles longer histories from the sessions of a file.

As LongMemEval makes its own: the evidence sessions stand at random places among sessions that have
nothing to do with the question. Its fillers come from a pool that was written not to conflict with the
question, and from public chats; ours are the sessions of other questions' histories that are evidence of
none, so that now and then one may speak of the same matter.

Questions keep their id, their date and the dates of their evidence, since "a week ago" counts from them.

Source: Wu et al., LongMemEval, ICLR 2025, section 3.3.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import pairwise
from random import Random

from daybook.conversation import Session, number_occurrences
from daybook.errors import BadInput
from daybook_eval.data.case import Case, evidence_of, evidence_rounds
from daybook_eval.data.fillers import Fillers, fillers_of


def compile_histories(
    read: Callable[[], Iterable[Case]], *, sessions: int, seed: int, question_ids: Collection[str] = ()
) -> Iterator[Case]:
    """Give every question a history of as many sessions as wanted.

    A question's history depends on the seed and its id, and not on which others are read with it. No
    session comes twice in one history. Dates go on in order: between two evidence sessions those of the
    fillers are spread at random; the history begins as much earlier as it is longer than the old one.
    Fillers behind the last evidence session end with the question, or with that session where it is
    dated after the question.

    Args:
        read: opens the file; called twice, first to collect fillers.
        sessions: of each history, evidence among them.
        seed: of what is drawn and where it goes.
        question_ids: which questions to compile; all when empty. Fillers come from all of them.

    Raises:
        BadInput: the file holds too few fillers, a question has more evidence sessions than wanted, or
            an id is not in the file.
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
    about = sorted({*case.answer_sessions, *case.evidence_sessions})
    about.sort(key=lambda place: case.sessions[place].started_at)  # stable: the file's order otherwise
    wanted = sessions - len(about)
    if wanted < 0:
        problem = f"question {case.question_id} has {len(about)} evidence sessions, more than {sessions}"
        raise BadInput(problem, source="--sessions")
    if wanted > len(fillers):
        problem = f"{sessions} need {wanted} fillers, but the file holds {len(fillers)} different ones"
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
        dates = sorted(_between(start, stop, random) for _ in range(after - before - 1))
        history += [_moved(next(waiting), date) for date in dates]
        history += evidence[place : place + 1]
    return history


def _bounds(case: Case, evidence: Sequence[Session], sessions: int) -> tuple[datetime, datetime]:
    """When the new history begins and ends."""
    dates = [session.started_at for session in case.sessions]
    last = max([case.asked_at, *(session.started_at for session in evidence)])
    longer = max(1.0, sessions / len(dates))
    first = last - (last - min(*dates, case.asked_at)) * longer
    return first.replace(second=0, microsecond=0), last


def _between(start: datetime, stop: datetime, random: Random) -> datetime:
    minutes = int((stop - start) / timedelta(minutes=1))
    return start + timedelta(minutes=random.randint(0, minutes))


def _with_history(case: Case, history: Sequence[Session], moved: dict[int, int], origin: str) -> Case:
    """Put a history under a question; `moved` gives the new place of each session that it is about."""
    sessions = tuple(number_occurrences(history))
    gold: list[set[int]] = [set() for _ in sessions]
    for turn in case.evidence_turns:
        gold[moved[turn.session]].add(turn.turn)
    owner = case.question_id  # a compiled history is shared with no other question
    turns = tuple(evidence_of(sessions, gold, owner))
    return replace(
        case,
        sessions=sessions,
        evidence=evidence_rounds(turns),
        evidence_turns=turns,
        answer_sessions=tuple(sorted(moved.values())),
        history="",
        origin=origin,
    )


def _moved(session: Session, date: datetime) -> Session:
    """Date a filler; its turns lose the dates of the history that they came from."""
    turns = tuple(replace(turn, said_at=None) for turn in session.turns)
    return replace(session, started_at=date, turns=turns)
