"""Builds abstention questions by asking questions of another history.

LongMemEval has few abstentions, too few to measure by. Here a question that one history answers is put
to another that lacks its evidence, at that history's date. Such a question is easier to decline than
one made to mislead, so both kinds should be reported apart. Nothing makes sure that no session of the
other history answers it by chance: people say alike things.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from random import Random

from daybook_eval.data.case import Case
from daybook_eval.data.fillers import session_digest

PLANTED = "_planted_abs"
"""Ends the ids; LongMemEval's own scripts take "_abs" for an abstention."""


@dataclass(frozen=True, slots=True)
class _SourceQuestion:
    """A question that has an answer, without its history."""

    question_id: str
    question_type: str
    question: str
    owner: str
    evidence: frozenset[bytes]


def plant_abstentions(read: Callable[[], Iterable[Case]], *, seed: int) -> Iterator[Case]:
    """Put to every history a question of another one that it cannot answer.

    Each question is asked once at most. For every question of the file, in its order, its history gets
    the first of a shuffled list of all answerable ones that is another history's, has no evidence session
    in this one, and is not the question that an abstention here was made from.

    Args:
        read: opens the file; called twice, first to collect the questions.
        seed: of the shuffling.

    Yields:
        Abstentions without evidence, of the question's type, marked by their origin and the end of
        their id ("q1_planted_abs"). Histories that no question is left for are passed over.
    """
    waiting = [_source_question(case) for case in read() if not case.abstention and case.evidence_turns]
    Random(seed).shuffle(waiting)
    for case in read():
        held = {session_digest(session) for session in case.sessions}
        found = next((asked for asked in waiting if _cannot_be_answered(asked, case, held)), None)
        if found:
            waiting.remove(found)
            yield _planted(found, case, seed)


def _source_question(case: Case) -> _SourceQuestion:
    about = {*case.answer_sessions, *case.evidence_sessions}
    evidence = frozenset(session_digest(case.sessions[place]) for place in about)
    return _SourceQuestion(case.question_id, case.question_type, case.question, case.owner, evidence)


def _cannot_be_answered(asked: _SourceQuestion, case: Case, held: set[bytes]) -> bool:
    return (
        asked.owner != case.owner
        and asked.question_id != case.question_id.removesuffix("_abs")
        and held.isdisjoint(asked.evidence)
    )


def _planted(asked: _SourceQuestion, case: Case, seed: int) -> Case:
    return replace(
        case,
        question_id=f"{asked.question_id}{PLANTED}",
        question_type=asked.question_type,
        question=asked.question,
        answer="Not known: the question belongs to another history.",
        evidence=(),
        abstention=True,
        evidence_turns=(),
        answer_sessions=(),
        history=case.owner,
        unresolved=(),
        origin=f"planted: seed {seed}",
    )
