"""A key that the server does not accept is said by every command that calls a model."""

from collections.abc import Iterator

import pytest

from tests.interfaces.daybook_command import Command, Ran
from tests.scripted_server import ScriptedServer, scripted_server

SAID = "OPENAI_API_KEY: http://127.0.0.1"


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ScriptedServer]:
    with scripted_server() as script:
        monkeypatch.setenv("OPENAI_BASE_URL", script.url)
        monkeypatch.setenv("OPENAI_API_KEY", "sk-very-secret")
        script.fail(401, "Incorrect API key provided: sk-very-secret", code="invalid_api_key")
        script.always()  # steps ask side by side, and the first error ends the others
        yield script


def is_said(done: Ran) -> bool:
    assert "sk-very-secret" not in f"{done.out}{done.err}"
    return done.code == 2 and done.err.startswith(f"daybook: {SAID}")


@pytest.mark.usefixtures("server")
def test_ask_says_it_though_the_closest_could_be_shown(filled: Command) -> None:
    assert "level four" in filled("ask", "Where did I park the car?").out

    done = filled("ask", "Where did I park the car?", DAYBOOK_CHAT_MODEL="small")

    assert is_said(done)
    assert done.out == ""


@pytest.mark.usefixtures("server")
@pytest.mark.parametrize("message", ["Where did I park the car?", "Write me a poem about the rain."])
def test_a_chat_without_a_terminal_ends_with_it(filled: Command, message: str) -> None:
    assert is_said(filled("chat", stdin=f"{message}\nAnd another thing.\n", DAYBOOK_CHAT_MODEL="small"))
