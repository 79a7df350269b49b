"""Shared inputs of the baselines: a plan by rules, and all rounds of the history."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from daybook.conversation import Candidate, Excerpt, RetrievalPlan, Round, rounds_of
from daybook.retrieve import TokenCounter, whole_rounds
from daybook.understand import kinds_of, time_range_of
from daybook_eval.data.case import Case


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
    return whole_rounds([Candidate(one, 0.0) for one in rounds], count_tokens=count_tokens)
