"""Constraints as rounds come and go."""

from __future__ import annotations

import asyncio
from datetime import timedelta

from daybook.reply import MemoryContext
from daybook.store import ByPhrase
from tests.small_memory import ASKED, OpenDaybook

HAIKU = "Write a haiku about rain"


def quotes(context: MemoryContext) -> list[str]:
    return [item.quote for item in context.items]


def test_what_is_forgotten_is_in_no_later_context(open_daybook: OpenDaybook) -> None:
    daybook = open_daybook()
    daybook.chat("I'm allergic to peanuts.", owner="ada", asked_at=ASKED)
    daybook.chat("I never eat pork.", owner="ada", asked_at=ASKED)
    before = daybook.context_for(HAIKU, owner="ada", asked_at=ASKED)

    daybook.forget(ByPhrase("peanuts"), owner="ada")

    assert quotes(before) == ["I'm allergic to peanuts.", "I never eat pork."]
    assert quotes(daybook.context_for(HAIKU, owner="ada", asked_at=ASKED)) == ["I never eat pork."]


def test_what_is_said_later_is_there_at_the_next_message_and_to_its_owner_alone(
    open_daybook: OpenDaybook,
) -> None:
    daybook = open_daybook()
    assert quotes(daybook.context_for(HAIKU, owner="ada", asked_at=ASKED)) == []

    daybook.chat("I never eat pork.", owner="ada", asked_at=ASKED)

    assert quotes(daybook.context_for(HAIKU, owner="ada", asked_at=ASKED)) == ["I never eat pork."]
    assert quotes(daybook.context_for(HAIKU, owner="bo", asked_at=ASKED)) == []


def test_nothing_said_after_the_moment_asked_for_is_in_it(open_daybook: OpenDaybook) -> None:
    daybook = open_daybook()
    daybook.chat("I never eat pork.", owner="ada", asked_at=ASKED)

    earlier = daybook.context_for(HAIKU, owner="ada", as_of=ASKED - timedelta(days=1))

    assert quotes(earlier) == []


async def test_messages_side_by_side_find_each_constraint_once(open_daybook: OpenDaybook) -> None:
    daybook = open_daybook()
    for said in ("I'm allergic to peanuts.", "I never eat pork."):
        await daybook.achat(said, owner="ada", asked_at=ASKED)
    fresh = open_daybook()

    contexts = await asyncio.gather(
        *(fresh.acontext_for(HAIKU, owner="ada", asked_at=ASKED) for _ in range(5))
    )

    assert {tuple(quotes(one)) for one in contexts} == {("I'm allergic to peanuts.", "I never eat pork.")}
