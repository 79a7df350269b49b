"""Reads what a caller hands to a graph: whose memory it is, and the question."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime, tzinfo
from typing import TypeAlias

from langchain_core.messages import (
    AIMessage,
    HumanMessage,
    MessageLikeRepresentation,
    convert_to_messages,
)
from langchain_core.runnables import ensure_config

from daybook.conversation import Question, Role, Turn, as_utc
from daybook.conversation.errors import BadInput
from daybook.conversation.zones import local
from daybook.models.llm.reply_text import without_thoughts


def owner_of(given: str | None, *, built: str | None, default: str | None) -> str:
    """Choose the owner of the run that is under way.

    It may be named by the input, by the configuration (`{"configurable": {"owner": …}}`, which a parent graph
    hands on to its sub-graphs) and when the graph was built. All that name one must name the same.

    Args:
        given: by the input.
        built: when the graph was built.
        default: whose memory it is where none of the three names anybody.

    Raises:
        BadInput: two of them disagree, nobody is named at all, or a name is no string.
    """
    places = {
        "the input": given,
        "the configuration": configured_owner(),
        "the graph, when it was built,": built,
    }
    owner = one_owner(places) or default
    if owner is None:
        raise BadInput(
            "an owner is needed: `owner` in the input, in the `configurable` of the configuration, or when "
            "the graph is built"
        )
    return owner


def configured_owner() -> object:
    """Give what the configuration of the run that is under way names as its owner."""
    return ensure_config().get("configurable", {}).get("owner")


def one_owner(places: Mapping[str, object]) -> str | None:
    """Give the owner on whom all places agree that name one; None if none does.

    Raises:
        BadInput: two of them disagree, or a name is no string or blank.
    """
    named: dict[str, str] = {}
    for place, name in places.items():
        if name in (None, ""):
            continue
        if not isinstance(name, str):
            raise BadInput(f"{place} names an owner that is no string but {type(name).__name__}")
        if not name.strip():
            raise BadInput(f"{place} names an owner of nothing but white space")
        named[place] = name
    if not named:
        return None
    (first, owner), *others = named.items()
    for place, name in others:
        if name != owner:
            raise BadInput(f"{first} names the owner {owner!r} and {place} names {name!r}: give one of them")
    return owner


MAX_QUESTION_CHARACTERS, MAX_MESSAGE_CHARACTERS = 20_000, 500_000
"""Of a question; of a message of a chat, of which a longer one is looked up by both ends."""
_SHOWN = 60
"""Characters of a wrong date that a message repeats."""


def make_question(
    text: str,
    *,
    owner: str,
    clock: Callable[[], datetime],
    zone: tzinfo,
    limit: int = MAX_QUESTION_CHARACTERS,
    asked_at: datetime | str | None = None,
    as_of: datetime | str | None = None,
    dialogue: Sequence[Turn] = (),
    session_id: str = "",
) -> Question:
    """Check what a caller asks.

    Args:
        text: the question; without one, the dialogue has to end with it.
        owner: whose memory is asked.
        clock: gives the moment if neither `asked_at` nor `as_of` does.
        zone: the owner's, in which moments are told.
        limit: characters that the question may have.
        asked_at: see `Question`, as the three after it; moments may be in ISO 8601.
        as_of: the moment after which nothing is seen.
        dialogue: before the question; the question itself may end it.
        session_id: the conversation that goes on.

    Raises:
        BadInput: there is no question or no owner, the question is longer than the limit, or a moment cannot
            be read.
    """
    if not owner.strip():
        raise BadInput("an owner needs a name", source="owner")
    text, dialogue = text.strip(), tuple(dialogue)
    if not text:
        if not dialogue or dialogue[-1].role is not Role.USER:
            raise BadInput("a question is needed: `question`, or `messages` that end with a human one")
        text, dialogue = dialogue[-1].content, dialogue[:-1]
    elif dialogue and dialogue[-1].role is Role.USER and dialogue[-1].content.strip() == text:
        dialogue = dialogue[:-1]
    if len(text) > limit:
        problem = f"{len(text):,} characters are more than the {limit:,} of a question"
        raise BadInput(problem, source="question")
    seen_until = moment_of("as_of", as_of, zone)
    moment = moment_of("asked_at", asked_at, zone) or seen_until or local(clock(), zone)
    return Question(text, owner, moment, dialogue, seen_until, session_id)


def moment_of(name: str, value: datetime | str | None, zone: tzinfo) -> datetime | None:
    """Read a moment that a caller hands in, and tell it as an owner in a zone does; see `zones.local`.

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
        return None if moment is None else local(as_utc(moment, zone), zone)
    except ValueError as error:
        raise BadInput(str(error), source=name) from None


Messages: TypeAlias = "str | Turn | Sequence[Turn | MessageLikeRepresentation]"
"""The new messages: turns, LangChain's messages, {"role": …, "content": …}, or one text of the user's."""


def turns_of(messages: Messages, source: str = "messages") -> tuple[Turn, ...]:
    """Read messages as turns; those without text are left out, tool calls, system messages, and thoughts.

    Raises:
        BadInput: one of them is no message; `source` names the argument.
    """
    given = [messages] if isinstance(messages, str | Turn) else messages
    return tuple(turn for message in given for turn in _turns_of(message, source))


def _turns_of(message: Turn | MessageLikeRepresentation, source: str) -> Iterator[Turn]:
    if isinstance(message, Turn):
        yield message
        return
    try:
        (read,) = convert_to_messages([message])
    except (NotImplementedError, ValueError) as error:
        raise BadInput(
            'a message is a Turn, {"role": "user", "content": "…"} or a message of LangChain', source=source
        ) from error
    for kind, role in _ROLES.items():
        if isinstance(read, kind):
            text = without_thoughts(read.text) if role is Role.ASSISTANT else read.text
            if text.strip():
                yield Turn(role, text)


_ROLES = {HumanMessage: Role.USER, AIMessage: Role.ASSISTANT}
