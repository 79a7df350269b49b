"""The messages of an agent as a conversation: what the user said, and what they were told in the end.

Calls of tools, their results and what a model says beside a call are no conversation. A kept exchange names
the rounds of memory that its reply was made from.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypeGuard

from langchain_core.messages import AIMessage, AnyMessage, BaseMessage, HumanMessage, ToolMessage
from langchain_core.runnables import ensure_config

from daybook.conversation import Role, Turn
from daybook.conversation.errors import BadInput
from daybook.conversation.language import Analyzer
from daybook.graph.receive import configured_owner, one_owner
from daybook.interfaces.operations.operation_table import TOOLS, Effect, Forget
from daybook.interfaces.written_moments import first_moment
from daybook.library.results import MemoryContext, round_turns

_PROGRAM_WROTE = ("lc_source", "read_file_tool_call_id")
"""Keys by which LangChain and Deep Agents tell human messages of their own: summaries, skills, pictures."""
OF_MEMORY = "daybook_reply"
"""The key by which we tell replies that memory gave in place of the model."""
_DATES = ("said_at", "timestamp", "created_at")


@dataclass(frozen=True, slots=True)
class Exchange:
    """A message of the user and all that followed, up to their next."""

    said: HumanMessage
    followed: tuple[AnyMessage, ...]

    @property
    def reply(self) -> AIMessage | None:
        """The last message of the assistant that has words and calls nothing."""
        replies = (message for message in reversed(self.followed) if isinstance(message, AIMessage))
        return next((reply for reply in replies if not reply.tool_calls and text_of(reply)), None)

    @property
    def results(self) -> tuple[ToolMessage, ...]:
        """Results of tools."""
        return tuple(message for message in self.followed if isinstance(message, ToolMessage))

    @property
    def is_bare(self) -> bool:
        """True if nothing followed: the run failed at once, or the next message came with it."""
        return not self.followed


def exchanges_of(messages: Iterable[AnyMessage]) -> list[Exchange]:
    """Split the messages of a thread; what stands before the user's first is left out."""
    found: list[tuple[HumanMessage, list[AnyMessage]]] = []
    for message in messages:
        if is_users(message):
            found.append((message, []))
        elif found:
            found[-1][1].append(message)
    return [Exchange(said, tuple(followed)) for said, followed in found]


def is_users(message: BaseMessage) -> TypeGuard[HumanMessage]:
    """True if the user said it, not a program in their name."""
    return isinstance(message, HumanMessage) and not any(
        key in message.additional_kwargs for key in _PROGRAM_WROTE
    )


def new_exchanges(exchanges: Sequence[Exchange]) -> list[Exchange]:
    """Give those that a run begins with: the last, and what came right before it with nothing between."""
    start = max(len(exchanges) - 1, 0)
    while start and exchanges[start - 1].is_bare:
        start -= 1
    return list(exchanges[start:])


def last_before_input(exchanges: Sequence[Exchange]) -> str:
    """Give the id of the user's last message that was there before a run; "" where there is none."""
    waits = bool(exchanges) and exchanges[-1].reply is None
    new = new_exchanges(exchanges) if waits else []
    before = exchanges[: len(exchanges) - len(new)]
    return (before[-1].said.id or "") if before else ""


def exchanges_since(exchanges: Sequence[Exchange], message_id: str) -> list[Exchange]:
    """Give the exchanges after a user's message; all where the id is "", a new run's where it is gone."""
    if not message_id:
        return list(exchanges)
    ids = [exchange.said.id for exchange in exchanges]
    if message_id not in ids:
        return new_exchanges(exchanges)
    return list(exchanges[ids.index(message_id) + 1 :])


def dialogue_of(exchanges: Iterable[Exchange]) -> tuple[Turn, ...]:
    """Write exchanges as turns."""
    turns = []
    for exchange in exchanges:
        turns.append(Turn(Role.USER, text_of(exchange.said)))
        if exchange.reply is not None:
            turns.append(Turn(Role.ASSISTANT, text_of(exchange.reply)))
    return tuple(turn for turn in turns if turn.content)


def text_of(message: BaseMessage) -> str:
    """Give the text of a message; pictures and other blocks have none."""
    if isinstance(message.content, str):
        return message.content.strip()
    blocks = (
        block if isinstance(block, str) else block.get("text") if block.get("type") == "text" else None
        for block in message.content
    )
    return "\n".join(text for text in blocks if isinstance(text, str)).strip()


def said_at(message: BaseMessage) -> datetime | None:
    """Give the moment of a message, where it says one: ISO 8601, or seconds or milliseconds since 1970."""
    given = {**message.response_metadata, **message.additional_kwargs}
    return first_moment(*(given.get(key) for key in _DATES))


def is_to_remember(exchange: Exchange, analyzer: Analyzer) -> bool:
    """True unless an exchange asks to forget or not to keep something, or only answers memory's question."""
    if exchange.reply is not None and exchange.reply.additional_kwargs.get(OF_MEMORY):
        return False
    forgot = any(result.name == Forget.name for result in exchange.results)
    return not (forgot or analyzer.read_message(text_of(exchange.said)).is_for_memory)


def turns_to_remember(
    exchange: Exchange, context: MemoryContext | None, before: Sequence[Turn], analyzer: Analyzer
) -> list[Turn]:
    """Write an exchange as the turns of a round; what tools of ours showed counts as recalled.

    `context` is what of memory was before the model, `before` the dialogue until then.
    """
    reply = text_of(exchange.reply) if exchange.reply else ""
    reading = {name for name, row in TOOLS.items() if row.effect is Effect.READS}
    recalled = [
        round_id
        for result in exchange.results
        if result.name in reading
        for round_id in _round_ids(result.artifact)
    ]
    return round_turns(
        text_of(exchange.said), reply, context=context, analyzer=analyzer, before=before, recalled=recalled
    )


def _round_ids(value: object) -> Iterator[str]:
    if isinstance(value, Mapping):
        if isinstance(found := value.get("round_id"), str):
            yield found
        for part in value.values():
            yield from _round_ids(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _round_ids(part)


def owner_of_run(built: str | None, context: object, *, default: str | None) -> str:
    """Choose the owner: as built, from the configuration, or from the caller's `context`; never from a model.

    Raises:
        BadInput: two of them disagree, nobody is named (nor is there a `default`), or a name is no string.
    """
    in_context = context.get("owner") if isinstance(context, Mapping) else getattr(context, "owner", None)
    named = one_owner(
        {
            "the configuration": configured_owner(),
            "the context": in_context,
            "what was built for memory": built,
        }
    )
    owner = named or default
    if owner is None:
        raise BadInput(
            'whose memory? Name the owner when you build it (owner="ada"), or in each run: '
            '{"configurable": {"owner": "ada"}}'
        )
    return owner


def session_of_run() -> str | None:
    """Give the thread's id, which names the session. Returns None if the run has no thread."""
    thread = ensure_config().get("configurable", {}).get("thread_id")
    return str(thread) if thread else None


def is_inside_a_tool() -> bool:
    """True if the agent that is under way was called by a tool, so that its "user" is another model.

    A checkpoint namespace is the tasks around it, "node:task|node:task"; agents run tools in a node "tools".
    """
    namespace = str(ensure_config().get("configurable", {}).get("checkpoint_ns") or "")
    *around, _ = namespace.split("|")
    return any(step.partition(":")[0] == "tools" for step in around)
