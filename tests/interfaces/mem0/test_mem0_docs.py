"""The program of docs/mem0.md, as it stands there, against a served memory."""

import re
from pathlib import Path
from typing import Any

import pytest

from tests.interfaces.mem0.served import Served

pytestmark = pytest.mark.slow

PAGE = Path(__file__).parents[3] / "docs" / "mem0.md"


def test_the_program_of_the_documentation_prints_what_stands_below_it(
    served: Served, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = PAGE.read_text(encoding="utf-8")
    program, printed = (
        re.findall(rf"```{kind}\n(.*?)```", text, re.DOTALL)[0] for kind in ("python", "text")
    )
    monkeypatch.setenv("DAYBOOK_TOKEN", served.tokens["*"])

    names: dict[str, Any] = {}
    exec(program.replace("http://127.0.0.1:8750", served.url), names)
    names["client"].client.close()

    def without_scores(lines: str) -> list[str]:  # which depend on the embedder
        return [re.sub(r"^\d\.\d+ ", "", line) for line in lines.splitlines()]

    assert without_scores(capsys.readouterr().out) == without_scores(printed)
