import os
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from daybook_eval.robustness import damages
from daybook_eval.robustness.examination import Examination, Examiner
from daybook_eval.robustness.result import RobustnessSettings

pytestmark = pytest.mark.slow

SAID = "I keep bees in the orchard."
SOUND = Examination(answers=["In the orchard."], quotes=[SAID], rows="same", sound=True)


def test_damaged_copies_are_examined_and_none_ends_the_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(damages, "_SESSIONS", 12)

    result = damages.measure(RobustnessSettings(tmp_path, damages=2, truth_damages=2))

    assert result.runs == 4
    for kind in ("derived", "truth"):
        assert result.figures[f"{kind}: damages"] == 2
        assert result.figures[f"{kind}: dead"] == 0
    assert result.figures["derived: read as before"] == 2
    assert not [path for path in tmp_path.iterdir() if path.name == "damaged"]


@pytest.mark.parametrize(
    ("after", "outcome"),
    [
        (replace(SOUND, ended=-11, sound=None), "dead"),
        (replace(SOUND, ended=None, sound=None), "stuck"),
        (replace(SOUND, faults=["ValueError"]), "tracebacks"),
        (replace(SOUND, rows="other"), "unseen"),
        (replace(SOUND, answers=["Nowhere."]), "unseen"),
        (replace(SOUND, quotes=["I never said so."], sound=False), "misquoted"),
        (replace(SOUND, refusals=["cannot be read"], rows=""), "refused while sound"),
        (SOUND, None),
        (replace(SOUND, rows="other", sound=False), None),
        (replace(SOUND, refusals=["cannot be read"], sound=False), None),
    ],
)
def test_what_must_not_happen_is_counted_and_told(after: Examination, outcome: str | None) -> None:
    tally = damages.counted_from_nothing()

    damages.judge("truth", "truth 3", SOUND, after, SAID, tally)

    bad = {name: tally.figures[f"truth: {name}"] for name in damages.OUTCOMES}
    assert bad == {name: int(name == outcome) for name in damages.OUTCOMES}
    assert len(tally.lines) == (outcome is not None)


class Aborts:
    """Ends the process that unpickles it, as a library of another language may end one."""

    def __reduce__(self) -> Any:
        return os.abort, ()


def test_a_process_that_is_ended_by_a_signal_is_seen(tmp_path: Path) -> None:
    examiner = Examiner((Aborts(),), ("ada",), {})  # type: ignore[arg-type]

    assert examiner.examine(tmp_path / "data", doctor_first=True).ended == -6


def dump(path: Path) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        connection.text_factory = bytes
        return [row for name in ("owners", "things") for row in connection.execute(f"SELECT * FROM {name}")]


@pytest.mark.parametrize("kind", sorted(damages.KINDS))
def test_every_kind_of_damage_changes_a_row_and_names_no_word_of_it(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "rows.sqlite"
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE owners (owner_pk INTEGER PRIMARY KEY, name TEXT UNIQUE)")
        connection.execute(
            "CREATE TABLE things (pk INTEGER PRIMARY KEY, said TEXT, made_at TEXT, j TEXT, v BLOB)"
        )
        connection.execute("INSERT INTO owners VALUES (1, 'ada')")
        for number in range(3):
            row = (f"{SAID} {number}", f"2024-03-0{number + 1} 09:00:00", '{"n": 10}', bytes([1, 2, number]))
            connection.execute("INSERT INTO things (said, made_at, j, v) VALUES (?, ?, ?, ?)", row)
    before = dump(path)

    with closing(sqlite3.connect(path)) as connection, connection:
        where = damages.KINDS[kind](connection, Random(3))

    assert where is not None
    assert "bees" not in where
    assert dump(path) != before


@pytest.mark.parametrize("how", sorted(damages.WAYS))
def test_every_way_of_damaging_a_file_leaves_the_database_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    names = (
        "chroma/data.bin",
        "chroma/chroma.sqlite3",
        "vectors.sqlite",
        "daybook.sqlite",
        "daybook.sqlite-wal",
    )
    (tmp_path / "chroma").mkdir()
    for place, name in enumerate(names):
        (tmp_path / name).write_bytes(bytes([place + 1]) * 9_000)
    monkeypatch.setattr(damages, "WAYS", {how: damages.WAYS[how]})
    before = {name: (tmp_path / name).read_bytes() for name in names}

    said = damages.damage_derived(tmp_path, Random(5))

    after = {name: (tmp_path / name).read_bytes() for name in names if (tmp_path / name).exists()}
    assert how in said
    assert after != before
    assert all(after[name] == before[name] for name in names[3:])
