from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daybook.reply.marks import UnmarkedText, marks_of, without_marks


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
