"""What a chat model draws out of a value to find it by, as the paper does it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence

from daybook.graph.parts import Parts
from daybook.llm import ChatModel, ask_for_text
from daybook.remember import facts_by_model
from daybook.settings import ModelRole
from daybook_eval.papers.longmemeval.expansions import Expansion, expanded_by_rules
from daybook_eval.papers.longmemeval.values import Value
from daybook_prompts import Prompt


async def expanded(values: Sequence[Value], expansion: Expansion, parts: Parts) -> list[tuple[str, ...]]:
    """Draw texts out of every value, by the reader's model where there is one, else by rules.

    Raises:
        ModelError: the model failed on a value.
    """
    model = parts.models.of(ModelRole.READ)
    if model is None:
        return expanded_by_rules(values, expansion)
    return await asyncio.gather(*(_expanded(value, expansion, model, parts.prompts) for value in values))


async def _expanded(
    value: Value, expansion: Expansion, model: ChatModel, prompts: Mapping[str, Prompt]
) -> tuple[str, ...]:
    if not value.said.strip():
        return ()
    match expansion:
        case Expansion.FACT:
            facts = await facts_by_model(value.rounds, model, prompts["extract_facts"])
            return tuple(fact.text for fact in facts)
        case Expansion.KEYPHRASE:
            return (await ask_for_text(model, prompts["extract_keyphrases"], said=value.said),)
        case Expansion.SUMMARY:
            turns = [
                {"role": turn.role.value, "content": turn.content}
                for one in value.rounds
                for turn in one.turns
            ]
            date = f"{value.session.started_at:%Y-%m-%d (%A)}"
            return (await ask_for_text(model, prompts["summarise_session"], date=date, turns=turns),)
