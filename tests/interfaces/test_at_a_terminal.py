"""A chat in a real terminal, with a model on loopback behind the genuine client."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from daybook.conversation import Round
from daybook.library.daybook import Daybook
from daybook.library.results import FactFound
from tests.interfaces.daybook_command import HashedWords
from tests.interfaces.terminal import CTRL_C, CTRL_D, Chats, Terminal
from tests.scripted_server import PATIENCE, ScriptedServer

pytestmark = pytest.mark.slow

TOLD = "I'm allergic to peanuts."
LATER = ("--session", "later", "--asked-at", "2024-03-09T12:00")

Chat = Callable[..., Terminal]


@pytest.fixture(scope="module")
def chats() -> Iterator[Chats]:
    forking = Chats()
    yield forking
    forking.close()


@pytest.fixture
def chat(chats: Chats, tmp_path: Path) -> Iterator[Chat]:
    """Opens a chat in a terminal, and waits for its first prompt."""
    with ExitStack() as stack:

        def open_it(*arguments: str, server: ScriptedServer | None = None, columns: int = 80) -> Terminal:
            given = {"DAYBOOK_DATA_DIR": str(tmp_path / "data"), "DAYBOOK_FACTS_BY_MODEL": "false"}
            if server:
                at = server.url.replace("://", "://ada:secret@")
                given |= {
                    "DAYBOOK_CHAT_MODEL": "small",
                    "OPENAI_BASE_URL": at,
                    "OPENAI_API_KEY": "sk-hidden",
                    "DAYBOOK_MODEL_RETRIES": "0",
                }
            opened = chats.open(*arguments, columns=columns, environment=given, folder=tmp_path)
            terminal = stack.enter_context(opened)
            terminal.reply()
            return terminal

        yield open_it


@pytest.fixture
def told(tmp_path: Path) -> None:
    """A memory that was told of an allergy."""
    fact = FactFound(quote=TOLD, slot="constraint.allergy", value="peanuts")
    with Daybook.open(tmp_path / "data", embedder=HashedWords()) as memory:
        memory.append(TOLD, owner="me", session_id="first", said_at="2024-03-05T09:00", facts=[fact])


def kept(tmp_path: Path, session_id: str) -> list[Round]:
    with Daybook.open(tmp_path / "data", embedder=HashedWords()) as memory:
        return memory.rounds(owner="me", session_id=session_id)


def test_a_reply_streams_and_says_below_what_it_took(told: None, chat: Chat, server: ScriptedServer) -> None:
    server.reply("Crackers, without peanuts. You live in Berlin.", tokens=(100, 20), pause=0.15)
    terminal = chat(*LATER, server=server)

    terminal.type("Suggest a snack\r")
    terminal.read_until("Crackers")
    assert "Berlin" not in terminal.read_for(0.1)
    rest = terminal.reply()

    assert "without peanuts. You live in Berlin." in rest
    assert "1 call, 120 tokens" in rest


def test_what_a_model_writes_does_not_act_on_the_terminal(chat: Chat, server: ScriptedServer) -> None:
    server.reply("**bold** \x1b]0;owned\x07 [red]x[/red] \x1b[2J\x9b2J done", pause=0.02)
    terminal = chat(server=server)

    shown = terminal.say("Hello")

    assert "**bold** ␛]0;owned␇ [red]x[/red] ␛[2J\N{REPLACEMENT CHARACTER}2J done" in shown
    assert "\x1b]0;owned" not in terminal.raw
    assert "\x1b[2J" not in terminal.raw


def test_ctrl_c_ends_an_answer_and_not_the_chat_and_the_message_is_kept(
    chat: Chat, server: ScriptedServer, tmp_path: Path
) -> None:
    server.reply("once " * 200, pause=0.05)
    server.reply("Shorter, then.", when="once once")
    terminal = chat("--session", "s", server=server)

    terminal.type("Tell me about my aunt Berta, who keeps bees\r")
    terminal.read_until("once once once")
    terminal.type(CTRL_C)
    terminal.type(CTRL_C)
    terminal.read_until("stopped: your message is kept, the reply is not")
    assert server.hung_up.wait(PATIENCE)
    terminal.read_for(0.5)
    terminal.type(CTRL_C)
    terminal.reply()
    assert "there is no reply to look at" in terminal.say("/why")
    assert "Shorter, then." in terminal.say("Make it shorter")
    assert terminal.leave() == 0

    first, second = kept(tmp_path, "s")
    assert (first.user and first.user.content) == "Tell me about my aunt Berta, who keeps bees"
    assert first.assistant is None
    assert (second.assistant and second.assistant.content) == "Shorter, then."


def test_ctrl_c_at_the_prompt_drops_the_line_and_what_was_proposed(told: None, chat: Chat) -> None:
    terminal = chat()

    assert "Say yes to do it." in " ".join(terminal.say("Forget about peanuts").split())
    for keys in (f"half a li{CTRL_C}", CTRL_C):
        terminal.type(keys)
        terminal.reply()
    assert "Forgotten" not in terminal.say("yes")
    assert "peanuts" in terminal.say("/ledger")
    assert terminal.leave() == 0


def test_a_yes_typed_before_the_question_stands_there_forgets_nothing(
    told: None, chat: Chat, server: ScriptedServer, tmp_path: Path
) -> None:
    server.reply("alpha beta gamma delta", pause=0.2)
    terminal = chat("--session", "first", server=server)

    terminal.type("Count\r")
    terminal.read_until("alpha")
    terminal.type("/forget\ryes\ryes\r")
    terminal.read_until("Type yes to do it:")
    assert "forgotten" not in terminal.read_for(1.0)
    terminal.type("\r")
    assert "kept" in terminal.reply()

    assert len(kept(tmp_path, "first")) == 2


def test_forget_says_what_would_go_and_does_it_after_a_yes_and_no_answer_is_a_no(
    told: None, chat: Chat
) -> None:
    terminal = chat()

    for key in (CTRL_C, CTRL_D):
        terminal.type("/forget first\r")
        terminal.read_until("Type yes to do it:")
        terminal.type(key)
        assert "kept" in terminal.reply()
    terminal.type("/forget first\r")
    asked = terminal.read_until("Type yes to do it:")
    terminal.type("yes\r")

    assert "Forget first for good?" in asked
    assert f"“{TOLD}”" in asked
    assert "forgotten: " in terminal.reply()
    assert "nothing is known yet" in terminal.say("/ledger")


def test_a_server_that_fails_is_named_with_its_reason(chat: Chat, server: ScriptedServer) -> None:
    server.fail(500, "out of memory")
    terminal = chat(server=server, columns=200)

    shown = terminal.say("Write a poem")

    assert "done without a model: replying (" in shown
    assert "out of memory" in shown


@pytest.mark.parametrize("columns", [40, 120])
def test_what_the_commands_print_fits_the_terminal(
    told: None, chat: Chat, server: ScriptedServer, columns: int
) -> None:
    server.reply("Crackers and cheeses.")
    terminal = chat(*LATER, server=server, columns=columns)
    terminal.say("Suggest a snack")

    shown = {name: terminal.say(name) for name in ("/why", "/ledger", "/help")}

    for text in shown.values():
        assert all(len(line.rstrip()) <= columns for line in text.split("\n"))
    assert "2024-03-05" in shown["/why"]
    assert "allergy: peanuts" in shown["/ledger"]
