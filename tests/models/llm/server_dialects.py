"""What servers answer to a request that they cannot meet, and what Daybook does then.

The answers stand in `server_answers.toml`. `python -m tests.models.llm.server_dialects` prints the table of
docs/models.md.
"""

import json
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

MODEL = "the model's reply"
RULES = "what the rules found"
SAME = "the same"
NOTHING = "nothing"


@dataclass(frozen=True)
class Case:
    """One answer of a server to the first request, and what follows from it."""

    server: str
    fault: str
    body: object
    second: str = NOTHING
    """What differs in the second request."""
    got: str = MODEL
    """What the step that asked gives."""
    status: int = 400
    stream: bool = False

    @property
    def degraded(self) -> str:
        return "expand" if self.got.startswith(RULES) else ""


ANSWERS = tomllib.loads(Path(__file__).with_name("server_answers.toml").read_text("utf-8"))
CASES = tuple(Case(**{**row, "body": json.loads(row["body"])}) for row in ANSWERS["case"])


def table() -> Iterator[str]:
    """Write the cases as a Markdown table, line by line."""
    yield "| server | what it answers first | sent second | what the step gives | `degraded` |"
    yield "|---|---|---|---|---|"
    rows = (
        f"| {case.server} | {case.fault}{', streaming' if case.stream else ''} | {case.second} | {case.got}"
        f" | {case.degraded} |"
        for case in CASES
    )
    yield from dict.fromkeys(rows)


if __name__ == "__main__":
    print("\n".join(table()))  # noqa: T201
