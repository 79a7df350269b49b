"""Daybook as an evaluated system, through the graph that users get."""

from collections.abc import Collection, Mapping, Sequence
from time import perf_counter
from typing import Any

from daybook.conversation import Answer, Candidate, Excerpt, RetrievalPlan
from daybook.graph.parts import Components
from daybook.models.llm import ModelsWithFallback
from daybook.retrieve.packing import neighbours_of, pack_rounds, whole_rounds
from daybook.retrieve.token_counter import TokenCounter
from daybook.text.english import ENGLISH
from daybook_eval.data.case import Case
from daybook_eval.records import BUDGETS
from daybook_eval.systems.system import SystemResult


async def ask(
    case: Case, parts: Components, answers: bool, *, budgets: Collection[int] = BUDGETS
) -> SystemResult:
    """Ask a question whose history is kept; arguments as of `Recall`.

    Raises:
        StoreError, ModelError: the store or the embedder failed.
    """
    fused, state = await _final_state(case, parts, answers)
    final, plan = state["candidates"], state["retrieval_plan"]
    budget = parts.settings.context_budget
    beside = await neighbours_of(final, state["asked"], parts.store)
    packs = packed_under(final, plan, parts.count_tokens, {budget, *budgets}, beside=beside)
    first = parts.settings.options.read.read_rounds
    models: ModelsWithFallback = state["models"]
    answer: Answer | None = state.get("result")
    return SystemResult(
        plan=plan,
        fused=fused,
        final=final,
        excerpts=state["excerpts"] if answers else _packed_alone(final, parts, packs[budget]),
        budget=None if first else budget,
        packs={tokens: packs[tokens] for tokens in budgets},
        answer=answer,
        usage={**models.meter.by_stage(), "total": models.meter.usage},
        timings=state["timings"],
        failure=failure_of(models),
    )


def _packed_alone(
    final: Sequence[Candidate], parts: Components, packed: Sequence[Excerpt]
) -> Sequence[Excerpt]:
    """Give what the graph would pack where nothing is read."""
    first = parts.settings.options.read.read_rounds
    return whole_rounds(final[:first], count_tokens=parts.count_tokens) if first else packed


async def keep(case: Case, parts: Components, *, after: int = 0) -> float:
    """Keep the sessions of a question after the first so many, and return the milliseconds.

    No run has a model read a history for facts: that would be a call a session, for each question.

    Raises:
        StoreError, ModelError: the store or the embedder failed.
    """
    began = perf_counter()
    await parts.store.add(case.owner, case.sessions[after:])
    return (perf_counter() - began) * 1000


def packed_under(
    candidates: Sequence[Candidate],
    plan: RetrievalPlan,
    count_tokens: TokenCounter,
    budgets: Collection[int],
    beside: Sequence[Candidate] = (),
) -> Mapping[int, Sequence[Excerpt]]:
    """Pack candidates under each of some budgets."""
    return {
        budget: pack_rounds(
            candidates,
            plan,
            budget=budget,
            count_tokens=count_tokens,
            analyzer=ENGLISH,
            beside=beside,
        )
        for budget in budgets
    }


def failure_of(models: ModelsWithFallback) -> str:
    """Say which steps went without their model because a call of it failed; "" where none did.

    A step that a reply was unreadable for, or the budget too small, is the system's own doing.
    """
    if not any(call.failed or call.cut for call in models.meter.calls):
        return ""
    return f"the model failed at {', '.join(models.degraded)}" if models.degraded else ""


async def _final_state(
    case: Case, parts: Components, answers: bool
) -> tuple[Sequence[Candidate], dict[str, Any]]:
    """Run the graph; what the search found, and all channels at the end."""
    from daybook.graph.recall import build_recall_graph, build_search_graph

    graph: Any = (build_recall_graph if answers else build_search_graph)(parts, owner=case.owner)
    fused: Sequence[Candidate] = ()
    state: dict[str, Any] = {}
    async for mode, part in graph.astream(
        {"question": case.question, "asked_at": case.asked_at},
        stream_mode=["updates", "values"],
        output_keys=graph.stream_channels_list,
    ):
        if mode == "values":
            state = part
        elif "fuse" in part:
            fused = part["fuse"]["candidates"]
    return fused, state
