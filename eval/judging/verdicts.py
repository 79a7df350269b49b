"""Verdicts, and the file of them that grows while a judge works."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from os import SEEK_END
from pathlib import Path
from typing import TypeAlias

from pydantic import TypeAdapter, ValidationError

from agent.errors import BadInput
from eval.judging.cases import Case, Kind

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


_VERDICT: TypeAdapter[Verdict] = TypeAdapter(Verdict)


class VerdictFile:
    """JSON Lines of verdicts. It is only ever appended to; the latest verdict of a place is in force.

    A last line that was torn by an interruption is dropped.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self) -> dict[Place, Verdict]:
        """Read the verdicts in force; none where there is no file.

        Raises:
            BadInput: a line that is not the torn last one is no verdict.
        """
        if not self.path.exists():
            return {}
        whole, _, _ = self.path.read_bytes().rpartition(b"\n")
        lines = whole.split(b"\n") if whole else []
        verdicts = (self._parse(line, number) for number, line in enumerate(lines, start=1))
        return {verdict.place: verdict for verdict in verdicts}

    def append(self, verdicts: Iterable[Verdict]) -> None:
        """Add verdicts, whole lines at once, after taking a torn last line off."""
        self._drop_torn_line()
        with self.path.open("ab") as file:
            file.write(b"".join(_VERDICT.dump_json(verdict) + b"\n" for verdict in verdicts))

    def _parse(self, line: bytes, number: int) -> Verdict:
        try:
            return _VERDICT.validate_json(line)
        except ValidationError as error:
            problem = error.errors(include_input=False, include_url=False)[0]["msg"]
            raise BadInput(f"no verdict: {problem}", source=self.path, where=f"line {number}") from None

    def _drop_torn_line(self) -> None:
        if not self.path.exists() or not self.path.stat().st_size:
            return
        with self.path.open("r+b") as file:
            file.seek(-1, SEEK_END)
            if file.read(1) != b"\n":
                file.seek(0)
                file.truncate(file.read().rfind(b"\n") + 1)


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
