"""The chat: what is said goes to memory, and memory answers; read, say, show."""

import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from datetime import datetime
from itertools import count
from typing import Any

from daybook.conversation import Role, Turn
from daybook.conversation.errors import BadSettings, DaybookError
from daybook.interfaces.rendering.ledger_output import show_differences, show_ledger, waiting_line
from daybook.interfaces.rendering.live import stage_line
from daybook.interfaces.rendering.memory_output import show_preview, show_receipt
from daybook.interfaces.rendering.safe import without_emphasis
from daybook.interfaces.rendering.screen import Screen
from daybook.interfaces.rendering.why import WITHOUT_MODEL, show_remarks, show_why_of
from daybook.interfaces.repl.lines import Interrupts, Lines, chat_lines
from daybook.library.daybook import Daybook
from daybook.library.graph_runs import DIALOGUE_TURNS
from daybook.library.results import ChatTurn, OnStage
from daybook.store import BySession

CHAT = "chat-"
"""How the ids of sessions begin that were chats."""


def new_session_id(daybook: Daybook, owner: str, began: datetime) -> str:
    """Name a chat after the minute in which it began: "chat-2024-03-05-0900", the next one "…-2"."""
    taken = {session.session_id for session in daybook.sessions(owner=owner)}
    name = f"{CHAT}{began:%Y-%m-%d-%H%M}"
    return next(
        free for number in count(1) if (free := f"{name}-{number}" if number > 1 else name) not in taken
    )


class Conversation:
    """One chat session of one owner; `always` is the moment of every message, instead of the clock."""

    def __init__(self, daybook: Daybook, owner: str, session_id: str, always: datetime | None = None) -> None:
        self.daybook, self.owner, self.session_id = daybook, owner, session_id
        self.last: ChatTurn | None = None
        """The last turn, where nothing of it has been forgotten since."""
        self.proposal: Mapping[str, str] | None = None
        self.consent: Mapping[str, str] | None = None
        self._always = always
        self._dialogue: list[Turn] = []

    @property
    def dialogue(self) -> Sequence[Turn]:
        """The turns that go along with the next message."""
        return self._dialogue[-DIALOGUE_TURNS:]

    def now(self) -> datetime:
        """Return the moment of a message."""
        return self._always or self.daybook.moment(owner=self.owner)

    def say(self, message: str, on_stage: OnStage | None = None) -> ChatTurn:
        """Say something, and have it remembered with the reply; `on_stage` takes the events of the stream."""
        proposal, self.proposal = self.proposal, None  # whatever comes of this message: it is not asked twice
        consent, self.consent = self.consent, None
        reply = self.daybook.chat(
            message,
            owner=self.owner,
            session_id=self.session_id,
            dialogue=self.dialogue,
            asked_at=self.now(),
            proposal=proposal,
            consent=consent,
            on_stage=on_stage,
        )
        self.proposal, self.consent = reply.proposal, reply.consent
        if proposal is not None and self.daybook.analyzer.read_message(message).says_yes:
            self._drop()  # it may hold what is forgotten now
            return reply
        self._dialogue += [Turn(Role.USER, message), Turn(Role.ASSISTANT, reply.text)]
        self.last = reply
        return reply

    def keep_unanswered(self, message: str, begun: str) -> bool:
        """Keep a message whose reply was stopped, without the reply: what that took from memory is not known.

        Its facts are read with those of the next round, and the conversation goes on from `begun`, what had
        come of the reply. False if the message asks to forget something, or not to be kept.
        """
        said = self.daybook.analyzer.read_message(message)
        if said.is_for_memory:
            return False
        moment = self.now()
        turn = Turn(Role.USER, message, moment, sources=() if said.only_asks else None)
        keep = self.daybook.append_without_facts
        keep((turn,), owner=self.owner, session_id=self.session_id, said_at=moment)
        if begun:
            self._dialogue += [Turn(Role.USER, message), Turn(Role.ASSISTANT, begun)]
        self.last = None
        return True

    def forgotten(self, session_id: str) -> None:
        """Drop what is known here of a session that memory has forgotten."""
        if session_id == self.session_id:
            self._drop()
        self.last = None

    def _drop(self) -> None:
        self._dialogue.clear()
        self.last = None


_HELP = """\
Tell me something and I keep it; ask about it, today or next year, and I answer with what was said. \
"Forget my address" and "do not remember that" are understood, and done once you say yes."""
_KEYS = """\
Enter sends. Esc then Enter begins a new line. \
Ctrl-C drops the line, or stops an answer; your message is kept. \
What you type while an answer comes waits for the next prompt, but is dropped before a yes is asked for."""
_WRITING = frozenset({"remember", "forget", "consent"})
"""Stages that change memory: what they have begun they end."""


@dataclass(slots=True)
class _Coming:
    """A reply on its way: the text that has come, and what happens to it."""

    text: str = ""
    is_writing: bool = False
    is_stopped: bool = False


@dataclass(frozen=True, slots=True)
class Chat:
    """A chat that goes on: what is said, where it is shown, where it comes from, and what Ctrl-C does."""

    conversation: Conversation
    screen: Screen
    lines: Lines
    interrupts: Interrupts

    def do_next(self) -> bool:
        """Read a message and do what it wants; True if the chat goes on."""
        message = self.lines.message().strip()
        if message.startswith("/"):
            with self.interrupts.stopping():
                return self._obey(message)
        if message:
            self._say(message)
        if self.conversation.proposal or self.conversation.consent:
            self.lines.drop_typed_ahead()  # it was no answer to what is proposed
        return True

    def _say(self, message: str) -> None:
        """Say something and print what comes back: piece by piece where a model replies, else once checked.

        Ctrl-C stops the reply. The message is kept all the same, and a line says so.
        """
        screen, coming = self.screen, _Coming()

        def print_piece(piece: str) -> None:
            if not coming.is_stopped:
                coming.text += piece
                screen.piece(piece)

        try:
            with (
                self.interrupts.stopping(lambda: coming.is_writing),
                stage_line(screen.console, print_piece) as show_stage,
            ):

                def on_stage(event: Mapping[str, Any]) -> None:
                    coming.is_writing = coming.is_writing or event["stage"] in _WRITING
                    if show_stage and not coming.is_stopped:
                        show_stage(event)

                reply = self.conversation.say(message, on_stage)
        except KeyboardInterrupt:
            coming.is_stopped = True
            screen.line()
            if coming.is_writing:
                what = "stopped while memory was written: /why and /ledger show what there is"
            elif self.conversation.keep_unanswered(message, coming.text.strip()):
                what = "stopped: your message is kept, the reply is not"
            else:
                what = "stopped: nothing was kept, and nothing forgotten"
            screen.line((what, "yellow"))
            raise
        if coming.text:
            screen.line()
        if coming.text.strip() != reply.text:
            screen.text(without_emphasis(reply.text))
        show_remarks(screen, reply)

    def _obey(self, line: str) -> bool:
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
            self.screen.line("there is no reply to look at")
        else:
            show_why_of(self.screen, self.conversation.last)

    def _ledger(self, _: str) -> None:
        daybook = self.conversation.daybook
        records = daybook.ledger.records(owner=self.conversation.owner)
        if records:
            show_ledger(self.screen, records, now=self.conversation.now())
        else:
            self.screen.line("nothing is known yet")
        if waiting := daybook.ledger.waiting(owner=self.conversation.owner):
            self.screen.line((waiting_line(waiting), "yellow"))

    def _undo(self, _: str) -> None:
        undone = self.conversation.daybook.ledger.undo(owner=self.conversation.owner)
        show_differences(self.screen, undone.differences)

    def _forget(self, session_id: str) -> None:
        conversation, screen = self.conversation, self.screen
        chosen = BySession(session_id or conversation.session_id)
        preview = conversation.daybook.preview_forget(chosen, owner=conversation.owner)
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


COMMANDS: Mapping[str, tuple[str, Callable[[Chat, str], None]]] = {
    "/why": ("how the last reply came about: what it was given, what it took, and each step", Chat._why),
    "/ledger": ("what is known about you, with its evidence", Chat._ledger),
    "/undo": ("take back what was last learnt", Chat._undo),
    "/forget": ("forget this conversation for good; /forget ID another one", Chat._forget),
    "/help": ("this", Chat._help),
}
"""Each command's description, and the method that takes what follows its name."""


def converse(conversation: Conversation, screen: Screen, leaves: Sequence[str] = ()) -> None:
    """Talk until /quit or the end of the input. An error is shown, and the chat goes on.

    At a terminal it begins with what `leaves` the machine.

    Raises:
        BadSettings: the input is no terminal, and a model's key, name or address is wrong: no later message
            would fare better.
        KeyboardInterrupt: the input is no terminal.
    """
    interrupts = Interrupts()
    chat = Chat(conversation, screen, chat_lines(), interrupts)
    attended = sys.stdin.isatty()
    if attended:
        screen.line(("Daybook. What you tell me I keep. /help for help, Ctrl-D to leave.", "dim"))
        if conversation.daybook.reply_model is None:
            screen.line((WITHOUT_MODEL, "dim"))
        for line in leaves:
            screen.line((f"This leaves the machine: {line}.", "dim"))
    goes_on = True
    with interrupts.installed() if attended else nullcontext():
        while goes_on:
            try:
                goes_on = chat.do_next()
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
