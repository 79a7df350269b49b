"""What an import would bring in, told by reading every file once before anything is kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import islice

from daybook.conversation import Round, Session, rounds_of
from daybook.interfaces.formats import Format
from daybook.interfaces.importers.choose import ImportFile
from daybook.interfaces.importers.histories import History, read_histories
from daybook.interfaces.importers.language_guess import language_of
from daybook.interfaces.importers.reading import ReadOptions

SAMPLED = 64
"""Sessions that are kept to measure with: as many as come first, and then ever fewer, over all files."""


@dataclass(slots=True)
class Survey:
    """Counts over all files of an import."""

    sessions: int = 0
    rounds: int = 0
    first: datetime | None = None
    last: datetime | None = None
    histories: Counter[Format] = field(default_factory=Counter)
    """How many memories the files of each format make."""
    left_out: Counter[str] = field(default_factory=Counter)
    notes: Counter[str] = field(default_factory=Counter)
    languages: Counter[str] = field(default_factory=Counter)
    """Sampled rounds, by the language of what the owner said."""
    sample: list[Sequence[Round]] = field(default_factory=list)
    """The rounds of some sessions."""

    @property
    def language_shares(self) -> dict[str, float]:
        """The share of each language, the largest first."""
        total = self.languages.total()
        return {name: round(count / total, 3) for name, count in self.languages.most_common()}

    def take(self, session: Session, rounds: Sequence[Round]) -> None:
        """Count a session."""
        step = max(1, self.sessions // SAMPLED)
        if self.sessions % step == 0:
            self._sample(rounds, step)
        self.sessions += 1
        self.rounds += len(rounds)
        for moment in (session.started_at, *(round_.said_at for round_ in rounds)):
            self.first = moment if self.first is None or moment < self.first else self.first
            self.last = moment if self.last is None or moment > self.last else self.last

    def _sample(self, rounds: Sequence[Round], step: int) -> None:
        for round_ in rounds:
            if round_.user:
                self.languages[language_of(round_.user.content)] += 1
        if len(self.sample) < SAMPLED:
            self.sample.append(rounds)
        else:
            self.sample[(self.sessions // step) % SAMPLED] = rounds


def histories_of(
    files: Collection[ImportFile], wanted: Collection[str], options: ReadOptions
) -> Iterator[tuple[ImportFile, History]]:
    """Yield the histories of all files, each with its file."""
    for file in files:
        for history in read_histories(file.source, file.kind, wanted, options.limit, options):
            yield file, history


def survey(
    files: Collection[ImportFile],
    wanted: Collection[str],
    options: ReadOptions,
    progress: Callable[[int], None],
) -> Survey:
    """Read every file to its end, and count.

    Args:
        files: to read.
        wanted: question ids of LongMemEval or LoCoMo; all when empty.
        options: what the user says about the files.
        progress: called with the sessions read so far.

    Raises:
        BadInput: something in a file is wrong.
    """
    found = Survey()
    for file, history in histories_of(files, wanted, options):
        if history.archive is not None:
            for session, rounds in history.archive.sessions:
                found.take(session, rounds)
        else:
            for session in history.sessions:
                found.take(session, rounds_of(session, ""))
                progress(found.sessions)
        found.histories[file.kind] += 1
        found.left_out.update(history.left_out)
        found.notes.update(history.notes)
    return found


def sampled_rounds(found: Survey, most: int) -> list[Round]:
    """Return some rounds of the sample, no more than `most`."""
    return list(islice((round_ for rounds in found.sample for round_ in rounds), most))
