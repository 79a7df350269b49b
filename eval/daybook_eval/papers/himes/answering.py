"""Answers by rules where documents lie beside memory: from which of the two, and whether from the right one.

Each question of LongMemEval (oracle) is asked three times beside 200 passages of replies of other histories,
which have nothing to do with it: of its own history, of another's, and of another's with the turns that are
its evidence kept as documents. Documents should answer only the third.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from daybook.conversation import Document, Passage
from daybook.documents.kept import COLLECTION, SHARED, items_of
from daybook.embedding import Embedder
from daybook.graph.recall import build_recall_graph
from daybook.settings import Settings
from daybook_eval.data.case import Case
from daybook_eval.data.longmemeval import read_cases
from daybook_eval.halves import OTHER_HALF, RULES_HALF, half_of
from daybook_eval.papers.himes.follow_ups import documents_of
from daybook_eval.papers.inputs import Inputs
from daybook_eval.papers.table import Cell, PaperTable
from daybook_eval.systems.bench import Bench

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


@dataclass(frozen=True, slots=True)
class Asked:
    """What came of asking one question of one memory."""

    memory: str
    half: str
    known: bool
    cites: bool
    """Whether it cites a document."""
    is_right: bool
    """Whether it cites one that holds its evidence."""
    abstention: bool


def make(inputs: Inputs) -> PaperTable:
    """Make the table."""
    asked = asyncio.run(_ask_all(inputs))
    halves = (RULES_HALF, OTHER_HALF)
    rows = [_row(asked, memory, half) for memory in (_OWN, _OTHERS, _EVIDENCE) for half in halves]
    on = f"{len(asked)} answers by rules to the questions of longmemeval_oracle_dev"
    return PaperTable("HiMeS: answers from memory and from documents", _COLUMNS, rows, on, _NOTES)


async def _ask_all(inputs: Inputs) -> list[Asked]:
    bench = Bench.open(Settings.of(**dict(inputs.settings)), cache=inputs.cache)
    cases = list(read_cases(inputs.file("longmemeval_oracle"), limit=inputs.limit))
    replies = [documents_of([case], bench.embedder) for case in cases]
    found: list[Asked] = []
    for place, case in enumerate(cases):
        further = [*replies[place + 2 :], *replies[: max(place - 1, 0)]]
        others = {name: pair for of in further for name, pair in of.items() if name not in replies[place]}
        found += await _ask(bench, case, cases[(place + 1) % len(cases)], list(_some(others.values())))
    return found


async def _ask(
    bench: Bench, case: Case, other: Case, unrelated: Sequence[tuple[Document, list[Passage]]]
) -> list[Asked]:
    """Ask a question of its own history, of another's, and of another's beside its evidence."""
    evidence = list(_evidence(case, bench.embedder))
    memories = [(_OWN, case), (_OTHERS, other), *([(_EVIDENCE, other)] if evidence else [])]
    found = []
    with TemporaryDirectory() as folder, bench.parts(Path(folder)) as parts:
        shared = [item for pair in unrelated for item in items_of(*pair)]
        await parts.store.items.put(SHARED, shared, at=_AT)
        own = [item for pair in evidence for item in items_of(*pair)]
        await parts.store.items.put(_EVIDENCE, own, at=_AT)
        for memory, told in memories:
            await parts.store.add(memory, told.sessions)
            graph = build_recall_graph(parts, owner=memory)
            answer = await graph.ainvoke({"question": case.question, "asked_at": case.asked_at})
            cited = [one["document_id"] for one in answer["evidence"] if "document_id" in one]
            is_right = any(name.startswith(_PREFIX) for name in cited)
            half = half_of(case.question_id)
            found.append(Asked(memory, half, not answer["not_known"], bool(cited), is_right, case.abstention))
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


def _row(asked: Sequence[Asked], memory: str, half: str) -> list[Cell]:
    some = [one for one in asked if one.memory == memory and one.half == half and not one.abstention]
    count = max(len(some), 1)
    return [
        memory,
        half,
        len(some),
        sum(one.known for one in some) / count,
        sum(one.known and not one.cites for one in some) / count,
        sum(one.cites for one in some) / count,
        sum(one.is_right for one in some) / count,
    ]
