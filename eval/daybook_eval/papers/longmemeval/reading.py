"""LongMemEval's Figure 6: ways of reading in the oracle setting, beside reading what was retrieved."""

import resource
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import islice, product
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from daybook.settings import ReadFormat, ReadMode
from daybook_eval.ablations.collected import Row
from daybook_eval.data.build import compile_histories, first_of_each_type
from daybook_eval.data.cases import read_cases, write_longmemeval
from daybook_eval.growth.memories import in_fresh_process
from daybook_eval.papers.longmemeval.search import BUDGETS
from daybook_eval.papers.longmemeval.studies import ANSWER, LONG
from daybook_eval.papers.longmemeval.tables import CATALOGUE, has_reader
from daybook_eval.papers.measured import collect
from daybook_eval.papers.table import Inputs
from daybook_eval.tables import Cell, Table

_NOTES = {
    ReadMode.CON: "notes first, all at once",
    ReadMode.DIRECT: "no notes",
    ReadMode.PER_ROUND: "notes round by round",
}


def make(inputs: Inputs) -> Table:
    """Make Figure 6: the sessions of the evidence alone (oracle), what was retrieved, and all at once.

    With a model the oracle setting is read by every mode and format as well.
    """
    modelled = has_reader(inputs)
    names = ("budgets", "readings") if modelled else ("budgets",)
    oracle = collect(inputs, inputs.file("longmemeval_oracle"), CATALOGUE, *names).held
    retrieved = collect(inputs, inputs.file("longmemeval_s"), CATALOGUE, "budgets", "offline").held
    offline = retrieved["offline", "whole history", ""]

    def under(held: Mapping[tuple[str, str, str], Row], measure: str = ANSWER, read: str = "") -> list[Cell]:
        study = "readings" if read else "budgets"
        return [held[study, f"{read}{budget}", ""].mean(measure) for budget in BUDGETS]

    rows: list[Sequence[Cell]] = [
        ["by the settings", "oracle sessions", *under(oracle)],
        ["by the settings", "retrieved", *under(retrieved)],
        ["by the settings", "whole history at once", *(None,) * (len(BUDGETS) - 1), offline.mean(ANSWER)],
        ["by the settings", "cites its evidence, oracle", *under(oracle, "cited any")],
        ["by the settings", "cites its evidence, retrieved", *under(retrieved, "cited any")],
    ]
    for mode, form in product(ReadMode, ReadFormat) if modelled else ():
        read = under(oracle, read=f"{mode}, {form}, ")
        rows.append([f"{_NOTES[mode]}, {form}", "oracle sessions", *read])
    notes = [
        "Share of questions whose reply holds the words of the expected answer; questions whose answer is"
        " a rubric count as they fall. Both files give their own dates to one question, and each is read by"
        " its own.",
        "The whole history is read at any cost, under no budget; it stands in the last column.",
    ]
    if not modelled:
        notes.append(
            "JSON or text, notes or none, and notes taken round by round beforehand are ways in which a model"
            " reads: without one (DAYBOOK_CHAT_MODEL) rules read by quotes, in one way. Published, oracle"
            " setting, GPT-4o: notes with JSON are best, up to 0.10 above the worst of the four; 0.924 with"
            " notes and 0.870 without, of all 500 questions."
        )
    return Table(
        "LongMemEval, Figure 6: reading under budgets of tokens",
        ("reading", "of", *map(str, BUDGETS)),
        rows,
        f"{oracle['budgets', str(BUDGETS[0]), ''].questions} answerable questions of LongMemEval's oracle"
        f" sessions, and {offline.questions} of LongMemEval-S",
        notes,
    )


SESSIONS = 500
SEED = 7
_COLUMNS = LONG.columns


def make_long(inputs: Inputs) -> Table:
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
            held = collect(inputs, file, CATALOGUE, LONG.name).held
            for arm in LONG.arms:
                row = held[LONG.name, arm.name, ""]
                rows.append([name, arm.name, *map(row.mean, _COLUMNS)])
    grown = [(peaks[count] - peaks[0]) / 1e6 for count in (1, len(wanted))]
    return Table(
        "LongMemEval-M: one question of each type in histories of 500 sessions",
        ("history", "search", *_COLUMNS),
        rows,
        f"{len(wanted)} questions, each in S and in a history compiled to {SESSIONS} sessions (seed {SEED})",
        [
            f"The file is in LongMemEval's own form, {size / 1e6:.0f} MB, and is read in {seconds:.1f} s, one"
            f" question at a time: peak memory grows by {grown[0]:.0f} MB for the first question and by"
            f" {grown[1]:.0f} MB for all {len(wanted)}.",
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
