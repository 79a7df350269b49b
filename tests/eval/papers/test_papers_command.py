"""`daybook-eval papers`: every table that is listed can be made, and a made one can be kept."""

import json
import re
from collections import Counter
from importlib import import_module
from pathlib import Path

import pytest

from daybook.conversation.errors import BadInput
from daybook_eval.papers.tables import TABLES, Inputs, as_markdown, make_table
from daybook_eval.tables import Table


def test_a_table_tells_its_command_its_data_and_what_was_not_published() -> None:
    table = Table("A | table", ("way", "ours", "theirs"), [("a|b", 0.5, None)], "10 questions", ["Why."])

    told = as_markdown(table, command="daybook-eval papers x")

    assert "    daybook-eval papers x" in told
    assert "| a\\|b | 0.500 | – |" in told
    assert told.endswith("- Why.\n")


def test_a_data_set_is_found_by_the_beginning_of_its_file_name(tmp_path: Path) -> None:
    (tmp_path / "longmemeval_s_dev.json.gz").touch()
    (tmp_path / "locomo_dev.json").touch()
    inputs = Inputs(tmp_path, tmp_path / "cache")

    assert inputs.file("locomo") == tmp_path / "locomo_dev.json"
    with pytest.raises(BadInput, match="no files whose names begin with 'msc'"):
        inputs.file("msc")
    (tmp_path / "locomo_test.json").touch()
    with pytest.raises(BadInput, match="2 files"):
        inputs.file("locomo")


def test_every_table_has_its_code() -> None:
    for table in TABLES.values():
        module, _, function = table.code.partition(":")

        assert callable(getattr(import_module(f"daybook_eval.papers.{module}"), function))


DOCS = Path(__file__).parents[3] / "docs" / "papers"
PAGES = ("fielded_max_sim", "longmemeval", "timerag", "memorystack", "himes")
MARKS = ("as in the paper", "in part", "differs by choice", "missing", "ours")
"""What the mark of a part begins with; "beyond the paper" counts as ours."""
COLUMNS = 8


def cells_of(line: str) -> list[str]:
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip())[1:-1]]


def parts_of(page: str) -> list[list[str]]:
    lines = (DOCS / f"{page}.md").read_text(encoding="utf-8").splitlines()
    rows = [cells_of(line) for line in lines if line.startswith("|")]
    return [row for row in rows if row and re.fullmatch(r"[A-Z]?\d+", row[0]) and len(row) == COLUMNS]


def mark_of(row: list[str]) -> str:
    told = row[2].replace("beyond the paper", "ours")
    return next(mark for mark in MARKS if told.startswith(mark))


@pytest.mark.parametrize("page", PAGES)
def test_every_part_has_a_number_of_its_own_and_a_mark(page: str) -> None:
    rows = parts_of(page)

    assert rows
    assert len({row[0] for row in rows}) == len(rows)
    assert all(row[1] and mark_of(row) for row in rows)


@pytest.mark.parametrize("page", PAGES)
def test_what_is_not_as_in_the_paper_has_its_reason(page: str) -> None:
    excused = ("as in the paper", "ours")

    assert [row[0] for row in parts_of(page) if not row[-1].strip("– ") and mark_of(row) not in excused] == []


def test_the_index_counts_the_parts_by_their_marks() -> None:
    index = (DOCS / "index.md").read_text(encoding="utf-8")
    for page in PAGES:
        (row,) = (cells_of(line) for line in index.splitlines() if f"]({page}.md) |" in line)
        rows = parts_of(page)
        counted = Counter(map(mark_of, rows))

        assert [int(cell) for cell in row[1:]] == [len(rows), *(counted[mark] for mark in MARKS)], page


def test_every_table_is_on_a_page() -> None:
    told = "\n".join(path.read_text(encoding="utf-8") for path in DOCS.glob("*.md"))

    assert [name for name in TABLES if not re.search(rf"\b{name}\b(?!-)", told)] == []


def test_every_table_that_a_page_names_can_be_made() -> None:
    named = {
        found[1]
        for path in DOCS.glob("*.md")
        for found in re.finditer(r"papers ([a-z]+(?:-[a-z]+)*)\b", path.read_text(encoding="utf-8"))
    }

    assert {name for name in named if "-" in name} <= TABLES.keys()


ROW = {
    "questions": 4,
    "needy": 3,
    "f1": 0.5,
    "exact": 0.25,
    "damaged": 0,
    "f1_by_behaviour": {},
    "refused": 0,
    "soft": 0.7,
    "hard": None,
    "recall_1": None,
    "recall_5": None,
}


def inputs(tmp_path: Path, *settings: tuple[str, str]) -> Inputs:
    return Inputs(tmp_path, tmp_path / "cache", settings=settings)


def table_of(folder: Path, figures: object) -> Table:
    """The table of a training run, which has these figures by way and set."""
    recipe = {"base": "tiny", "sft_steps": 3, "sft_batch": 2}
    (folder / "figures.json").write_text(json.dumps(figures))
    (folder / "run.json").write_text(json.dumps({"recipe": recipe, "train": 9}))
    return make_table("himes-training", inputs(folder, ("run", str(folder))))


def test_a_run_is_laid_beside_the_published_stages(tmp_path: Path) -> None:
    figures = {way: {"test": ROW} for way in ("rules", "base", "rl-hard", "rl-fused-0.5")}

    table = table_of(tmp_path, figures)

    assert [row[1] for row in table.rows] == list(figures)
    assert [row[-3] for row in table.rows] == [None, 22.12, 55.55, None]
    assert table.on == "4 questions of test, held out; tiny was supervised on 6 of 9 examples"


def test_what_is_served_is_compared_with_the_rules_and_with_supervision_question_by_question(
    tmp_path: Path,
) -> None:
    ways = {
        "rules": "Who built it?",
        "sft, served": "Who built the mill?",
        "rl-hard": "Who?",
        "rl-hard, served": "Who built it?",
    }
    (tmp_path / "rewrites").mkdir()
    for way, text in ways.items():
        line = json.dumps({"id": "1", "question": "", "rewrite": text, "gold": "Who built the mill?"})
        (tmp_path / "rewrites" / f"test {way}.jsonl").write_text(f"{line}\n" * 4)

    table = table_of(tmp_path, {way: {"test": ROW} for way in ways})

    # two words of three and of four in common: 4 / 7
    assert [note.removesuffix(" over all 4 questions.") for note in table.notes[-3:]] == [
        "Token F1 against the rules, test, sft, served: +0.429 [+0.429, +0.429]",
        "Token F1 against the rules, test, rl-hard, served: +0.000 [+0.000, +0.000]",
        "Token F1 against supervision alone, test, rl-hard, served: -0.429 [-0.429, -0.429]",
    ]


def test_the_weights_of_the_reward_are_chosen_by_the_first_set_and_shown_on_the_other(tmp_path: Path) -> None:
    rewards = {"sft": (2.0, 2.0), "rl-hard": (1.1, 1.4), "rl-hard-a0.5-b2": (1.3, 1.2)}
    sets = ("test", "cast")
    figures = {
        way: {name: ROW | {"hard": hard} for name, hard in zip(sets, hards, strict=True)}
        for way, hards in rewards.items()
    }
    (tmp_path / "figures.json").write_text(json.dumps(figures))
    recipe = {"base": "tiny", "sft_steps": 3, "sft_batch": 2}
    (tmp_path / "run.json").write_text(json.dumps({"recipe": recipe, "train": 9}))

    table = make_table("himes-training", inputs(tmp_path, ("run", str(tmp_path))))

    assert table.notes[-1] == (
        "Weights (a: exact match, b: hit; 1 where not named), by the hard reward on test: rl-hard-a0.5-b2."
        " Hard rewards: rl-hard 1.100 (test), 1.400 (cast); rl-hard-a0.5-b2 1.300 (test), 1.200 (cast)."
    )


def test_without_a_run_it_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="train-rewriter --out DIR"):
        make_table("himes-training", inputs(tmp_path))
    with pytest.raises(BadInput, match="holds no figures"):
        make_table("himes-training", inputs(tmp_path, ("run", str(tmp_path))))
