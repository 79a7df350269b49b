"""What a memory has acknowledged, kept outside of it, and the comparison with what a process sees there."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, field

from daybook_eval.robustness.operations import (
    Correct,
    Forget,
    Import,
    Operation,
    Reply,
    Say,
    Words,
)

LOST, RISEN, HALF, NOT_REFUSED = "lost", "risen", "half", "done though refused"


@dataclass(slots=True)
class Acknowledged:
    """What must be there, what must not, and what may be either as nobody was told how it ended."""

    rounds: dict[str, list[Words]] = field(default_factory=dict)
    """Acknowledged ones, by session."""
    begun: dict[str, int] = field(default_factory=dict)
    """Sessions whose import has no reply, and how many rounds they have: all of them are there, or none."""
    forgetting: set[str] = field(default_factory=set)
    """Sessions whose forgetting has no reply: all that was acknowledged is there, or nothing."""
    forgotten: dict[str, list[Words]] = field(default_factory=dict)
    """What was in the sessions whose forgetting was acknowledged."""
    refused: set[str] = field(default_factory=set)
    """Sessions whose import was refused."""
    values: set[str] = field(default_factory=set)
    """Corrections that were acknowledged."""
    cut_off: set[str] = field(default_factory=set)
    """Corrections that a kill interrupted: round and record are there, or neither."""

    def copy(self) -> Acknowledged:
        """Keep what holds now."""
        return deepcopy(self)

    def begin(self, operation: Operation) -> None:
        """Note that an operation is under way."""
        match operation:
            case Import(sessions):
                self.begun |= {one.session_id: len(one.turns) // 2 for one in sessions}
            case Forget(session_id):
                self.forgetting.add(session_id)

    def cut(self, operation: Operation) -> None:
        """Note that the process was killed in it."""
        if isinstance(operation, Correct):
            self.cut_off.add(operation.value)

    def finish(self, operation: Operation, reply: Reply) -> None:
        """Note how it ended. What failed for another reason than another process stays open."""
        if reply.error and not reply.refused:
            return
        match operation:
            case Import(sessions):
                names = {one.session_id for one in sessions}
                self.begun = {name: count for name, count in self.begun.items() if name not in names}
                self.refused |= names if reply.refused else set()
            case Forget(session_id):
                self.forgetting.discard(session_id)
                if not reply.refused:
                    self.forgotten[session_id] = self.rounds.pop(session_id, [])
            case Correct():
                self.values.update(reply.values)
        if isinstance(operation, Import | Say):
            for name, words in reply.rounds.items():
                self.rounds.setdefault(name, []).extend(words)

    def forgettable(self, beginning: str) -> list[str]:
        """List the sessions with such ids that are there for sure."""
        return sorted(one for one in self.rounds.keys() - self.forgetting if one.startswith(beginning))


def compare(before: Acknowledged, after: Acknowledged, seen: Reply) -> list[tuple[str, str]]:
    """Say where what a process has seen is not what was acknowledged.

    Args:
        before: what was acknowledged when it began to look.
        after: what was acknowledged, and begun, when it had looked.
        seen: what it saw.

    Returns:
        The kind of the fault (LOST, RISEN, HALF, NOT_REFUSED) and what it is, for each.
    """
    faults: list[tuple[str, str]] = []
    going = after.forgetting | after.forgotten.keys()
    for name, words in before.rounds.items():
        there = seen.rounds.get(name, ())
        missing = [one for one in words if one not in there]
        if missing and name not in going:
            faults += [(LOST, f"{name}: {one[0]}") for one in missing]
        elif missing and there:
            faults.append((HALF, f"{name}: forgotten by half"))
    faults += [(RISEN, name) for name in sorted(before.forgotten) if name in seen.rounds]
    faults += [(NOT_REFUSED, name) for name in sorted(before.refused) if name in seen.rounds]
    for name, count in (before.begun | after.begun).items():
        if len(seen.rounds.get(name, ())) not in (0, count):
            faults.append((HALF, f"{name}: imported by half"))
    said = "\n".join(user for words in seen.rounds.values() for user, _ in words)
    for value in sorted(before.values):
        if value not in seen.values or value not in said:
            faults.append((LOST, f"the correction {value}"))
    for value in sorted(before.cut_off):
        if (value in seen.values) != (value in said):
            faults.append((HALF, f"the correction {value}"))
    return faults
