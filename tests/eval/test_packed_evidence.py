from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from daybook_eval.failures import Step, by_type, trace
from daybook_eval.measures.packed_evidence import (
    EvidenceText,
    PackedText,
    covers,
    packed_evidence,
    telling_passages,
)
from daybook_eval.records import Gold, GoldTurn, PackedRound, QuestionRecord, Rankings
from tests.eval.test_run_folder import RUN

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


MAY, JUNE = datetime(2023, 5, 1, tzinfo=UTC), datetime(2023, 6, 1, tzinfo=UTC)
TEXT = "I keep it in the attic."
GOLD = Gold(("r1",), (0,), (GoldTurn(0, 0, "user", MAY, "r1", TEXT),))
OTHERS = tuple(f"x{number}" for number in range(60))
FOUND = Rankings(dense=("r1", *OTHERS), lexical=("r1", *OTHERS), fused=("r1", *OTHERS), final=("r1", *OTHERS))
SHOWN = (PackedRound("r1", (("user", 0, len(TEXT)),), 9),)
NOTED: tuple[Mapping[str, str], ...] = ({"round_id": "r1"},)
RIGHT = QuestionRecord(
    "q", "type", "Where?", "the attic", JUNE, abstention=False, status="done", gold=GOLD,
    rankings=FOUND, packed=SHOWN, notes=NOTED, answer="In the attic.",
)  # fmt: skip
LOST = replace(RIGHT, packed=(), answer="No idea.", notes=())


def step(
    record: QuestionRecord, marks: Mapping[str, bool | None] | None = None, **settings: Any
) -> Step | None:
    (traced,) = trace([record], replace(RUN, settings=settings), marks)
    return traced.step


def at(rank: int) -> tuple[str, ...]:
    return (*OTHERS[: rank - 1], "r1", *OTHERS[rank - 1 :])


def test_a_right_answer_has_no_cause_whatever_was_shown() -> None:
    assert step(RIGHT) is None
    assert step(replace(RIGHT, packed=())) is None


def test_a_hard_filter_that_hides_the_evidence_is_the_cause_and_a_preference_is_not() -> None:
    june = {"time_range": {"start": "2023-06-01T00:00:00+00:00", "end": None}}
    lost = replace(LOST, plan=june, rankings=Rankings())

    assert step(lost, time_mode="filter") is Step.TIME_RANGE
    assert step(lost, time_mode="prefer") is Step.RETRIEVAL


def test_evidence_that_no_ranking_has_near_enough_was_lost_by_retrieval() -> None:
    deep = replace(LOST, rankings=replace(FOUND, dense=at(51), lexical=OTHERS))

    assert step(deep) is Step.RETRIEVAL
    assert step(replace(deep, rankings=replace(deep.rankings, dense=at(50), fused=at(30)))) is Step.PACKING


def test_evidence_that_one_ranking_had_on_top_was_lost_where_it_fell() -> None:
    assert step(replace(LOST, rankings=replace(FOUND, lexical=OTHERS, fused=at(11)))) is Step.FUSION
    assert step(replace(LOST, rankings=replace(FOUND, final=at(11)))) is Step.RERANK
    assert step(LOST) is Step.PACKING


def test_a_cut_user_turn_was_lost_by_packing() -> None:
    cut = (PackedRound("r1", (("user", 0, 6),), 3),)

    assert step(replace(RIGHT, packed=cut, answer="No idea.")) is Step.PACKING


def test_evidence_that_was_shown_is_lost_in_reading() -> None:
    assert step(replace(RIGHT, answer="No idea.", notes=())) is Step.NOTES
    assert step(replace(RIGHT, answer="No idea.")) is Step.ANSWER


def test_the_first_loss_of_any_evidence_counts() -> None:
    second = GoldTurn(1, 0, "user", MAY, "r2", "And a second one.")
    two = Gold(("r1", "r2"), (0, 1), (*GOLD.turns, second))

    assert step(replace(LOST, gold=two)) is Step.RETRIEVAL


def test_a_judge_takes_the_place_of_containment_and_may_be_the_cause_itself() -> None:
    assert step(replace(RIGHT, answer="Up under the roof."), marks={"q": True}) is None
    assert step(replace(RIGHT, answer="In the shed."), marks={"q": False}) is Step.ANSWER
    assert step(RIGHT, marks={"q": False}) is Step.JUDGE
    assert step(RIGHT, marks={"q": None}) is Step.JUDGE


def test_without_answers_what_is_shown_decides() -> None:
    assert step(replace(RIGHT, answer=None)) is None
    assert step(replace(LOST, answer=None)) is Step.PACKING


def test_abstentions_failures_and_questions_without_evidence_are_not_traced() -> None:
    others = [replace(RIGHT, abstention=True), replace(RIGHT, status="failed"), replace(RIGHT, gold=Gold())]

    assert trace(others, RUN) == []


def test_causes_are_counted_by_type_and_over_all() -> None:
    traced = trace([RIGHT, replace(LOST, question_type="other")], RUN)

    assert by_type(traced) == {"all": {"none": 1, "packing": 1}, "other": {"packing": 1}, "type": {"none": 1}}
