import os
import re
from pathlib import Path
from typing import Any

import pytest

from daybook import Daybook
from tests.interfaces.agents.scripted_model import ScriptedModel

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(
    r"^```python\n(.*?)^```(?:\n\n```text\n(.*?)^```)?", README, flags=re.DOTALL | re.MULTILINE
)


def test_the_readme_shows_python_and_what_it_prints() -> None:
    assert len(EXAMPLES) > 1
    assert any(printed for _, printed in EXAMPLES)


@pytest.mark.parametrize(("example", "printed"), EXAMPLES)
def test_the_python_of_the_readme_runs_and_prints_what_stands_below_it(
    example: str,
    printed: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in [name for name in os.environ if name.startswith("DAYBOOK_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("OPENAI_API_KEY", "a client is made, and not used")
    names: dict[str, Any] = {"__name__": "readme"}

    exec(compile(example, "README.md", "exec"), names)

    assert capsys.readouterr().out == printed
    if "daybook" in names:
        names["daybook"].close()


def test_the_python_of_the_page_on_using_it_runs_with_a_model_that_is_given_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = (Path(__file__).parents[2] / "docs" / "using.md").read_text(encoding="utf-8")
    code = "".join(re.findall(r"^```python\n(.*?)^```", page, flags=re.DOTALL | re.MULTILINE))
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
