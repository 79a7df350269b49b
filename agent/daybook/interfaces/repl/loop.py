"""The loop of a chat: read, say, show."""

from __future__ import annotations

import sys

from daybook.errors import BadSettings, DaybookError
from daybook.interfaces.rendering.screen import Screen
from daybook.interfaces.repl.commands import obey
from daybook.interfaces.repl.conversation import Conversation
from daybook.interfaces.repl.lines import message_reader
from daybook.interfaces.repl.replying import say_and_show
from daybook.settings import ModelRole

WITHOUT_MODEL = (
    "No chat model is configured (DAYBOOK_CHAT_MODEL names one): I keep what you say and answer what you ask "
    "about it, with quotes; small talk, advice and writing need a model."
)


def converse(conversation: Conversation, screen: Screen) -> None:
    """Talk until /quit or the end of the input. An error is shown, and the chat goes on.

    Where nobody sits at a terminal, a wrong setting ends it: no later message would fare better.

    Args:
        conversation: the session that is talked in.
        screen: where replies go.

    Raises:
        BadSettings: the input is no terminal, and a model's key, name or address is wrong.
    """
    read = message_reader(conversation.earlier_messages)
    if sys.stdin.isatty():
        screen.line(("Daybook. What you tell me I keep. /help for help, Ctrl-D to leave.", "dim"))
        if conversation.daybook.parts.models.of(ModelRole.REPLY) is None:
            screen.line((WITHOUT_MODEL, "dim"))
    goes_on = True
    while goes_on:
        try:
            message = read().strip()
            if message.startswith("/"):
                goes_on = obey(message, conversation, screen, read)
            elif message:
                say_and_show(message, conversation, screen)
        except EOFError:
            goes_on = False
        except KeyboardInterrupt:
            screen.line()
        except DaybookError as error:
            if isinstance(error, BadSettings) and not sys.stdin.isatty():
                raise
            screen.line((str(error), "red"))
