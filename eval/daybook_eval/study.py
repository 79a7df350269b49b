"""The form of a study: cases in named sets, a system that each set is put to, and scorers of its outcomes.

A study says how its cases are measured and what is counted; table and JSON of its command are made here, from
the same scorers. `daybook_eval.ablations` has another form, for questions with histories.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Generic, TypeVar

from daybook import Daybook
from daybook.models.embedding import Embedder
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
    """The heading of the first column."""
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


def share(
    held: Callable[[Outcome], bool], among: Callable[[Outcome], bool] = lambda _: True
) -> Callable[[Sequence[Outcome]], Proportion]:
    """Score by how many outcomes hold something, of those among which it is counted."""

    def score(outcomes: Sequence[Outcome]) -> Proportion:
        counted = [outcome for outcome in outcomes if among(outcome)]
        return Proportion(sum(map(held, counted)), len(counted))

    return score


@contextmanager
def memory(
    embedder: Embedder | None = None, settings: Callable[..., Settings] = Settings.of, **changes: object
) -> Iterator[Daybook]:
    """Open an empty memory that is removed in the end; without an embedder, with that of the settings.

    `settings` makes these of `changes`: `read_settings` where the environment counts as well.
    """
    with TemporaryDirectory(prefix="daybook-eval-") as folder:
        made = settings(**{**changes, "data_dir": Path(folder)})
        with Daybook.open(settings=made, embedder=embedder) as daybook:
            yield daybook


def agree_to_constraints(daybook: Daybook, owner: str) -> None:
    """Say yes, as an owner who was asked, to all that waits to be heeded in every conversation."""
    for question in daybook.ledger.waiting(owner=owner):
        if question.record is not None and question.question:
            daybook.ledger.confirm(question.record.record_id, owner=owner)
