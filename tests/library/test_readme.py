import os
import re
from pathlib import Path
from typing import Any

import pytest

from daybook import Daybook
from tests.interfaces.agents.scripted_model import ScriptedModel

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
PYTHON = re.compile(r"^```python\n(.*?)^```", re.DOTALL | re.MULTILINE)


def test_the_python_of_the_readme_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (example,) = PYTHON.findall(README)
    monkeypatch.chdir(tmp_path)
    for name in [name for name in os.environ if name.startswith("DAYBOOK_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("OPENAI_API_KEY", "a client is made, and not used")
    names: dict[str, Any] = {"__name__": "readme"}

    exec(compile(example, "README.md", "exec"), names)

    assert "I've named my whippet Tansy." in names["answer"].text
    names["daybook"].close()


def test_the_python_of_the_page_on_using_it_runs_with_a_model_that_is_given_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = (Path(__file__).parents[2] / "docs" / "using.md").read_text(encoding="utf-8")
    code = "".join(PYTHON.findall(page))
    model = ScriptedModel.of("You said level four.")
    monkeypatch.chdir(tmp_path)
    for name in [name for name in os.environ if name.startswith("DAYBOOK_")]:
        monkeypatch.delenv(name)
    with Daybook.open("memory") as daybook:
        daybook.append("I parked the car on level four.", owner="ada", said_at="2026-03-02")

    names: dict[str, Any] = {"__name__": "using", "model": model}
    exec(compile(code, "using.md", "exec"), names)

    with names["daybook"] as daybook:
        assert "I parked the car on level four." in model.requests[0][-1].text
        assert "level four" in names["found"]["answer"]
        today = f"{daybook.now():%Y-%m-%d}"
        assert [round_.user.content for round_ in daybook.rounds(owner="ada", session_id=today)] == [
            "Where did I park?"
        ]
