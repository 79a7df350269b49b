import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from daybook.store import Store
from daybook_eval.embedders import HashedWords
from daybook_eval.robustness.examination import embedding_with, run_command
from daybook_eval.robustness.file_mutations import mutate
from daybook_eval.robustness.mutations import measure
from daybook_eval.robustness.result import RobustnessSettings
from daybook_eval.robustness.sample_files import sample_files

pytestmark = pytest.mark.slow


def test_mutated_files_of_every_format_end_in_an_import_or_in_a_line(tmp_path: Path) -> None:
    result = measure(RobustnessSettings(tmp_path, mutations=4))

    assert result.failures == ()
    assert result.runs == result.figures["mutations"] == 4 * 16
    assert result.figures["imported"] + result.figures["refused"] == result.runs
    assert min(result.figures["imported"], result.figures["refused"]) > 0


def test_the_sample_files_import_as_they_are(tmp_path: Path) -> None:
    for place, sample in enumerate(sample_files(tmp_path, HashedWords()).values()):
        path = tmp_path / f"{place}.json"
        path.write_bytes(sample.content)
        memory = ("--data-dir", str(tmp_path / str(place)), "--json")
        with embedding_with(HashedWords()):
            done = run_command("import", str(path), *memory, *sample.arguments)
        assert (done.code, done.fault) == (0, "")
        assert json.loads(done.out)["owners"][0]["added"] >= 3


def test_the_same_seed_makes_the_same_mutations_and_they_change_the_file() -> None:
    content = json.dumps([{"role": "user", "content": "I keep bees.", "timestamp": "2024-01-01"}]).encode()

    made = [[mutate(content, Random(seed), lines=False) for seed in range(200)] for _ in range(2)]

    assert made[0] == made[1]
    assert sum(mutation.content != content for mutation in made[0]) > 180
    assert len({mutation.how for mutation in made[0]}) > 20


@pytest.fixture
def messages_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have only one format be mutated, and its sound file made before anything is broken."""
    files = {"messages": sample_files(tmp_path, HashedWords())["messages"]}
    monkeypatch.setattr("daybook_eval.robustness.mutations.sample_files", lambda *_: files)


@pytest.mark.usefixtures("messages_only")
def test_a_fault_after_some_rounds_are_kept_is_a_traceback_and_half_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add = Store.add

    async def breaks(store: Store, *args: Any, **kwargs: Any) -> None:
        await add(store, *args, **kwargs)
        raise RuntimeError("a fault, and\na second line")

    monkeypatch.setattr(Store, "add", breaks)

    result = measure(RobustnessSettings(tmp_path, mutations=12))

    assert result.figures["tracebacks"] == result.figures["half-written"] > 0
    assert "RuntimeError" in result.failures[0]
    assert "second line" not in result.failures[0]
    assert result.figures["imported"] == 0


@pytest.mark.usefixtures("messages_only")
def test_an_import_that_keeps_half_of_a_session_is_half_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    restore = Store.restore

    async def halves(store: Store, owner: str, sessions: Any, **kwargs: Any) -> Any:
        return await restore(store, owner, ((session, rounds[:1]) for session, rounds in sessions), **kwargs)

    monkeypatch.setattr(Store, "restore", halves)

    result = measure(RobustnessSettings(tmp_path, mutations=12))

    assert result.figures["half-written"] > 0
    assert result.figures["tracebacks"] == 0
