"""The table of a training run."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from daybook.errors import BadInput
from daybook_eval.papers.himes.training import make
from daybook_eval.papers.inputs import Inputs

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


def test_a_run_is_laid_beside_the_published_stages(tmp_path: Path) -> None:
    figures = {way: {"test": ROW} for way in ("rules", "base", "rl-hard", "rl-fused-0.5")}
    (tmp_path / "figures.json").write_text(json.dumps(figures))
    (tmp_path / "run.json").write_text(json.dumps({"recipe": {"base": "tiny"}, "train": 9}))

    table = make(inputs(tmp_path, ("run", str(tmp_path))))

    assert [row[1] for row in table.rows] == list(figures)
    assert [row[-3] for row in table.rows] == [None, 22.12, 55.55, None]
    assert "4 questions of test, held out from 9 examples that tiny was trained on" in table.on


def test_without_a_run_it_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="train-rewriter --out DIR"):
        make(inputs(tmp_path))
    with pytest.raises(BadInput, match="holds no figures"):
        make(inputs(tmp_path, ("run", str(tmp_path))))
