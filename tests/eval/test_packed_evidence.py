import pytest

from daybook_eval.measures.packed_evidence import (
    EvidenceText,
    PackedText,
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


@pytest.mark.parametrize(
    ("evidence", "packed", "answer", "passages", "all_of_it"),
    [
        ([SAID], [whole(SAID)], "Lisbon", True, True),
        # a turn of the user has to be there whole; white space does not count
        ([SAID], [stretch(SAID, "I moved to Lisbon.")], "Lisbon", False, False),
        ([SAID], [stretch(SAID, "The flat is tiny."), stretch(SAID, "I moved to Lisbon.")], "?", True, True),
        # of a reply the passage that tells is enough, and no other; without one it has to be there whole
        ([REPLY], [stretch(REPLY, "The best view is from Graça.")], "From Graça", True, False),
        ([REPLY], [stretch(REPLY, "Take tram 28.")], "From Graça", False, False),
        ([REPLY], [stretch(REPLY, "Take tram 28.")], "Seven", False, False),
        # every evidence turn is needed, and the other side of its round is not the evidence
        ([SAID, REPLY], [whole(SAID), whole(REPLY)], "Graça", True, True),
        ([SAID, REPLY], [whole(SAID)], "Graça", False, False),
        ([SAID], [PackedText("r1", "assistant", 0, 99)], "Lisbon", False, False),
    ],
)
def test_evidence_is_held_by_its_passages_or_whole(
    evidence: list[EvidenceText], packed: list[PackedText], answer: str, passages: bool, all_of_it: bool
) -> None:
    held = packed_evidence(evidence, packed, answer)

    assert (held.passages, held.whole) == (passages, all_of_it)


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
    assert telling_passages(REPLY.text, "no") == [(0, len(REPLY.text))]  # none shares a word with it
