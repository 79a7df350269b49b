"""Reads the data for evaluating time expressions: date-time cases, and LongMemEval questions."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any

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
    def kind(self) -> str:
        """One of "point", "range" and "undated"."""
        if not self.expected:
            return UNDATED
        return "point" if all(each.type in POINTS for each in self.expected) else "range"

    @property
    def half(self) -> str:
        """Either "develop" or "held", by the hash of the text."""
        return "develop" if int(sha256(self.text.encode()).hexdigest(), 16) % 2 == 0 else "held"


def read_cases(path: Path) -> list[TimeCase]:
    """Read the suite: a list of {Input, Context: {ReferenceDateTime}, Results}, gzip JSON."""
    return [_case(row) for row in _load(path)]


def _load(path: Path) -> Any:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return json.load(file)


def _case(row: Mapping[str, Any]) -> TimeCase:
    said = row.get("Context", {}).get("ReferenceDateTime", "2016-11-07T00:00:00")
    reference = datetime.fromisoformat(said).replace(tzinfo=UTC)
    expected = [_expected(result) for result in row["Results"]]
    return TimeCase(row["Input"], reference, tuple(each for each in expected if each))


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


@dataclass(frozen=True, slots=True)
class DatedQuestion:
    """A question with its date and the dates of its evidence."""

    text: str
    asked_at: datetime
    evidence: tuple[datetime, ...]


def read_questions(path: Path) -> list[DatedQuestion]:
    """Read the answerable questions of a LongMemEval file; dates without a zone are UTC."""
    rows = [row for row in _load(path) if not row["question_id"].endswith("_abs")]
    return [
        DatedQuestion(
            row["question"],
            _moment(row["question_date"]),
            tuple(
                _moment(said)
                for name, said in zip(row["haystack_session_ids"], row["haystack_dates"], strict=True)
                if name in row["answer_session_ids"]
            ),
        )
        for row in rows
    ]


def _moment(text: str) -> datetime:
    day, _, clock = text.split()
    return datetime.strptime(f"{day} {clock}", "%Y/%m/%d %H:%M").replace(tzinfo=UTC)
