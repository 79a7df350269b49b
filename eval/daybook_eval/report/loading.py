"""The folder of a run to everything that is reported of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from daybook_eval.judging.grade_summary import summarize_grades
from daybook_eval.judging.grades import GradeFile, exhibits_of, grades_on_these
from daybook_eval.judging.judge_cases import judge_cases_of
from daybook_eval.judging.probe import planted
from daybook_eval.judging.verdicts import VERDICTS, Verdict, VerdictFile, on_these
from daybook_eval.records import QuestionRecord, Run
from daybook_eval.report.accuracy import accuracy_of
from daybook_eval.report.compare import compare
from daybook_eval.report.figures import figures_of
from daybook_eval.report.lost import lost_of
from daybook_eval.report.scores import Scored, score_all
from daybook_eval.run_reader import bytes_of_records, is_finished, read_header, records_of

Records = Callable[[], Iterable[QuestionRecord]]
"""Reads the records of a run from the first on; every reading gives the same."""


@dataclass(frozen=True, slots=True)
class Reported:
    """A run, measured."""

    name: str
    """The name of its folder, told apart from those of other runs where it has to be."""
    header: Run
    finished: bool
    """Whether every question has its record; the figures are of those that do."""
    scored: tuple[Scored, ...]
    verdicts: tuple[Verdict, ...]
    figures: dict[str, Any]
    """See `figures_of`; "accuracy" (`accuracy_of`), "grades" (`summarize_grades`, None where nothing was
    graded) and "failures" (`lost_of`) are in it as well."""

    def plain(self) -> dict[str, Any]:
        """Write it in the shape that scripts rely on."""
        header = self.header
        return {
            "run": {
                "name": self.name,
                "system": header.system,
                "data": {"name": header.data.name, "sha256": header.data.sha256},
                "retrieve_only": header.retrieve_only,
                "started_at": header.started_at.isoformat(),
                "finished": self.finished,
                "embedder": header.embedder,
                "models": dict(header.models),
                "commit": header.code.commit,
                "dirty": header.code.dirty,
                "settings": dict(header.settings),
            },
            **self.figures,
        }


def load_runs(folders: Sequence[Path]) -> list[Reported]:
    """Measure runs from their records alone.

    Raises:
        BadInput: a folder holds no run, or something in it cannot be read.
    """
    return [_load(folder, name) for folder, name in zip(folders, _names(folders), strict=True)]


def comparisons(runs: Sequence[Reported]) -> list[dict[str, Any]]:
    """Hold every other run against the first: "first", "second" and the "measures" of `compare`.

    "same_data" says whether both were made on one file; questions are paired by their ids alone.
    """
    first, *others = runs
    return [
        {
            "first": first.name,
            "second": other.name,
            "same_data": first.header.data.sha256 == other.header.data.sha256,
            "measures": compare(first.scored, other.scored, (first.verdicts, other.verdicts)),
        }
        for other in others
    ]


def _load(folder: Path, name: str) -> Reported:
    header, finished = read_header(folder), is_finished(folder)
    records = partial(records_of, folder, first_bytes=bytes_of_records(folder))
    verdicts = tuple(_verdicts(folder, records))
    scored = tuple(score_all(records()))
    figures = {
        **figures_of(scored),
        "accuracy": accuracy_of(scored, verdicts),
        "grades": _grades(folder, records),
        "failures": lost_of(records(), header, verdicts),
    }
    return Reported(name, header, finished, scored, verdicts, figures)


def _verdicts(folder: Path, records: Records) -> Iterator[Verdict]:
    """Give the verdicts on the answers that the run has now, and on planted ones."""
    given = VerdictFile(folder / VERDICTS).read()
    if given:
        cases = judge_cases_of(records())
        yield from on_these(given, cases + planted(cases, len(cases)))


def _grades(folder: Path, records: Records) -> dict[str, Any] | None:
    """Sum up the grades of the answers that the run has now; None where there are none."""
    given = GradeFile(folder).latest()
    if not given:
        return None
    exhibits = list(exhibits_of(records()))
    return summarize_grades(grades_on_these(given, exhibits), exhibits) or None


def _names(folders: Sequence[Path]) -> list[str]:
    short = [folder.resolve().name for folder in folders]
    return [
        name if short.count(name) == 1 else str(folder) for name, folder in zip(short, folders, strict=True)
    ]
