"""Where settings are read from: no folder that one stands in says where words and keys go."""

import json
import logging
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from daybook.conversation.errors import BadSettings
from daybook.interfaces import langgraph_server
from daybook.interfaces.cli import program
from daybook.settings.environment import config_file, read_settings
from tests.interfaces.daybook_command import Command
from tests.interfaces.mcp_client import call, over_stdio
from tests.interfaces.server.http_server import served_by_a_process
from tests.scripted_server import ScriptedServer

KEY = "sk-not-a-real-key"


@pytest.fixture
def stranger(server: ScriptedServer, monkeypatch: pytest.MonkeyPatch) -> ScriptedServer:
    """A server that a `.env` in the current folder names, for whoever has a key in the environment."""
    Path(".env").write_text(
        f"DAYBOOK_CHAT_MODEL=small\nDAYBOOK_OPENAI_BASE_URL={server.url}\nDAYBOOK_DATA_DIR=elsewhere\n"
    )
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    return server


COMMANDS = {
    "demo": [],
    "import": ["chats.json", "--date", "2025-01-02"],
    "chat": [],
    "ask": ["Where is my spare key?"],
    "search": ["spare key"],
    "ledger": ["add", "I am allergic to peanuts", "--slot", "constraint.allergy"],
    "forget": ["--phrase", "spare key", "--yes"],
    "sessions": [],
    "show": ["chats"],
    "stats": [],
    "time-zone": ["Europe/Oslo"],
    "kb": ["add", "chats.md"],
    "correct": ["no-record", "ochre"],
    "confirm": ["no-record"],
    "review": [],
    "undo": [],
    "policy": [],
    "token": ["list"],
    "doctor": [],
    "export": ["out.jsonl"],
    "reindex": [],
    "migrate": ["--to", "sqlite:///other.sqlite3"],
}
"""Each command but those that serve, with its arguments."""
SAID = "I keep my spare key under the mat."


def test_every_command_is_among_these() -> None:
    there = {name for names in program._GROUPS.values() for name in names}
    assert there == {*COMMANDS, "mcp", "serve"}


@pytest.mark.parametrize("name", COMMANDS)
def test_no_command_sends_anything_where_the_current_folder_says(
    daybook: Command, stranger: ScriptedServer, name: str
) -> None:
    chats = [{"role": "user", "content": SAID, "timestamp": "2025-01-02T10:00:00Z"}]
    Path("chats.json").write_text(json.dumps(chats), encoding="utf-8")
    Path("chats.md").write_text(SAID, encoding="utf-8")
    daybook("import", "chats.json")

    done = daybook(name, *COMMANDS[name], stdin=f"{SAID}\n")

    assert done.code in (0, 2)
    assert "Usage" not in done.err
    assert stranger.requests == []
    assert not Path("elsewhere").exists()


async def test_no_server_sends_anything_where_the_current_folder_says(
    stranger: ScriptedServer, tmp_path: Path
) -> None:
    async with over_stdio(tmp_path / "spoken", given={"OPENAI_API_KEY": KEY}) as client:
        await call(client, "remember", user_said=SAID)
        await call(client, "recall", question="Where is my spare key?")
    with served_by_a_process(tmp_path / "served") as child, httpx.Client(base_url=child.url) as http:
        assert http.post("/v1/chat", json={"message": SAID}, timeout=60).status_code == 200
        assert http.post("/v1/ask", json={"question": "Where is my key?"}, timeout=60).status_code == 200

    assert langgraph_server._opened.__wrapped__().models.model is None
    assert stranger.requests == []
    assert not Path("elsewhere").exists()


def test_the_line_that_says_so_stands_on_standard_error_once(stranger: ScriptedServer) -> None:
    ran = subprocess.run(
        [Path(sys.executable).parent / "daybook", "stats"], capture_output=True, text=True, check=False
    )

    assert stranger.requests == []
    assert ran.stderr.count(".env in this folder is not read") == 1


def test_settings_are_read_from_the_configuration_folder_and_the_environment_beats_it(
    daybook: Command,
) -> None:
    config_file().parent.mkdir(parents=True)
    config_file().write_text("DAYBOOK_EMBEDDER=openai:any\nDAYBOOK_OPENAI_API_KEY=sk-1\nANOTHER_PROGRAMS=1\n")

    assert daybook("doctor", "--json").json["embedder"].startswith("openai:any")
    assert daybook("doctor", "--json", DAYBOOK_EMBEDDER="minilm").json["leaves_the_machine"] == []


def test_a_file_that_is_named_takes_the_place_of_the_other(
    daybook: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DAYBOOK_ENV_FILE", "")  # so that what --env-file sets is taken back
    config_file().parent.mkdir(parents=True)
    config_file().write_text("DAYBOOK_CONTEXT_BUDGET=many\n")
    Path("mine").write_text("DAYBOOK_EMBEDDER=openai:mine\nDAYBOOK_OPENAI_API_KEY=sk-1\n")

    assert daybook("--env-file", "mine", "doctor", "--json").json["embedder"].startswith("openai:mine")
    assert daybook("doctor", "--json", DAYBOOK_ENV_FILE="mine").json["embedder"].startswith("openai:mine")
    missing = daybook("stats", DAYBOOK_ENV_FILE="nowhere")
    assert (missing.code, "there is no file nowhere" in missing.err) == (2, True)


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"DAYBOOK_EMBEDER=minilm\n", "DAYBOOK_EMBEDER: no such setting"),
        (b"DAYBOOK_ENV_FILE=other\n", "DAYBOOK_ENV_FILE: no such setting"),
        (b"DAYBOOK_CONTEXT_BUDGET=many\n", "DAYBOOK_CONTEXT_BUDGET: Input should be a valid integer"),
        (b"\xff\xfe\n", "bad cannot be read"),
    ],
)
def test_a_bad_file_or_variable_is_the_users_mistake(daybook: Command, content: bytes, problem: str) -> None:
    Path("bad").write_bytes(content)

    done = daybook("stats", DAYBOOK_ENV_FILE="bad")

    assert done.code == 2
    assert problem in done.err
    assert "DAYBOOK_EMBEDER: no such setting" in daybook("stats", DAYBOOK_EMBEDER="minilm").err


OWN, PROVIDERS = "http://localhost:11434/v1", "https://api.openai.com/v1"


@pytest.mark.parametrize(
    ("environment", "file", "is_sent"),
    [
        ({"OPENAI_API_KEY": KEY, "OPENAI_BASE_URL": OWN}, "", True),
        ({}, f"OPENAI_API_KEY={KEY}\nDAYBOOK_OPENAI_BASE_URL={OWN}\n", True),
        ({"OPENAI_API_KEY": KEY}, f"DAYBOOK_OPENAI_BASE_URL={PROVIDERS}\n", True),
        ({"OPENAI_API_KEY": KEY}, "DAYBOOK_CHAT_MODEL=small\n", True),
        ({"OPENAI_API_KEY": KEY}, f"DAYBOOK_OPENAI_BASE_URL={OWN}\n", False),
        ({"OPENAI_BASE_URL": OWN}, f"DAYBOOK_OPENAI_API_KEY={KEY}\n", False),
        ({"OPENAI_API_KEY": KEY}, "DAYBOOK_OPENAI_BASE_URL=https://api.openai.com.evil.example/\n", False),
    ],
)
def test_a_key_goes_only_to_the_address_of_its_own_source_or_its_providers(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], file: str, is_sent: bool
) -> None:
    Path("mine").write_text(file)
    for name, value in {**environment, "DAYBOOK_ENV_FILE": "mine"}.items():
        monkeypatch.setenv(name, value)

    settings = read_settings()

    assert (settings.openai_api_key is not None) is is_sent


def test_a_key_that_is_held_back_is_said(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    Path("mine").write_text(f"DAYBOOK_OPENAI_BASE_URL={OWN}\n")
    monkeypatch.setenv("DAYBOOK_ENV_FILE", "mine")
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    with caplog.at_level(logging.WARNING):
        read_settings()

    assert "a key is not sent" in caplog.text
    assert KEY not in caplog.text
    monkeypatch.setenv("DAYBOOK_ENV_FILE", "gone")
    with pytest.raises(BadSettings, match="there is no file gone"):
        read_settings()
