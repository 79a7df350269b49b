"""The `daybook-eval` command, alone with a scripted server."""

import os
from collections.abc import Iterator

import pytest

from daybook.interfaces.cli.program import run
from daybook.models.embedding import Embedder
from daybook_eval import embedders
from daybook_eval.cli.app import build_app
from tests.interfaces.daybook_command import Command, Ran
from tests.scripted_server import ScriptedServer, scripted_server
from tests.store.bag_of_words import BagOfWords


@pytest.fixture(autouse=True)
def _alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """No settings of the developer's own."""
    for name in list(os.environ):
        if name.startswith(("DAYBOOK_", "OPENAI_")):
            monkeypatch.delenv(name)


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ScriptedServer]:
    """A server that the settings name; its script is spent at the end."""
    with scripted_server() as script:
        monkeypatch.setenv("OPENAI_BASE_URL", script.url)
        monkeypatch.setenv("DAYBOOK_MODEL_RETRIES", "0")
        yield script


@pytest.fixture
def evaluate(capsys: pytest.CaptureFixture[str]) -> Command:
    """Runs `daybook-eval` with these arguments."""

    def run_it(*arguments: str, stdin: str = "") -> Ran:
        capsys.readouterr()
        code = run(arguments, build=build_app, name="daybook-eval")
        out, err = capsys.readouterr()
        return Ran(code, out, err)

    return run_it


def bag_of_words(*_: object, **__: object) -> Embedder:
    return BagOfWords()


@pytest.fixture
def without_a_model(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever embedder the settings name, one that needs no model is opened."""
    monkeypatch.setattr(embedders, "load_embedder", bag_of_words)
