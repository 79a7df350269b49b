"""The steps of understanding with a chat model, each combined with what the rules say.

A model adds to what rules found; it overrules them only where they were unsure. Every function raises what
`daybook.llm.ask` raises, and its caller goes on with the rules alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, time, timedelta

from daybook.conversation import QuestionKind, TimeRange, Turn
from daybook.llm import ChatModel, ask
from daybook_prompts import Prompt
from daybook_prompts.replies import Classified, Expanded, Period, Rewritten

SURE = 0.7
"""Confidence from which a rule's kind stands whatever the model says."""
MAX_PHRASINGS = 6
"""Texts that are searched with; each costs one search by meaning and one by words."""


async def rewrite_by_model(
    question: str, dialogue: Sequence[Turn], model: ChatModel, prompt: Prompt
) -> tuple[str, str]:
    """Make a question stand alone from the dialogue before it (HiMeS, Table 5: nine behaviours).

    Returns:
        The question, and the claim of an earlier answer that the user disputes, or "".
    """
    said = [{"role": turn.role.value, "content": turn.content} for turn in dialogue]
    reply = await ask(model, prompt, Rewritten, dialogue=said, question=question)
    return " ".join(reply.question.split()) or question, reply.disputed.strip()


async def kinds_by_model(
    question: str, by_rules: Mapping[QuestionKind, float], model: ChatModel, prompt: Prompt
) -> dict[QuestionKind, float]:
    """Name the kinds of a question; what a rule is sure of stays, with the greater confidence of the two."""
    reply = await ask(model, prompt, Classified, question=question)
    kinds = {kind: confidence for kind, confidence in by_rules.items() if confidence >= SURE}
    for held in reply.kinds:
        if held.confidence > 0:
            kinds[held.kind] = max(held.confidence, by_rules.get(held.kind, 0.0))
    return kinds


async def phrasings_by_model(
    question: str, by_rules: Sequence[str], model: ChatModel, prompt: Prompt
) -> tuple[str, ...]:
    """Word a question in other ways, and take one about several things apart (MemoryStack, section 3.3).

    Returns:
        At most MAX_PHRASINGS texts, no two alike: the question, its parts, the model's phrasings, then the
        rules'.
    """
    reply = await ask(model, prompt, Expanded, question=question)
    texts = [question, *reply.parts, *reply.phrasings, *by_rules]
    distinct: dict[str, str] = {}
    for text in (" ".join(text.split()) for text in texts):
        distinct.setdefault(text.casefold(), text)
    return tuple(text for text in distinct.values() if text)[:MAX_PHRASINGS]


async def time_range_by_model(
    question: str, asked_at: datetime, by_rules: TimeRange | None, model: ChatModel, prompt: Prompt
) -> TimeRange | None:
    """Find the period that a question limits itself to (LongMemEval, section 5.4).

    A period that is reversed, or open on both sides, is none. One that begins after `asked_at` is none
    either when it is to be the time of saying; as the time of happening it is kept (`Plan.happens_in`).
    """
    offered = None if by_rules is None else [_day(by_rules.start, 0), _day(by_rules.end, -1)]
    reply = await ask(
        model, prompt, Period, question=question, asked_at=_moment(asked_at), rule_range=offered
    )
    start = datetime.combine(reply.first, time(), asked_at.tzinfo or UTC) if reply.first else None
    end = datetime.combine(reply.last, time(), asked_at.tzinfo or UTC) if reply.last else None
    if (start is None and end is None) or (start and end and start > end):
        return None
    if reply.about == "said" and start is not None and start > asked_at:
        return None
    return TimeRange(start, end + timedelta(days=1) if end else None)


def _day(bound: datetime | None, shift: int) -> str | None:
    return (bound + timedelta(days=shift)).date().isoformat() if bound else None


def _moment(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d %H:%M} ({moment:%A})"
