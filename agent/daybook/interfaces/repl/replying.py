"""A reply as it comes: what is at work, then the words, then what is to be said about them."""

from __future__ import annotations

from daybook.interfaces.rendering.answers import show_usage, show_warnings
from daybook.interfaces.rendering.ledger import learned_line
from daybook.interfaces.rendering.safe import printable
from daybook.interfaces.rendering.screen import Screen
from daybook.interfaces.rendering.stages import stage_line
from daybook.interfaces.repl.conversation import Conversation
from daybook.library.results import ChatTurn


def say_and_show(message: str, conversation: Conversation, screen: Screen) -> None:
    """Say something and print what comes back: piece by piece where it uses no memory, else once checked.

    Raises:
        DaybookError: see `Daybook.chat`.
    """
    pieces: list[str] = []

    def on_text(piece: str) -> None:
        pieces.append(piece)
        screen.console.file.write(printable(piece))
        screen.console.file.flush()

    try:
        with stage_line(screen.console, on_text) as show_stage:
            reply = conversation.say(message, show_stage)
    finally:
        if pieces:
            screen.line()
    if "".join(pieces).strip() != reply.text:
        screen.text(reply.text)
    _show_rest(screen, reply)


def _show_rest(screen: Screen, reply: ChatTurn) -> None:
    for difference in reply.learned:
        screen.line((f"  {learned_line(difference)}", "dim"))
    answer = reply.answer
    if answer is None:
        return
    if answer.evidence:
        dates = dict.fromkeys(f"{item.said_at:%Y-%m-%d}" for item in answer.evidence)
        screen.line((f"  said on {', '.join(dates)}; /why shows more", "dim"))
    show_warnings(screen, answer)
    show_usage(screen, answer.usage)
