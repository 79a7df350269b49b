"""How other programs start our server: the configurations of docs/mcp.md, and the plugin for Claude Code."""

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from daybook import __version__
from tests.interfaces.daybook_command import Command

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "mcp.md").read_text("utf-8")


@pytest.mark.parametrize(
    ("program", "servers"),
    [("Claude Desktop", "mcpServers"), ("VS Code", "servers"), ("Codex", "mcp_servers")],
)
def test_a_configuration_can_be_read_and_starts_a_command_of_ours(
    program: str, servers: str, daybook: Command
) -> None:
    found = re.search(rf"\*\*\[{program}\].*?```(\w+)\n(.*?)```", PAGE, re.DOTALL)
    assert found, program
    read = json.loads(found[2]) if found[1] == "json" else tomllib.loads(found[2])

    (server,) = read[servers].values()

    assert server["command"] == "daybook"
    assert daybook(*server["args"], "--help").code == 0


def plugin(name: str) -> Any:
    return json.loads((ROOT / "plugins" / "claude-code" / name).read_text("utf-8"))


def test_the_plugin_has_our_version_and_its_hook_and_server_are_commands_of_ours(filled: Command) -> None:
    (start,) = plugin("hooks/hooks.json")["hooks"]["SessionStart"]
    program, *arguments = start["hooks"][0]["command"].split()
    server = plugin(".mcp.json")["mcpServers"]["daybook"]

    assert plugin(".claude-plugin/plugin.json")["version"] == __version__
    assert (program, server["command"]) == ("daybook", "daybook")
    assert filled(*arguments).code == 0
    assert filled(*server["args"], "--help").code == 0
