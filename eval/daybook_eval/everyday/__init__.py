"""Everyday questions to whole histories, written by people who had not seen the rules.

Three lists, each a JSON file beside this one, with the histories (as `daybook import` reads them):

    open_questions   132 about three invented people: darragh, marisol and tendai. Twelve kinds, a quarter of
                     them about what was never said
    blind_questions  as many more, written with them and kept apart from whoever works on the rules: of these
                     only totals are printed
    demo_questions   40 about the history of `daybook demo`; later rules were made with these in sight

Each question is an object with

    id, history, kind, question, asked_at   what is asked, when, and of whose history; sessions after
                                            that moment are not seen
    must        pieces that a right answer has, each a list of wordings of which one is enough
    must_not    wordings that its first sentence has not
    answerable  false where the history does not say; then there is nothing that it must have
    dialogue    the turns just before it, mostly none
    gold, evidence   the answer in full, and the words that it rests on; for reading
"""

from collections.abc import Sequence
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path
from typing import Self

from pydantic import AwareDatetime, BaseModel, ConfigDict, TypeAdapter, ValidationError, model_validator

from daybook.conversation import Role, Session
from daybook.conversation.errors import BadInput
from daybook.interfaces.demo.demonstration import bundled_history
from daybook.interfaces.importers.messages import read_messages

LISTS = ("open_questions", "blind_questions", "demo_questions")
BLIND = "blind_questions"
HISTORIES = ("darragh", "marisol", "tendai", "demo")


class AskedBefore(BaseModel):
    """A turn just before a question."""

    model_config = ConfigDict(frozen=True)

    role: Role
    content: str


class EverydayQuestion(BaseModel):
    """A question and what a right answer has."""

    model_config = ConfigDict(frozen=True)

    id: str
    history: str
    kind: str
    question: str
    asked_at: AwareDatetime
    must: tuple[tuple[str, ...], ...]
    must_not: tuple[str, ...]
    answerable: bool
    dialogue: tuple[AskedBefore, ...] = ()

    @model_validator(mode="after")
    def _has_an_answer_or_none(self) -> Self:
        if self.answerable != bool(self.must) or not all(self.must):
            raise ValueError("either has pieces that an answer must have, or is not answerable")
        if self.history not in HISTORIES:
            raise ValueError(f"the history is none of {', '.join(HISTORIES)}")
        return self


def read_questions(path: Path) -> tuple[EverydayQuestion, ...]:
    """Read a file of questions; raises BadInput where it is none."""
    try:
        return TypeAdapter(tuple[EverydayQuestion, ...]).validate_json(path.read_bytes())
    except (OSError, ValidationError) as error:
        raise BadInput(f"is no file of everyday questions: {error}", source=str(path)) from error


@cache
def bundled_questions(name: str) -> tuple[EverydayQuestion, ...]:
    """Read one of `LISTS`."""
    with as_file(files(__name__) / f"{name}.json") as path:
        return read_questions(path)


@cache
def history(name: str) -> Sequence[Session]:
    """Read one of `HISTORIES`."""
    if name == "demo":
        return bundled_history()
    with as_file(files(__name__) / f"{name}.json") as path:
        return read_messages(path).sessions
