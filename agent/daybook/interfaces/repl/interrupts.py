"""Ctrl-C in a chat: it stops what is at work, never the chat itself, and nothing that is being written."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class Interrupts:
    """The handler of Ctrl-C for as long as a chat goes on at a terminal.

    Where it is not installed, Ctrl-C raises KeyboardInterrupt everywhere, as Python does.
    """

    def __init__(self) -> None:
        self._is_writing: Callable[[], bool] | None = None
        """None where there is nothing to be stopped."""
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
        """Have Ctrl-C raise KeyboardInterrupt within the block, once.

        Args:
            is_writing: whether something is being written just now, which a first Ctrl-C leaves to its end.
        """
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
