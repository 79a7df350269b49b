"""Seconds of processor of what people wait for, and a warm question beside a bare search, all in one run.

Everything is done with the demonstration's history, so that it needs no data. Seconds are those of all
processors: work beside it on the machine disturbs them less than those of the clock.
"""

import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from importlib.resources import as_file, files
from itertools import cycle, islice
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from subprocess import run
from tempfile import TemporaryDirectory
from time import process_time

import numpy as np
from rank_bm25 import BM25Plus  # type: ignore[import-untyped]

from daybook import Daybook
from daybook.conversation import Round, rounds_of
from daybook.graph.event_loop import run as run_async
from daybook.interfaces.demo.demonstration import (
    DEMO_OWNER,
    HISTORY,
    DemoQuestion,
    bundled_history,
    read_demo_questions,
)
from daybook.models.embedding import Embedder, load_embedder
from daybook.settings import Settings
from daybook_eval.tables import Table

ADDED = 200
"""Rounds that are kept one by one."""
REPEATS = 5
_COMMAND = "import sys; from daybook.interfaces.cli import main; main(sys.argv[1:])"
_SETTINGS = ("DAYBOOK_", "OPENAI_", "PYTHONDONTWRITEBYTECODE")
_FIRST = datetime(2026, 1, 1, 12, tzinfo=UTC)


def measure() -> dict[str, float]:
    """Time each by its name, in seconds of processor; the one ratio says that it is one."""
    with (
        as_file(files("daybook.interfaces.demo").joinpath(HISTORY)) as history,
        TemporaryDirectory() as place,
    ):
        questions, folder = read_demo_questions(), Path(place)
        _compile(folder)
        imported = _command(folder, "import", str(history), "--format", "messages", "--owner", DEMO_OWNER)
        cold = ("ask", questions[0].question, "--owner", DEMO_OWNER)
        found = {
            "`daybook --help`": median(_command(folder, "--help") for _ in range(REPEATS)),
            "importing the demo's history": imported,
            "a cold `daybook ask`": median(_command(folder, *cold) for _ in range(REPEATS)),
        }
        rounds = [round_ for session in bundled_history() for round_ in rounds_of(session, DEMO_OWNER)]
        with Daybook.open(settings=Settings.of(data_dir=folder), embedder=load_embedder("minilm")) as daybook:
            return {
                **found,
                **_warm(daybook, questions, rounds),
                f"keeping {ADDED} rounds one by one": _timed(lambda: _keep(daybook, rounds)),
            }


def _compile(folder: Path) -> None:
    """Have Python compile what the commands import: people wait for that once, after an installation."""
    said = [{"role": "user", "content": "I row.", "timestamp": _FIRST.isoformat()}]
    (folder / "one.json").write_text(json.dumps(said), encoding="utf-8")
    _command(folder, "import", str(folder / "one.json"), "--format", "messages", "--owner", "compile")
    _command(folder, "ask", "Do I row?", "--owner", "compile")


def _command(folder: Path, *arguments: str) -> float:
    """Run a command in a process of its own, with nothing of this environment's settings."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(_SETTINGS)}
    began = _seconds_of_children()
    run(
        [sys.executable, "-c", _COMMAND, *arguments],
        env={**kept, "DAYBOOK_DATA_DIR": str(folder), "PYTHONPYCACHEPREFIX": str(folder / "compiled")},
        capture_output=True,
        check=True,
    )
    return _seconds_of_children() - began


def _seconds_of_children() -> float:
    used = getrusage(RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _timed(work: Callable[[], object]) -> float:
    began = process_time()
    work()
    return process_time() - began


def _warm(
    daybook: Daybook, questions: Sequence[DemoQuestion], rounds: Sequence[Round]
) -> Mapping[str, float]:
    """Ask every question after a first time, each with a bare search beside it."""
    search = bare_search(rounds, daybook.parts.embedder)
    asked, bare = [], []
    for place, one in enumerate((*questions, *questions)):
        searching = _timed(partial(search, one.question))
        asking = _timed(partial(daybook.ask, one.question, owner=DEMO_OWNER, asked_at=one.asked_at))
        if place >= len(questions):
            bare.append(searching)
            asked.append(asking)
    ratio = median(asked) / median(bare)
    return {
        "a warm question": median(asked),
        "a bare search": median(bare),
        "a warm question, as a ratio to it (no seconds)": ratio,
    }


def bare_search(rounds: Sequence[Round], embedder: Embedder) -> Callable[[str], None]:
    """Make the least that a search can be: embed the question, score every turn, count its words."""
    texts = [turn.content for round_ in rounds for turn in round_.turns]
    matrix = run_async(embedder.embed(texts))
    words = BM25Plus([text.lower().split() for text in texts])

    def search(question: str) -> None:
        (query,) = run_async(embedder.embed([question]))
        np.argsort(-(matrix @ query))
        np.argsort(-words.get_scores(question.lower().split()))

    return search


def _keep(daybook: Daybook, rounds: Sequence[Round]) -> None:
    """Keep what the user says in the history for another owner, over and over up to so many rounds."""
    told = [round_.user.content for round_ in rounds if round_.user is not None]
    for number, text in enumerate(islice(cycle(told), ADDED)):
        daybook.append(text, owner="bench", said_at=_FIRST + timedelta(minutes=number))


def report() -> Table:
    """Give the figures as a table."""
    return Table(
        "speed", ("", "s of processor"), [(name, f"{value:.3g}") for name, value in measure().items()]
    )
