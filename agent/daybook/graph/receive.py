"""What a caller hands in, made into a question."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from langchain_core.messages import AIMessage, AnyMessage, HumanMessage, convert_to_messages

from daybook.conversation import Question, Role, Turn, as_utc
from daybook.errors import BadInput
from daybook.graph.state import RecallInput

_SHOWN = 60
"""Characters of a wrong date that a message repeats."""


def receive_question(
    given: RecallInput, *, owner: str, clock: Callable[[], datetime], limit: int
) -> Question:
    """Read the input of a graph; `owner_of` says whose memory is asked.

    Args:
        given: the input.
        owner: whose memory is asked.
        clock: gives the moment where the input names none.
        limit: characters that the question may have.

    Raises:
        BadInput: there is no question, it is longer than the limit, or `messages`, `asked_at` or `as_of`
            cannot be read.
    """
    dialogue = dialogue_of(given.get("messages", ()))
    text = given.get("question", "").strip()
    if not text:
        if not dialogue or dialogue[-1].role is not Role.USER:
            raise BadInput("a question is needed: `question`, or `messages` that end with a human one")
        text, dialogue = dialogue[-1].content, dialogue[:-1]
    elif dialogue and dialogue[-1].role is Role.USER and dialogue[-1].content.strip() == text:
        dialogue = dialogue[:-1]
    if len(text) > limit:
        problem = f"{len(text):,} characters are more than the {limit:,} that DAYBOOK_QUESTION_LIMIT allows"
        raise BadInput(problem, source="question")
    asked_at = moment_of("asked_at", given.get("asked_at"))
    as_of = moment_of("as_of", given.get("as_of"))
    return Question(text, owner, asked_at or as_of or clock(), dialogue, as_of)


def moment_of(name: str, value: datetime | str | None) -> datetime | None:
    """Read a moment that a caller hands in; without a time zone it is UTC.

    Raises:
        BadInput: it is no date-time in ISO 8601, or not within the calendar (see `as_utc`).
    """
    if isinstance(value, str):
        try:
            moment: datetime | None = datetime.fromisoformat(value)
        except ValueError:
            raise BadInput(f"{name} is no ISO 8601 date-time: {value[:_SHOWN]!r}") from None
    else:
        moment = value
    try:
        return None if moment is None else as_utc(moment)
    except ValueError as error:
        raise BadInput(str(error), source=name) from None


def dialogue_of(messages: Sequence[AnyMessage]) -> tuple[Turn, ...]:
    """The human and AI messages with text, as turns; tool calls and system messages are no dialogue.

    Messages that come over HTTP are {"role", "content"} still.

    Raises:
        BadInput: one of them is no message.
    """
    try:
        read = convert_to_messages(messages)
    except (NotImplementedError, ValueError) as error:
        raise BadInput("it cannot be read as messages", source="messages") from error
    roles = {HumanMessage: Role.USER, AIMessage: Role.ASSISTANT}
    return tuple(
        Turn(role, message.text)
        for message in read
        for kind, role in roles.items()
        if isinstance(message, kind) and message.text.strip()
    )
