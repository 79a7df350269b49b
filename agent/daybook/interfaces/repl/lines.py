"""Where the messages of a chat come from, a terminal with editing or a pipe; and what Ctrl-C does there.

It stops what is at work, never the chat itself, and nothing that is being written.
"""

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from daybook.conversation.extras import needs

_FURTHER = "… "
"""Stands before the next line of a message."""


class Lines:
    """Lines of a chat: from a pipe or a file, or typed where the output goes elsewhere."""

    def message(self) -> str:
        """Return the next message.

        Raises:
            EOFError: there is none.
            KeyboardInterrupt: it was cancelled.
        """
        return self._line()

    def confirmation(self, question: str) -> str:
        """Return the answer to a question; what was typed before it stood there does not count.

        Raises:
            EOFError, KeyboardInterrupt: as `message`.
        """
        sys.stdout.write(f"{question}\n")
        self.drop_typed_ahead()
        return self._line()

    def drop_typed_ahead(self) -> None:
        """Drop what was typed at a terminal and not read yet; what waits in a pipe stays."""
        if sys.stdin.isatty():
            _flush_terminal()

    def _line(self) -> str:
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        return line.rstrip("\r\n")


class _EditedLines(Lines):
    """Lines that are typed, with editing and the earlier ones at the arrow keys."""

    def __init__(self) -> None:
        with needs("cli", "`daybook chat` at a terminal"):
            from prompt_toolkit import PromptSession
            from prompt_toolkit.history import InMemoryHistory
            from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent

        keys = KeyBindings()

        @keys.add("escape", "enter")
        def _(event: KeyPressEvent) -> None:
            event.current_buffer.insert_text("\n")

        self._messages: PromptSession[str] = PromptSession(
            history=InMemoryHistory(),
            key_bindings=keys,
            prompt_continuation=lambda _width, _line, wrapped: "" if wrapped else _FURTHER,
        )
        self._answers: PromptSession[str] = PromptSession(history=InMemoryHistory())

    def message(self) -> str:
        return self._messages.prompt("> ")

    def confirmation(self, question: str) -> str:
        self.drop_typed_ahead()
        return self._answers.prompt(f"{question} ")

    def drop_typed_ahead(self) -> None:
        from prompt_toolkit.input.typeahead import clear_typeahead

        clear_typeahead(self._messages.app.input)  # keys that were read with the last message
        _flush_terminal()


def chat_lines() -> Lines:
    """Return what reads messages: from the terminal, or plainly where one side is no terminal.

    The arrow keys bring back what was typed in this chat; no file of it is kept.
    """
    return _EditedLines() if sys.stdin.isatty() and sys.stdout.isatty() else Lines()


def _flush_terminal() -> None:
    import termios

    termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)


class Interrupts:
    """The handler of Ctrl-C for as long as a chat goes on at a terminal; without it, Python's own."""

    def __init__(self) -> None:
        self._is_writing: Callable[[], bool] | None = None
        """None if there is nothing to be stopped."""
        self._was_asked = False

    @contextmanager
    def installed(self) -> Iterator[None]:
        """Handle Ctrl-C within the block, which the main thread runs."""
        before = signal.signal(signal.SIGINT, self._on_signal)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)

    @contextmanager
    def stopping(self, is_writing: Callable[[], bool] = lambda: False) -> Iterator[None]:
        """Have Ctrl-C raise KeyboardInterrupt within the block, once, but not in the midst of writing."""
        self._is_writing, self._was_asked = is_writing, False
        try:
            yield
        finally:
            self._is_writing = None

    def _on_signal(self, *_: object) -> None:
        if self._is_writing is None:
            return
        if self._is_writing() and not self._was_asked:
            self._was_asked = True
            return
        self._is_writing = None
        raise KeyboardInterrupt
