"""The loop of a chat: read, say, show."""

import sys
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any

from daybook.conversation.errors import BadSettings, DaybookError
from daybook.interfaces.rendering.answer_output import without_further_quotes
from daybook.interfaces.rendering.chat_output import (
    WITHOUT_MODEL,
    show_context,
    show_models,
    show_remarks,
    show_why_of,
)
from daybook.interfaces.rendering.diary_output import show_diary
from daybook.interfaces.rendering.ledger_output import show_differences, show_ledger
from daybook.interfaces.rendering.live import StreamedText, stage_line
from daybook.interfaces.rendering.memory_output import show_preview, show_receipt, show_sessions
from daybook.interfaces.rendering.safe import without_emphasis
from daybook.interfaces.rendering.screen import Screen
from daybook.interfaces.repl.conversation import Conversation
from daybook.interfaces.repl.lines import Interrupts, Lines, chat_lines
from daybook.store import BySession

_HELP = """\
Tell me something and I keep it; ask about it, today or next year, and I answer with what was said. \
"Forget my address" and "do not remember that" are understood, and done once you say yes."""
_KEYS = """\
Enter sends. Esc then Enter, or a backslash at the end of a line, begins a new line. \
Ctrl-C drops the line, or stops an answer; your message is kept. \
What you type while an answer comes waits for the next prompt, but is dropped before a yes is asked for."""
_NO_REPLY = "there is no reply to look at"


@dataclass(frozen=True, slots=True)
class Commands:
    """The commands of a chat, with what they work on."""

    conversation: Conversation
    screen: Screen
    lines: Lines
    interrupts: Interrupts

    def obey(self, line: str) -> bool:
        """Do what a line that begins with a slash says; True if the chat goes on."""
        name, _, argument = line.partition(" ")
        if name in ("/quit", "/exit"):
            return False
        if name in COMMANDS:
            _, command = COMMANDS[name]
            command(self, argument.strip())
        else:
            self.screen.line((f"I do not know {name}: /help says what I know", "yellow"))
        return True

    def _help(self, _: str) -> None:
        self.screen.text(_HELP)
        self.screen.line()
        rows = [(name, explained) for name, (explained, _) in COMMANDS.items()]
        self.screen.table(("=command", "what it does"), [*rows, ("/quit", "leave (or Ctrl-D)")])
        self.screen.line()
        self.screen.text(_KEYS)

    def _why(self, _: str) -> None:
        if self.conversation.last is None:
            self.screen.line(_NO_REPLY)
        else:
            show_why_of(self.screen, self.conversation.last)

    def _context(self, message: str) -> None:
        conversation, last = self.conversation, self.conversation.last
        if message:
            found = conversation.daybook.context_for(
                message,
                owner=conversation.owner,
                dialogue=conversation.dialogue,
                session_id=conversation.session_id,
                asked_at=conversation.now(),
            )
            show_context(self.screen, found)
        elif last is None:
            self.screen.line(_NO_REPLY)
        elif last.context is None:
            self.screen.line(
                "the last reply is memory's own, and was given nothing: /why shows how it came about"
            )
        else:
            show_context(self.screen, last.context)

    def _model(self, _: str) -> None:
        show_models(self.screen, self.conversation.daybook, self.conversation.owner)

    def _ledger(self, _: str) -> None:
        daybook = self.conversation.daybook
        records = daybook.ledger.records(owner=self.conversation.owner)
        if records:
            show_ledger(self.screen, records, now=self.conversation.now())
        else:
            self.screen.line("nothing is known yet")

    def _diary(self, words: str) -> None:
        daybook = self.conversation.daybook
        entries = daybook.diary(owner=self.conversation.owner, search=words)
        if entries:
            show_diary(self.screen, entries, now=self.conversation.now())
        else:
            self.screen.line("nothing of it is in the diary" if words else "the diary is empty")

    def _undo(self, _: str) -> None:
        undone = self.conversation.daybook.ledger.undo(owner=self.conversation.owner)
        show_differences(self.screen, undone.differences, undone.entries)

    def _consent(self, answer: str) -> None:
        conversation = self.conversation
        said = conversation.daybook.language.read_message(answer)
        given = said.says_yes
        daybook, owner = conversation.daybook, conversation.owner
        waiting = [question for question in daybook.ledger.waiting(owner=owner) if question.family]
        if not waiting:
            self.screen.line("nothing waits for your consent; `daybook policy` shows what you allowed")
        for question in waiting:
            if given or said.says_no:
                daybook.ledger.consent(question.family, owner=owner, given=given)
                self.screen.line(
                    f"{question.family}: {'remembered from now on' if given else 'not remembered'}"
                )
            else:
                self.screen.text(question.question)
        if waiting and given:
            daybook.remember(owner=owner)
        conversation.consent = None

    def _sessions(self, _: str) -> None:
        found = self.conversation.daybook.sessions(owner=self.conversation.owner)
        if found:
            show_sessions(self.screen, found)
        else:
            self.screen.line("nothing is kept yet")

    def _forget(self, session_id: str) -> None:
        conversation, screen = self.conversation, self.screen
        chosen = BySession(session_id or conversation.session_id)
        preview = conversation.daybook.would_forget(chosen, owner=conversation.owner)
        screen.line(f"Forget {chosen.session_id} for good?")
        show_preview(screen, preview)
        try:
            answer = self.lines.confirmation("Type yes to do it:")
        except (EOFError, KeyboardInterrupt):
            answer = ""
        if answer.strip().lower() not in ("y", "yes"):
            screen.line("kept")
            return
        with self.interrupts.stopping(is_writing=lambda: True):
            receipt = conversation.daybook.forget(chosen, owner=conversation.owner)
        conversation.forgotten(chosen.session_id)
        show_receipt(screen, receipt)


COMMANDS: Mapping[str, tuple[str, Callable[[Commands, str], None]]] = {
    "/why": ("how the last reply came about: what it was given, what it took, and each step", Commands._why),
    "/context": (
        "what of memory the last reply was given; /context MESSAGE what that would get",
        Commands._context,
    ),
    "/model": ("which chat model is in force, where, and what was learnt of it", Commands._model),
    "/sessions": ("every conversation that is kept", Commands._sessions),
    "/ledger": ("what is known about you, with its evidence", Commands._ledger),
    "/diary": ("what happened and what you plan; /diary WORDS only what holds them", Commands._diary),
    "/undo": ("take back what was last learnt", Commands._undo),
    "/consent": ("what sensitive facts wait for your yes; /consent yes, /consent no", Commands._consent),
    "/forget": ("forget this conversation for good; /forget ID another one", Commands._forget),
    "/help": ("this", Commands._help),
}
"""What each command does, and the method that does it with what follows its name."""


_WRITING = frozenset({"remember", "forget", "consent"})
"""Stages that change memory: what they have begun they end."""


def converse(conversation: Conversation, screen: Screen) -> None:
    """Talk until /quit or the end of the input. An error is shown, and the chat goes on.

    Without a terminal, Ctrl-C and a wrong setting end it: no later message would fare better.

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
        """Print a piece of text, unless it comes after a stop."""
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
