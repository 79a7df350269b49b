from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import pytest

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
