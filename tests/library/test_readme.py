from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import pytest

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```python\n(.*?)^```", README, flags=re.DOTALL | re.MULTILINE)


def test_the_readme_shows_python() -> None:
    assert EXAMPLES


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_python_of_the_readme_runs(example: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in [name for name in os.environ if name.startswith("DAYBOOK_")]:
        monkeypatch.delenv(name)
    names: dict[str, Any] = {"__name__": "readme"}

    exec(compile(example, "README.md", "exec"), names)

    with names["daybook"] as daybook:
        assert daybook.stats().rounds == 0
