"""What goes into the graphs and what comes out of them, for callers who are no graph themselves."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

from daybook.conversation import Answer, Candidate, RecordDifference, RetrievalPlan, Role, Round, Turn
from daybook.library.explain import Explanation

if TYPE_CHECKING:
    from langchain_core.messages import AnyMessage

OnStage = Callable[[Mapping[str, Any]], None]
"""Called as the steps of an answer go, with {"stage", "event", …}: "started"; "finished" and its "ms"; "note"
and what `plain_note` writes; "text" and a piece of a reply that uses no memory."""


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What a search found: candidates, best first, the plan that found them, and milliseconds per step."""

    candidates: tuple[Candidate, ...]
    plan: RetrievalPlan
    timings: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class ChatTurn:
    """A reply, why it is so where it came out of memory, and the round as it was remembered."""

    text: str
    explanation: Explanation | None
    remembered: Round | None
    """None where the message asked memory to forget, or not to keep."""
    learned: tuple[RecordDifference, ...] = ()
    """What the round changed in the ledger."""
    proposal: Mapping[str, str] | None = None
    """What the reply proposes to forget, for good: hand it to the next `chat`, whose message may say yes."""

    @property
    def answer(self) -> Answer | None:
        """The answer behind it, where it came out of memory."""
        return self.explanation.answer if self.explanation else None


def explanation_of(state: Mapping[str, Any]) -> Explanation:
    """Read the channels that the recall graph ended with."""
    return Explanation(
        answer=replace(state["result"], timings=state["timings"]),
        found=tuple(state["found"]),
        ranked=tuple(state["candidates"]),
        packed=tuple(state["excerpts"]),
        calls=tuple(state["models"].meter.calls),
    )


def recall_input(
    question: str,
    owner: str,
    asked_at: datetime | None,
    dialogue: Sequence[Turn],
    as_of: datetime | None = None,
) -> dict[str, Any]:
    """Write a call as the input of a graph (`RecallInput`)."""
    given: dict[str, Any] = {"question": question, "owner": owner, "messages": _messages(dialogue)}
    moments = {"asked_at": asked_at, "as_of": as_of}
    return given | {name: moment for name, moment in moments.items() if moment is not None}


def _messages(dialogue: Sequence[Turn]) -> list[AnyMessage]:
    from langchain_core.messages import AIMessage, HumanMessage

    return [
        HumanMessage(turn.content) if turn.role is Role.USER else AIMessage(turn.content) for turn in dialogue
    ]


async def final_state(
    graph: Any, given: Mapping[str, Any], on_stage: Callable[[Mapping[str, Any]], None] | None
) -> dict[str, Any]:
    """Run a graph and return all of its channels; stages and notes go to `on_stage` as they come."""
    given = {**given, "stream_notes": on_stage is not None}
    state: dict[str, Any] = {}
    async for namespace, mode, part in graph.astream(
        given, stream_mode=["custom", "values"], subgraphs=True, output_keys=graph.stream_channels_list
    ):
        if mode == "custom" and on_stage:
            on_stage(part)
        elif mode == "values" and not namespace:
            state = part
    return state
