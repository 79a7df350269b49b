"""The page of figures: measured once, gone on with, and written of what is kept."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.eval.small_questions import write_questions
from tests.interfaces.daybook_command import Command

pytestmark = pytest.mark.usefixtures("without_a_model")


@pytest.fixture
def command(tmp_path: Path) -> tuple[str, ...]:
    data = tmp_path / "data"
    data.mkdir()
    write_questions(data / "longmemeval_s_small.json", count=3)
    common = ("--concurrency", "1", "--cache", str(tmp_path / "vectors"), "--only", "longmemeval")
    return ("figures", "--data", str(data), "--out", str(tmp_path / "out"), *common)


def rows_in(out: Path) -> list[Any]:
    return [json.loads(line) for line in (out / "longmemeval.jsonl").read_text("utf-8").splitlines()[1:]]


def test_a_stopped_command_goes_on_where_it_was(
    evaluate: Command, command: tuple[str, ...], tmp_path: Path
) -> None:
    assert evaluate(*command, "--limit", "2").code == 0
    kept = tmp_path / "out" / "longmemeval.jsonl"
    whole = kept.read_text("utf-8")
    kept.write_text(whole[:-20], encoding="utf-8")  # killed while it wrote the second row

    assert "2 questions" in evaluate(*command).err

    rows = rows_in(tmp_path / "out")
    assert [row["question_id"] for row in rows] == ["q0", "q1", "q2"]
    assert [*rows[0]["arms"]] == ["Daybook", "`classic`", "BM25", "vectors"]
    assert json.dumps(rows[1]) == whole.splitlines()[2]
    stamp = tmp_path / "out" / "code.json"
    stamp.write_text(json.dumps({**json.loads(stamp.read_text("utf-8")), "commit": "the first"}), "utf-8")
    assert evaluate(*command, "--only", "size").code == 0
    assert len(rows_in(tmp_path / "out")) == 3
    assert json.loads((tmp_path / "out" / "size.json").read_text("utf-8"))["commit"] == "the first"


def test_figures_of_other_code_are_not_mixed_with_these(
    evaluate: Command, command: tuple[str, ...], tmp_path: Path
) -> None:
    evaluate(*command, "--limit", "1")
    (tmp_path / "out" / "code.json").write_text('{"commit": "abc", "sources": "another"}', encoding="utf-8")

    ran = evaluate(*command)

    assert ran.code == 2
    assert "other code: name another --out" in ran.err


def test_the_page_and_the_readmes_table_are_written_of_what_is_kept(
    evaluate: Command, command: tuple[str, ...], tmp_path: Path
) -> None:
    site, out = tmp_path / "site", tmp_path / "out"
    (site / "docs").mkdir(parents=True)
    (site / "README.md").write_text("Before\n<!-- figures: x -->\nold\n<!-- /figures -->\nAfter\n")
    out.mkdir()
    answers = [
        {"set": "LoCoMo", "question_id": "a", "right": True, "calls": 2, "tokens": 6_000, "loss": ""},
        {"set": "LoCoMo", "question_id": "b", "right": False, "calls": 3, "tokens": 7_000, "loss": "a date"},
    ]
    by_hand = {
        "method": "By people.",
        "notes": ["A second look: none."],
        "commit": "abc",
        "questions": answers,
    }
    (out / "by_hand.json").write_text(json.dumps(by_hand), encoding="utf-8")

    assert evaluate(*command, "--write", str(site)).code == 0

    page, readme = (site / "docs" / "figures.md").read_text("utf-8"), (site / "README.md").read_text("utf-8")
    always = "1.000 [1.000, 1.000]"
    assert f"| LongMemEval-S | Daybook | {' | '.join([always] * 5)} |" in page
    assert "| LoCoMo | 2 | 1 of 2, .50 [.00, 1.00] | 2.5 | 6,500 |" in page
    assert "A second look: none.\n\nWrong, by cause:\n\n- LoCoMo: a date" in page
    assert readme.startswith("Before\n<!-- figures: x -->\n| all evidence")
    assert "| LongMemEval-S, 3 questions, rounds | 1.000 | 1.000 | 1.000 | 1.000 |" in readme
    assert readme.endswith("<!-- /figures -->\nAfter\n")


def test_a_readme_without_a_place_for_the_table_is_refused(
    evaluate: Command, command: tuple[str, ...], tmp_path: Path
) -> None:
    (tmp_path / "README.md").write_text("No table\n")

    assert "no <!-- figures -->" in evaluate(*command, "--limit", "1", "--write", str(tmp_path)).err
