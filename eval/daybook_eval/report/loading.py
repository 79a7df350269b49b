"""The folder of a run to everything that is reported of it."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from daybook_eval.judging.grade_run import exhibits_of, grade_file, grades_on_these, summarize_grades
from daybook_eval.judging.verdicts import Verdict, judge_cases_of, on_these, verdict_file
from daybook_eval.measures.answers import contains_words
from daybook_eval.records import QuestionRecord, Run
from daybook_eval.report.figures import KEY_MEASURES, accuracy_of, figures_of
from daybook_eval.report.scores import Scored, score_all
from daybook_eval.runs.run_folder import bytes_of_records, is_finished, read_header, records_of
from daybook_eval.statistics import mcnemar, paired_bootstrap

MEASURES = (*map(" ".join, KEY_MEASURES.values()), "evidence 16000", "answer contains_words")


def compare(
    first: Sequence[Scored],
    second: Sequence[Scored],
    verdicts: tuple[Iterable[Verdict], Iterable[Verdict]] = ((), ()),
) -> list[dict[str, Any]]:
    """Compare two runs measure by measure, over the questions that both could be measured on.

    Gives, of each measure that both have, "measure", "questions", "first" and "second" (means), "difference"
    (second minus first) with "low" and "high" (95%, paired bootstrap), "p" and its "test": exact McNemar
    where every value is 0 or 1, with "first_only" and "second_only", else the paired bootstrap. p is not
    corrected for the number of measures.
    """
    found = []
    for measure in MEASURES:
        found += _compared(measure, _values(first, measure), _values(second, measure))
    ours, theirs = (_by_judge(given) for given in verdicts)
    for judge in sorted(ours.keys() & theirs.keys()):
        found += _compared(f"accuracy {judge}", ours[judge], theirs[judge])
    return found


def _values(scored: Iterable[Scored], measure: str) -> dict[str, float]:
    return {
        question.question_id: question.values[measure] for question in scored if measure in question.values
    }


def _by_judge(verdicts: Iterable[Verdict]) -> dict[str, dict[str, float]]:
    found: dict[str, dict[str, float]] = {}
    for verdict in verdicts:
        if verdict.correct is not None:
            found.setdefault(verdict.judge, {})[verdict.question_id] = float(verdict.correct)
    return found


def _compared(measure: str, one: Mapping[str, float], other: Mapping[str, float]) -> list[dict[str, Any]]:
    shared = sorted(one.keys() & other.keys())
    if not shared:
        return []
    first, second = [one[name] for name in shared], [other[name] for name in shared]
    difference = paired_bootstrap(first, second)
    entry: dict[str, Any] = {
        "measure": measure,
        "questions": len(shared),
        "first": sum(first) / len(shared),
        "second": sum(second) / len(shared),
        "difference": difference.interval.mean,
        "low": difference.interval.low,
        "high": difference.interval.high,
        "p": difference.p,
        "test": "paired bootstrap",
    }
    if {*first, *second} <= {0.0, 1.0}:
        exact = mcnemar([value == 1 for value in first], [value == 1 for value in second])
        entry |= {
            "p": exact.p,
            "test": "exact McNemar",
            "first_only": exact.first_only,
            "second_only": exact.second_only,
        }
    return [entry]


def _marks(verdicts: Iterable[Verdict]) -> Mapping[str, Mapping[str, bool | None]]:
    """Give what each judge said of each answer: by question id, then by judge in alphabetical order."""
    found: dict[str, dict[str, bool | None]] = {}
    for verdict in sorted(verdicts, key=lambda verdict: verdict.judge):
        found.setdefault(verdict.question_id, {})[verdict.judge] = verdict.correct
    return found


NEAR = 10
"""Ranks that are likely to be shown."""
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
    records: Records
    figures: dict[str, Any]
    """See `figures_of`; "accuracy" (`accuracy_of`), "grades" (`summarize_grades`, None if nothing was
    graded) are in it as well."""

    def listed(self) -> Iterator[dict[str, str]]:
        """List the questions in their order, with answer, expected answer, verdict and what was found.

        Of each: "question_id", "question", "answer", "expected"; "verdict" ("right", "wrong", "unreadable"),
        under the judge's name where there are several, else "holds it", "does not", or "failed"; "evidence",
        how many of its rounds are among the first ten ("2 of 3").
        """
        marks = _marks(self.verdicts)
        for record in self.records():
            near = record.rankings.final[:NEAR]
            found = sum(round_id in near for round_id in record.gold.rounds)
            yield {
                "question_id": record.question_id,
                "question": record.question,
                "answer": record.error or record.answer or "",
                "expected": "not known" if record.abstention else record.gold_answer,
                "verdict": _verdict_on(record, marks.get(record.question_id, {})),
                "evidence": f"{found} of {len(record.gold.rounds)}" if record.gold.rounds else "",
            }

    def plain(self) -> dict[str, Any]:
        """Write it in the shape that scripts rely on."""
        header = self.header
        return {
            "run": {
                "name": self.name,
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


def _verdict_on(record: QuestionRecord, marks: Mapping[str, bool | None]) -> str:
    if record.status == "failed":
        return "failed"
    if marks:
        told = {True: "right", False: "wrong", None: "unreadable"}
        by_judge = [f"{judge} {told[mark]}" for judge, mark in marks.items()]
        return ", ".join(by_judge) if len(by_judge) > 1 else told[next(iter(marks.values()))]
    if record.answer is None:
        return ""
    if record.abstention:
        return "right" if record.not_known else "wrong"
    return "holds it" if contains_words(record.shown, record.gold_answer) else "does not"


def load_runs(folders: Sequence[Path]) -> list[Reported]:
    """Measure runs from their records alone.

    Raises:
        BadInput: a folder holds no run, or something in it cannot be read.
    """
    short = [folder.resolve().name for folder in folders]
    return [
        _load(folder, name if short.count(name) == 1 else str(folder))
        for folder, name in zip(folders, short, strict=True)
    ]


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
    }
    return Reported(name, header, finished, scored, verdicts, records, figures)


def _verdicts(folder: Path, records: Records) -> Iterator[Verdict]:
    """Give the verdicts on the answers that the run has now."""
    given = verdict_file(folder).read()
    if given:
        yield from on_these(given.values(), judge_cases_of(records()))


def _grades(folder: Path, records: Records) -> dict[str, Any] | None:
    """Sum up the grades of the answers that the run has now. Returns None if there are none."""
    given = grade_file(folder).read().values()
    if not given:
        return None
    exhibits = list(exhibits_of(records()))
    return summarize_grades(grades_on_these(given, exhibits), exhibits) or None
