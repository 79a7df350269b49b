from datetime import UTC, datetime
from pathlib import Path

import pytest

from daybook.conversation import Role, Round, Turn
from daybook_eval.papers import fielded_max_sim
from daybook_eval.papers.fielded_max_sim import count_vectors
from daybook_eval.papers.table import Inputs
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
    table = fielded_max_sim.keying(inputs)

    assert table.on.startswith("2 answerable questions")
    for form in ("first window", "all windows"):
        rows = rows_of(table, form)
        assert set(rows) == {"user-only", "concat", "max-sim", "mixture 0.7"}
        assert rows["user-only"]["Δ"] == 0.0
        assert rows["max-sim"]["R@10"] == rows["max-sim"]["SSU"]
        assert rows["max-sim"]["SSA"] is None  # no question of that type was asked


def test_the_published_losses_decide_which_published_keying_is_harmless(inputs: Inputs) -> None:
    published = rows_of(fielded_max_sim.mixture(inputs), "published")

    assert {name: row["within 0.005"] for name, row in published.items()} == {
        "user-only": "yes",
        "mixture 0.7": "no",
        "mixture 0.5": "no",
        "max-sim": "yes",
    }
    assert published["mixture 0.5"]["Δ"] == pytest.approx(-0.043)


def test_the_sweep_of_mixtures_goes_from_the_users_side_alone_down(inputs: Inputs) -> None:
    names = list(rows_of(fielded_max_sim.mixture(inputs), "first window"))

    assert names == [
        "user-only",
        "mixture 0.9",
        "mixture 0.7",
        "mixture 0.5",
        "mixture 0.3",
        "max-sim",
        "concat",
    ]


def test_each_keying_is_fused_with_words(inputs: Inputs) -> None:
    rows = rows_of(fielded_max_sim.fused(inputs), "all windows")

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
    table = fielded_max_sim.storage(inputs)

    user, _, both, *_ = rows_of_storage(table)
    assert user["times user-only"] == 1.0
    assert both["times user-only"] == 2.0
    assert both["published"] == "about 2×"
    assert "2 histories" in table.on


def rows_of_storage(table: Table) -> list[dict[str, object]]:
    return [dict(zip(table.columns, row, strict=True)) for row in table.rows]
