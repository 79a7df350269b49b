"""Any file of a known format, as the memories that it makes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from daybook.conversation import Session
from daybook.errors import BadInput
from daybook.interfaces.formats import Format
from daybook.interfaces.importers.archive import read_archive
from daybook.interfaces.importers.chatgpt import read_chatgpt
from daybook.interfaces.importers.claude import read_claude
from daybook.interfaces.importers.finetuning import read_finetuning
from daybook.interfaces.importers.gemini import read_gemini
from daybook.interfaces.importers.langgraph_store import read_langgraph_store
from daybook.interfaces.importers.locomo import read_conversations
from daybook.interfaces.importers.longmemeval import read_questions
from daybook.interfaces.importers.mem0 import read_mem0
from daybook.interfaces.importers.messages import read_messages
from daybook.interfaces.importers.reading import UNDATED, Reading, ReadOptions
from daybook.interfaces.importers.sharegpt import read_sharegpt
from daybook.interfaces.importers.sources import Source, modified_at
from daybook.interfaces.importers.telegram import read_telegram
from daybook.interfaces.importers.whatsapp import read_whatsapp
from daybook.library.archive import Archive

_EXPORTS: Mapping[Format, Callable[[Source, Reading], Iterator[Session]]] = {
    Format.CHATGPT: read_chatgpt,
    Format.CLAUDE: read_claude,
    Format.GEMINI: read_gemini,
    Format.TELEGRAM: read_telegram,
    Format.WHATSAPP: read_whatsapp,
    Format.SHAREGPT: read_sharegpt,
    Format.FINETUNING: read_finetuning,
    Format.MEM0: read_mem0,
    Format.LANGGRAPH: read_langgraph_store,
}
"""Exports of one person's chats, read one session at a time."""


@dataclass(frozen=True, slots=True)
class History:
    """What one person said, and was told, in the order of the file."""

    source_id: str
    """The question's or the conversation's id in the file; "" where a file is one history."""
    sessions: Iterable[Session]
    """Every one with a turn at least. Those of an export are read as they are taken, once."""
    left_out: Mapping[str, int] = field(default_factory=dict)
    """How many messages were left out, by what they are: of the sessions that were taken so far."""
    archive: Archive | None = None
    """What else a file of Daybook itself holds."""
    notes: Mapping[str, int] = field(default_factory=dict)
    """What else the user should know, and how often; of the sessions that were taken so far."""


def read_histories(
    path: Source,
    kind: Format,
    source_ids: Collection[str] = (),
    limit: int | None = None,
    options: ReadOptions | None = None,
) -> Iterator[History]:
    """Read the histories of a file, one at a time.

    Args:
        path: the file, plain or gzip.
        kind: its format.
        source_ids: LongMemEval question ids, or LoCoMo sample ids; all when empty.
        limit: bytes that the file may hold, unpacked; None for any number.
        options: of an export, what the user says about it.

    Raises:
        BadInput: something in the file is wrong (raised when reading gets there), or ids are given
            for a format that has none.
    """
    if source_ids and kind not in (Format.LONGMEMEVAL, Format.LOCOMO):
        raise BadInput(f"a file of the format {kind} has no questions to choose from", source="--question-id")
    match kind:
        case Format.LONGMEMEVAL:
            for question in read_questions(path, source_ids, limit):
                yield History(question.question_id, _spoken(question.sessions))
        case Format.LOCOMO:
            for talk in read_conversations(path, source_ids, limit):
                yield History(talk.sample_id, _spoken(talk.sessions))
        case Format.MESSAGES:
            undated_at = None if options is None else options.date or modified_at(path)
            history = read_messages(path, limit, undated_at=undated_at)
            yield History(
                "", history.sessions, history.left_out, notes={UNDATED: 1} if history.undated else {}
            )
        case Format.ARCHIVE:
            archive = read_archive(path, limit)
            yield History(archive.owner, tuple(session for session, _ in archive.sessions), archive=archive)
        case _:
            yield _export(path, kind, options or ReadOptions(limit=limit))


def _export(path: Source, kind: Format, options: ReadOptions) -> History:
    reading = Reading(options.date or modified_at(path), options)

    def sessions() -> Iterator[Session]:
        found = False
        for session in _EXPORTS[kind](path, reading):
            found = True
            yield session
        if not found:
            raise BadInput(f"nothing that was said is in it; it was read as {kind}", source=str(path))

    return History("", sessions(), reading.left_out, notes=reading.notes)


def _spoken(sessions: tuple[Session, ...]) -> tuple[Session, ...]:
    return tuple(session for session in sessions if session.turns)
