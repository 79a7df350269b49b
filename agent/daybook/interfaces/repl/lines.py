"""Where the messages of a chat come from: a terminal with editing, or a pipe."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence

CONTINUED = "\\"
"""At the end of a line: the message goes on in the next."""

ReadMessage = Callable[[], str]
"""Returns the next message; raises EOFError at the end, KeyboardInterrupt when it is cancelled."""


def message_reader(earlier: Callable[[], Sequence[str]]) -> ReadMessage:
    """Return what reads messages: from the terminal, or plainly where the input is no terminal.

    Args:
        earlier: gives the messages that the arrow keys bring back, oldest first. No file of them is
            kept: they are in memory already, and what is forgotten there is gone here.
    """
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return lambda: _joined(_piped_line)
    return _terminal_reader(earlier())


def _piped_line(_: str) -> str:
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line.rstrip("\r\n")


def _terminal_reader(earlier: Sequence[str]) -> ReadMessage:
    from prompt_toolkit import PromptSession
    from prompt_toolkit.history import InMemoryHistory
    from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent

    keys = KeyBindings()

    @keys.add("escape", "enter")
    def _(event: KeyPressEvent) -> None:
        event.current_buffer.insert_text("\n")

    session: PromptSession[str] = PromptSession(
        history=InMemoryHistory(earlier), key_bindings=keys, prompt_continuation="… "
    )
    return lambda: _joined(session.prompt)


def _joined(read_line: Callable[[str], str]) -> str:
    """Read lines until one does not end with a backslash."""
    lines = [read_line("> ")]
    while lines[-1].endswith(CONTINUED):
        lines[-1] = lines[-1].removesuffix(CONTINUED)
        try:
            lines.append(read_line("… "))
        except EOFError:
            break
    return "\n".join(lines)
