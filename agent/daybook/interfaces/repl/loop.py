"""The loop of a chat: read, say, show."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from contextlib import nullcontext
from typing import Any

from daybook.errors import BadSettings, DaybookError
from daybook.interfaces.rendering.answer_output import without_further_quotes
from daybook.interfaces.rendering.chat_output import WITHOUT_MODEL, show_remarks
from daybook.interfaces.rendering.live import StreamedText, stage_line
from daybook.interfaces.rendering.safe import without_emphasis
from daybook.interfaces.rendering.screen import Screen
from daybook.interfaces.repl.commands import Commands
from daybook.interfaces.repl.conversation import Conversation
from daybook.interfaces.repl.lines import Interrupts, Lines, chat_lines

_WRITING = frozenset({"remember", "forget", "consent"})
"""Stages that change memory: what they have begun they end."""


def converse(conversation: Conversation, screen: Screen) -> None:
    """Talk until /quit or the end of the input. An error is shown, and the chat goes on.

    Where nobody sits at a terminal, Ctrl-C and a wrong setting end it: no later message would fare better.

    Args:
        conversation: the session that is talked in.
        screen: where replies go.

    Raises:
        BadSettings: the input is no terminal, and a model's key, name or address is wrong.
        KeyboardInterrupt: the input is no terminal.
    """
    lines, interrupts = chat_lines(conversation.earlier_messages), Interrupts()
    attended = sys.stdin.isatty()
    if attended:
        screen.line(("Daybook. What you tell me I keep. /help for help, Ctrl-D to leave.", "dim"))
        if conversation.daybook.reply_model is None:
            screen.line((WITHOUT_MODEL, "dim"))
    goes_on = True
    with interrupts.installed() if attended else nullcontext():
        while goes_on:
            try:
                goes_on = _do_next(conversation, screen, lines, interrupts)
            except EOFError:
                goes_on = False
            except KeyboardInterrupt:
                if not attended:
                    raise
                conversation.proposal = conversation.consent = None
            except DaybookError as error:
                if isinstance(error, BadSettings) and not attended:
                    raise
                screen.line((str(error), "red"))


def _do_next(conversation: Conversation, screen: Screen, lines: Lines, interrupts: Interrupts) -> bool:
    """Read a message and do what it wants; say whether the chat goes on."""
    message = lines.message().strip()
    if message.startswith("/"):
        with interrupts.stopping():
            return Commands(conversation, screen, lines, interrupts).obey(message)
    if message:
        with lines.unechoed():
            _say_and_show(message, conversation, screen, interrupts)
    if conversation.proposal or conversation.consent:
        lines.drop_typed_ahead()  # it was no answer to what is proposed
    return True


class _Coming:
    """A reply on its way: how far it is, and the text that has come."""

    def __init__(self, screen: Screen) -> None:
        self.text = StreamedText(screen.console.file, screen.console.width)
        self.is_writing = self.is_stopped = False

    def take(self, event: Mapping[str, Any]) -> None:
        """Take an event of the stream."""
        if event["stage"] in _WRITING:
            self.is_writing = True

    def print(self, piece: str) -> None:
        """Print a piece of text; what comes late, after a stop, is passed over."""
        if not self.is_stopped:
            self.text.write(piece)


def _say_and_show(message: str, conversation: Conversation, screen: Screen, interrupts: Interrupts) -> None:
    """Say something and print what comes back: piece by piece where a model replies, else once checked.

    Ctrl-C stops the reply. The message is kept all the same, and a line says so.

    Raises:
        DaybookError: see `Daybook.chat`.
        KeyboardInterrupt: it was stopped.
    """
    coming = _Coming(screen)
    try:
        with (
            interrupts.stopping(lambda: coming.is_writing),
            stage_line(screen.console, coming.print) as show_stage,
        ):

            def on_stage(event: Mapping[str, Any]) -> None:
                coming.take(event)
                if show_stage and not coming.is_stopped:
                    show_stage(event)

            reply = conversation.say(message, on_stage)
    except KeyboardInterrupt:
        coming.is_stopped = True
        coming.text.close()
        _tell_stopped(message, conversation, screen, coming)
        raise
    finally:
        coming.text.close()
    if coming.text.text.strip() != reply.text:
        screen.text(without_emphasis(without_further_quotes(reply.text)[0]))
    show_remarks(screen, reply)


def _tell_stopped(message: str, conversation: Conversation, screen: Screen, coming: _Coming) -> None:
    if coming.is_writing:
        what = "stopped while memory was written: /why, /ledger and /sessions show what there is"
    elif conversation.keep_unanswered(message, coming.text.text.strip()):
        what = "stopped: your message is kept, the reply is not"
    else:
        what = "stopped: nothing was kept, and nothing forgotten"
    screen.line((what, "yellow"))
