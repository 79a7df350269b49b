from __future__ import annotations

from datetime import UTC, datetime

from daybook.conversation import Question, Role, Round, Turn
from daybook.reply import ContextItem, ItemKind, MemoryContext, fit

NOW = datetime(2026, 3, 2, tzinfo=UTC)
ROUND = Round("r1", "ada", "s", 0, 0, NOW, Turn(Role.USER, "I never eat pork."), None)


def count(text: str) -> int:
    return len(text.split())


def item(mark: str, kind: ItemKind, words: int) -> ContextItem:
    return ContextItem(mark, kind, "w " * words, ROUND, line={"mark": mark, "user": "w " * words})


def asked(*turns: int) -> Question:
    roles = (Role.USER, Role.ASSISTANT)
    dialogue = tuple(Turn(roles[place % 2], "t " * words) for place, words in enumerate(turns))
    return Question("four words are here", "ada", NOW, dialogue)


CONTEXT = MemoryContext(
    "m", NOW, (item("m1", ItemKind.CONSTRAINT, 5), item("m2", ItemKind.ROUND, 5)), tokens=20
)


def test_where_there_is_room_nothing_is_left_out() -> None:
    question = asked(10, 10)

    assert fit(question, CONTEXT, room=44, count_tokens=count) == (question, CONTEXT)


def test_the_oldest_turns_go_first() -> None:
    question, context = fit(asked(10, 10, 10, 10), CONTEXT, room=54, count_tokens=count)

    assert len(question.dialogue) == 3
    assert context is CONTEXT


def test_then_goes_what_bears_on_the_message_and_constraints_stay() -> None:
    question, context = fit(asked(10, 10, 10, 10), CONTEXT, room=40, count_tokens=count)

    assert len(question.dialogue) == 2
    assert [one.mark for one in context.items] == ["m1"]


def test_last_of_all_go_the_latest_turns() -> None:
    question, context = fit(asked(30, 30), CONTEXT, room=10, count_tokens=count)

    assert question.dialogue == ()
    assert [one.mark for one in context.items] == ["m1"]
    assert question.text == "four words are here"
