"""The form of a study: sets of outcomes, and shares of them; table and JSON are made of the same.

`daybook_eval.ablations` has another form, for questions with histories.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Generic, TypeVar

from daybook import Daybook
from daybook.models.embedding import Embedder
from daybook.settings import Settings
from daybook_eval.tables import Table

Outcome = TypeVar("Outcome")


@dataclass(frozen=True, slots=True)
class Share(Generic[Outcome]):
    """How many outcomes hold something, of those among which it is counted."""

    heading: str
    """Of its column."""
    key: str
    """Its name in JSON."""
    held: Callable[[Outcome], bool]
    among: Callable[[Outcome], bool] = lambda _: True

    def of(self, outcomes: Sequence[Outcome]) -> list[int]:
        """Give the part and the whole."""
        counted = [outcome for outcome in outcomes if self.among(outcome)]
        return [sum(map(self.held, counted)), len(counted)]


@dataclass(frozen=True, slots=True)
class Study(Generic[Outcome]):
    """The shares that a study counts, and how its table is headed."""

    title: str
    row: str
    """The heading of the first column."""
    shares: Sequence[Share[Outcome]]

    def table(self, sets: Mapping[str, Sequence[Outcome]]) -> Table:
        """Draw up a row for each set of outcomes."""
        return Table(
            self.title,
            (self.row, *(share.heading for share in self.shares)),
            [
                (name, *(_told(*share.of(outcomes)) for share in self.shares))
                for name, outcomes in sets.items()
            ],
        )

    def shape(self, sets: Mapping[str, Sequence[Outcome]]) -> dict[str, dict[str, list[int]]]:
        """Give the shares of each set as plain values."""
        return {
            name: {share.key: share.of(outcomes) for share in self.shares} for name, outcomes in sets.items()
        }


def _told(part: int, whole: int) -> str | None:
    return f"{part} of {whole} ({part / whole:.0%})" if whole else None


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
