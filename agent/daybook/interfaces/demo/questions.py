"""The questions of the demonstration."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from importlib.resources import as_file, files
from typing import Annotated

from pydantic import BeforeValidator

from daybook.interfaces.importers.fields import Fields, checked
from daybook.interfaces.importers.records import read_records
from daybook.interfaces.moments import written_moment


@dataclass(frozen=True, slots=True)
class DemoQuestion:
    """A question about the bundled history."""

    question: str
    kind: str
    """One of the six question types of LongMemEval, or "abstention"."""
    asked_at: datetime
    expects: str | None
    """What a right answer contains; None where the history does not say."""


class _Question(Fields):
    question: str
    kind: str
    asked_at: Annotated[datetime, BeforeValidator(written_moment)]
    expects: str | None


def read_demo_questions() -> tuple[DemoQuestion, ...]:
    """Read the bundled questions."""
    with as_file(files(__package__) / "questions.json") as path:
        given = [
            checked(_Question, record.value, source=path, where=record.where) for record in read_records(path)
        ]
    return tuple(DemoQuestion(item.question, item.kind, item.asked_at, item.expects) for item in given)
