"""The form of a study: cases in named sets, a system that each set is put to, and scorers of its outcomes.

A study says how its cases are measured and what is counted of them; the table and the JSON of its command are
made here, from the same scorers. Studies of settings and rankings, whose cases are questions with histories,
have a form of their own in `daybook_eval.ablations`, and go through the same tables.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Generic, TypeVar

from daybook import Daybook
from daybook.embedding import Embedder
from daybook.settings import Settings
from daybook_eval.tables import Proportion, Table

Outcome = TypeVar("Outcome")


@dataclass(frozen=True, slots=True)
class Scorer(Generic[Outcome]):
    """One figure of a set of outcomes."""

    heading: str
    """Of its column; "" keeps it out of the table."""
    key: str
    """Its name in JSON; "" keeps it out."""
    score: Callable[[Sequence[Outcome]], Any]
    spec: str = ""
    """How the table writes a number."""

    def cell(self, outcomes: Sequence[Outcome]) -> Any:
        """Score for the table."""
        value = self.score(outcomes)
        return format(value, self.spec) if self.spec and value is not None else value

    def plain(self, outcomes: Sequence[Outcome]) -> object:
        """Score for JSON."""
        value = self.score(outcomes)
        return [value.part, value.whole] if isinstance(value, Proportion) else value


@dataclass(frozen=True, slots=True)
class Study(Generic[Outcome]):
    """The scorers of a study, and how its table is headed."""

    title: str
    row: str
    """What a row is: the heading of the first column."""
    scorers: Sequence[Scorer[Outcome]]

    def table(self, sets: Mapping[str, Sequence[Outcome]], *, notes: Sequence[str] = ()) -> Table:
        """Draw up a row for each set of outcomes."""
        shown = [scorer for scorer in self.scorers if scorer.heading]
        return Table(
            self.title,
            (self.row, *(scorer.heading for scorer in shown)),
            [(name, *(scorer.cell(outcomes) for scorer in shown)) for name, outcomes in sets.items()],
            notes=notes,
        )

    def shape(self, sets: Mapping[str, Sequence[Outcome]]) -> dict[str, dict[str, object]]:
        """Give the figures of each set as plain values."""
        return {
            name: {scorer.key: scorer.plain(outcomes) for scorer in self.scorers if scorer.key}
            for name, outcomes in sets.items()
        }


@contextmanager
def memory(
    embedder: Embedder | None = None, settings: Callable[..., Settings] = Settings.of, **changes: object
) -> Iterator[Daybook]:
    """Open an empty memory that is removed in the end.

    Args:
        embedder: the one of the settings if None.
        settings: makes them; `read_settings` where those of the environment count as well.
        changes: settings by name.
    """
    with TemporaryDirectory(prefix="daybook-eval-") as folder:
        made = settings(**{**changes, "data_dir": Path(folder)})
        with Daybook.open(settings=made, embedder=embedder) as daybook:
            yield daybook
