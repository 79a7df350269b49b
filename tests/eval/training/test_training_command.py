"""`daybook-eval train-rewriter` where the extra is missing, and what is shown of a run."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from daybook.conversation.errors import BadInput
from daybook_eval.cli.app import build_app
from daybook_eval.training import run
from daybook_eval.training.recipe import Recipe, Reward
from daybook_eval.training.show import figures_table

FIGURES = {
    "rules": {"test": {"questions": 9, "needy": 7, "f1": 0.8, "exact": None, "damaged": 1, "refused": 0}}
}


def test_without_the_extra_the_command_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "PACKAGES", ("no_such_package",))

    done = CliRunner().invoke(build_app(), ["train-rewriter", "--out", str(tmp_path / "run")])

    assert isinstance(done.exception, BadInput)
    assert "no_such_package: pip install 'daybook-memory[train]' brings PyTorch" in str(done.exception)
    assert not (tmp_path / "run").exists()


def test_each_reward_names_its_own_model() -> None:
    names = [Recipe("none", reward=reward, lambda_=0.25).variant for reward in Reward]

    weighed = [Recipe("none", reward=reward, alpha=0.5, beta=2.0).variant for reward in Reward]
    assert names == ["rl-hard", "rl-soft", "rl-fused-0.25"]
    assert weighed == ["rl-hard-a0.5-b2", "rl-soft", "rl-fused-0.5-a0.5-b2"]


def test_the_table_of_figures_has_a_line_for_each_way_and_a_dash_for_what_cannot_be_had() -> None:
    rest = dict.fromkeys(("soft", "hard", "recall_1", "recall_5"))
    figures = {way: {name: {**one, **rest} for name, one in sets.items()} for way, sets in FIGURES.items()}

    told = figures_table(figures)

    assert "test: 9 questions, 7 do not stand alone" in told
    assert "0.800" in told
    assert "–" in told
