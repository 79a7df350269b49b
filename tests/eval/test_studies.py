"""The form of studies: one declaration gives the table and the JSON."""

import json

import pytest

from daybook_eval.study import Share, Study
from daybook_eval.tables import Report, present

EVENS: Study[int] = Study(
    "even numbers",
    "set",
    (
        Share("even", "even", lambda number: number % 2 == 0),
        Share("small and even", "small", lambda number: number % 2 == 0, lambda number: number < 3),
    ),
)
SETS = {"few": [1, 2, 4, 5], "none": []}


def test_a_study_writes_its_table_and_its_json_from_the_same_shares() -> None:
    table = EVENS.table(SETS)

    assert table.columns == ("set", "even", "small and even")
    assert [[str(cell) for cell in row] for row in table.rows] == [
        ["few", "2 of 4 (50%)", "1 of 2 (50%)"],
        ["none", "None", "None"],
    ]
    assert EVENS.shape(SETS) == {
        "few": {"even": [2, 4], "small": [1, 2]},
        "none": {"even": [0, 0], "small": [0, 0]},
    }


def test_a_report_is_drawn_or_is_one_json_value(capsys: pytest.CaptureFixture[str]) -> None:
    report = Report([EVENS.table(SETS)], EVENS.shape(SETS), ["a [case] below"])

    present(report)
    drawn = capsys.readouterr().out
    present(report, as_json=True)

    assert "2 of 4 (50%)" in drawn
    assert drawn.endswith("a [case] below\n")
    assert json.loads(capsys.readouterr().out) == report.shape
