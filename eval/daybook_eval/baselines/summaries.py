"""Baselines that keep summaries: of each session, ranked, or one of the owner, which is always shown."""

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import replace
from time import perf_counter

import numpy as np
from daybook.text.english.facts import facts_in

from daybook.conversation import Candidate, Role, Round, Session, Turn, rounds_of
from daybook.conversation.errors import BadSettings
from daybook.graph.parts import Parts
from daybook.models.llm import ChatModel, Meter, ask_for_text
from daybook.retrieve import TokenCounter, token_counter
from daybook.settings import ModelRole
from daybook_eval.data.case import Case
from daybook_eval.systems.reading import plain_plan_of, read_ranked, read_shown, whole
from daybook_eval.systems.system import System, SystemResult
from daybook_prompts import Prompt


async def recall_summaries(case: Case, parts: Parts, answers: bool) -> SystemResult:
    """Summarise every session, rank the summaries by cosine, and read the best; none counts as evidence.

    Raises:
        BadSettings: there is no chat model.
        ModelError: a session could not be summarised.
    """
    model = parts.models.of(ModelRole.READ)
    if model is None:
        raise BadSettings(f"summaries needs a chat model ({SUMMARIES.needs_model}): set DAYBOOK_CHAT_MODEL")
    ingest, meter = perf_counter(), Meter(prices=parts.models.prices)
    watched = meter.metered(model, "summarise")
    rounds = await _summaries(case, watched, parts.prompts["summarise_session"])
    began = perf_counter()
    vectors = await parts.embedder.embed([round_.user.content for round_ in rounds if round_.user])
    (query,) = await parts.embedder.embed([case.question])
    cosines = vectors @ query
    ranked = [
        Candidate(rounds[row], float(cosines[row]), {"dense": float(cosines[row])})
        for row in np.argsort(-cosines, kind="stable")
    ]
    plan = plain_plan_of(case)
    result = await read_ranked(case, plan, ranked, parts, answers=answers, began=began)
    return replace(
        result,
        usage={"summarise": meter.usage, **result.usage},
        timings={"ingest": (began - ingest) * 1000, **result.timings},
    )


async def _summaries(case: Case, model: ChatModel, prompt: Prompt) -> Sequence[Round]:
    texts = await asyncio.gather(*(summary_by_model([session], model, prompt) for session in case.sessions))
    rounds = []
    for place, (session, text) in enumerate(zip(case.sessions, texts, strict=True)):
        at = (session.session_id, session.occurrence, 0, session.started_at)
        rounds.append(Round(f"summary {place}", case.owner, *at, user=Turn(Role.USER, text), assistant=None))
    return rounds


SUMMARIES = System(
    "summaries",
    "a model's summary of each session is all that is kept",
    recall_summaries,
    needs_model="it keeps what a model makes of the sessions",
)


BUDGET = 500
"""Tokens of a summary by rules: as many as the prompt lets a model write."""
_NAME = "summary"


async def recall_running_summary(case: Case, parts: Parts, answers: bool) -> SystemResult:
    """Summarise the sessions one after the other, and read the last summary, which counts as no evidence.

    Raises:
        ModelError: a session could not be summarised.
    """
    ingest, meter = perf_counter(), Meter(prices=parts.models.prices)
    sessions = sorted(case.sessions, key=lambda session: session.started_at)
    model = parts.models.of(ModelRole.READ)
    if model is None:
        rounds = (round_ for session in sessions for round_ in rounds_of(session, case.owner))
        summary = "\n".join(summary_by_rules(rounds, count_tokens=parts.count_tokens))
    else:
        watched = meter.metered(model, "summarise")
        summary = await summary_by_model(sessions, watched, parts.prompts["summarise_session"])
    began = perf_counter()
    last = sessions[-1].started_at if sessions else case.asked_at
    shown = Round(_NAME, case.owner, _NAME, 0, 0, last, Turn(Role.USER, summary), None)
    excerpts = whole([shown] if summary else [], parts.count_tokens)
    result = await read_shown(case, plain_plan_of(case), excerpts, parts, answers=answers, began=began)
    return replace(
        result,
        usage={"summarise": meter.usage, **result.usage},
        timings={"ingest": (began - ingest) * 1000, **result.timings},
    )


def summary_by_rules(
    rounds: Iterable[Round], *, budget: int = BUDGET, count_tokens: TokenCounter | None = None
) -> list[str]:
    """Sum up what an owner says of themselves, each sentence at its last place, in so many tokens.

    Rounds come in the order in which they were said; the oldest sentences beyond the budget are dropped.
    """
    count = count_tokens or token_counter()
    kept: dict[str, int] = {}
    for fact in (fact for round_ in rounds for fact in facts_in(round_)):
        kept.pop(fact.text, None)
        kept[fact.text] = count(fact.text)
    total = sum(kept.values())
    for text in list(kept):
        if total <= budget:
            break
        total -= kept.pop(text)
    return list(kept)


async def summary_by_model(sessions: Iterable[Session], model: ChatModel, prompt: Prompt) -> str:
    """Bring a summary up to date session by session; "" where there are none."""
    summary = ""
    for session in sessions:
        before = [{"role": "summary of what was said before", "content": summary}] if summary else []
        said = [{"role": turn.role.value, "content": turn.content} for turn in session.turns]
        date = f"{session.started_at:%Y-%m-%d (%A)}"
        summary = await ask_for_text(model, prompt, date=date, turns=[*before, *said])
    return summary


SUMMARY_MEMORY = System(
    "summary-memory",
    "one running summary of the owner is shown to the reader (TimeRAG-Memory)",
    recall_running_summary,
)
