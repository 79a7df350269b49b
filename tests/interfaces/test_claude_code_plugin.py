"""The plugin folder for Claude Code names commands that there are, and the version that this is."""

import json
from pathlib import Path
from typing import Any

from daybook import __version__
from tests.interfaces.daybook_command import Command

PLUGIN = Path(__file__).parents[2] / "plugins" / "claude-code"


def told(name: str) -> Any:
    return json.loads((PLUGIN / name).read_text("utf-8"))


def test_its_version_is_ours() -> None:
    assert told(".claude-plugin/plugin.json")["version"] == __version__


def test_its_hook_prints_what_a_session_begins_with(filled: Command) -> None:
    (start,) = told("hooks/hooks.json")["hooks"]["SessionStart"]
    program, *arguments = start["hooks"][0]["command"].split()

    done = filled(*arguments)

    assert program == "daybook"
    assert done.json["hookSpecificOutput"]["hookEventName"] == "SessionStart"


def test_its_server_is_a_command_of_ours(daybook: Command) -> None:
    server = told(".mcp.json")["mcpServers"]["daybook"]

    assert server["command"] == "daybook"
    assert daybook(*server["args"], "--help").code == 0
