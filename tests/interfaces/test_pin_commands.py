"""`daybook pin` and `daybook check`: questions that are to find their rounds, and whether they still do."""

import pytest

from daybook.library.pinned_questions import Move, PinOutcome
from tests.interfaces.daybook_command import SECOND, Command

PARROT, CAR = "What is the parrot named?", "Where did I park the car?"


def ids_of(daybook: Command, question: str) -> list[str]:
    return [round_["round_id"] for round_ in daybook("search", question, "--json").json["rounds"]]


@pytest.fixture
def best(filled: Command) -> str:
    """The round that answers the question about the parrot, which is pinned."""
    name, *_ = ids_of(filled, PARROT)
    pinned = filled("pin", PARROT, "--expects", name, "--asked-at", "2024-04-01", "--json")
    assert pinned.json == {
        "question": PARROT,
        "asked_at": "2024-04-01T23:59:00+00:00",
        "rounds": [{"round_id": name, "rank": 1}],
    }
    return name


def test_a_check_tells_where_pinned_rounds_stand_and_that_nothing_moved(filled: Command, best: str) -> None:
    checked = filled("check", "--json")

    assert (checked.code, checked.json["lost"]) == (0, 0)
    (pin,) = checked.json["pins"]
    assert pin["rounds"] == [{"round_id": best, "before": 1, "now": 1, "outcome": "held"}]
    assert (pin["changes"], pin["asked_at"]) == ({}, "2024-04-01T23:59:00+00:00")


@pytest.mark.parametrize(
    ("before", "now", "outcome"),
    [
        (3, 10, PinOutcome.HELD),
        (10, 11, PinOutcome.LOST),
        (1, None, PinOutcome.LOST),
        (11, 10, PinOutcome.GAINED),
        (None, 4, PinOutcome.GAINED),
        (40, 12, PinOutcome.MISSING),
        (None, None, PinOutcome.MISSING),
    ],
)
def test_only_leaving_the_first_ten_is_a_loss(
    before: int | None, now: int | None, outcome: PinOutcome
) -> None:
    assert Move("r1", before, now).outcome is outcome


@pytest.mark.usefixtures("best")
def test_a_change_of_setting_is_named_also_where_nothing_moved(filled: Command) -> None:
    checked = filled("check", "--json", DAYBOOK_CONTEXT_BUDGET="7000")

    assert checked.code == 0
    assert checked.json["pins"][0]["changes"] == {"context_budget": ["8000", "7000"]}
    assert "context_budget: 8000 → 7000" in filled("check", DAYBOOK_CONTEXT_BUDGET="7000").out


@pytest.mark.usefixtures("best")
def test_a_round_that_falls_out_of_the_first_ten_makes_the_check_fail(
    filled: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    # as if the search found nothing any more
    monkeypatch.setattr("daybook.library.pinned_questions.DEPTH", 0)

    lost = filled("check")

    assert lost.code == 1
    assert "lost" in lost.out
    assert "1 → >" in lost.out
    assert filled("check", "--accept").code == 1
    assert filled("check", "--json").json["pins"][0]["rounds"][0]["outcome"] == "missing"


def test_a_pin_is_replaced_and_removed(filled: Command) -> None:
    first, second = ids_of(filled, CAR)
    filled("pin", CAR, "--expects", first)
    filled("pin", CAR, "--expects", second, "--expects", first)

    (pin,) = filled("check", "--json").json["pins"]
    assert [found["round_id"] for found in pin["rounds"]] == [second, first]
    assert filled("pin", CAR, "--remove", "--json").json == {"question": CAR, "removed": True}

    empty = filled("check")
    assert (empty.code, empty.out) == (0, "")
    assert "has no pins" in empty.err
    assert filled("pin", CAR, "--remove").code == 2


@pytest.mark.usefixtures("best")
def test_forgetting_the_session_of_a_pin_removes_it(filled: Command) -> None:
    assert filled("forget", "--session", SECOND, "--yes", "--json").json["verified"]

    assert filled("check", "--json").json == {"pins": [], "lost": 0}


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ((CAR,), "--expects"),
        ((CAR, "--expects", "r1", "--remove"), "--expects"),
        ((CAR, "--expects", "no-such-round"), "no-such-round"),
        (("  ", "--expects", "r1"), "question is empty"),
    ],
)
def test_a_pin_that_cannot_be_is_the_users_mistake(
    filled: Command, arguments: tuple[str, ...], complaint: str
) -> None:
    ran = filled("pin", *arguments)

    assert (ran.code, ran.out) == (2, "")
    assert complaint in ran.err
