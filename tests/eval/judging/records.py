"""Short ways to write down records of questions."""

import json
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from daybook_eval.records import Code, DataFile, QuestionRecord, Run, record_to_line, run_to_text

MAY = datetime(2024, 5, 6, 9, 30, tzinfo=UTC)


def record(
    question_id: str,
    answer: str | None = "It was teal.",
    *,
    gold: str = "teal",
    kind: str = "single-session-user",
    **given: Any,
) -> QuestionRecord:
    """A question about a colour."""
    values: dict[str, Any] = {
        "question": f"Which colour was number {question_id}?",
        "asked_at": MAY,
        "abstention": False,
        "status": "done",
    }
    return QuestionRecord(
        question_id=question_id, question_type=kind, gold_answer=gold, answer=answer, **{**values, **given}
    )


def run_header(**given: Any) -> Run:
    """A run of the default system."""
    values: dict[str, Any] = {
        "data": DataFile("own.jsonl", "0" * 64),
        "retrieve_only": False,
        "settings": {"keying": "max-sim"},
        "embedder": "hashed-words",
        "models": {},
        "prompts": {},
        "code": Code("abc1234", False, "1" * 64),
        "packages": {},
        "started_at": MAY,
    }
    return Run(**{**values, **given})


def write_run(folder: Path, records: Iterable[QuestionRecord], header: Run | None = None) -> Path:
    """Write a run as `daybook-eval run` leaves it."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "run.json").write_text(run_to_text(header or run_header()), "utf-8")
    (folder / "records.jsonl").write_text(
        "".join(record_to_line(record_) + "\n" for record_ in records), "utf-8"
    )
    return folder


def lines(path: Path) -> list[dict[str, Any]]:
    """Read JSON Lines."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]
