"""Runs of agents: whose memory each is about, in which conversation, and what of memory it was given."""

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from langchain_core.runnables import ensure_config

from daybook.conversation.errors import BadInput
from daybook.graph.receive import configured_owner, one_owner
from daybook.library.results import MemoryContext

TurnKey: TypeAlias = tuple[str, str | None, str | None]
"""Owner, session, and the id of the user's message."""


def owner_of_run(built: str | None, context: object, *, default: str | None) -> str:
    """Choose the owner: as built, from the configuration, or from the caller's `context`; never from a model.

    Raises:
        BadInput: two of them disagree, nobody is named (nor is there a `default`), or a name is no string.
    """
    in_context = context.get("owner") if isinstance(context, Mapping) else getattr(context, "owner", None)
    named = one_owner(
        {
            "the configuration": configured_owner(),
            "the context": in_context,
            "what was built for memory": built,
        }
    )
    owner = named or default
    if owner is None:
        raise BadInput(
            'whose memory? Name the owner when you build it (owner="ada"), or in each run: '
            '{"configurable": {"owner": "ada"}}'
        )
    return owner


def session_of_run() -> str | None:
    """Give the thread's id, which names the session; None where the run has no thread."""
    thread = ensure_config().get("configurable", {}).get("thread_id")
    return str(thread) if thread else None


def is_inside_a_tool() -> bool:
    """True if the agent that is under way was called by a tool, so that its "user" is another model.

    A checkpoint namespace is the tasks around it, "node:task|node:task"; agents run tools in a node "tools".
    """
    namespace = str(ensure_config().get("configurable", {}).get("checkpoint_ns") or "")
    *around, _ = namespace.split("|")
    return any(step.partition(":")[0] == "tools" for step in around)


@dataclass(frozen=True, slots=True)
class GivenContext:
    """What a run was given."""

    run: object
    """By which the run is known: an object of its own."""
    context: MemoryContext | None
    """None where memory could not be read."""


@dataclass(slots=True)
class AgentRuns:
    """What the latest runs were given. One that failed, or waits for a person, leaves it until it is old."""

    limit: int = 1_000
    _given: OrderedDict[TurnKey, GivenContext] = field(default_factory=OrderedDict)

    def put(self, turn: TurnKey, given: GivenContext) -> None:
        """Keep what a run was given, in place of what an earlier run of the turn was."""
        self._given[turn] = given
        while len(self._given) > self.limit:
            self._given.popitem(last=False)

    def get(self, turn: TurnKey, run: object) -> GivenContext | None:
        """Give what this run was given; what an earlier run of the same turn was does not count."""
        given = self._given.get(turn)
        return given if given is not None and run is not None and given.run is run else None

    def latest(self, turn: TurnKey) -> MemoryContext | None:
        """Give what was put before the model last."""
        given = self._given.get(turn)
        return given.context if given else None

    def drop(self, turn: TurnKey) -> None:
        """Let go of a turn that is over."""
        self._given.pop(turn, None)
