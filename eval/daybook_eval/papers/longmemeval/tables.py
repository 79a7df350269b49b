"""LongMemEval's Tables 3 and 4, and Figures 5 and 6, on our questions; and histories of 500 sessions."""

import resource
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import islice, product
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from daybook.conversation.errors import BadInput
from daybook.settings import ModelRole, ReadFormat, ReadMode, TimeMode
from daybook.settings.environment import read_settings
from daybook_eval.ablations.collected import Row
from daybook_eval.data.build import compile_histories, first_of_each_type
from daybook_eval.data.cases import read_cases, write_longmemeval
from daybook_eval.growth.memories import in_fresh_process
from daybook_eval.papers.longmemeval.search import BUDGETS, Shown, Window
from daybook_eval.papers.longmemeval.studies import (
    ANSWER,
    DESIGNS,
    LONG,
    STUDIES,
    TOP,
    V_FACT,
    measures_of,
)
from daybook_eval.papers.longmemeval.values import K_IS_V, Unit
from daybook_eval.papers.measured import collect, difference
from daybook_eval.papers.tables import Inputs, PaperTable
from daybook_eval.tables import Cell, Table

_CATALOGUE = "daybook_eval.papers.longmemeval.studies"
_FOUND = 4
"""Measures of what is found: the first of a value's published figures."""
_NONE = (None,) * _FOUND


def _has_reader(inputs: Inputs) -> bool:
    return read_settings(**dict(inputs.settings)).models.model_of(ModelRole.READ) is not None


def keys(inputs: Inputs, table: PaperTable) -> Table:
    """Make Table 3: what values are found by, and what the reader that is set answers from the best."""
    names = [f"{kind}, {unit}" for unit in Unit for kind in ("keys", "answers by keys")]
    held = collect(inputs, inputs.file("longmemeval_s"), _CATALOGUE, *names).held
    rows: list[Sequence[Cell]] = []
    for unit, chosen in DESIGNS.items():
        measures, base = measures_of(unit), held[f"keys, {unit}", K_IS_V.name, ""]
        for design in chosen:
            row = held[f"keys, {unit}", design.name, ""]
            published = table.published[unit].get(design.name, (None,) * (_FOUND + len(TOP)))
            read = [held[f"answers by keys, {unit}", f"{design.name}, top {most}", ""] for most in TOP]
            against = None if design is K_IS_V else difference(row, measures[0], base) or None
            answers = [row.mean(ANSWER) for row in read]
            found = (*map(row.mean, measures), against, *published[:_FOUND])
            rows.append([unit, design.name, *found, *answers, *published[_FOUND:]])
    reader = "a model" if _has_reader(inputs) else "rules"
    return table.filled(rows, _on(held, f"keys, {Unit.ROUND}"), reader=reader)


def time(inputs: Inputs, table: PaperTable) -> Table:
    """Make Table 4: temporal-reasoning questions, with and without their time range."""
    names = (*(f"time, {unit}" for unit in Unit), "time, Daybook")
    file = inputs.file("longmemeval_s")
    held = collect(inputs, file, _CATALOGUE, *names).held
    if not held:
        raise BadInput("no question that is asked is one of temporal reasoning", source=file)
    rows: list[Sequence[Cell]] = []

    def add(unit: Unit, key: str, use: str, row: Row, base: Row) -> None:
        measures = measures_of(unit)
        against = None if row is base else difference(row, measures[0], base) or None
        published = table.published.get(f"{unit}, {key}, {use}", _NONE)
        rows.append([unit, key, use, *map(row.mean, measures), against, *published])

    for unit, design in product(Unit, (K_IS_V, V_FACT)):
        base = held[f"time, {unit}", f"{design.name}, {Window.NONE}", ""]
        for window in Window:
            row = held[f"time, {unit}", f"{design.name}, {window}", ""]
            add(unit, design.name, window, row, base)
    base = held["time, Daybook", TimeMode.IGNORE, ""]
    for unit, mode in product(Unit, TimeMode):
        add(unit, "Daybook", mode, held["time, Daybook", mode, ""], base)
    first = held[f"time, {Unit.ROUND}", f"{K_IS_V.name}, {Window.SAID}", ""]
    ranged, hidden = first.mean("time has_range") or 0.0, first.mean("time hides") or 0.0
    return table.filled(rows, _on(held, f"time, {Unit.ROUND}"), ranged=ranged, hidden=hidden)


def values(inputs: Inputs, table: PaperTable) -> Table:
    """Make Figure 5: what of the evidence reaches the reader by the form of values, and answers by rules."""
    collected = collect(inputs, inputs.file("longmemeval_s"), _CATALOGUE, "values", "answers by values")
    held, typed = collected.held, collected.typed
    rows: list[Sequence[Cell]] = []
    for shown in Shown:
        row = held["values", shown, ""]
        arms = [("answers by values", f"{shown}, {budget}") for budget in BUDGETS]
        answers = [held[*arm, ""].mean(ANSWER) for arm in arms]
        several = [typed.get((*arm, "multi-session"), Row()).mean(ANSWER) for arm in arms]
        rows.append([shown, "evidence", *(row.mean(f"evidence {budget}") for budget in BUDGETS)])
        rows += [[shown, "answers", *answers], [shown, "answers, multi-session", *several]]
    return table.filled(rows, _on(held, "values"))


def _on(held: Mapping[tuple[str, str, str], Row], study: str) -> str:
    row = held[study, STUDIES[study].arms[0].name, ""]
    return f"{row.questions} answerable questions of LongMemEval-S"


_NOTES = {
    ReadMode.CON: "notes first, all at once",
    ReadMode.DIRECT: "no notes",
    ReadMode.PER_ROUND: "notes round by round",
}


def reading(inputs: Inputs, table: PaperTable) -> Table:
    """Make Figure 6: the sessions of the evidence alone (oracle), what was retrieved, and all at once.

    With a model the oracle setting is read by every mode and format as well.
    """
    modelled = _has_reader(inputs)
    names = ("budgets", "readings") if modelled else ("budgets",)
    oracle = collect(inputs, inputs.file("longmemeval_oracle"), _CATALOGUE, *names).held
    retrieved = collect(inputs, inputs.file("longmemeval_s"), _CATALOGUE, "budgets", "offline").held
    offline = retrieved["offline", "whole history", ""]

    def under(held: Mapping[tuple[str, str, str], Row], measure: str = ANSWER, read: str = "") -> list[Cell]:
        study = "readings" if read else "budgets"
        return [held[study, f"{read}{budget}", ""].mean(measure) for budget in BUDGETS]

    told = "by the settings"
    rows: list[Sequence[Cell]] = [
        [told, "oracle sessions", *under(oracle)],
        [told, "retrieved", *under(retrieved)],
        [told, "whole history at once", *(None,) * (len(BUDGETS) - 1), offline.mean(ANSWER)],
        [told, "cites its evidence, oracle", *under(oracle, "cited any")],
        [told, "cites its evidence, retrieved", *under(retrieved, "cited any")],
    ]
    for mode, form in product(ReadMode, ReadFormat) if modelled else ():
        read = under(oracle, read=f"{mode}, {form}, ")
        rows.append([f"{_NOTES[mode]}, {form}", "oracle sessions", *read])
    on = (
        f"{oracle['budgets', str(BUDGETS[0]), ''].questions} answerable questions of LongMemEval's oracle"
        f" sessions, and {offline.questions} of LongMemEval-S"
    )
    return table.filled(rows, on, by_rules="" if modelled else table.told["by_rules"])


SESSIONS, SEED = 500, 7


def long(inputs: Inputs, table: PaperTable) -> Table:
    """Compile one question of each type, measure the reading of the file, and search it and S."""
    read = partial(read_cases, inputs.file("longmemeval_s"))
    wanted = list(islice(first_of_each_type(read(), 1), inputs.limit))
    with TemporaryDirectory() as folder:
        compiled, short = Path(folder) / "longmemeval_m.json", Path(folder) / "longmemeval_s.json"
        cases = compile_histories(read, sessions=SESSIONS, seed=SEED, question_ids=wanted)
        write_longmemeval(compiled, cases)
        write_longmemeval(short, read(question_ids=wanted))
        peaks = {count: in_fresh_process(read_peak, compiled, count) for count in (0, 1, len(wanted))}
        seconds = in_fresh_process(read_seconds, compiled)
        size = compiled.stat().st_size
        rows: list[Sequence[Cell]] = []
        for name, file in (("S", short), (f"{SESSIONS} sessions", compiled)):
            held = collect(inputs, file, _CATALOGUE, LONG.name).held
            for arm in LONG.arms:
                row = held[LONG.name, arm.name, ""]
                rows.append([name, arm.name, *map(row.mean, LONG.columns)])
    first, everything = ((peaks[count] - peaks[0]) / 1e6 for count in (1, len(wanted)))
    return table.filled(
        rows,
        f"{len(wanted)} questions, each in S and in a history compiled to {SESSIONS} sessions (seed {SEED})",
        details={"bytes": size, "seconds": seconds, "peak bytes by questions read": peaks},
        megabytes=size / 1e6,
        seconds=seconds,
        first=first,
        all=everything,
        count=len(wanted),
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
