"""A small memory with the bundled model, and graphs over it."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
from pydantic import SecretStr

from daybook import Daybook
from daybook.conversation import Role, Session, Turn
from daybook.models.embedding import Embedder, load_embedder
from daybook.settings import Settings
from tests.scripted_server import ScriptedServer, scripted_server

MAY = datetime(2023, 5, 2, 9, 0, tzinfo=UTC)
ASKED = datetime(2023, 5, 30, 10, 0, tzinfo=UTC)
OpenDaybook = Callable[..., Daybook]


def said(name: str, day: int, *texts: str) -> Session:
    """A session on a day of May; the user begins, and the two take turns."""
    roles = (Role.USER, Role.ASSISTANT)
    turns = tuple(Turn(roles[place % 2], text) for place, text in enumerate(texts))
    return Session(name, MAY + timedelta(days=day), turns)


HISTORY = [
    said(
        "cat", 0, "I adopted a grey cat yesterday and named her Pixel.", "Congratulations! Cats like boxes."
    ),
    said("work", 6, "I started a new job as a baker at Crumb & Sons.", "Early mornings then. Sleep well!"),
    said("food", 12, "Which restaurant should I try in Bath?", "Try the Copper Quince on Walcot Row."),
    said("bike", 20, "I sold my red bicycle to a neighbour for 90 euros.", "A fair price."),
]


def models_at(server: ScriptedServer, **settings: Any) -> dict[str, Any]:
    """Settings of models at a scripted server, each of whose calls is made once."""
    at = {"openai_api_key": SecretStr("sk-test"), "openai_base_url": server.url, "model_retries": 0}
    return {**at, **settings}


@pytest.fixture(scope="session")
def minilm() -> Embedder:
    return load_embedder("minilm")


@pytest.fixture(scope="session")
def told_folder(minilm: Embedder, tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """The folder of a memory to which the history was told under some settings: tests have copies of it."""
    folders: dict[str, Path] = {}

    def told_under(**settings: Any) -> Path:
        key = repr(sorted((name, value) for name, value in settings.items() if name != "openai_base_url"))
        if key not in folders:
            folder = folders[key] = tmp_path_factory.mktemp("told")
            chosen = Settings.of(data_dir=folder, **settings)
            with Daybook.open(settings=chosen, embedder=minilm, clock=lambda: ASKED) as daybook:
                daybook.add(HISTORY, owner="ada")
        return folders[key]

    return told_under


@pytest.fixture
def open_daybook(tmp_path: Path, minilm: Embedder, told_folder: Callable[..., Path]) -> Iterator[OpenDaybook]:
    """Opens a memory of the history, with any settings; it is closed at the end."""
    with ExitStack() as stack:

        def open_it(**settings: Any) -> Daybook:
            folder = tmp_path / "data"
            if not folder.exists():  # a test may open its memory once more
                copytree(told_folder(**settings), folder)
            chosen = Settings.of(data_dir=folder, **settings)
            daybook = Daybook.open(settings=chosen, embedder=minilm, clock=lambda: ASKED)
            stack.enter_context(daybook)
            daybook.add(HISTORY, owner="ada")
            return daybook

        yield open_it


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with scripted_server() as script:
        yield script
