"""The words that episodes are made of, read from the TOML files beside this module."""

import tomllib
from functools import cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict, TypeAdapter

from daybook.conversation import ValueType
from daybook.conversation.errors import BadInput
from daybook_eval.meme.episode import Address

DEVELOPMENT, DEVELOPMENT_2, HELD_OUT = SETS = "development", "development_2", "held_out"
PERSONAL_LIFE, SOFTWARE_PROJECT = "personal_life", "software_project"
DOMAINS = (PERSONAL_LIFE, SOFTWARE_PROJECT)


class _Words(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Thing(_Words):
    """An entity, the values that it can have, and how the owner speaks of it."""

    entity: str
    subject: str
    attribute: str
    type: ValueType
    values: tuple[str, ...]
    states: tuple[str, ...]
    """How a value is told: {v} the value, {r} that of what it rests on."""
    later: tuple[str, str] | None = None
    """Subject and attribute in the wording of another day."""
    changes: tuple[str, ...] = ()
    """How another value is told: {v}, and {o} the former one."""
    rules: tuple[str, ...] = ()
    """How the owner says what it would become: {v}, and {a} what the root would have to become."""
    ends: tuple[str, ...] = ()
    asks: tuple[str, ...] = ()

    @property
    def address(self) -> Address:
        """Subject and attribute in the wording of the first day."""
        return Address(subject=self.subject, attribute=self.attribute)

    @property
    def later_address(self) -> Address:
        """Subject and attribute in the wording of another day, where there is one."""
        return Address(subject=self.later[0], attribute=self.later[1]) if self.later else self.address


class Dependent(Thing):
    """What rests on a root, and perhaps something that rests on it in its turn."""

    leaf: Thing | None = None


class Root(Thing):
    """What changes, and what rests on it."""

    dependent: tuple[Dependent, ...]


class Together(_Words):
    """Things that one question asks for together."""

    asks: tuple[str, ...]
    part: tuple[Thing, ...]


class DomainWords(_Words):
    """The things of one domain."""

    root: tuple[Root, ...]
    deletable: tuple[Thing, ...]
    tracked: tuple[Thing, ...]
    aggregation: tuple[Together, ...]
    exact: tuple[Thing, ...]


class Chatter(_Words):
    """Talk about {t}, a topic, that tells nothing of the owner."""

    acknowledgements: tuple[str, ...]
    topics: tuple[str, ...]
    asks: tuple[str, ...]
    sentences: tuple[str, ...]


class EpisodeWords(_Words):
    """A whole set."""

    personal_life: DomainWords
    software_project: DomainWords
    chatter: Chatter

    def of(self, domain: str) -> DomainWords:
        """Give the things of one domain."""
        return self.personal_life if domain == PERSONAL_LIFE else self.software_project


@cache
def read_words(name: str) -> EpisodeWords:
    """Read one of the SETS of words, HELD_OUT for measuring only; raises BadInput if there is no such set."""
    if name not in SETS:
        raise BadInput(f"the sets of wordings are {', '.join(SETS)}", source="--wordings")
    text = (Path(__file__).parent / f"{name}.toml").read_text(encoding="utf-8")
    return TypeAdapter(EpisodeWords).validate_python(tomllib.loads(text))
