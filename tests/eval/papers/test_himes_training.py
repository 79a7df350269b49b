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
    recipe = {"base": "tiny", "sft_steps": 3, "sft_batch": 2}
    (tmp_path / "figures.json").write_text(json.dumps(figures))
    (tmp_path / "run.json").write_text(json.dumps({"recipe": recipe, "train": 9}))

    table = make(inputs(tmp_path, ("run", str(tmp_path))))

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
    (tmp_path / "figures.json").write_text(json.dumps({way: {"test": ROW} for way in ways}))
    recipe = {"base": "tiny", "sft_steps": 3, "sft_batch": 2}
    (tmp_path / "run.json").write_text(json.dumps({"recipe": recipe, "train": 9}))
    (tmp_path / "rewrites").mkdir()
    for way, text in ways.items():
        line = json.dumps({"id": "1", "question": "", "rewrite": text, "gold": "Who built the mill?"})
        (tmp_path / "rewrites" / f"test {way}.jsonl").write_text(f"{line}\n" * 4)

    table = make(inputs(tmp_path, ("run", str(tmp_path))))

    # two words of three and of four in common: 4 / 7
    assert [note.removesuffix(" over all 4 questions.") for note in table.notes[-3:]] == [
        "Token F1 against the rules, test, sft, served: +0.429 [+0.429, +0.429]",
        "Token F1 against the rules, test, rl-hard, served: +0.000 [+0.000, +0.000]",
        "Token F1 against supervision alone, test, rl-hard, served: -0.429 [-0.429, -0.429]",
    ]


def test_without_a_run_it_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="train-rewriter --out DIR"):
        make(inputs(tmp_path))
    with pytest.raises(BadInput, match="holds no figures"):
        make(inputs(tmp_path, ("run", str(tmp_path))))
