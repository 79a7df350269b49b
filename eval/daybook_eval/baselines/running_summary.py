"""Summary-Memory: one running summary of the owner is all that is kept, and all of it is always shown.

It is brought up to date session by session: by a model, which is given the summary so far and the turns of
the session; without one by rules, which add what the templates find the owner to say, with no gate behind
them, and drop the oldest sentences once the summary is over its budget.

Source: TimeRAG-Memory, Table III; the rules and the budget are ours, the paper names neither.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from time import perf_counter

from daybook.conversation import Role, Round, Session, Turn, rounds_of
from daybook.graph.parts import Parts
from daybook.llm import ChatModel, Meter, ask_for_text
from daybook.remember import facts_in
from daybook.retrieve import TokenCounter, token_counter
from daybook.settings import ModelRole
from daybook_eval.data.case import Case
from daybook_eval.systems.planning import plain_plan_of, whole
from daybook_eval.systems.reading import read_shown
from daybook_eval.systems.system import System, SystemResult
from daybook_prompts import Prompt

BUDGET = 500
"""Tokens of a summary by rules: as many as the prompt lets a model write."""
_NAME = "summary"


async def recall(case: Case, parts: Parts, answers: bool) -> SystemResult:
    """Summarise the sessions one after the other, and read the last summary.

    What is packed is no evidence by the letter: the summary goes by a name of its own.

    Raises:
        ModelError: a session could not be summarised.
    """
    ingest, meter = perf_counter(), Meter(prices=parts.models.prices)
    sessions = sorted(case.sessions, key=lambda session: session.started_at)
    model = parts.models.of(ModelRole.READ)
    if model is None:
        rounds = (one for session in sessions for one in rounds_of(session, case.owner))
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
    """Sum up what an owner says of themselves, the earliest first.

    Args:
        rounds: in the order in which they were said.
        budget: tokens; the oldest sentences beyond it are dropped.
        count_tokens: counts them.

    Returns:
        Sentences, each once: where one is said again, its last place counts.
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
    "summary-memory", "one running summary of the owner is shown to the reader (TimeRAG-Memory)", recall
)
