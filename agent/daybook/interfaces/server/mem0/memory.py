"""A memory, as Mem0's clients see a round."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from daybook.conversation import Record, Round
from daybook.interfaces.server.mem0.annotations import NONE, Annotation
from daybook.interfaces.server.mem0.filters import Described
from daybook.interfaces.server.mem0.whose import own_ids


@dataclass(frozen=True, slots=True)
class Memory:
    """A round, with what was said of it beside its words, and in whose place it stands."""

    first: Round
    """As it was kept; its id is the memory's."""
    rewordings: tuple[Round, ...] = ()
    """The rounds that said it anew, the latest last."""
    annotation: Annotation = NONE

    @property
    def memory_id(self) -> str:
        """The id of the round as it was kept first."""
        return self.first.round_id

    @property
    def current(self) -> Round:
        """The round that says it now."""
        return self.rewordings[-1] if self.rewordings else self.first

    @property
    def rounds(self) -> tuple[Round, ...]:
        """Every round that has said it, in that order."""
        return (self.first, *self.rewordings)

    @property
    def text(self) -> str:
        """The user's words, or the assistant's where the user said nothing."""
        return words_of_round(self.current)

    @property
    def updated_at(self) -> datetime:
        """When it was annotated or reworded last, or else said."""
        return self.annotation.changed_at or self.current.said_at

    @property
    def ids(self) -> dict[str, str | None]:
        """The four ids of Mem0; the run is the session."""
        own = own_ids(self.first.owner)
        return {
            "user_id": own["user_id"],
            "agent_id": self.annotation.agent_id or own["agent_id"],
            "app_id": self.annotation.app_id or own["app_id"],
            "run_id": self.first.session_id,
        }

    @property
    def described(self) -> Described:
        """What a filter sees."""
        return {
            **self.ids,
            "created_at": self.first.said_at,
            "updated_at": self.updated_at,
            "timestamp": self.first.said_at,
            "metadata": self.annotation.metadata,
            "keywords": "\n".join(self.current.fields.values()),
            "memory_ids": self.memory_id,
        }


def words_of_round(round_: Round) -> str:
    """Give the user's words, or the assistant's where there are none of the user's."""
    user, assistant = round_.user, round_.assistant
    return user.content if user else assistant.content if assistant else ""


def memories_of(rounds: Iterable[Round], annotations: Mapping[str, Annotation]) -> list[Memory]:
    """Make memories of an owner's rounds: one of each, but of a rewording only that of its memory."""
    by_id = {round_.round_id: round_ for round_ in rounds}
    reworded = {name for one in annotations.values() for name in one.wordings}
    found = []
    for name, round_ in by_id.items():
        if name not in reworded:
            one = annotations.get(name, NONE)
            found.append(Memory(round_, tuple(by_id[it] for it in one.wordings if it in by_id), one))
    return found


def memory_shape(memory: Memory, facts: Sequence[Record] = ()) -> dict[str, Any]:
    """Write a memory as Mem0 does, with the members of ours behind: assistant, session_id and facts."""
    current = memory.current
    return {
        "id": memory.memory_id,
        "memory": memory.text,
        **memory.ids,
        "metadata": dict(memory.annotation.metadata),
        "categories": [],
        "created_at": memory.first.said_at.isoformat(),
        "updated_at": memory.updated_at.isoformat(),
        "assistant": current.assistant.content if current.assistant and current.user else "",
        "session_id": memory.first.session_id,
        "facts": [
            {"record_id": one.record_id, "slot": one.slot, "text": one.text, "status": str(one.status)}
            for one in facts
        ],
    }


def history_shape(memory: Memory) -> list[dict[str, Any]]:
    """Write how a memory came to say what it says: one entry for each round, the earliest first."""
    entries: list[dict[str, Any]] = []
    for before, round_ in zip((None, *memory.rounds), memory.rounds, strict=False):
        said_at = round_.said_at.isoformat()
        entries.append(
            {
                "id": round_.round_id,
                "memory_id": memory.memory_id,
                "event": "UPDATE" if before else "ADD",
                "old_memory": words_of_round(before) if before else None,
                "new_memory": words_of_round(round_),
                "input": [{"role": str(turn.role), "content": turn.content} for turn in round_.turns],
                "user_id": memory.ids["user_id"],
                "metadata": dict(memory.annotation.metadata),
                "created_at": said_at,
                "updated_at": said_at,
                "is_deleted": False,
            }
        )
    return entries
