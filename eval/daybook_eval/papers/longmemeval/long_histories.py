"""LongMemEval-M: histories of 500 sessions in its own form, read one question at a time, and searched.

The released file is not here, so histories are compiled to its length (`daybook_eval.data.compile`).
"""

from __future__ import annotations

import resource
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from daybook_eval.ablations.collected import Collected
from daybook_eval.data.cases import read_cases
from daybook_eval.data.compile import compile_histories, first_of_each_type
from daybook_eval.growth.fresh_process import in_fresh_process
from daybook_eval.papers.collect import collect
from daybook_eval.papers.inputs import Inputs
from daybook_eval.papers.longmemeval.long_form import write_longmemeval
from daybook_eval.papers.longmemeval.studies import LONG
from daybook_eval.papers.longmemeval.tables import CATALOGUE
from daybook_eval.papers.table import Cell, PaperTable

SESSIONS = 500
SEED = 7
_COLUMNS = LONG.columns


def make(inputs: Inputs) -> PaperTable:
    """Compile one question of each type, measure the reading of the file, and search it and S."""
    read = partial(read_cases, inputs.file("longmemeval_s"))
    wanted = list(islice(first_of_each_type(read(), 1), inputs.limit))
    with TemporaryDirectory() as folder:
        long, short = Path(folder) / "longmemeval_m.json", Path(folder) / "longmemeval_s.json"
        cases = compile_histories(read, sessions=SESSIONS, seed=SEED, question_ids=wanted)
        write_longmemeval(long, cases)
        write_longmemeval(short, read(question_ids=wanted))
        peaks = {count: in_fresh_process(read_peak, long, count) for count in (0, 1, len(wanted))}
        seconds = in_fresh_process(read_seconds, long)
        size = long.stat().st_size
        rows: list[Sequence[Cell]] = []
        for name, file in (("S", short), (f"{SESSIONS} sessions", long)):
            rows += _rows(name, collect(inputs, file, CATALOGUE, LONG.name))
    held = [(peaks[count] - peaks[0]) / 1e6 for count in (1, len(wanted))]
    return PaperTable(
        "LongMemEval-M: one question of each type in histories of 500 sessions",
        ("history", "search", *_COLUMNS),
        rows,
        f"{len(wanted)} questions, each in S and in a history compiled to {SESSIONS} sessions (seed {SEED})",
        [
            f"The file is in LongMemEval's own form, {size / 1e6:.0f} MB, and is read in {seconds:.1f} s, one"
            f" question at a time: peak memory grows by {held[0]:.0f} MB for the first question and by"
            f" {held[1]:.0f} MB for all {len(wanted)}.",
            "One question is a large part of so few: the table shows that the loader and the search carry the"
            " length, and not how good they are. The released M file has other fillers.",
        ],
        {"bytes": size, "seconds": seconds, "peak bytes by questions read": peaks},
    )


def read_peak(path: Path, count: int) -> int:
    """Read so many questions of a file and return the peak of this process's memory, in bytes."""
    for _ in islice(read_cases(path), count):
        pass
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def read_seconds(path: Path) -> float:
    """Read a file to its end and return how long it took."""
    began = perf_counter()
    for _ in read_cases(path):
        pass
    return perf_counter() - began


def _rows(name: str, collected: Collected) -> Iterator[Sequence[Cell]]:
    for arm in LONG.arms:
        row = collected.held[LONG.name, arm.name, ""]
        yield [name, arm.name, *map(row.mean, _COLUMNS)]
