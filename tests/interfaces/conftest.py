"""Daybook with an embedder that needs no model, and the command on top of it."""

import io
import json
import os
import sys
from pathlib import Path
from shutil import copytree

import pytest

from daybook.interfaces.cli.program import run
from tests.interfaces.daybook_command import MESSAGES, Command, HashedWords, Ran
from tests.interfaces.exports import Imports
from tests.interfaces.ledger_facts import post_facts


@pytest.fixture(autouse=True)
def _alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No settings of the developer's own, an empty folder, and no model."""
    for name in list(os.environ):
        if name.startswith(("DAYBOOK_", "OPENAI_")):
            monkeypatch.delenv(name)
    monkeypatch.setenv("DAYBOOK_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.chdir(tmp_path)
    # The floor is chosen for the bundled model; hashed words that are the same are nearer 0.2.
    monkeypatch.setattr("daybook.retrieve.relevance.FLOOR", 0.1)
    monkeypatch.setattr("daybook.retrieve.relevance._SHARED_FLOOR", 0.0)
    monkeypatch.setattr("daybook.library.wiring.load_embedder", lambda *args, **kwargs: HashedWords())


@pytest.fixture
def daybook(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    """Runs the command with these arguments, these lines on its standard input and these variables."""

    def run_it(*arguments: str, stdin: str = "", **environment: str) -> Ran:
        capsys.readouterr()
        with monkeypatch.context() as patch:
            patch.setattr(sys, "stdin", io.StringIO(stdin))
            for name, value in environment.items():
                patch.setenv(name, value)
            code = run(arguments)
        out, err = capsys.readouterr()
        return Ran(code, out, err)

    return run_it


@pytest.fixture
def history(tmp_path: Path) -> Path:
    path = tmp_path / "history.json"
    path.write_text(json.dumps(MESSAGES), encoding="utf-8")
    return path


@pytest.fixture(scope="session")
def imported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a memory of two sessions, a round each, which tests have copies of."""
    folder = tmp_path_factory.mktemp("imported")
    history = folder / "history.json"
    history.write_text(json.dumps(MESSAGES), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("daybook.library.wiring.load_embedder", lambda *args, **kwargs: HashedWords())
        assert run(["import", str(history), "--data-dir", str(folder / "data")]) == 0
    return folder / "data"


@pytest.fixture
def filled(daybook: Command, history: Path, tmp_path: Path, imported: Path) -> Command:
    """The command over a memory of two sessions, a round each."""
    copytree(imported, tmp_path / "data")
    return daybook


@pytest.fixture
def known(filled: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Command:
    """The command over a memory whose ledger knows three things, and learns nothing by itself."""
    monkeypatch.setenv("DAYBOOK_LEDGER", "false")
    post_facts(tmp_path / "data")
    return filled


@pytest.fixture
def imports(daybook: Command, tmp_path: Path) -> Imports:
    return Imports(daybook, tmp_path)
