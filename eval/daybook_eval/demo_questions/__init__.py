"""Everyday questions about the demonstration's history, written by somebody who had not seen the rules.

`questions.json` is a list of objects:

    question, asked_at, dialogue    what is asked, when, and the turns just before it, often none
    kind        "everyday", "former" (a value that holds no longer), "date" (the day on which it happened,
                which is mostly not that of the message), "list", "count", "follow-up" or "not known"
    expected    groups of wordings: a right answer holds at least one of each
    not_known   true where the history does not say
"""

from functools import cache
from importlib.resources import files
from typing import Self

from pydantic import AwareDatetime, BaseModel, ConfigDict, TypeAdapter, model_validator

from daybook.conversation import Role


class AskedBefore(BaseModel):
    """A turn just before a question."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    role: Role
    content: str


class EverydayQuestion(BaseModel):
    """A question and what a right answer holds."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    question: str
    asked_at: AwareDatetime
    kind: str
    expected: tuple[tuple[str, ...], ...]
    not_known: bool
    dialogue: tuple[AskedBefore, ...] = ()

    @model_validator(mode="after")
    def _has_an_answer_or_none(self) -> Self:
        if self.not_known == bool(self.expected) or not all(self.expected):
            raise ValueError("expects wordings, or is not known")
        return self


@cache
def read_everyday_questions() -> tuple[EverydayQuestion, ...]:
    """Read the questions."""
    text = files(__name__).joinpath("questions.json").read_bytes()
    return TypeAdapter(tuple[EverydayQuestion, ...]).validate_json(text)
