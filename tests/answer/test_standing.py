"""Constraints as rounds come and go."""

import asyncio
from datetime import timedelta

from daybook.answer.context import MemoryContext
from daybook.conversation import Role, Turn
from daybook.store import ByPhrase
from tests.small_memory import ASKED, OpenDaybook

DINNER = "Plan me a dinner in Lisbon."


def quotes(context: MemoryContext) -> list[str]:
    return [item.quote for item in context.items]


def test_what_is_forgotten_is_in_no_later_context(open_daybook: OpenDaybook) -> None:
    daybook = open_daybook()
    daybook.chat("I'm allergic to peanuts.", owner="ada", asked_at=ASKED)
    daybook.chat("I never eat pork.", owner="ada", asked_at=ASKED)
    before = daybook.context_for(DINNER, owner="ada", asked_at=ASKED)

    daybook.forget(ByPhrase("peanuts"), owner="ada")

    assert quotes(before) == ["I'm allergic to peanuts.", "I never eat pork."]
    assert quotes(daybook.context_for(DINNER, owner="ada", asked_at=ASKED)) == ["I never eat pork."]


def test_what_is_said_later_is_there_at_the_next_message_and_to_its_owner_alone(
    open_daybook: OpenDaybook,
) -> None:
    daybook = open_daybook()
    assert quotes(daybook.context_for(DINNER, owner="ada", asked_at=ASKED)) == []

    daybook.chat("I never eat pork.", owner="ada", asked_at=ASKED)

    assert quotes(daybook.context_for(DINNER, owner="ada", asked_at=ASKED)) == ["I never eat pork."]
    assert quotes(daybook.context_for(DINNER, owner="bo", asked_at=ASKED)) == []


def test_nothing_said_after_the_moment_asked_for_is_in_it(open_daybook: OpenDaybook) -> None:
    daybook = open_daybook()
    daybook.chat("I never eat pork.", owner="ada", asked_at=ASKED)

    earlier = daybook.context_for(DINNER, owner="ada", as_of=ASKED - timedelta(days=1))

    assert quotes(earlier) == []


async def test_messages_side_by_side_find_each_constraint_once(open_daybook: OpenDaybook) -> None:
    daybook = open_daybook()
    for said in ("I'm allergic to peanuts.", "I never eat pork."):
        await daybook.achat(said, owner="ada", asked_at=ASKED)
    fresh = open_daybook()

    contexts = await asyncio.gather(
        *(fresh.acontext_for(DINNER, owner="ada", asked_at=ASKED) for _ in range(5))
    )

    assert {tuple(quotes(one)) for one in contexts} == {("I'm allergic to peanuts.", "I never eat pork.")}


def test_what_must_not_be_eaten_comes_only_where_it_may_matter(open_daybook: OpenDaybook) -> None:
    daybook = open_daybook()
    daybook.chat("I'm allergic to peanuts.", owner="ada", asked_at=ASKED)

    def carried(message: str, *before: str) -> list[str]:
        dialogue = [Turn(Role.USER, text) for text in before]
        context = daybook.context_for(message, owner="ada", dialogue=dialogue, asked_at=ASKED)
        return [item.quote for item in context.constraints]

    assert carried(DINNER) == ["I'm allergic to peanuts."]
    assert carried("What is the capital of Mongolia?") == []
    assert carried("Sounds good, and after that?") == []
    assert carried("Sounds good, and after that?", DINNER) == ["I'm allergic to peanuts."]
