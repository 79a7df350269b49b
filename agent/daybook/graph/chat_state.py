"""State of the chat graph; only plain values and messages cross its border."""

import operator
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from langchain_core.messages import AnyMessage
from typing_extensions import TypedDict

from daybook.answer.context import MemoryContext
from daybook.answer.converse import Conversed
from daybook.conversation import Question, Record, RecordDifference, Round, Turn
from daybook.conversation.errors import BadSettings
from daybook.conversation.language import MessageReading
from daybook.graph.forgetting import Proposal
from daybook.graph.state import RecallInput
from daybook.ledger.write_policy import Consent
from daybook.models.llm import ModelsWithFallback


class ChatInput(RecallInput, total=False):
    """The input: `messages` that end with the user's, or the message as `question`."""

    session_id: str
    """The conversation that the round belongs to. Default: one for each day."""
    proposal: Proposal | None
    """That of the reply before this message: a message that says yes has it done."""
    consent: Consent | None
    """That of the reply before this message: one that says yes or no answers it."""


class ChatOutput(TypedDict):
    """The output."""

    messages: list[AnyMessage]
    """The reply alone: a parent with a reducer on `messages` appends it."""
    evidence: list[dict[str, Any]]
    """The words that the reply took from memory."""
    memory_context: list[dict[str, Any]]
    """The context that the model was given, line by line."""
    learned: list[dict[str, str]]
    """The records that the round changed: "record_id", "slot", "value", "status"."""
    degraded: list[str]
    """The steps whose model failed, or "reply" where it gave none."""
    degraded_reasons: dict[str, str]
    """Why, of each of them."""
    usage: dict[str, Any]
    round_id: str
    """The round as it was remembered; "" if the message asked memory to forget, or not to keep."""
    proposal: Proposal | None
    """Proposes to forget something for good: to be handed in with the next message."""
    consent: Consent | None
    """Whether facts of a sensitive kind may be remembered: its "question" is to be put below the reply, and
    it is to be handed in with the next message. Each kind is asked for once."""
    timings: dict[str, float]


class ChatState(ChatInput, ChatOutput, total=False):  # type: ignore[misc]
    """Everything between a message and its reply, and the reply."""

    said: str
    """The message whole, as it is kept and put before a model."""
    asked: Question
    """The message with its dialogue and moment; of a very long one both ends, by which it is looked up.

    Daybook's own calls hand it in whole, in place of the keys of `RecallInput`."""
    message_reading: MessageReading
    recalled: Mapping[str, Any]
    """The channels that the recall graph ended with, if no model replies."""
    models: ModelsWithFallback
    """Those of the reply."""
    looked_up: MemoryContext
    """For the model that replies; not there without one."""
    refused: BadSettings
    """A fault in the settings of a model; raised once the round is kept."""
    conversed: Conversed
    """The reply of a model."""
    reply: Turn
    remembered: Round
    differences: Sequence[RecordDifference]
    """The changes that the round made to the ledger."""
    timings: Annotated[dict[str, float], operator.or_]  # type: ignore[misc]


def record_to_json(record: Record) -> dict[str, str]:
    """Write a record as it stands in `learned`."""
    return {
        "record_id": record.record_id,
        "slot": record.slot,
        "value": record.value,
        "status": record.status.value,
    }
