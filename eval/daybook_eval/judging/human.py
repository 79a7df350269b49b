"""Reads verdicts by people, as those of one more judge."""

from __future__ import annotations

from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from daybook.errors import BadInput
from daybook_eval.judging.verdicts import Verdict


class _Line(BaseModel):
    """One line of the file; what else stands in it is passed over."""

    model_config = ConfigDict(extra="ignore", strict=True)

    question_id: str
    correct: bool | None
    reason: str = ""


def read_human_verdicts(path: Path) -> list[Verdict]:
    """Read JSON Lines of {"question_id", "correct", "reason"?}; null is for "cannot tell".

    Returns:
        Verdicts of the judge "human:" and the file's name without its ending.

    Raises:
        BadInput: the file cannot be read, a line is not of that form, or a question comes twice.
    """
    try:
        lines = path.read_text("utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"cannot be read: {error}", source=path) from None
    verdicts: dict[str, Verdict] = {}
    for number, line in enumerate(lines, start=1):
        if line.strip():
            verdict = _parse(line, path, number)
            if verdict.question_id in verdicts:
                raise BadInput(
                    f"question {verdict.question_id!r} comes twice", source=path, where=f"line {number}"
                )
            verdicts[verdict.question_id] = verdict
    return list(verdicts.values())


def _parse(line: str, path: Path, number: int) -> Verdict:
    try:
        read = _Line.model_validate_json(line)
    except ValidationError as error:
        detail = error.errors(include_input=False, include_url=False)[0]
        field = ".".join(map(str, detail["loc"]))
        raise BadInput(
            f"{field + ': ' if field else ''}{detail['msg']}", source=path, where=f"line {number}"
        ) from None
    return Verdict(read.question_id, f"human:{path.stem}", read.correct, reason=read.reason)
