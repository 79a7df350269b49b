"""Whose memory a request is about, by the four ids of Mem0."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from daybook.errors import BadInput
from daybook.interfaces.server.access import Caller

ENTITIES = ("user_id", "agent_id", "app_id", "run_id")
"""The ids that Mem0 files a memory under; the first of them that is named says whose it is."""
Named: TypeAlias = Mapping[str, str]
"""Some of those ids."""

ANY = "*"
"""What stands for every value in a filter."""


@dataclass(frozen=True, slots=True)
class Entity:
    """A user, agent, app or run that has a memory of its own."""

    kind: str
    name: str

    @property
    def owner(self) -> str:
        """The owner of that memory: a user by the bare name, others by what they are and their name."""
        return self.name if self.kind == "user" else f"{self.kind}:{self.name}"


def entity_of(owner: str) -> Entity:
    """Tell which entity an owner is."""
    kind, _, name = owner.partition(":")
    return Entity(kind, name) if name and f"{kind}_id" in ENTITIES[1:] else Entity("user", owner)


def owner_meant(caller: Caller, named: Named) -> str:
    """Say whose memory a request is about.

    A token that opens one memory means that one, whatever agent, app or run is named beside. Where a token
    opens any, it is the user's who is named, or else the agent's, the app's or the run's own.

    Raises:
        Forbidden: the token opens another user's.
        BadInput: nobody is named, and the token opens any; or "*" is.
    """
    if ANY in named.values():
        raise BadInput('a request is about one memory: name whose, without "*"')
    if caller.owner is not None:
        return caller.owner_of(named.get("user_id"))
    for name in ENTITIES:
        if name in named:
            return Entity(name.removesuffix("_id"), named[name]).owner
    if caller.default is not None:
        return caller.default
    raise BadInput("name whose memory it is: user_id, or else agent_id, app_id or run_id")


def own_ids(owner: str) -> dict[str, str | None]:
    """Give the ids that every memory of an owner has."""
    entity = entity_of(owner)
    return {name: None for name in ENTITIES} | {f"{entity.kind}_id": entity.name}
