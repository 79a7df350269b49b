"""How other programs start our server: the configurations of docs/mcp.md, and the plugin for Claude Code."""

import json
import re
import tomllib
from pathlib import Path
from typing import Any, Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from daybook import __version__
from tests.interfaces.daybook_command import Command

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "mcp.md").read_text("utf-8")


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Program(Strict):
    command: str = Field(min_length=1)
    args: list[str] = []
    env: dict[str, str] = {}


class VSCodeProgram(Program):
    """https://code.visualstudio.com/docs/copilot/reference/mcp-configuration"""

    type: Literal["stdio"]
    cwd: str = ""
    envFile: str = ""


class VSCode(Strict):
    servers: dict[str, VSCodeProgram] = Field(min_length=1)
    inputs: list[dict[str, Any]] = []


class CursorProgram(Program):
    """https://cursor.com/docs/mcp"""

    type: Literal["stdio"] = "stdio"
    envFile: str = ""


class Cursor(Strict):
    mcpServers: dict[str, CursorProgram] = Field(min_length=1)


class CodexProgram(Program):
    """https://developers.openai.com/codex/mcp"""

    env_vars: list[str] = []
    cwd: str = ""
    startup_timeout_sec: float = 10
    tool_timeout_sec: float = 60
    enabled: bool = True
    required: bool = False
    enabled_tools: list[str] = []
    disabled_tools: list[str] = []


class Codex(Strict):
    mcp_servers: dict[str, CodexProgram] = Field(min_length=1)


def given_for(program: str) -> tuple[str, str]:
    """The kind and the text of the block below a program's name."""
    found = re.search(rf"\*\*\[{program}\].*?```(\w+)\n(.*?)```", PAGE, re.DOTALL)
    assert found, program
    return found[1], found[2]


@pytest.mark.parametrize(
    ("program", "schema"), [("Claude Desktop", Cursor), ("VS Code", VSCode), ("Codex", Codex)]
)
def test_a_configuration_has_the_fields_of_its_program_and_starts_a_command_of_ours(
    program: str, schema: type[Strict], daybook: Command
) -> None:
    kind, text = given_for(program)
    read = json.loads(text) if kind == "json" else tomllib.loads(text)

    configured = TypeAdapter(schema).validate_python(read, strict=True)
    (servers,) = (servers for servers in dict(configured).values() if servers)
    (server,) = servers.values()

    assert server.command == "daybook"
    assert daybook(*server.args, "--help").code == 0


def test_cursor_takes_what_claude_desktop_takes() -> None:
    (line,) = re.findall(r"^\*\*\[Cursor\].*$", PAGE, re.MULTILINE)

    assert "`~/.cursor/mcp.json`" in line
    assert "the JSON of Claude Desktop" in line


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
