from datetime import UTC, datetime

import pytest
from hypothesis import given, strategies as st

from daybook.answer import ContextItem, ItemKind, MemoryContext, fit
from daybook.answer.converse import UnmarkedText, marks_of, without_marks
from daybook.conversation import Question, Role, Round, Turn


def test_marks_name_their_items_once_and_in_order() -> None:
    assert marks_of("Hummus [m2], no nuts [m1]. Dip it [m2].", {"m1", "m2"}) == ("m2", "m1")


def test_several_marks_may_stand_in_one_pair_of_brackets() -> None:
    assert marks_of("Carrots [m1, m3] and rice [M2; m3].", {"m1", "m2", "m3"}) == ("m1", "m3", "m2")


def test_a_mark_of_nothing_that_was_given_names_nothing_and_vanishes_all_the_same() -> None:
    assert marks_of("You live in Rome [m9].", {"m1"}) == ()
    assert without_marks("You live in Rome [m9].") == "You live in Rome."


@pytest.mark.parametrize("kept", ["items[0] = m1", "see [1]", "[x]", "a [memo] b", "[m]"])
def test_other_brackets_stay(kept: str) -> None:
    assert without_marks(kept) == kept


def test_a_reply_streams_without_marks_however_it_is_cut() -> None:
    said: list[str] = []
    unmarked = UnmarkedText(said.append)
    for piece in ("Hummus", " [", "m", "1", "]", ". And [", "x] ", "too [m2", ", m3]."):
        unmarked(piece)
    unmarked.close()

    assert "".join(said) == "Hummus. And [x] too."
    assert said[0] == "Hummus"


def test_a_mark_that_forms_when_another_goes_goes_too() -> None:
    assert without_marks("Hummus [m1[m1]].") == "Hummus."


@given(st.lists(st.sampled_from(["a", " ", "[", "]", "m1", "m", "12", ",", ".", "[m1]", "\n", " [m2, m3]"])))
def test_the_pieces_passed_on_are_the_reply_without_marks(pieces: list[str]) -> None:
    said: list[str] = []
    unmarked = UnmarkedText(said.append)
    for piece in pieces:
        unmarked(piece)
    unmarked.close()

    assert "".join(said).strip() == without_marks("".join(pieces))


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
