"""Any file of a known format, as the memories that it makes."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from daybook.conversation import Session
from daybook.errors import BadInput
from daybook.interfaces.formats import Format
from daybook.interfaces.importers.archive import read_archive
from daybook.interfaces.importers.locomo import read_conversations
from daybook.interfaces.importers.longmemeval import read_questions
from daybook.interfaces.importers.messages import read_messages
from daybook.library.archive import Archive


@dataclass(frozen=True, slots=True)
class History:
    """What one person said, and was told, in the order of the file."""

    source_id: str
    """The question's or the conversation's id in the file; "" where a file is one history."""
    sessions: tuple[Session, ...]
    """Every one with a turn at least."""
    left_out: Mapping[str, int] = field(default_factory=dict)
    """How many messages were left out, by what they are."""
    archive: Archive | None = None
    """What else a file of Daybook itself holds."""


def read_histories(
    path: Path, kind: Format, source_ids: Collection[str] = (), limit: int | None = None
) -> Iterator[History]:
    """Read the histories of a file, one at a time.

    Args:
        path: the file, plain or gzip.
        kind: its format.
        source_ids: LongMemEval question ids, or LoCoMo sample ids; all when empty.
        limit: bytes that the file may hold, unpacked; None for any number.

    Raises:
        BadInput: something in the file is wrong (raised when reading gets there), or ids are given
            for a format that has none.
    """
    match kind:
        case Format.LONGMEMEVAL:
            for question in read_questions(path, source_ids, limit):
                yield History(question.question_id, _spoken(question.sessions))
        case Format.LOCOMO:
            for talk in read_conversations(path, source_ids, limit):
                yield History(talk.sample_id, _spoken(talk.sessions))
        case Format.MESSAGES:
            if source_ids:
                raise BadInput("a file of messages has no questions to choose from", source="--question-id")
            history = read_messages(path, limit)
            yield History("", history.sessions, history.left_out)
        case Format.ARCHIVE:
            if source_ids:
                raise BadInput("an archive has no questions to choose from", source="--question-id")
            archive = read_archive(path, limit)
            yield History(archive.owner, tuple(session for session, _ in archive.sessions), archive=archive)


def _spoken(sessions: tuple[Session, ...]) -> tuple[Session, ...]:
    return tuple(session for session in sessions if session.turns)
