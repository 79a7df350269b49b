from datetime import UTC, datetime
from pathlib import Path

import pytest

from daybook.conversation import Role, Round, Turn
from daybook_eval.papers.fielded_max_sim import count_vectors
from daybook_eval.papers.tables import Inputs, make_table
from daybook_eval.tables import Table
from tests.eval.small_questions import write_questions
from tests.store.bag_of_words import BagOfWords

pytestmark = pytest.mark.slow

NOON = datetime(2024, 5, 1, 12, tzinfo=UTC)


@pytest.fixture
def inputs(tmp_path: Path, without_a_model: None) -> Inputs:
    write_questions(tmp_path / "longmemeval_s.json", count=3)
    return Inputs(tmp_path, tmp_path / "vectors.sqlite", limit=2, concurrency=1)


def rows_of(table: Table, form: str) -> dict[str, dict[str, object]]:
    """The rows of a form by their second cell, cells by column."""
    return {str(row[1]): dict(zip(table.columns, row, strict=True)) for row in table.rows if row[0] == form}


def test_every_keying_is_compared_with_the_users_side_in_both_forms(inputs: Inputs) -> None:
    table = make_table("keying", inputs)

    assert table.on.startswith("2 answerable questions")
    for form in ("first window", "all windows"):
        rows = rows_of(table, form)
        assert set(rows) == {"user-only", "concat", "max-sim", "mixture 0.7"}
        assert rows["user-only"]["Δ"] == 0.0
        assert rows["max-sim"]["R@10"] == rows["max-sim"]["SSU"]
        assert rows["max-sim"]["SSA"] is None  # no question of that type was asked


def test_mixtures_go_from_the_users_side_down_beside_the_published_and_their_losses(inputs: Inputs) -> None:
    table = make_table("keying-mixture", inputs)
    published, ours = rows_of(table, "published"), rows_of(table, "first window")

    assert {name: row["within 0.005"] for name, row in published.items()} == {
        "user-only": "yes",
        "mixture 0.7": "no",
        "mixture 0.5": "no",
        "max-sim": "yes",
    }
    assert published["mixture 0.5"]["Δ"] == pytest.approx(-0.043)
    mixtures = [f"mixture {alpha}" for alpha in (0.9, 0.7, 0.5, 0.3)]
    assert list(ours) == ["user-only", *mixtures, "max-sim", "concat"]


def test_each_keying_is_fused_with_words(inputs: Inputs) -> None:
    rows = rows_of(make_table("keying-fused", inputs), "all windows")

    assert set(rows) == {"user-only + BM25", "concat + BM25", "mixture 0.7 + BM25", "max-sim + BM25"}
    assert all(row["R@10"] == 1.0 for row in rows.values())


def test_the_vectors_of_a_keying_are_those_of_its_fields() -> None:
    said = "I moved the kayak. It is in the garage now, behind the ladder and the tent."  # two windows of 60
    one = Round("r", "me", "s", 0, 0, NOON, Turn(Role.USER, said), Turn(Role.ASSISTANT, "Noted."))
    alone = Round("q", "me", "s", 0, 1, NOON, Turn(Role.USER, "Thanks."), None)

    counts = count_vectors([one, alone], BagOfWords())

    assert counts["rounds", ""] == 2
    assert counts["user-only", "first window"] == 2
    assert counts["user-only", "all windows"] == 3
    assert counts["mixture, max-sim", "first window"] == 3
    assert counts["mixture, max-sim", "all windows"] == 4
    assert counts["concat", "first window"] == 2
    assert counts["concat", "all windows"] == 3
    assert counts["max-sim and statements (the default)", "all windows"] == 6


def test_storage_is_told_for_a_history_and_beside_the_users_side(inputs: Inputs) -> None:
    table = make_table("keying-storage", inputs)

    user, _, both, *_ = (dict(zip(table.columns, row, strict=True)) for row in table.rows)
    assert user["times user-only"] == 1.0
    assert both["times user-only"] == 2.0
    assert both["published"] == "about 2×"
    assert "2 histories" in table.on
