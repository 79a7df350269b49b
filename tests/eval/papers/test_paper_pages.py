"""The pages on the papers: each part is marked, each table that is named can be made, the sums are right."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from daybook_eval.papers.tables import TABLES

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
