"""Verdicts of judges, and the file that stores them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from daybook_eval.judging.append_only_file import AppendOnlyFile
from daybook_eval.judging.judge_cases import AnswerKind, JudgeCase

VERDICTS = "verdicts.jsonl"
"""The file in the folder of a run."""

VerdictKey: TypeAlias = tuple[str, AnswerKind, str]
"""Judge, kind of answer and question id."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The verdict of one judge on one answer."""

    question_id: str
    judge: str
    """A model's name, or "human:" and the name of a file."""
    correct: bool | None
    """None: the judge could not be read, so the answer counts neither as right nor as wrong."""
    kind: AnswerKind = AnswerKind.ANSWER
    reason: str = ""
    """Why it is right or wrong, or why the judge could not be read."""
    rule: str = ""
    answer_sha256: str = ""
    """Which answer was marked; "" where the judge did not say."""
    prompt_sha256: str = ""
    """Which prompt it was marked with; "" for people."""

    @property
    def key(self) -> VerdictKey:
        """The key; a later verdict replaces an earlier one of the same key."""
        return (self.judge, self.kind, self.question_id)


class VerdictFile(AppendOnlyFile[Verdict]):
    """The verdicts on a run; see `AppendOnlyFile`."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, Verdict, "verdict")

    def read(self) -> dict[VerdictKey, Verdict]:
        """Read the latest verdict of each key.

        Raises:
            BadInput: a line that is not the torn last one is no verdict.
        """
        return {verdict.key: verdict for verdict in self.latest()}


def on_these(verdicts: Mapping[VerdictKey, Verdict], cases: Iterable[JudgeCase]) -> list[Verdict]:
    """Keep the verdicts that are about these very answers.

    A verdict on an answer that has changed since is left out; one that does not say which answer it
    marked, as people's need not, is taken at its word.
    """
    by_key = {(case.kind, case.question_id): case for case in cases}
    return [
        verdict
        for verdict in verdicts.values()
        if (case := by_key.get((verdict.kind, verdict.question_id)))
        and verdict.answer_sha256 in ("", case.answer_sha256)
    ]
