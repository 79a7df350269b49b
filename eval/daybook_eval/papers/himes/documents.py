"""Answers by rules where documents lie beside memory: from which of the two, and whether from the right one.

Each question of LongMemEval (oracle) is asked three times beside 200 passages of replies of other histories,
which have nothing to do with it: of its own history, of another's, and of another's with the turns that are
its evidence kept as documents. Documents should answer only the third.
"""

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from statistics import fmean
from typing import NamedTuple

from daybook.answering import stand_alone
from daybook.answering.chat_passages import LEAST_COSINE
from daybook.conversation import Document, Passage, Question
from daybook.documents.stored_documents import COLLECTION, SHARED, items_of
from daybook.graph.recall import build_recall_graph
from daybook.language.english import ENGLISH
from daybook.models.embedding import Embedder
from daybook.settings import Settings
from daybook_eval.data.case import OTHER_HALF, RULES_HALF, Case, half_of
from daybook_eval.data.cases import read_longmemeval
from daybook_eval.messages import DEVELOPMENT, read_messages
from daybook_eval.papers.himes.follow_ups import all_follow_ups, documents_of, shelve
from daybook_eval.papers.table import Inputs
from daybook_eval.systems.bench import Bench
from daybook_eval.tables import Cell, Table

_HALVES = (RULES_HALF, OTHER_HALF)
_UNRELATED = 200
_PREFIX = "evidence-"
_AT = datetime(2020, 1, 1, tzinfo=UTC)
_OWN, _OTHERS, _EVIDENCE = "own history", "another history", "another history, its evidence as documents"
_NOTES = (
    "The paper has no such table. That an answer is from the right document means that it quotes one of the "
    "evidence turns; it is not judged.",
    "The limit of doubt was chosen on the rules' half.",
)
_COLUMNS = (
    "memory",
    "half",
    "questions",
    "known",
    "from memory alone",
    "citing a document",
    "citing the right one",
)


class Asked(NamedTuple):
    """What came of asking one answerable question of one memory."""

    memory: str
    half: str
    known: bool
    cites: bool
    """Whether it cites a document."""
    is_right: bool
    """Whether it cites one that holds its evidence."""


def make(inputs: Inputs) -> Table:
    """Make the table."""
    asked, answers = asyncio.run(_ask_all(inputs))
    rows: list[Sequence[Cell]] = []
    for memory in (_OWN, _OTHERS, _EVIDENCE):
        for half in _HALVES:
            some = [one for one in asked if (one.memory, one.half) == (memory, half)]
            shares = (
                [one.known for one in some],
                [one.known and not one.cites for one in some],
                [one.cites for one in some],
                [one.is_right for one in some],
            )
            rows.append([memory, half, len(some), *(sum(share) / max(len(some), 1) for share in shares)])
    on = f"{answers} answers by rules to the questions of longmemeval_oracle_dev"
    return Table("HiMeS: answers from memory and from documents", _COLUMNS, rows, on, _NOTES)


async def _ask_all(inputs: Inputs) -> tuple[list[Asked], int]:
    """Ask everything; returns what came of the answerable questions, and how many answers there were."""
    bench = Bench.open(Settings.of(**dict(inputs.settings)), cache=inputs.cache)
    cases = list(read_longmemeval(inputs.file("longmemeval_oracle"), limit=inputs.limit))
    replies = [documents_of([case], bench.embedder) for case in cases]
    found: list[Asked] = []
    answers = 0
    for place, case in enumerate(cases):
        further = [*replies[place + 2 :], *replies[: max(place - 1, 0)]]
        others = {name: pair for of in further for name, pair in of.items() if name not in replies[place]}
        asked = await _ask(bench, case, cases[(place + 1) % len(cases)], _some(others.values()))
        answers += len(asked)
        found += [] if case.abstention else asked
    return found, answers


async def _ask(
    bench: Bench, case: Case, other: Case, unrelated: Iterable[tuple[Document, list[Passage]]]
) -> list[Asked]:
    """Ask a question of its own history, of another's, and of another's beside its evidence."""
    evidence = list(_evidence(case, bench.embedder))
    memories = [(_OWN, case), (_OTHERS, other), *([(_EVIDENCE, other)] if evidence else [])]
    found = []
    with bench.parts() as parts:
        for owner, documents in ((SHARED, unrelated), (_EVIDENCE, evidence)):
            items = [item for pair in documents for item in items_of(*pair)]
            await parts.store.items.put(owner, items, at=_AT)
        for memory, told in memories:
            await parts.store.add(memory, told.sessions)
            graph = build_recall_graph(parts, owner=memory)
            answer = await graph.ainvoke({"question": case.question, "asked_at": case.asked_at})
            cited = [one["document_id"] for one in answer["evidence"] if "document_id" in one]
            is_right = any(name.startswith(_PREFIX) for name in cited)
            known, half = not answer["not_known"], half_of(case.question_id)
            found.append(Asked(memory, half, known, bool(cited), is_right))
    return found


def _evidence(case: Case, embedder: Embedder) -> Iterator[tuple[Document, list[Passage]]]:
    """Make a document of each evidence turn."""
    for place, turn in enumerate(case.evidence_turns):
        name = f"{_PREFIX}{place}"
        windows = [turn.text[start:stop] for start, stop in embedder.windows(turn.text)]
        made = [Passage(name, "Notes", number, "", None, text) for number, text in enumerate(windows)]
        yield Document(name, "Notes", name, "0" * 64, COLLECTION, "text/plain", _AT, len(made)), made


def _some(pairs: Iterable[tuple[Document, list[Passage]]]) -> Iterator[tuple[Document, list[Passage]]]:
    """Give documents until they have the passages that lie beside each question."""
    count = 0
    for document, passages in pairs:
        if count >= _UNRELATED:
            return
        count += len(passages)
        yield document, passages


_FOUND = 100
_LIMITS = (0.0, 0.3, 0.35, LEAST_COSINE, 0.45, 0.5, 0.55, 0.6)
_MEASURES = ("right one there", "passages", "without it, some there")
_CHAT_COLUMNS = (
    "least cosine",
    *(f"{half}: {measure}" for half in _HALVES for measure in _MEASURES),
    "chat messages, some there",
)
_CHAT_NOTES = (
    "right one there: a passage of the reply that answers is among those put in; passages: how many are put "
    "in; without it, some there: share of the questions that get a passage where the document that answers "
    "is away.",
    "Replies of the same history are no documents, but for the one that answers. What is near to a question "
    "without answering it is not told from what has nothing to do with it.",
    f"Chat asks {LEAST_COSINE}, which was set before this table was made. A passage too many costs a model "
    "some tokens, and one that is missing the answer; cosines of other embedders may be lower.",
    "Chat messages: the development set of `daybook-eval messages`, of one person's life, on which no reply "
    "of these histories bears.",
)


class Near(NamedTuple):
    """The best passages for a question, best first as search ranks them."""

    half: str
    passages: Sequence[tuple[float, bool]]
    """The cosine of each, and whether it is of the document that answers."""


def make_chat(inputs: Inputs) -> Table:
    """Make the table."""
    near, messages, documents = asyncio.run(_measure(inputs))
    most = Settings.of(**dict(inputs.settings)).options.documents.passages_in_chat
    rows: list[Sequence[Cell]] = []
    for least in _LIMITS:
        row: list[Cell] = [least]
        for half in _HALVES:
            some = [one.passages for one in near if one.half == half]
            enough = [[is_right for cosine, is_right in one if cosine >= least] for one in some]
            row += (
                [
                    fmean(any(one[:most]) for one in enough),
                    fmean(len(one[:most]) for one in enough),
                    fmean(not all(one) for one in enough),
                ]
                if enough
                else [None] * len(_MEASURES)
            )
        rows.append((*row, fmean(any(cosine >= least for cosine in message) for message in messages)))
    on = (
        f"{len(near)} follow-up questions of LongMemEval dev and {len(messages)} chat messages, beside "
        f"{documents:,} documents; at most {most} passages are put in"
    )
    return Table("HiMeS: passages put before a model that replies", _CHAT_COLUMNS, rows, on, _CHAT_NOTES)


async def _measure(inputs: Inputs) -> tuple[list[Near], list[list[float]], int]:
    settings = Settings.of(**dict(inputs.settings))
    bench = Bench.open(settings, cache=inputs.cache)
    cases = list(read_longmemeval(inputs.file("longmemeval_s"), limit=inputs.limit))
    asked = all_follow_ups(cases)
    answering = {one.document_id for one in asked}
    documents = [pair for name, pair in documents_of(cases, bench.embedder).items() if name in answering]
    options = settings.changed(passages_found=_FOUND).options
    near, messages = [], []
    with bench.parts() as parts:
        await shelve(parts.store, documents)

        async def found(asked: Question) -> list[tuple[float, str]]:
            text = stand_alone(asked, ENGLISH.read_message(asked.text, asked.dialogue).alone)
            query = await bench.embedder.embed([text])
            passages = await parts.documents.find([text], query, owner=asked.owner, options=options)
            return [(one.signals.get("dense", 0.0), one.passage.document_id) for one in passages]

        for one in asked:
            kept = [(cosine, name) for cosine, name in await found(one.asked) if name not in one.excluded]
            rights = [(cosine, name == one.document_id) for cosine, name in kept]
            near.append(Near(half_of(one.history), rights))
        for message in read_messages(DEVELOPMENT).messages:
            question = Question(message.message, message.id, message.asked_at, message.dialogue)
            messages.append([cosine for cosine, _ in await found(question)])
    return near, messages, len(documents)
