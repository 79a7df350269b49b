"""The turns that are kept of somebody else's conversation."""

from daybook.answer.converse import round_turns
from daybook.text.english import ENGLISH


def test_what_a_model_thinks_before_its_reply_is_not_kept() -> None:
    turns = round_turns("Hello.", "<think>\nWho is it?\n</think>\n\nHi!", context=None, analyzer=ENGLISH)

    assert [turn.content.strip() for turn in turns] == ["Hello.", "Hi!"]
