"""Perfect facts of updates, of look-alikes that must replace nothing, and of the ground between.

`development.json` and `held_out.json` were written before the code that they measure, by somebody who had not
seen its rules, after the kinds of change that the development data hold and in words of their own; the second
is for measuring only. 110 cases of the first (ids from 101) were written later, in the same way. Each is a
list of cases:

    id, what    which case, and what happens in it
    kind        "update": something is over or replaced; "look-alike": nothing is, however like the facts
                are; "middle": they may be about one thing or about two, and only the owner can say
    facts       what a perfect extractor would have written, in the order of import, each with the words said
                  said_at   ISO 8601 with an offset; a later fact of the list may have been said earlier
                  act       "states", "changes" (says that it changed), "corrects", "ends"
    active      places of the facts that hold at the end
    superseded  places of those that hold no longer, or never did where a later one corrects them
    repeats     {place of a fact: place of the one that it says again}; the repetition makes no second fact
    either      places of facts that may rightly be active or history, such as the town beside its quarter
    asked       true where both are to be kept, and the owner asked

A fact that only ends another ("ends") is an act and holds nothing itself: it stands in none of the lists.
"""

from collections import Counter
from enum import StrEnum
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Self

from pydantic import (
    AwareDatetime,
    BaseModel,
    ConfigDict,
    Field,
    TypeAdapter,
    ValidationError,
    model_validator,
)

from daybook.conversation import Act, ValueType
from daybook.conversation.errors import BadInput

DEVELOPMENT, HELD_OUT = "development", "held_out"


class CaseKind(StrEnum):
    """What is right to do about the facts of a case."""

    UPDATE = "update"
    LOOK_ALIKE = "look-alike"
    MIDDLE = "middle"


Words = Annotated[str, Field(min_length=1)]


class PerfectFact(BaseModel):
    """A fact as a perfect extractor would write it on the day it was said."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    said_at: AwareDatetime
    session: Words
    quote: Words
    """The owner's sentence."""
    subject: Words
    """Whom or what it is about, in that day's wording: "me", "my sister Emily", "5K"."""
    attribute: Words
    """In open wording; two days seldom have the same."""
    value: Words
    type: ValueType
    act: Act
    slot: str = Field(pattern=r"^[a-z]+\.[a-z]+(\.[a-z]+)?$")


class UpdateCase(BaseModel):
    """Facts told one after another, and which of them hold at the end."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: Words
    kind: CaseKind
    what: Words
    facts: tuple[PerfectFact, ...] = Field(min_length=2)
    active: tuple[int, ...]
    superseded: tuple[int, ...]
    repeats: dict[int, int] = {}
    either: tuple[int, ...] = ()
    asked: bool = False

    @model_validator(mode="after")
    def _places_each_fact_once(self) -> Self:
        listed = [*self.active, *self.superseded, *self.repeats, *self.either]
        ends = {place for place, fact in enumerate(self.facts) if fact.act is Act.ENDS}
        if len(set(listed)) < len(listed):
            raise ValueError("a fact stands in two of active, superseded, repeats and either")
        if set(listed) | ends != set(range(len(self.facts))) or set(listed) & ends:
            raise ValueError(
                "each fact but one that ends another stands in active, superseded, repeats or either"
            )
        if any(not 0 <= first < later for later, first in self.repeats.items()):
            raise ValueError("a repetition repeats an earlier fact")
        return self

    @model_validator(mode="after")
    def _is_of_its_kind(self) -> Self:
        if (self.kind is CaseKind.UPDATE) != bool(self.superseded):
            raise ValueError("an update supersedes something, and nothing else does")
        if (self.kind is CaseKind.MIDDLE) != self.asked:
            raise ValueError("the owner is asked in the middle ground, and only there")
        return self


@cache
def read_updates(name: str) -> tuple[UpdateCase, ...]:
    """Read one of the two halves, DEVELOPMENT or HELD_OUT."""
    file = f"{name}.json"
    return parse_updates(files(__name__).joinpath(file).read_bytes(), source=file)


def parse_updates(text: bytes, *, source: str | Path) -> tuple[UpdateCase, ...]:
    """Read cases from the text of a file.

    Raises:
        BadInput: it is no list of cases, a case contradicts itself, or two have one id.
    """
    try:
        cases = TypeAdapter(tuple[UpdateCase, ...]).validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise BadInput(first["msg"], source=source, where=".".join(map(str, first["loc"]))) from error
    twice = [name for name, times in Counter(case.id for case in cases).items() if times > 1]
    if twice:
        raise BadInput(f"two cases have the id {twice[0]!r}", source=source)
    return cases
