from __future__ import annotations

import pytest

from daybook_eval.measures.packed_evidence import (
    EvidenceText,
    PackedText,
    covers,
    packed_evidence,
    telling_passages,
)

SAID = EvidenceText("r1", "user", "I moved to Lisbon. The flat is tiny.")
REPLY = EvidenceText(
    "r2", "assistant", "Lisbon is hilly. The best view is from Graça. Take tram 28. Wear good shoes."
)


def stretch(turn: EvidenceText, words: str) -> PackedText:
    start = turn.text.index(words)
    return PackedText(turn.round_id, turn.role, start, start + len(words))


def whole(turn: EvidenceText) -> PackedText:
    return PackedText(turn.round_id, turn.role, 0, len(turn.text))


def test_a_turn_of_the_user_has_to_be_there_whole() -> None:
    assert packed_evidence([SAID], [whole(SAID)], "Lisbon").passages
    assert not packed_evidence([SAID], [stretch(SAID, "I moved to Lisbon.")], "Lisbon").passages


def test_of_a_reply_the_passage_that_tells_is_enough_but_it_is_not_whole() -> None:
    held = packed_evidence([REPLY], [stretch(REPLY, "The best view is from Graça.")], "From Graça")

    assert (held.passages, held.whole) == (True, False)


def test_another_passage_of_the_reply_is_not_enough() -> None:
    assert not packed_evidence([REPLY], [stretch(REPLY, "Take tram 28.")], "From Graça").passages


def test_two_stretches_that_only_white_space_parts_are_whole() -> None:
    packed = [stretch(SAID, "The flat is tiny."), stretch(SAID, "I moved to Lisbon.")]

    assert packed_evidence([SAID], packed, "Lisbon").whole


def test_every_evidence_turn_is_needed() -> None:
    assert packed_evidence([SAID, REPLY], [whole(SAID), whole(REPLY)], "Graça").whole
    assert not packed_evidence([SAID, REPLY], [whole(SAID)], "Graça").passages


def test_the_other_side_of_the_round_is_not_the_evidence() -> None:
    assert not packed_evidence([SAID], [PackedText("r1", "assistant", 0, 99)], "Lisbon").passages


def test_an_answer_spread_over_sentences_makes_a_passage_of_several() -> None:
    (passage,) = telling_passages(REPLY.text, "tram 28, from Graça")

    assert REPLY.text[slice(*passage)] == "The best view is from Graça. Take tram 28."


def test_equally_good_passages_are_all_found_and_any_of_them_is_enough() -> None:
    twice = EvidenceText("r3", "assistant", "Try Sushi Ko. It is old. Sushi Ko is cheap.")

    assert [twice.text[slice(*place)] for place in telling_passages(twice.text, "Sushi Ko")] == [
        "Try Sushi Ko.",
        "Sushi Ko is cheap.",
    ]
    assert packed_evidence([twice], [stretch(twice, "Sushi Ko is cheap.")], "Sushi Ko").passages


def test_a_reply_that_shares_no_word_with_the_answer_has_to_be_there_whole() -> None:
    assert telling_passages(REPLY.text, "no") == [(0, len(REPLY.text))]
    assert not packed_evidence([REPLY], [stretch(REPLY, "Take tram 28.")], "Seven").passages


def test_covering_leaves_out_nothing_but_white_space() -> None:
    text = "one two  three"

    assert covers([(0, 3), (4, 7)], text, (0, 8))
    assert not covers([(0, 3), (5, 7)], text, (0, 8))
    assert covers([(2, 99)], text, (4, 7))
    assert not covers([(9, 14)], text, (0, 14))
    assert covers([], "  ", (0, 2))


def test_without_evidence_there_is_nothing_to_measure() -> None:
    with pytest.raises(ValueError, match="evidence"):
        packed_evidence([], [], "x")
