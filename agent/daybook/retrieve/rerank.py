"""Reranks the best candidates with a chat model (MemoryStack, section 3.7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from daybook.conversation import Candidate, QuestionKind, RetrievalPlan, Role
from daybook.llm import ChatModel, ask
from daybook.retrieve.papers.weigh import join_signals
from daybook.settings import RerankOptions, SignalOptions
from daybook_prompts import Prompt
from daybook_prompts.replies import Reranked


def lead_is_clear(candidates: Sequence[Candidate], plan: RetrievalPlan, clear_lead: float) -> bool:
    """Whether reranking would hardly change what is read.

    So it is where there is one candidate at most, and where the question wants one round (it neither
    counts nor compares nor asks for order or change) and the first candidate leads the second by
    `clear_lead` of the joined score.
    """
    if len(candidates) < 2:
        return True
    wants_one = not {QuestionKind.MULTI_SESSION, QuestionKind.TEMPORAL, QuestionKind.UPDATE} & set(plan.kinds)
    return wants_one and candidates[0].score - candidates[1].score >= clear_lead


async def rerank_candidates(
    candidates: Sequence[Candidate],
    plan: RetrievalPlan,
    asked_at: datetime,
    model: ChatModel,
    prompt: Prompt,
    *,
    options: RerankOptions,
    signals: SignalOptions,
) -> list[Candidate]:
    """Have the first candidates scored in [0, 1], and rank all by the joined score.

    Each item shows the windows that matched, not the beginning of the round: evidence stands anywhere in a
    long reply. Items are known by the number that the model echoes, so a missing, repeated or invented one
    shifts nothing.

    Raises:
        ModelError, BadSettings: as `daybook.llm.ask` raises them.
    """
    shown = candidates[: options.rerank_top]
    items = [_item(number, candidate, options) for number, candidate in enumerate(shown, start=1)]
    reply = await ask(
        model, prompt, Reranked, question=plan.question, asked_at=f"{asked_at:%Y-%m-%d (%A)}", items=items
    )
    echoed = [scored.id for scored in reply.scores]
    scores = {scored.id: scored.score for scored in reply.scores if echoed.count(scored.id) == 1}
    return join_signals(
        [
            replace(
                candidate, signals={**candidate.signals, "rerank": scores.get(number, options.rerank_default)}
            )
            for number, candidate in enumerate(candidates, start=1)
        ],
        plan,
        signals,
    )


def _item(number: int, candidate: Candidate, options: RerankOptions) -> Mapping[str, str | int]:
    round_ = candidate.round
    first = candidate.matches[0].role if candidate.matches else Role.USER
    room, beside = options.rerank_characters, options.rerank_characters_beside
    shown = {
        turn.role.value: _window(turn.content, candidate, turn.role, room if turn.role is first else beside)
        for turn in round_.turns
    }
    return {"id": number, "said_at": f"{round_.said_at:%Y-%m-%d (%A)}", **shown}


def _window(text: str, candidate: Candidate, role: Role, room: int) -> str:
    """Cut a side to where it matched best: the start of its best window, as far as there is room."""
    best = next((span for span in candidate.matches if span.role is role), None)
    start = best.start if best and len(text) > room else 0
    return text[start : start + room]
