"""Reranks the best candidates with a chat model or a cross-encoder; joins signals in one (MemoryStack)."""

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from daybook.conversation import Candidate, QuestionKind, RetrievalPlan, Role
from daybook.models.embedding import Reranker
from daybook.models.llm import ChatModel, ask
from daybook.settings import RerankOptions, SignalOptions
from daybook_prompts import Prompt
from daybook_prompts.replies import Reranked, RerankedInOrder

UPDATE_RECENCY = 2.0
"""How much more recency weighs where the question asks how things stand now."""
PAIRS = 50
"""Candidates that a cross-encoder scores, each in a run of its own."""
PASSAGE_CHARACTERS = 1_000
"""Of each side that a cross-encoder is shown: some 250 tokens of English, so that both sides fit its 512."""

_PREFERS = re.compile(
    r"\bI(?:['’](?:m|ve)| am| have)?\b[^.!?\n]{0,40}?\b(?:prefer|like|love|enjoy|hate|dislike|adore"
    r"|favou?r\w*|fond of|into|allergic|avoid|can['’]t stand|fan of|keen on|interested in"
    r"|looking for|rather)\b"
    r"|\bmy favou?rite\b",
    re.IGNORECASE,
)


def lead_is_clear(candidates: Sequence[Candidate], plan: RetrievalPlan, clear_lead: float) -> bool:
    """True if reranking would hardly change what is read.

    There is one candidate at most, or one round can answer (the question neither counts nor compares nor asks
    for order or change) and the first leads by `clear_lead` of the joined score.
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

    Items show the windows that matched, wherever in a round. The model echoes their numbers, so a missing,
    repeated or invented one shifts nothing.
    """
    head = candidates[: options.rerank_top]
    items = [_item(number, candidate, options) for number, candidate in enumerate(head, start=1)]

    def check(reply: Reranked) -> str:
        in_order = isinstance(reply, RerankedInOrder) and len(reply.scores) != len(items)
        return f"{len(items)} scores are wanted, one for each, in order" if in_order else ""

    reply = await ask(
        model,
        prompt,
        Reranked,
        check=check,
        question=plan.question,
        asked_at=f"{asked_at:%Y-%m-%d (%A)}",
        items=items,
    )
    echoed = [item.id for item in reply.scores]
    scores = {item.id: item.score for item in reply.scores if echoed.count(item.id) == 1}
    scored = [
        replace(
            candidate, signals={**candidate.signals, "rerank": scores.get(number, options.rerank_default)}
        )
        for number, candidate in enumerate(candidates, start=1)
    ]
    return join_signals(scored, plan, signals)


async def rerank_pairs(
    candidates: Sequence[Candidate], plan: RetrievalPlan, reranker: Reranker, *, signals: SignalOptions
) -> list[Candidate]:
    """Have the first candidates scored beside the question, and rank all by the joined score.

    Its scores have a scale of their own, so the best becomes 1 and the worst 0; what is not scored gets 0.
    A passage begins with the side that matched best, at the window that did: models read its beginning.
    """
    head = candidates[:PAIRS]
    scores = await reranker.scores(plan.question, [_passage(candidate) for candidate in head])
    worst, best = min(scores, default=0.0), max(scores, default=0.0)
    scaled = [(score - worst) / (best - worst or 1.0) for score in scores]
    scaled += [0.0] * (len(candidates) - len(head))
    scored = [
        replace(candidate, signals={**candidate.signals, "rerank": score})
        for candidate, score in zip(candidates, scaled, strict=True)
    ]
    return join_signals(scored, plan, signals)


def weigh_candidates(
    candidates: Sequence[Candidate], plan: RetrievalPlan, asked_at: datetime, options: SignalOptions
) -> list[Candidate]:
    """Give candidates their recency, boost those that fit the kinds of the question, and rank them anew.

    Recency is exp(-age / tau), 1 for what was said after `asked_at`. A kind boosts by its full factor, or a
    share that grows with its confidence: "assistant" rounds found by the assistant's side, "preference" those
    in which the user states one, "multi-session" the best round of each session.
    """
    boosts = _boosts(candidates, plan, options)
    tau = timedelta(days=options.recency_days)
    weighed = [
        replace(
            candidate,
            signals={**candidate.signals, "recency": _recency(candidate, asked_at, tau), "boost": boost},
        )
        for candidate, boost in zip(candidates, boosts, strict=True)
    ]
    return join_signals(weighed, plan, options)


def join_signals(
    candidates: Sequence[Candidate], plan: RetrievalPlan, options: SignalOptions
) -> list[Candidate]:
    """Score candidates by the weighted mean of their signals, and rank them by it.

    The score by which search merged them is the rrf signal, whichever way it merged: scaled so that the best
    is 1 and what is below average 0. The others are in [0, 1] as they are; the weight of an absent signal is
    shared out among the rest. A boost lifts the rrf signal, or in full the whole score. Equal scores keep
    their order.

    Source: MemoryStack, equation 7, and section 3.9, where memories are boosted.
    """
    boosts = [candidate.signals.get("boost", 1.0) for candidate in candidates]
    in_full = not options.scaled_boosts
    merged = [_merged(candidate) for candidate in candidates]
    lifted = merged if in_full else [value * boost for value, boost in zip(merged, boosts, strict=True)]
    best = max(lifted, default=1.0) or 1.0
    weights = {
        "rrf": options.rrf_signal,
        "relation": options.relation_signal,
        "recency": options.recency_signal * (UPDATE_RECENCY if QuestionKind.UPDATE in plan.kinds else 1.0),
        "rerank": options.rerank_signal,
    }
    joined = []
    for candidate, rrf, boost in zip(candidates, lifted, boosts, strict=True):
        signals = {**candidate.signals, "rrf": rrf / best}
        present = {name: weight for name, weight in weights.items() if name in signals}
        score = sum(weight * signals[name] for name, weight in present.items()) / sum(present.values())
        joined.append(replace(candidate, score=score * boost if in_full else score))
    return sorted(joined, key=lambda candidate: -candidate.score)


def _item(number: int, candidate: Candidate, options: RerankOptions) -> Mapping[str, str | int]:
    round_ = candidate.round
    first = candidate.matches[0].role if candidate.matches else Role.USER
    room, beside = options.rerank_characters, options.rerank_characters_beside
    texts = {
        turn.role.value: _window(turn.content, candidate, turn.role, room if turn.role is first else beside)
        for turn in round_.turns
    }
    return {"id": number, "said_at": f"{round_.said_at:%Y-%m-%d (%A)}", **texts}


def _passage(candidate: Candidate) -> str:
    first = candidate.matches[0].role if candidate.matches else Role.USER
    turns = sorted(candidate.round.turns, key=lambda turn: turn.role is not first)
    return "\n".join(_window(turn.content, candidate, turn.role, PASSAGE_CHARACTERS) for turn in turns)


def _window(text: str, candidate: Candidate, role: Role, room: int) -> str:
    """Cut a side to where it matched best: the start of its best window, as far as there is room."""
    best = next((span for span in candidate.matches if span.role is role), None)
    start = best.start if best and len(text) > room else 0
    return text[start : start + room]


def _boosts(candidates: Sequence[Candidate], plan: RetrievalPlan, options: SignalOptions) -> list[float]:
    """Say what the rrf signal of each candidate is multiplied by, for the kinds of question that it fits."""
    leaders: dict[tuple[str, int], str] = {}
    for candidate in candidates:
        leaders.setdefault((candidate.round.session_id, candidate.round.occurrence), candidate.round.round_id)
    first_of_session = set(leaders.values())
    kinds: tuple[tuple[QuestionKind, float, Callable[[Candidate], bool]], ...] = (
        (QuestionKind.ASSISTANT, options.assistant_boost, _found_by_assistant),
        (QuestionKind.PREFERENCE, options.preference_boost, _states_preference),
        (
            QuestionKind.MULTI_SESSION,
            options.multi_session_boost,
            lambda candidate: candidate.round.round_id in first_of_session,
        ),
    )
    share = plan.kinds if options.scaled_boosts else dict.fromkeys(plan.kinds, 1.0)
    factors = [(1 + (full - 1) * share[kind], fits) for kind, full, fits in kinds if kind in share]
    return [math.prod(factor for factor, fits in factors if fits(candidate)) for candidate in candidates]


def merged_by(signals: Mapping[str, float]) -> str:
    """Name the signal of a candidate that search merged its rankings to."""
    return "fused" if "fused" in signals else "rrf"


def _merged(candidate: Candidate) -> float:
    return max(candidate.signals[merged_by(candidate.signals)], 0.0)


def _found_by_assistant(candidate: Candidate) -> bool:
    return bool(candidate.matches) and candidate.matches[0].role is Role.ASSISTANT


def _states_preference(candidate: Candidate) -> bool:
    return bool(candidate.round.user and _PREFERS.search(candidate.round.user.content))


def _recency(candidate: Candidate, asked_at: datetime, tau: timedelta) -> float:
    age = max(asked_at - candidate.round.said_at, timedelta())
    return math.exp(-age / tau)
