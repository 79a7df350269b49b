"""Flags properties of cases that can trip up readers and measures."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise

from daybook.conversation import Role
from daybook_eval.data.case import Case


def traps_of(case: Case) -> Iterator[str]:
    """Yield what holds of a case, in plain words."""
    return (name for name, holds in TRAPS.items() if holds(case))


def _repeats_a_session_id(case: Case) -> bool:
    return len({session.session_id for session in case.sessions}) < len(case.sessions)


def _has_later_sessions(case: Case) -> bool:
    return any(session.started_at > case.asked_at for session in case.sessions)


def _has_later_evidence(case: Case) -> bool:
    return any(case.sessions[place].started_at > case.asked_at for place in case.evidence_sessions)


def _is_out_of_order(case: Case) -> bool:
    return any(one.started_at > next_one.started_at for one, next_one in pairwise(case.sessions))


def _begins_with_the_assistant(case: Case) -> bool:
    return any(session.turns and session.turns[0].role is not Role.USER for session in case.sessions)


def _does_not_alternate(case: Case) -> bool:
    return any(
        one.role is next_one.role for session in case.sessions for one, next_one in pairwise(session.turns)
    )


def _has_blank_turns(case: Case) -> bool:
    return any(not turn.content.strip() for session in case.sessions for turn in session.turns)


def _has_empty_sessions(case: Case) -> bool:
    return any(not session.turns for session in case.sessions)


def _has_a_number_for_answer(case: Case) -> bool:
    return case.answer.replace(".", "", 1).isdigit()


def _has_no_user_evidence(case: Case) -> bool:
    return not case.abstention and bool(case.evidence_turns) and not case.has_user_evidence


TRAPS: Mapping[str, Callable[[Case], bool]] = {
    "repeated session ids": _repeats_a_session_id,
    "sessions after the question": _has_later_sessions,
    "evidence after the question": _has_later_evidence,
    "sessions not in time order": _is_out_of_order,
    "sessions that the assistant begins": _begins_with_the_assistant,
    "roles that do not alternate": _does_not_alternate,
    "blank turns": _has_blank_turns,
    "sessions without turns": _has_empty_sessions,
    "answers that are numbers": _has_a_number_for_answer,
    "evidence of the assistant's only": _has_no_user_evidence,
    "answerable without evidence": lambda case: not case.abstention and not case.evidence_turns,
    "abstentions with evidence turns": lambda case: case.abstention and bool(case.evidence_turns),
    "evidence that names no turn": lambda case: bool(case.unresolved),
}
"""By name, whether it holds of a case."""
