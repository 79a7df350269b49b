"""The files by which assistants, registries and releases find the project agree with it."""

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def test_the_registrys_entry_starts_the_package_that_is_released() -> None:
    server = json.loads((ROOT / "server.json").read_text("utf-8"))
    (package,) = server["packages"]
    plugin = json.loads((ROOT / "plugins/claude-code/.claude-plugin/plugin.json").read_text("utf-8"))

    assert server["version"] == package["version"] == plugin["version"] == PROJECT["version"]
    assert package["identifier"] == PROJECT["name"]
    assert package["identifier"] in PROJECT["scripts"]  # what `uvx` runs of a package is named as it is
    (extra,) = package["runtimeArguments"]
    assert extra["value"] == f"{PROJECT['name']}[mcp]"
    assert "mcp" in PROJECT["optional-dependencies"]
    assert len(server["description"]) <= 100
    assert re.fullmatch(r"[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+", server["name"])


@pytest.mark.parametrize("name", ["llms.txt", "AGENTS.md"])
def test_every_link_leads_to_a_file(name: str) -> None:
    links = re.findall(r"\]\(([^)#]+)\)", (ROOT / name).read_text("utf-8"))

    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_the_skill_is_named_as_its_folder_and_says_when_it_is_used() -> None:
    path = ROOT / "plugins/claude-code/skills/daybook/SKILL.md"
    head = re.match(r"---\nname: (\S+)\ndescription: (.+)\n---\n", path.read_text("utf-8"))

    assert head is not None
    assert head[1] == path.parent.name
    assert "Use when" in head[2]
    assert len(head[2]) <= 1024
