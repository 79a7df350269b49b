"""Evaluates the parsing of time expressions on date-time cases and on LongMemEval questions.

A case is *dated* if it offers a resolved value of type date, datetime, daterange or datetimerange;
every other case is *undated*: nothing, a time of day, a duration, a habit, or a period that the suite
itself leaves unresolved. A dated case is a *point* if all its dated results are of type date or
datetime, a *range* otherwise.

A result is right when one mention equals one of the values that it offers, to the day: a point in its
day, a range in its first day and in the day that its half-open end falls on (within 24 hours: the day
of its last second), an open side in being open. A text is read once leaning to the past and once to the
future, because the suite offers both; a case is right when each of its dated results is.

The suite ends "from X to Y" and "until Y" where Y begins, we where Y ends: our end is translated to
theirs, and `ranges_literal` is without that. A date is *invented* in an undated case when there is any
mention.
"""

import gzip
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

from daybook.text.english.questions import time_range_of
from daybook.text.english.timex import Lean, TimeMention, find_times
from daybook_eval.data.case import Case, in_first_half
from daybook_eval.data.cases import read_longmemeval
from daybook_eval.tables import Report

DATED = ("date", "datetime", "daterange", "datetimerange")
POINTS = ("date", "datetime")
UNDATED = "undated"
Days = tuple[date | None, date | None]
"""The first day of a stretch and the day that its half-open end falls on."""


@dataclass(frozen=True, slots=True)
class Expected:
    """One dated result of a case: any of the values is right."""

    type: str
    values: frozenset[Days]


@dataclass(frozen=True, slots=True)
class TimeCase:
    """A sentence, the moment it is relative to, and the dates in it."""

    text: str
    reference: datetime
    expected: tuple[Expected, ...]

    @property
    def types(self) -> set[str]:
        """The types of what is expected."""
        return {expression.type for expression in self.expected}

    @property
    def kind(self) -> str:
        """One of "point", "range" and "undated"."""
        if not self.expected:
            return UNDATED
        return "point" if self.types <= set(POINTS) else "range"

    @property
    def half(self) -> str:
        """Either "develop" or "held", by the hash of the text."""
        return "develop" if in_first_half(self.text) else "held"


def read_cases(path: Path) -> list[TimeCase]:
    """Read the suite: a list of {Input, Context: {ReferenceDateTime}, Results}, gzip JSON."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        rows = json.load(file)
    cases = []
    for row in rows:
        said = row.get("Context", {}).get("ReferenceDateTime", "2016-11-07T00:00:00")
        reference = datetime.fromisoformat(said).replace(tzinfo=UTC)
        cases.append(TimeCase(row["Input"], reference, tuple(filter(None, map(_expected, row["Results"])))))
    return cases


def _expected(result: Mapping[str, Any]) -> Expected | None:
    type_ = str(result.get("TypeName", "")).rpartition(".")[2]
    if type_ not in DATED:
        return None
    offered = [days for value in result["Resolution"]["values"] if (days := _days_offered(value))]
    return Expected(type_, frozenset(offered)) if offered else None


def _days_offered(value: Mapping[str, str]) -> Days | None:
    if value.get("value") == "not resolved":
        return None
    if "value" in value:
        day = datetime.fromisoformat(value["value"]).date()
        return day, day
    start, end = (datetime.fromisoformat(value[side]) if side in value else None for side in ("start", "end"))
    if start and value.get("Mod") == "after" and _DAY_TIMEX.search(value["timex"]):
        start += timedelta(days=1)  # "after June 15" is told as the 15th, which does not belong
    return days_of(start, end)


_DAY_TIMEX = re.compile(r"-\d\d-\d\d$")


def days_of(start: datetime | None, end: datetime | None) -> Days:
    """The days of a half-open stretch; one within 24 hours ends on the day of its last second."""
    first, last = start and start.date(), end and end.date()
    if start and end and end - start <= timedelta(days=1):
        last = (end - timedelta(seconds=1)).date()
    return first, last


def read_questions(path: Path) -> list[Case]:
    """Read the answerable questions of a LongMemEval file."""
    return [case for case in read_longmemeval(path) if not case.abstention]


def _evidence(asked: Case) -> list[datetime]:
    return [asked.sessions[place].started_at for place in asked.answer_sessions]


def answers(case: TimeCase, *, literal: bool = False) -> Iterator[tuple[TimeMention, Days, Days]]:
    """Every mention as (mention, days as a point, days as a range), in the past and the future reading."""
    for lean in Lean:
        for mention in find_times(case.text, case.reference, lean=lean):
            start, end = mention.range.start, mention.range.end
            last = (end - timedelta(microseconds=1)).date() if end else None
            point = (start.date() if start else None, last)
            if mention.last is not None and not literal:
                yield mention, point, (point[0], mention.last.date())
            else:
                yield mention, point, days_of(start, end)


def is_right(case: TimeCase, *, literal: bool = False) -> bool:
    """True if every dated result of a case was found."""
    found = list(answers(case, literal=literal))
    points, ranges = {point for _, point, _ in found}, {range_ for _, _, range_ in found}
    return all(
        (points if expression.type in POINTS else ranges) & expression.values for expression in case.expected
    )


def score_cases(cases: list[TimeCase]) -> dict[str, Any]:
    """Share of points and of ranges that are right, and how many undated cases a date was invented in."""
    by_kind = {kind: [case for case in cases if case.kind == kind] for kind in ("point", "range", UNDATED)}
    types = sorted({type_ for case in cases for type_ in case.types})
    invented = [case for case in by_kind[UNDATED] if find_times(case.text, case.reference)]
    return {
        "cases": len(cases),
        "dated": len(by_kind["point"]) + len(by_kind["range"]),
        "points": _share(by_kind["point"]),
        "ranges": _share(by_kind["range"]),
        "ranges_literal": _share(by_kind["range"], literal=True),
        "undated": len(by_kind[UNDATED]),
        "invented": len(invented),
        "by_type": {type_: _share([case for case in cases if case.types == {type_}]) for type_ in types},
    }


def _share(cases: list[TimeCase], *, literal: bool = False) -> dict[str, float | int]:
    right = sum(is_right(case, literal=literal) for case in cases)
    return {"right": right, "of": len(cases), "share": round(right / len(cases), 3) if cases else 0.0}


def score_questions(questions: list[Case]) -> dict[str, Any]:
    """How often a range was found, and how often one that was found holds any, or all, of the evidence."""
    found = [(asked, time_range_of(asked.question, asked.asked_at)) for asked in questions]
    held = [[said in range_ for said in _evidence(asked)] for asked, range_ in found if range_]
    return {
        "questions": len(questions),
        "found": len(held),
        "holds_any": sum(any(found) for found in held),
        "holds_all": sum(all(found) for found in held),
    }


def measure(cases: Sequence[TimeCase], questions: list[Case]) -> dict[str, Any]:
    """Score all cases, either half of them, and the questions where there are any."""
    halves = {half: [case for case in cases if case.half == half] for half in ("develop", "held")}
    report = {name: score_cases(some) for name, some in {"all": list(cases), **halves}.items()}
    return report | ({"longmemeval": score_questions(questions)} if questions else {})


def report(data: Path, longmemeval: Path | None, half: str | None, verbose: bool) -> Report:
    """Score the cases of one file, and the questions of another.

    `verbose` shows every failure (of one half where it is named) and every range.
    """
    cases, questions = read_cases(data), read_questions(longmemeval) if longmemeval else []
    found = measure(cases, questions)
    lines = [line for name in ("all", "develop", "held") for line in _score_lines(name, found[name])]
    if "longmemeval" in found:
        lines.append(f"longmemeval {found['longmemeval']}")
    if verbose:
        lines += [line for case in cases if half in (None, case.half) for line in _failure_lines(case)]
        lines += [line for asked in questions for line in _range_lines(asked)]
    return Report(lines, found)


def _score_lines(name: str, score: Mapping[str, Any]) -> Iterator[str]:
    parts = [
        f"{key} {score[key]['right']}/{score[key]['of']} = {score[key]['share']:.3f}"
        for key in ("points", "ranges", "ranges_literal")
    ]
    yield f"{name:8} {'; '.join(parts)}; invented {score['invented']} of {score['undated']}"
    for type_, share in score["by_type"].items():
        yield f"         {type_}: {share['right']}/{share['of']} = {share['share']:.3f}"


def _failure_lines(case: TimeCase) -> Iterator[str]:
    found = find_times(case.text, case.reference)
    if not found if case.kind == UNDATED else is_right(case):
        return
    yield f"{case.kind}: {case.text!r} at {case.reference:%Y-%m-%d %a}"
    for expected in case.expected:
        offered = " | ".join(f"{first}..{last}" for first, last in sorted(expected.values, key=str))
        yield f"    wanted {expected.type} {offered}"
    for mention in found:
        span = mention.range
        yield f"    found {case.text[mention.start : mention.stop]!r} {span.start} .. {span.end}"


def _range_lines(asked: Case) -> Iterator[str]:
    if range_ := time_range_of(asked.question, asked.asked_at):
        said = ", ".join(f"{day:%F}{'' if day in range_ else ' OUTSIDE'}" for day in _evidence(asked))
        start, end = (f"{moment:%F}" if moment else "open" for moment in (range_.start, range_.end))
        yield f"{asked.asked_at:%F %a}: {start} .. {end} [{said}] {asked.question}"
