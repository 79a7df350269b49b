"""Planted histories: the same for the same seed, and measured against what is true in them."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from daybook.conversation import Candidate, Ledger, Polarity, Record, Role, Round, Status, Support, Turn
from daybook_eval.ablations.study import update_figures
from daybook_eval.abstention import Outcome, Sort, curve, report
from daybook_eval.data.case import OTHER_HALF, RULES_HALF, Case, EvidenceTurn
from daybook_eval.planted.history import (
    BEGAN,
    FIRST,
    HELD_OUT,
    PlantedFact,
    PlantedHistory,
    UpdateQuestion,
    plant_history,
)
from daybook_eval.planted.measure import AnsweredQuestion, figures
from tests.ledgers import moment

PLACE = Support("r" + "0" * 24, "s1", 0, 16, "I live in Berlin", BEGAN)
BERLIN = Record(
    "m1", "identity.residence", "Berlin", Polarity.POSITIVE, "I live in Berlin", BEGAN, BEGAN, 0.9, (PLACE,)
)
MUNICH = replace(BERLIN, record_id="m2", value="Munich", text="I live in Munich")
LIVES = PlantedFact("identity.residence", "Berlin", "+", "stated", holds=True)
ONE = PlantedHistory((), [LIVES], ["Munich"], frozenset({"sister"}), 0, [], BEGAN + timedelta(days=9))


def test_the_same_seed_gives_the_same_history_and_another_seed_another() -> None:
    assert plant_history(seed=3) == plant_history(seed=3)
    assert plant_history(seed=3) != plant_history(seed=4)


@pytest.mark.parametrize("words", [FIRST, HELD_OUT])
def test_a_history_tells_at_least_sixty_facts_in_at_least_two_hundred_sessions(words: str) -> None:
    history = plant_history(seed=5, words=words)

    assert len(history.sessions) == 220
    assert len(history.truths) >= 60
    assert {fact.how for fact in history.truths} == {
        "stated",
        "repeated",
        "changed",
        "changed back",
        "corrected",
    }
    assert history.lures >= 36
    assert all(question.expected not in question.stale for question in history.questions)


def test_what_holds_is_said_by_the_user_in_the_history() -> None:
    history = plant_history(seed=5)
    said = "\n".join(
        turn.content for session in history.sessions for turn in session.turns if turn.role is Role.USER
    )

    assert [fact.key for fact in history.truths if fact.key.casefold() not in said.casefold()] == []


def test_a_fact_that_holds_needs_an_active_record() -> None:
    gone = replace(BERLIN, status=Status.SUPERSEDED)

    there = figures(ONE, Ledger({"m1": BERLIN}), [])
    retired = figures(ONE, Ledger({"m1": gone}), [])

    assert (there.written, there.retired_wrongly) == (1, ())
    assert (retired.written, retired.missed, retired.retired_wrongly) == (0, (LIVES,), (LIVES,))


def test_a_mistake_is_junk_only_while_it_is_taken_for_true() -> None:
    taken = figures(ONE, Ledger({"m1": BERLIN, "m2": MUNICH}), [])
    corrected = figures(ONE, Ledger({"m1": BERLIN, "m2": replace(MUNICH, status=Status.SUPERSEDED)}), [])

    assert taken.junk == (MUNICH,)
    assert corrected.junk == ()


def test_what_is_told_by_the_way_is_true_and_what_nothing_tells_is_junk() -> None:
    sister = replace(BERLIN, record_id="m3", slot="family.sibling", value="sister", text="I have a sister")
    zoo = replace(BERLIN, record_id="m4", slot="possession.thing", value="zoo", text="I have a zoo")

    assert figures(ONE, Ledger({"m1": BERLIN, "m3": sister, "m4": zoo}), []).junk == (zoo,)


def test_records_that_supersede_each_other_are_a_loop() -> None:
    one = replace(BERLIN, status=Status.SUPERSEDED, superseded_by="m2")
    other = replace(MUNICH, status=Status.SUPERSEDED, superseded_by="m1")

    assert figures(ONE, Ledger({"m1": one, "m2": other}), []).loops == 2
    assert figures(ONE, Ledger({"m1": one, "m2": MUNICH}), []).loops == 0


def test_the_former_value_alone_is_stale_and_beside_the_present_one_is_not() -> None:
    question = UpdateQuestion("Where do I live now?", "Berlin", ("Munich",))

    answers = [
        AnsweredQuestion(question, "Berlin; before that Munich.", not_known=False),
        AnsweredQuestion(question, "Munich.", not_known=False),
        AnsweredQuestion(question, "I do not know.", not_known=True),
    ]

    assert [(answer.right, answer.stale) for answer in answers] == [
        (True, False),
        (False, True),
        (False, False),
    ]


def told(name: str, day: str) -> Round:
    return Round(name, "me", name, 0, 0, moment(day), Turn(Role.USER, name), None)


EARLIEST, LAST, OTHER = told("first", "2023-03-01"), told("last", "2023-05-01"), told("other", "2023-04-01")
EVIDENCE = tuple(EvidenceTurn(round_, 0, 0, Role.USER, "") for round_ in (EARLIEST, LAST))
CASE = Case("q", "knowledge-update", "?", "!", moment("2023-06-01"), (), False, EVIDENCE)


def update_values(*ranked: Round, case: Case = CASE) -> dict[str, float]:
    return dict(update_figures(case, tuple(Candidate(round_, 0.0) for round_ in ranked)))


@pytest.mark.parametrize(
    ("ranked", "found", "above"),
    [
        ((OTHER, LAST, EARLIEST), 1.0, 1.0),
        ((EARLIEST, LAST), 1.0, 0.0),
        ((EARLIEST,), 0.0, 0.0),
        ((LAST,), 1.0, 1.0),
        ((*(told(str(number), "2023-01-01") for number in range(10)), LAST), 0.0, 1.0),
    ],
)
def test_the_latest_evidence_counts_where_it_is_found_in_time_and_above_the_earliest(
    ranked: tuple[Round, ...], found: float, above: float
) -> None:
    assert update_values(*ranked) == {"update latest@10": found, "update latest_above": above}


def test_only_updates_told_at_two_moments_are_measured() -> None:
    assert update_values(LAST, case=replace(CASE, question_type="temporal-reasoning")) == {}
    assert update_values(LAST, case=replace(CASE, abstention=True)) == {}
    assert update_values(LAST, case=replace(CASE, evidence_turns=EVIDENCE[1:])) == {}


KNOWN = Outcome(RULES_HALF, Sort.ANSWERABLE, False, False, 0.2, True, True, words=10)


def test_rows_count_each_half_and_sort_apart() -> None:
    declined = replace(
        KNOWN, not_known=True, nearest=True, doubt=0.7, contains=False, contains_words=False, words=20
    )
    asked = [KNOWN, declined, replace(declined, half=OTHER_HALF, sort=Sort.UNANSWERABLE)]

    shape: Any = report({"file": asked}, show_curve=False).shape

    shares = {"not_known": 0.5, "nearest": 0.5, "contains": 0.5, "contains_words": 0.5, "words": 15}
    known = {"half": RULES_HALF, "sort": Sort.ANSWERABLE, "questions": 2, **shares}
    declined_share = {"not_known": 1, "nearest": 1, "contains": 0, "contains_words": 0, "words": 20}
    unknown = {"half": OTHER_HALF, "sort": Sort.UNANSWERABLE, "questions": 1, **declined_share}
    assert shape == {"file": {"rows": [known, unknown], "curve": []}}


def test_the_curve_says_what_each_limit_of_doubt_declines() -> None:
    points = {
        (point["half"], point["limit"]): point
        for point in curve([KNOWN, replace(KNOWN, doubt=0.6), replace(KNOWN, sort=Sort.PLANTED, doubt=0.9)])
    }

    assert points[RULES_HALF, 0.5]["answerable"] == 0.5
    assert points[RULES_HALF, 0.5]["planted"] == 1
    assert points[RULES_HALF, 0.95]["planted"] == 0
    assert points[OTHER_HALF, 0.5]["answerable"] is None
