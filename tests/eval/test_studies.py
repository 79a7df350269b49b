"""The form of studies: one declaration gives the table and the JSON, and every command is listed."""

import json

import pytest

from daybook_eval.study import Scorer, Study
from daybook_eval.tables import Proportion, Report, present

EVENS: Study[int] = Study(
    "even numbers",
    "set",
    (
        Scorer("numbers", "numbers", len),
        Scorer("even", "even", lambda numbers: Proportion(sum(n % 2 == 0 for n in numbers), len(numbers))),
        Scorer("mean", "", lambda numbers: sum(numbers) / len(numbers) if numbers else None, ".1f"),
        Scorer("", "largest", lambda numbers: max(numbers, default=None)),
    ),
)
SETS = {"few": [1, 2, 4, 5], "none": []}


def test_a_study_writes_its_table_and_its_json_from_the_same_scorers() -> None:
    table = EVENS.table(SETS)

    assert table.columns == ("set", "numbers", "even", "mean")
    assert [[str(cell) for cell in row] for row in table.rows] == [
        ["few", "4", "2 of 4 (50%)", "3.0"],
        ["none", "0", "–", "None"],
    ]
    assert EVENS.shape(SETS) == {
        "few": {"numbers": 4, "even": [2, 4], "largest": 5},
        "none": {"numbers": 0, "even": [0, 0], "largest": None},
    }


def test_a_report_is_drawn_or_is_one_json_value(capsys: pytest.CaptureFixture[str]) -> None:
    report = Report([EVENS.table(SETS)], EVENS.shape(SETS), ["a [case] below"])

    present(report)
    drawn = capsys.readouterr().out
    present(report, as_json=True)

    assert "2 of 4 (50%)" in drawn
    assert drawn.endswith("a [case] below\n")
    assert json.loads(capsys.readouterr().out) == report.shape
