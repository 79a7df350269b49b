"""What begins with a slash in a chat."""

from __future__ import annotations

from collections.abc import Callable

from daybook.conversation import RecordDifference
from daybook.interfaces.rendering.ledger import show_differences, show_ledger
from daybook.interfaces.rendering.memory import show_receipt, show_sessions
from daybook.interfaces.rendering.screen import Screen
from daybook.interfaces.rendering.why import show_why
from daybook.interfaces.repl.conversation import Conversation
from daybook.interfaces.repl.lines import ReadMessage
from daybook.store import BySession

HELP = """\
Tell me something and I keep it; ask about it, today or next year, and I answer with what was said.
"Forget my address" and "do not remember that" are understood, and done once you say yes.

  /why           how the last answer came about: step by step
  /sessions      every conversation that is kept
  /ledger        what is known about you, with its evidence
  /undo          take back what was last learnt
  /forget        forget this conversation for good; /forget ID another one
  /help          this
  /quit          leave (or Ctrl-D)

Enter sends. Esc then Enter, or a backslash at the end of a line, begins a new line.
Ctrl-C drops the line, or stops an answer."""


def obey(line: str, conversation: Conversation, screen: Screen, read: ReadMessage) -> bool:
    """Do what a line that begins with a slash says.

    Returns:
        Whether the chat goes on.

    Raises:
        DaybookError: what was asked for is not there, or failed.
    """
    name, _, argument = line.partition(" ")
    if name in ("/quit", "/exit"):
        return False
    commands: dict[str, Callable[[], None]] = {
        "/help": lambda: screen.text(HELP),
        "/why": lambda: _why(conversation, screen),
        "/ledger": lambda: _ledger(conversation, screen),
        "/undo": lambda: show_differences(screen, _undo(conversation)),
        "/sessions": lambda: _sessions(conversation, screen),
        "/forget": lambda: _forget(argument.strip(), conversation, screen, read),
    }
    unknown = f"I do not know {name}: /help says what I know"
    commands.get(name, lambda: screen.line((unknown, "yellow")))()
    return True


def _why(conversation: Conversation, screen: Screen) -> None:
    if conversation.explanation is None:
        screen.line("nothing has been answered out of memory yet")
    else:
        show_why(screen, conversation.explanation)


def _ledger(conversation: Conversation, screen: Screen) -> None:
    records = conversation.daybook.ledger.records(owner=conversation.owner)
    if records:
        show_ledger(screen, records, now=conversation.daybook.parts.clock())
    else:
        screen.line("nothing is known yet")


def _undo(conversation: Conversation) -> tuple[RecordDifference, ...]:
    return conversation.daybook.ledger.undo(owner=conversation.owner).differences


def _sessions(conversation: Conversation, screen: Screen) -> None:
    found = conversation.daybook.sessions(owner=conversation.owner)
    if found:
        show_sessions(screen, found)
    else:
        screen.line("nothing is kept yet")


def _forget(session_id: str, conversation: Conversation, screen: Screen, read: ReadMessage) -> None:
    chosen = session_id or conversation.session_id
    rounds = conversation.daybook.rounds(owner=conversation.owner, session_id=chosen)
    screen.line(f"Forget {chosen} ({len(rounds)} rounds) for good? Type yes to do it.")
    if read().strip().lower() not in ("y", "yes"):
        screen.line("kept")
        return
    receipt = conversation.daybook.forget(BySession(chosen), owner=conversation.owner)
    conversation.forgotten(chosen)
    show_receipt(screen, receipt)
