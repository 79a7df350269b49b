"""Joins the signals of candidates into one score (MemoryStack, sections 3.6 to 3.9)."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from daybook.conversation import Candidate, QuestionKind, RetrievalPlan, Role
from daybook.settings import SignalOptions

UPDATE_RECENCY = 2.0
"""How much more recency weighs where the question asks how things stand now."""

_PREFERS = re.compile(
    r"\bI(?:['’](?:m|ve)| am| have)?\b[^.!?\n]{0,40}?\b(?:prefer|like|love|enjoy|hate|dislike|adore"
    r"|favou?r\w*|fond of|into|allergic|avoid|can['’]t stand|fan of|keen on|interested in"
    r"|looking for|rather)\b"
    r"|\bmy favou?rite\b",
    re.IGNORECASE,
)


def weigh_candidates(
    candidates: Sequence[Candidate], plan: RetrievalPlan, asked_at: datetime, options: SignalOptions
) -> list[Candidate]:
    """Give candidates their recency, boost those that fit the kinds of the question, and rank them anew.

    Recency is exp(-age / tau), 1 for what was said after `asked_at`. A kind boosts by a share of its full
    factor that grows with its confidence, or by the whole factor: "assistant" the rounds that the
    assistant's side was found by, "preference" those in which the user states one, "multi-session" the best
    round of each session.
    """
    fits = _fitting(candidates, plan)
    factors = _factors(plan, options)
    tau = timedelta(days=options.recency_days)
    weighed = [
        replace(
            candidate,
            signals={
                **candidate.signals,
                "recency": _recency(candidate, asked_at, tau),
                "boost": math.prod(factors[kind] for kind, fit in fits.items() if fit(candidate)),
            },
        )
        for candidate in candidates
    ]
    return join_signals(weighed, plan, options)


def join_signals(
    candidates: Sequence[Candidate], plan: RetrievalPlan, options: SignalOptions
) -> list[Candidate]:
    """Score candidates by the weighted mean of their signals, and rank them by it.

    The score by which search merged them is the rrf signal, whichever way it merged: boosted, and scaled
    so that the best is 1 and what is below average 0. The others are in [0, 1] as they are; the weight of an
    absent signal is shared out among the rest. Equal scores keep their order.

    Source: MemoryStack, equation 7.
    """
    boosted = [_merged(candidate) * candidate.signals.get("boost", 1.0) for candidate in candidates]
    best = max(boosted, default=1.0) or 1.0
    weights = _weights(plan, options)
    joined = []
    for candidate, rrf in zip(candidates, boosted, strict=True):
        signals = {**candidate.signals, "rrf": rrf / best}
        present = {name: weight for name, weight in weights.items() if name in signals}
        score = sum(weight * signals[name] for name, weight in present.items()) / sum(present.values())
        joined.append(replace(candidate, score=score))
    return sorted(joined, key=lambda candidate: -candidate.score)


def _weights(plan: RetrievalPlan, options: SignalOptions) -> dict[str, float]:
    update = UPDATE_RECENCY if QuestionKind.UPDATE in plan.kinds else 1.0
    return {
        "rrf": options.rrf_signal,
        "relation": options.relation_signal,
        "recency": options.recency_signal * update,
        "rerank": options.rerank_signal,
    }


def _factors(plan: RetrievalPlan, options: SignalOptions) -> dict[QuestionKind, float]:
    """Say what the rrf signal of a fitting candidate is multiplied by, for each kind of the question."""
    full = {
        QuestionKind.ASSISTANT: options.assistant_boost,
        QuestionKind.PREFERENCE: options.preference_boost,
        QuestionKind.MULTI_SESSION: options.multi_session_boost,
    }
    share = plan.kinds if options.scaled_boosts else dict.fromkeys(plan.kinds, 1.0)
    return {kind: 1 + (factor - 1) * share[kind] for kind, factor in full.items() if kind in share}


def _merged(candidate: Candidate) -> float:
    signals = candidate.signals
    return max(signals["fused"], 0.0) if "fused" in signals else signals["rrf"]


def _fitting(
    candidates: Sequence[Candidate], plan: RetrievalPlan
) -> Mapping[QuestionKind, Callable[[Candidate], bool]]:
    first_of_session: dict[tuple[str, int], str] = {}
    for candidate in candidates:
        place = (candidate.round.session_id, candidate.round.occurrence)
        first_of_session.setdefault(place, candidate.round.round_id)
    leaders = set(first_of_session.values())
    fits: dict[QuestionKind, Callable[[Candidate], bool]] = {
        QuestionKind.ASSISTANT: _found_by_assistant,
        QuestionKind.PREFERENCE: _states_preference,
        QuestionKind.MULTI_SESSION: lambda candidate: candidate.round.round_id in leaders,
    }
    return {kind: fit for kind, fit in fits.items() if kind in plan.kinds}


def _found_by_assistant(candidate: Candidate) -> bool:
    return bool(candidate.matches) and candidate.matches[0].role is Role.ASSISTANT


def _states_preference(candidate: Candidate) -> bool:
    return bool(candidate.round.user and _PREFERS.search(candidate.round.user.content))


def _recency(candidate: Candidate, asked_at: datetime, tau: timedelta) -> float:
    age = max(asked_at - candidate.round.said_at, timedelta())
    return math.exp(-age / tau)
