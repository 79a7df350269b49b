"""Shared last steps of the baselines: packing and reading, as Daybook does them."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from time import perf_counter
from typing import Any

from daybook.answer import read_by_model
from daybook.conversation import Candidate, Excerpt, Question, RetrievalPlan, Round, rounds_of
from daybook.graph.parts import Parts
from daybook.models.llm import ModelsWithFallback
from daybook.retrieve import TokenCounter, whole_rounds
from daybook.retrieve.dense_search import QueryVectors
from daybook.retrieve.ledger_lookup import LedgerContext
from daybook.settings import ModelRole
from daybook.text.english import ENGLISH
from daybook.text.english.question_kinds import kinds_of
from daybook.text.english.question_times import time_range_of
from daybook_eval.data.case import Case
from daybook_eval.records import BUDGETS
from daybook_eval.systems.daybook import failure_of, packed_under, reading_budget
from daybook_eval.systems.system import SystemResult


async def read_ranked(
    case: Case,
    plan: RetrievalPlan,
    ranked: Sequence[Candidate],
    parts: Parts,
    *,
    answers: bool,
    began: float,
    budgets: Collection[int] = BUDGETS,
) -> SystemResult:
    """Pack a ranking, and read what is packed."""
    found = (perf_counter() - began) * 1000
    budget = reading_budget(parts)
    packs = packed_under(ranked, plan, parts.count_tokens, {*budgets, budget})
    result = await read_shown(case, plan, packs[budget], parts, answers=answers, began=began)
    return replace(
        result,
        fused=ranked,
        final=ranked,
        budget=budget,
        packs={tokens: packs[tokens] for tokens in budgets},
        timings={**result.timings, "search": found},
    )


async def read_shown(
    case: Case, plan: RetrievalPlan, excerpts: Sequence[Excerpt], parts: Parts, *, answers: bool, began: float
) -> SystemResult:
    """Read excerpts that nothing ranked; arguments as of `read_ranked`."""
    result = SystemResult(plan=plan, excerpts=excerpts)
    if answers:
        result = await _read(case, plan, excerpts, parts)
    return replace(result, timings={**result.timings, "total": (perf_counter() - began) * 1000})


async def _read(case: Case, plan: RetrievalPlan, excerpts: Sequence[Excerpt], parts: Parts) -> SystemResult:
    from daybook.graph.read_nodes import ReadNodes

    models = ModelsWithFallback.begin(parts.models)
    asked = Question(case.question, case.owner, case.asked_at)
    query = await parts.embedder.embed([case.question])
    state: Any = {
        "asked": asked,
        "retrieval_plan": plan,
        "excerpts": excerpts,
        "passages": [],
        "candidates": [excerpt.candidate for excerpt in excerpts],
        "ledger_context": LedgerContext(),
        "index": await parts.store.index(case.owner),
        "vectors": QueryVectors(query, query),
        "models": models,
        "began": perf_counter(),
    }
    answering = ReadNodes.of(parts)
    state |= await answering.read(state)
    if not excerpts:  # Daybook says "not known" without asking its model; a baseline lets the model guess
        prompt = parts.prompts["read_direct"]
        state["result"], _ = await models.call(
            "read",
            ModelRole.READ,
            lambda model: read_by_model(asked, plan, (), model, prompt, ENGLISH),
            (state["result"], ""),
        )
    state |= await answering.check(state)
    return SystemResult(
        plan=plan,
        excerpts=excerpts,
        answer=state["result"],
        usage={**models.meter.by_stage(), "total": models.meter.usage},
        timings={"read": state["timings"]["total"]},
        failure=failure_of(models),
    )


def plain_plan_of(case: Case) -> RetrievalPlan:
    """Plan a question by rules, without other phrasings: reading needs its kinds and its period."""
    return RetrievalPlan(
        question=case.question,
        phrasings=(case.question,),
        kinds=kinds_of(case.question),
        time_range=time_range_of(case.question, case.asked_at),
    )


def all_rounds_of(case: Case) -> Iterator[Round]:
    """Cut the whole history into rounds, in the order of the file."""
    for session in case.sessions:
        yield from rounds_of(session, case.owner)


def whole(rounds: Iterable[Round], count_tokens: TokenCounter) -> list[Excerpt]:
    """Show rounds whole, in time order."""
    return whole_rounds([Candidate(round_, 0.0) for round_ in rounds], count_tokens=count_tokens)
