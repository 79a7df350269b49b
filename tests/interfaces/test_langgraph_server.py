from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path

import pytest

from daybook.interfaces import langgraph_server

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", ["recall", "chat"])
def test_the_graphs_that_a_server_is_told_of_are_made_from_the_environment(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DAYBOOK_DATA_DIR", str(tmp_path))
    langgraph_server._parts.cache_clear()
    place = json.loads((ROOT / "langgraph.json").read_text())["graphs"][name]
    file, _, function = place.removeprefix("./").removesuffix(".py").partition(":")

    make = getattr(import_module(file.removesuffix(".py").replace("/", ".")), function)

    assert make().get_name() == name
    langgraph_server._parts().store.close()
    langgraph_server._parts.cache_clear()
