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

from daybook.answer import stand_alone
from daybook.answer.chat_passages import LEAST_COSINE
from daybook.conversation import Document, Passage, Question
from daybook.documents.stored_documents import COLLECTION, SHARED, items_of
from daybook.graph.recall import build_recall_graph
from daybook.models.embedding import Embedder
from daybook.settings import Settings
from daybook.text.english import ENGLISH
from daybook_eval.data.case import OTHER_HALF, RULES_HALF, Case, half_of
from daybook_eval.data.cases import read_longmemeval
from daybook_eval.messages import DEVELOPMENT, read_messages
from daybook_eval.papers.himes.follow_ups import DocumentPassages, all_follow_ups, documents_of, shelve
from daybook_eval.papers.tables import Inputs, PaperTable
from daybook_eval.systems.bench import Bench
from daybook_eval.tables import Cell, Table

_HALVES = (RULES_HALF, OTHER_HALF)
_UNRELATED = 200
_PREFIX = "evidence-"
_AT = datetime(2020, 1, 1, tzinfo=UTC)
_OWN, _OTHERS, _EVIDENCE = "own history", "another history", "another history, its evidence as documents"


class Asked(NamedTuple):
    """What came of asking one answerable question of one memory."""

    memory: str
    half: str
    known: bool
    cites: bool
    is_right: bool


def make(inputs: Inputs, table: PaperTable) -> Table:
    """Count, for each memory and half, what was known and what was cited."""
    asked, answers = asyncio.run(_ask_all(inputs))
    rows: list[Sequence[Cell]] = []
    for memory in (_OWN, _OTHERS, _EVIDENCE):
        for half in _HALVES:
            part = [found for found in asked if (found.memory, found.half) == (memory, half)]
            counts = (
                sum(found.known for found in part),
                sum(found.known and not found.cites for found in part),
                sum(found.cites for found in part),
                sum(found.is_right for found in part),
            )
            rows.append([memory, half, len(part), *(count / max(len(part), 1) for count in counts)])
    return table.filled(rows, f"{answers} answers by rules to the questions of longmemeval_oracle_dev")


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


async def _ask(bench: Bench, case: Case, other: Case, unrelated: Iterable[DocumentPassages]) -> list[Asked]:
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
            cited = [quote["document_id"] for quote in answer["evidence"] if "document_id" in quote]
            is_right = any(name.startswith(_PREFIX) for name in cited)
            known, half = not answer["not_known"], half_of(case.question_id)
            found.append(Asked(memory, half, known, bool(cited), is_right))
    return found


def _evidence(case: Case, embedder: Embedder) -> Iterator[DocumentPassages]:
    for place, turn in enumerate(case.evidence_turns):
        name = f"{_PREFIX}{place}"
        windows = [turn.text[start:stop] for start, stop in embedder.windows(turn.text)]
        made = [Passage(name, "Notes", number, "", None, text) for number, text in enumerate(windows)]
        yield Document(name, "Notes", name, "0" * 64, COLLECTION, "text/plain", _AT, len(made)), made


def _some(pairs: Iterable[DocumentPassages]) -> Iterator[DocumentPassages]:
    """Give documents until they have the passages that lie beside each question."""
    count = 0
    for document, passages in pairs:
        if count >= _UNRELATED:
            return
        count += len(passages)
        yield document, passages


_FOUND = 100
_LIMITS = (0.0, 0.3, 0.35, LEAST_COSINE, 0.45, 0.5, 0.55, 0.6)


class Near(NamedTuple):
    """The best passages for a question, best first as search ranks them."""

    half: str
    passages: Sequence[tuple[float, bool]]
    """The cosine of each, and whether it is of the document that answers."""


def make_chat(inputs: Inputs, table: PaperTable) -> Table:
    """Count, for each least cosine, the passages that chat would put before a model."""
    near, messages, documents = asyncio.run(_measure(inputs))
    most = Settings.of(**dict(inputs.settings)).options.documents.passages_in_chat
    rows: list[Sequence[Cell]] = []
    for least in _LIMITS:
        row: list[Cell] = [least]
        for half in _HALVES:
            enough = [
                [is_right for cosine, is_right in question.passages if cosine >= least]
                for question in near
                if question.half == half
            ]
            if enough:
                row.append(fmean(any(rights[:most]) for rights in enough))
                row.append(fmean(len(rights[:most]) for rights in enough))
                row.append(fmean(not all(rights) for rights in enough))
            else:
                row += [None, None, None]
        rows.append((*row, fmean(any(cosine >= least for cosine in message) for message in messages)))
    on = (
        f"{len(near)} follow-up questions of LongMemEval dev and {len(messages)} chat messages, beside "
        f"{documents:,} documents; at most {most} passages are put in"
    )
    return table.filled(rows, on, least=LEAST_COSINE)


async def _measure(inputs: Inputs) -> tuple[list[Near], list[list[float]], int]:
    settings = Settings.of(**dict(inputs.settings))
    bench = Bench.open(settings, cache=inputs.cache)
    cases = list(read_longmemeval(inputs.file("longmemeval_s"), limit=inputs.limit))
    follow_ups = all_follow_ups(cases)
    answering = {follow_up.document_id for follow_up in follow_ups}
    documents = [pair for name, pair in documents_of(cases, bench.embedder).items() if name in answering]
    options = settings.changed(passages_found=_FOUND).options
    near, messages = [], []
    with bench.parts() as parts:
        await shelve(parts.store, documents)

        async def found(asked: Question) -> list[tuple[float, str]]:
            text = stand_alone(asked, ENGLISH.read_message(asked.text, asked.dialogue).alone)
            query = await bench.embedder.embed([text])
            passages = await parts.documents.find([text], query, owner=asked.owner, options=options)
            return [(hit.signals.get("dense", 0.0), hit.passage.document_id) for hit in passages]

        for follow_up in follow_ups:
            rights = [
                (cosine, name == follow_up.document_id)
                for cosine, name in await found(follow_up.asked)
                if name not in follow_up.excluded
            ]
            near.append(Near(half_of(follow_up.history), rights))
        for message in read_messages(DEVELOPMENT).messages:
            question = Question(message.message, message.id, message.asked_at, message.dialogue)
            messages.append([cosine for cosine, _ in await found(question)])
    return near, messages, len(documents)
