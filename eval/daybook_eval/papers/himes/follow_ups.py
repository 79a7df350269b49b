"""Follow-up questions whose answers stand in documents, made from the histories of LongMemEval.

A long reply of an assistant is taken for a document, without the question that it answers. The query is a
later turn of the user's in a session, one that leans on its dialogue; the relevant document is the reply to
it. The other documents are long replies of other histories. What its owner asked before are the user's turns
of earlier sessions: the turn itself, and its session, are not among them.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import TypeAlias

from daybook.answer import stand_alone
from daybook.conversation import Document, Passage, Question, Role, Session, Turn
from daybook.conversation.errors import BadInput
from daybook.documents.stored_documents import COLLECTION, SHARED, items_of
from daybook.models.embedding import Embedder
from daybook.store import Store
from daybook.text.english import ENGLISH
from daybook.text.english.questions import leans_on_dialogue
from daybook_eval.data.case import Case
from daybook_eval.rewriting.example import read_examples

PER_HISTORY = 8
"""Follow-up questions that the tables take of a history."""
_LONG = 600
"""Characters from which a reply is taken for a document."""
_SHORT = 200
"""Characters up to which a turn is taken for a question."""
_TITLE = 60
_PUT = 200
"""Documents that are kept at once."""
_ADDED_AT = datetime(2020, 1, 1, tzinfo=UTC)


DocumentPassages: TypeAlias = tuple[Document, list[Passage]]


@dataclass(frozen=True, slots=True)
class FollowUp:
    """A question in its dialogue, with the document that answers it."""

    history: str
    """The id of the LongMemEval question whose history it is from."""
    asked: Question
    document_id: str
    earlier: tuple[str, ...]
    """The user's turns of earlier sessions."""
    excluded: frozenset[str]
    """Documents that are replies of the same history: they would tell which session it is."""
    gold: str = ""
    """The wording that stands alone, where somebody has written it."""

    @property
    def with_dialogue(self) -> str:
        """Put the user's turns of the dialogue before the question, as the paper's long-context baseline."""
        said = [turn.content for turn in self.asked.dialogue if turn.role is Role.USER]
        return " ".join([*said, self.asked.text])

    @property
    def rewritten(self) -> str:
        """Word it by rules so that it stands alone."""
        alone = ENGLISH.read_message(self.asked.text, self.asked.dialogue).alone
        return stand_alone(self.asked, alone)


@dataclass(frozen=True, slots=True)
class FollowUps:
    """Follow-up questions, and the documents that they are asked of."""

    source: str
    """Says what they are, and where they are from."""
    asked: Sequence[FollowUp]
    documents: Mapping[str, DocumentPassages]


def from_examples(path: Path, embedder: Embedder, *, limit: int | None = None) -> FollowUps:
    """Take the questions of a file of rewriting examples that have a passage; the passages are the documents.

    Raises BadInput if no example has one.
    """
    examples = [example for example in islice(read_examples(path), limit) if example.passage.strip()]
    if not examples:
        raise BadInput("no example has a passage, so there is no document to find", source=str(path))
    asked = []
    for example in examples:
        dialogue = tuple(Turn(Role(turn.role), turn.content) for turn in example.dialogue)
        question = Question(example.question, example.id, _ADDED_AT, dialogue)
        name = document_id_of(example.passage)
        asked.append(FollowUp(example.id, question, name, (), frozenset(), example.rewrite))
    documents = _documents([example.passage for example in examples], embedder)
    return FollowUps(f"questions of {path.name}", asked, documents)


def follow_ups(case: Case, *, most: int) -> list[FollowUp]:
    """Choose the follow-up questions of a history, one a session at most, by a hash."""
    replies = frozenset(document_id_of(turn.content) for turn in _replies(case.sessions))
    found = []
    for session in case.sessions:
        earlier = [before for before in case.sessions if before.started_at < session.started_at]
        said = tuple(turn.content for before in earlier for turn in before.turns if turn.role is Role.USER)
        places = [place for place in range(2, len(session.turns) - 1) if _leans(session.turns, place)]
        if not places or not said:
            continue
        place = min(places, key=lambda at: _hash(case.question_id + session.turns[at].content))
        dialogue, turn, reply = session.turns[:place], session.turns[place], session.turns[place + 1]
        asked = Question(turn.content, case.question_id, session.started_at, dialogue)
        document_id = document_id_of(reply.content)
        found.append(FollowUp(case.question_id, asked, document_id, said, replies - {document_id}))
    return sorted(found, key=lambda follow_up: _hash(follow_up.history + follow_up.asked.text))[:most]


def all_follow_ups(cases: Iterable[Case]) -> list[FollowUp]:
    """Choose the follow-up questions of every history that the tables ask."""
    return [follow_up for case in cases for follow_up in follow_ups(case, most=PER_HISTORY)]


def documents_of(cases: Iterable[Case], embedder: Embedder) -> Mapping[str, DocumentPassages]:
    """Make documents of the long replies of histories, each once, by id; a passage is a window of one."""
    return _documents([turn.content for case in cases for turn in _replies(case.sessions)], embedder)


async def shelve(store: Store, documents: Sequence[DocumentPassages]) -> None:
    """Keep documents for everybody."""
    for start in range(0, len(documents), _PUT):
        items = [item for pair in documents[start : start + _PUT] for item in items_of(*pair)]
        await store.items.put(SHARED, items, at=_ADDED_AT)


def document_id_of(reply: str) -> str:
    """Name a reply as a document."""
    return _hash(reply)[:16]


def _leans(turns: Sequence[Turn], place: int) -> bool:
    turn, reply = turns[place], turns[place + 1]
    return (
        turn.role is Role.USER
        and reply.role is Role.ASSISTANT
        and len(turn.content) <= _SHORT
        and len(reply.content) >= _LONG
        and leans_on_dialogue(turn.content)
    )


def _replies(sessions: Iterable[Session]) -> Iterator[Turn]:
    for session in sessions:
        for turn in session.turns:
            if turn.role is Role.ASSISTANT and len(turn.content) >= _LONG:
                yield turn


def _documents(texts: Iterable[str], embedder: Embedder) -> dict[str, DocumentPassages]:
    made: dict[str, DocumentPassages] = {}
    for text in dict.fromkeys(texts):
        name, title = document_id_of(text), " ".join(text.split())[:_TITLE]
        windows = [text[start:stop] for start, stop in embedder.windows(text)]
        passages = [Passage(name, title, place, "", None, words) for place, words in enumerate(windows)]
        about = (name, title, f"reply {name}", _hash(text), COLLECTION, "text/markdown", _ADDED_AT)
        made[name] = (Document(*about, len(passages), shared=True), passages)
    return made


def _hash(text: str) -> str:
    return sha256(text.encode()).hexdigest()
