"""Summary memory: a model's summary of each session is all that is kept, searched and read.

Source: the summaries as values of LongMemEval, section 5.2 (K = V = summary).
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from time import perf_counter

import numpy as np

from daybook.conversation import Candidate, Role, Round, Session, Turn
from daybook.errors import BadSettings
from daybook.graph.parts import Parts
from daybook.llm import ChatModel, Meter, ask_for_text
from daybook.settings import ModelRole
from daybook_eval.data.case import Case
from daybook_eval.systems.planning import plain_plan_of
from daybook_eval.systems.reading import read_ranked
from daybook_eval.systems.system import System, SystemResult
from daybook_prompts import Prompt


async def recall(case: Case, parts: Parts, answers: bool) -> SystemResult:
    """Summarise every session, rank the summaries by cosine, and read the best.

    What is packed is no evidence by the letter: summaries go by names of their own.

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
    texts = await asyncio.gather(*(_summary(session, model, prompt) for session in case.sessions))
    return [
        Round(
            round_id=f"summary {place}",
            owner=case.owner,
            session_id=session.session_id,
            occurrence=session.occurrence,
            position=0,
            said_at=session.started_at,
            user=Turn(Role.USER, text),
            assistant=None,
        )
        for place, (session, text) in enumerate(zip(case.sessions, texts, strict=True))
    ]


async def _summary(session: Session, model: ChatModel, prompt: Prompt) -> str:
    turns = [{"role": turn.role.value, "content": turn.content} for turn in session.turns]
    return await ask_for_text(model, prompt, date=f"{session.started_at:%Y-%m-%d (%A)}", turns=turns)


SUMMARIES = System(
    "summaries",
    "a model's summary of each session is all that is kept",
    recall,
    needs_model="it keeps what a model makes of the sessions",
)
