"""What begins with a slash in a chat."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from daybook.interfaces.rendering.chat_output import show_context, show_models, show_why_of
from daybook.interfaces.rendering.diary_output import show_diary
from daybook.interfaces.rendering.ledger_output import show_differences, show_ledger
from daybook.interfaces.rendering.memory_output import show_preview, show_receipt, show_sessions
from daybook.interfaces.rendering.screen import Screen
from daybook.interfaces.repl.conversation import Conversation
from daybook.interfaces.repl.lines import Interrupts, Lines
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
        """Do what a line that begins with a slash says.

        Returns:
            True if the chat goes on.

        Raises:
            DaybookError: what was asked for is not there, or failed.
        """
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
                message, owner=conversation.owner, dialogue=conversation.dialogue, asked_at=conversation.now()
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
