"""The tutorial: what it has people type prints what it shows."""

import re
from pathlib import Path

import pytest

from tests.interfaces.daybook_command import Command

PAGE = (Path(__file__).parents[2] / "docs" / "tutorial.md").read_text(encoding="utf-8")
RUNS = re.findall(r"^\$ daybook ((?:chat|ask) .*)\n((?:(?!\$ |```).*\n)*)", PAGE, flags=re.MULTILINE)


@pytest.mark.slow
def test_what_is_typed_prints_what_is_shown(daybook: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    assert [typed.split()[0] for typed, _ in RUNS] == ["chat", "chat", "ask", "ask", "ask"]
    for typed, shown in RUNS:
        lines = shown.strip().splitlines()
        said = [line.removeprefix("> ") for line in lines if line.startswith("> ")]

        done = daybook(*typed.split(), stdin="".join(f"{line}\n" for line in said))

        printed = [line for line in done.out.splitlines() if line]
        expected = [line for line in lines if not line.startswith("> ")]
        assert printed[: len(expected)] == expected
