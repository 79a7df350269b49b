"""Which passages are put before a model that replies, by the least cosine that is asked of them.

Follow-up questions are asked of the documents that answer them and of those of the others, and again without
the document that answers. Messages of a chat that no document bears on are asked of the same documents.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from tempfile import TemporaryDirectory

from daybook.conversation import FoundPassage, Question
from daybook.documents.search import DocumentSearch
from daybook.embedding import Embedder
from daybook.reply import stand_alone
from daybook.reply.documents import LEAST_COSINE
from daybook.settings import Options, Settings
from daybook_eval.data.longmemeval import read_cases
from daybook_eval.halves import OTHER_HALF, RULES_HALF, half_of
from daybook_eval.messages import DEVELOPMENT, read_messages
from daybook_eval.papers.himes.follow_ups import PER_HISTORY, FollowUp, documents_of, follow_ups, shelve
from daybook_eval.papers.inputs import Inputs
from daybook_eval.papers.table import Cell, PaperTable
from daybook_eval.systems.bench import Bench

_FOUND = 100
_LIMITS = (0.0, 0.3, 0.35, LEAST_COSINE, 0.45, 0.5, 0.55, 0.6)
_MEASURES = ("right one there", "passages", "without it, some there")
_COLUMNS = (
    "least cosine",
    *(f"{half}: {measure}" for half in (RULES_HALF, OTHER_HALF) for measure in _MEASURES),
    "chat messages, some there",
)
_NOTES = (
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


@dataclass(frozen=True, slots=True)
class Near:
    """The best passages for a question, best first as search ranks them."""

    half: str
    passages: Sequence[tuple[float, bool]]
    """The cosine of each, and whether it is of the document that answers."""


def make(inputs: Inputs) -> PaperTable:
    """Make the table."""
    near, messages, documents = asyncio.run(_measure(inputs))
    most = Settings.of(**dict(inputs.settings)).options.documents.passages_in_chat
    rows: list[Sequence[Cell]] = []
    for least in _LIMITS:
        row: list[Cell] = [least]
        for half in (RULES_HALF, OTHER_HALF):
            row += _row([one for one in near if one.half == half], least, most)
        rows.append((*row, fmean(any(cosine >= least for cosine in one) for one in messages)))
    on = (
        f"{len(near)} follow-up questions of LongMemEval dev and {len(messages)} chat messages, beside "
        f"{documents:,} documents; at most {most} passages are put in"
    )
    return PaperTable("HiMeS: passages put before a model that replies", _COLUMNS, rows, on, _NOTES)


async def _measure(inputs: Inputs) -> tuple[list[Near], list[list[float]], int]:
    settings = Settings.of(**dict(inputs.settings))
    bench = Bench.open(settings, cache=inputs.cache)
    cases = list(read_cases(inputs.file("longmemeval_s"), limit=inputs.limit))
    asked = [one for case in cases for one in follow_ups(case, most=PER_HISTORY)]
    answering = {one.document_id for one in asked}
    documents = [pair for name, pair in documents_of(cases, bench.embedder).items() if name in answering]
    options = settings.changed(passages_found=_FOUND).options
    with TemporaryDirectory() as folder, bench.parts(Path(folder)) as parts:
        await shelve(parts.store, documents)
        near = [await _near(one, parts.documents, bench.embedder, options) for one in asked]
        messages = [
            [_cosine(one) for one in await _found(question, parts.documents, bench.embedder, options)]
            for question in _messages()
        ]
    return near, messages, len(documents)


def _messages() -> list[Question]:
    return [
        Question(one.message, one.id, one.asked_at, tuple(turn.as_turn() for turn in one.dialogue))
        for one in read_messages(DEVELOPMENT).messages
    ]


async def _near(asked: FollowUp, search: DocumentSearch, embedder: Embedder, options: Options) -> Near:
    found = [
        one
        for one in await _found(asked.asked, search, embedder, options)
        if one.passage.document_id not in asked.excluded
    ]
    passages = [(_cosine(one), one.passage.document_id == asked.document_id) for one in found]
    return Near(half_of(asked.history), passages)


async def _found(
    asked: Question, search: DocumentSearch, embedder: Embedder, options: Options
) -> list[FoundPassage]:
    text = stand_alone(asked)
    return await search.find([text], await embedder.embed([text]), owner=asked.owner, options=options)


def _cosine(found: FoundPassage) -> float:
    return found.signals.get("dense", 0.0)


def _row(near: Sequence[Near], least: float, most: int) -> list[Cell]:
    if not near:
        return [None] * len(_MEASURES)
    near_enough = [[is_right for cosine, is_right in one.passages if cosine >= least] for one in near]
    return [
        fmean(any(one[:most]) for one in near_enough),
        fmean(len(one[:most]) for one in near_enough),
        fmean(not all(one) for one in near_enough),
    ]
