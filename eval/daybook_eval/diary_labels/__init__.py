"""Finds the diary's labelled entries (README.md) again, and counts which can be understood alone."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path

from daybook.text.english.facts import events_in

from daybook.conversation import EventAct, Session, ToldEvent, rounds_of
from daybook.interfaces.importers.benchmarks import read_conversations
from daybook.interfaces.importers.fields import Fields
from daybook_eval.constraint_labels import FILES
from daybook_eval.data.cases import read_cases
from daybook_eval.fact_labels.facts import DataSet, Half, hashed, read_lines
from daybook_eval.study import Scorer, Study, share
from daybook_eval.tables import Report

_DAY = timedelta(days=1)
_WORD = re.compile(r"[\w$'’-]+")


class LabelledEntry(Fields):
    """A line of the file: a statement by its place in a turn, which is named by its hash."""

    data: DataSet
    turn: str
    start: int
    stop: int
    worth: bool
    first: date | None = None
    last: date | None = None
    needs: tuple[str, ...] = ()
    spare: tuple[str, ...] = ()

    @property
    def half(self) -> Half:
        """The half that it is in."""
        return Half.A if int(self.turn[-2], 16) % 2 == 0 else Half.B


@dataclass(frozen=True, slots=True)
class FoundEntry:
    """A label, and the event that is told there now; None where none is."""

    label: LabelledEntry
    event: ToldEvent | None

    @property
    def right(self) -> bool:
        """True if an event is entered just where one is worth it."""
        return (self.event is not None) is self.label.worth

    @property
    def alone(self) -> bool:
        """True if its words say what happened, and nothing else."""
        line = " ".join((self.event.what, *self.event.who)).lower() if self.event else ""
        needed = frozenset(_WORD.findall(" ".join(self.label.needs).lower()))
        return needed <= set(_WORD.findall(line)) and not any(spare in line for spare in self.label.spare)

    @property
    def dated(self) -> bool:
        """True if it stands on the labelled days."""
        if self.event is None or self.event.happened is None:
            return False
        start, end = self.event.happened.start, self.event.happened.end
        assert start is not None  # the times of events are bounded
        assert end is not None
        return (start.date(), (end - _DAY).date()) == (self.label.first, self.label.last)

    @property
    def all_right(self) -> bool:
        """True if there is nothing to be mended."""
        return self.right and (not self.label.worth or (self.alone and self.dated))


def labelled_entries() -> list[LabelledEntry]:
    """Read the labels."""
    return read_lines(LabelledEntry, Path(__file__).with_name("labels.jsonl"))


def find_entries(labels: Sequence[LabelledEntry], folder: Path) -> Iterator[FoundEntry]:
    """Read the labelled turns again; of several events the one that shares most of the statement counts."""
    by_turn = {(label.data, label.turn): list[ToldEvent]() for label in labels}
    for data, session in _sessions(folder):
        for round_ in rounds_of(session, "owner"):
            names = {(data, hashed(turn.content)): turn.role for turn in round_.turns}
            if by_turn.keys() & names.keys():
                for event in events_in(round_):
                    name = next(name for name, role in names.items() if role is event.support.side)
                    is_new = name in by_turn and event not in by_turn[name]
                    if is_new and event.act is not EventAct.NOTED:
                        by_turn[name].append(event)
    for label in labels:
        shared = [
            (min(label.stop, event.support.stop) - max(label.start, event.support.start), event)
            for event in by_turn[label.data, label.turn]
        ]
        overlap, best = max(shared, key=lambda pair: pair[0], default=(0, None))
        yield FoundEntry(label, best if overlap > 0 else None)


def _sessions(folder: Path) -> Iterator[tuple[DataSet, Session]]:
    for case in read_cases(folder / FILES[DataSet.LONGMEMEVAL]):
        yield from ((DataSet.LONGMEMEVAL, session) for session in case.sessions)
    for data in (DataSet.LOCOMO, DataSet.REALTALK):
        for talk in read_conversations(folder / FILES[data]):
            yield from ((data, session) for session in talk.sessions)


def _worth(found: FoundEntry) -> bool:
    return found.label.worth


STUDY: Study[FoundEntry] = Study(
    "entries of the diary",
    "half",
    (
        Scorer("right event", "right", share(lambda found: found.right)),
        Scorer("stands alone", "alone", share(lambda found: found.alone, _worth)),
        Scorer("right day", "dated", share(lambda found: found.dated, _worth)),
    ),
)


def report(folder: Path, *, verbose: bool = False) -> Report:
    """Count by halves; `verbose` lists what is wrong of half A."""
    found = list(find_entries(labelled_entries(), folder))
    halves = {half.value: [entry for entry in found if entry.label.half is half] for half in Half}
    lines = [_line(entry) for entry in halves[Half.A] if verbose and not entry.all_right]
    return Report([STUDY.table(halves)], STUDY.shape(halves), lines)


def _line(found: FoundEntry) -> str:
    label, event = found.label, found.event
    time = event.happened if event else None
    days = (
        f"{time.start:%Y-%m-%d} until {time.end:%Y-%m-%d}" if time and time.start and time.end else "no day"
    )
    told = f"{event.what!r}, {days}, of {event.support.quote!r}" if event else "nothing"
    return f"{told}; expected {', '.join(label.needs) or 'nothing'}, {label.first} to {label.last}"
