"""`daybook-eval train-rewriter` where the extra is missing, and what is shown of a run."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from daybook.conversation.errors import BadInput
from daybook_eval.cli.app import build_app
from daybook_eval.training import run


def test_without_the_extra_the_command_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "PACKAGES", ("no_such_package",))

    done = CliRunner().invoke(build_app(), ["train-rewriter", "--out", str(tmp_path / "run")])

    assert isinstance(done.exception, BadInput)
    assert "no_such_package: pip install 'daybook-memory[train]' brings PyTorch" in str(done.exception)
    assert not (tmp_path / "run").exists()
