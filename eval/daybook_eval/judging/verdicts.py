"""Verdicts, and the file of them that grows while a judge works."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from daybook_eval.judging.cases import Case, Kind
from daybook_eval.judging.kept import KeptLines

VERDICTS = "verdicts.jsonl"
"""The file in the folder of a run."""

Place: TypeAlias = tuple[str, Kind, str]
"""What a verdict is about: a judge, a kind of case, a question id."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What one judge says about one answer."""

    question_id: str
    judge: str
    """A model's name, or "human:" and the name of a file."""
    correct: bool | None
    """None: the judge could not be read, so the answer counts neither as right nor as wrong."""
    kind: Kind = Kind.ANSWER
    reason: str = ""
    """Why it is right or wrong, or why the judge could not be read."""
    rule: str = ""
    answer_sha256: str = ""
    """Which answer was marked; "" where the judge did not say."""
    prompt_sha256: str = ""
    """Which prompt it was marked with; "" for people."""

    @property
    def place(self) -> Place:
        """What it is about; a later verdict of the same place takes an earlier one's."""
        return (self.judge, self.kind, self.question_id)


class VerdictFile(KeptLines[Verdict]):
    """The verdicts on a run; see `KeptLines`."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, Verdict, "verdict")

    def read(self) -> dict[Place, Verdict]:
        """Read the verdicts in force, by what they are about.

        Raises:
            BadInput: a line that is not the torn last one is no verdict.
        """
        return {verdict.place: verdict for verdict in self.latest()}


def on_these(verdicts: Mapping[Place, Verdict], cases: Iterable[Case]) -> list[Verdict]:
    """Keep the verdicts that are about these very answers.

    A verdict on an answer that has changed since is left out; one that does not say which answer it
    marked, as people's need not, is taken at its word.
    """
    by_place = {(case.kind, case.question_id): case for case in cases}
    return [
        verdict
        for verdict in verdicts.values()
        if (case := by_place.get((verdict.kind, verdict.question_id)))
        and verdict.answer_sha256 in ("", case.answer_sha256)
    ]
