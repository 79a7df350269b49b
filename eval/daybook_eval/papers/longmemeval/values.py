"""What a memory holds and shows: rounds, or whole sessions (LongMemEval, section 5.2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from daybook.conversation import Round, Session, rounds_of
from daybook_eval.data.case import Case


class Unit(StrEnum):
    """The granularity of values."""

    ROUND = "round"
    SESSION = "session"


@dataclass(frozen=True, slots=True)
class Value:
    """One value: its rounds, in order. A value that is a round has one."""

    rounds: tuple[Round, ...]
    session: Session
    """The session that it is, or that it is of."""

    @property
    def said(self) -> str:
        """The user's side, which is what the paper keys a value by; "" where the user says nothing."""
        return "\n".join(one.user.content for one in self.rounds if one.user)


def values_of(case: Case, unit: Unit) -> Iterator[Value]:
    """Cut a history into values, in the order of the file; a session without turns is none."""
    for session in case.sessions:
        rounds = rounds_of(session, case.owner)
        if unit is Unit.ROUND:
            yield from (Value((one,), session) for one in rounds)
        elif rounds:
            yield Value(rounds, session)
