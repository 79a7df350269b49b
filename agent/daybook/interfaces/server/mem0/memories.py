"""A memory, as Mem0's clients see a round, and what they say of it beside its words.

That is kept as items in a namespace of their own, under the round's id; forgetting the round takes it along.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime
from typing import Any

from daybook.conversation import Record, Round
from daybook.interfaces.server.mem0.mem0_filters import METADATA, FilterFields, own_ids
from daybook.library.daybook import Daybook
from daybook.library.results import Appended
from daybook.store.item_values import ANNOTATIONS, NewItem


@dataclass(frozen=True, slots=True)
class Annotation:
    """What is said of one round beside its words."""

    metadata: Mapping[str, Any] = field(default_factory=dict)
    agent_id: str | None = None
    app_id: str | None = None
    wordings: Sequence[str] = ()
    """Ids of the rounds that replace its wording, the latest last, which stands in its place."""
    changed_at: datetime | None = None
    """When it was last written; None where it was not yet."""

    @property
    def kept(self) -> dict[str, Any]:
        """What is written down of it; {} where there is nothing to keep."""
        return {name: value for name, value in asdict(self).items() if value and name != "changed_at"}


NO_ANNOTATION = Annotation()


async def read_annotations(daybook: Daybook, owner: str) -> dict[str, Annotation]:
    """Read all annotations of an owner, by the ids of their rounds."""
    items = await daybook.items.aall(ANNOTATIONS, owner=owner, at=daybook.now())
    return {item.key: Annotation(**item.value, changed_at=item.updated_at) for item in items}


async def annotate(daybook: Daybook, owner: str, annotations: Mapping[str, Annotation]) -> None:
    """Replace the annotations of rounds, in one transaction; an empty one is deleted."""
    values = {round_id: annotation.kept for round_id, annotation in annotations.items()}
    new = [NewItem(ANNOTATIONS, round_id, value, fields=()) for round_id, value in values.items() if value]
    gone = [(ANNOTATIONS, round_id) for round_id, value in values.items() if not value]
    await daybook.items.aput(new, gone, owner=owner, at=daybook.now())


@dataclass(frozen=True, slots=True)
class Mem0Memory:
    """A round with its annotation, and the rounds that replaced its wording."""

    first: Round
    """As it was kept; its id is the memory's."""
    rewordings: tuple[Round, ...] = ()
    """The latest last."""
    annotation: Annotation = NO_ANNOTATION

    @property
    def memory_id(self) -> str:
        """The id of the first round."""
        return self.first.round_id

    @property
    def current(self) -> Round:
        """The round with the wording that counts now."""
        return self.rewordings[-1] if self.rewordings else self.first

    @property
    def rounds(self) -> tuple[Round, ...]:
        """Every round that has worded it, in that order."""
        return (self.first, *self.rewordings)

    @property
    def text(self) -> str:
        """What it says now."""
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
    def filter_fields(self) -> FilterFields:
        """What a filter sees."""
        return {
            **self.ids,
            "created_at": self.first.said_at,
            "updated_at": self.updated_at,
            "timestamp": self.first.said_at,
            "keywords": "\n".join(self.current.fields.values()),
            "memory_ids": self.memory_id,
            **{f"{METADATA}{name}": value for name, value in self.annotation.metadata.items()},
        }


def words_of_round(round_: Round) -> str:
    """Return the user's words, or the assistant's where there are none of the user's."""
    user, assistant = round_.user, round_.assistant
    return user.content if user else assistant.content if assistant else ""


def memories_of(rounds: Iterable[Round], annotations: Mapping[str, Annotation]) -> list[Mem0Memory]:
    """Make a memory of each of an owner's rounds; rewordings belong to the memory that they reword."""
    by_id = {round_.round_id: round_ for round_ in rounds}
    reworded = {name for annotation in annotations.values() for name in annotation.wordings}
    found = []
    for round_id, round_ in by_id.items():
        if round_id not in reworded:
            annotation = annotations.get(round_id, NO_ANNOTATION)
            rewordings = tuple(by_id[name] for name in annotation.wordings if name in by_id)
            found.append(Mem0Memory(round_, rewordings, annotation))
    return found


def memory_shape(memory: Mem0Memory, facts: Sequence[Record] = ()) -> dict[str, Any]:
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
            {"record_id": fact.record_id, "slot": fact.slot, "text": fact.text, "status": str(fact.status)}
            for fact in facts
        ],
    }


def added_shape(added: Appended) -> dict[str, Any]:
    """Write a round of an `add` as Mem0 does."""
    event = "ADD" if added.is_new else "NONE"
    return {"id": added.round.round_id, "memory": words_of_round(added.round), "event": event}


def history_shape(memory: Mem0Memory) -> list[dict[str, Any]]:
    """Write the wordings of a memory, one entry for each round, the earliest first."""
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
