"""Measures planted histories of several seeds, each in a temporary memory."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

from daybook import Daybook
from daybook.graph.event_loop import run
from daybook.settings.environment import read_settings
from daybook_eval.planted.history import plant_history
from daybook_eval.planted.measure import PlantedFigures, measure


def measure_seeds(seeds: Iterable[int], *, sessions: int, words: str) -> dict[int, PlantedFigures]:
    """Measure a history of each seed with the settings of the environment, each in a memory of its own."""
    found = {}
    for seed in seeds:
        with TemporaryDirectory() as folder:
            settings = read_settings(data_dir=Path(folder))
            with Daybook.open(settings=settings) as daybook:
                found[seed] = run(measure(daybook, plant_history(seed=seed, sessions=sessions, words=words)))
    return found
