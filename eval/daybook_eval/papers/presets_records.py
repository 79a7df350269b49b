"""The presets that change what is known of an owner, on Multi-Session Chat: records and their relations.

The talks of one side of all dialogues are told to memories of 100 talks each, a week apart, so that ages and
distances in time count. Those of one memory are really of different people: an edge of likeness between two
talks joins two people's facts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import fmean
from tempfile import TemporaryDirectory

from daybook import Daybook
from daybook.conversation import Ledger, Record, RelationKind, Status
from daybook.embedding import CachedEmbedder, VectorCache, load_embedder
from daybook.graph.event_loop import run
from daybook.retrieve import rank_records, relevant_records
from daybook.settings import PaperName
from daybook.settings.environment import read_settings
from daybook_eval.data.msc import SPEAKERS, MscDialogue, read_dialogues
from daybook_eval.measures.fact_matching import pair_up, saying_of
from daybook_eval.papers.inputs import Inputs
from daybook_eval.papers.table import Cell, PaperTable
from daybook_eval.statistics import paired_bootstrap

TALKS = 100
"""Dialogues of one memory."""
BEGINS = datetime(2021, 5, 15, 12, tzinfo=UTC)
"""The file dates nothing; annotators worked in May 2021."""
WEEK = timedelta(days=7)
ARMS: dict[str, dict[str, object]] = {
    "default": {},
    "timerag": {"preset": PaperName.TIMERAG},
    "memorystack": {"preset": PaperName.MEMORYSTACK},
}
"""The other presets write and relate records as the default does, or have none."""
_OWNER = "speaker"
_KINDS = (
    RelationKind.ELABORATES,
    RelationKind.CONTRADICTS,
    RelationKind.SUPERSEDES,
    RelationKind.FOLLOWS,
    RelationKind.RELATED_TO,
    RelationKind.SAME_TOPIC,
)


@dataclass(frozen=True, slots=True)
class _Sentence:
    """What an annotator wrote of a talk, and the record that says so."""

    talk: str
    text: str
    slot: str
    value: str


@dataclass(slots=True)
class _Arm:
    """What became of the memories under one preset."""

    status: Counter[str] = field(default_factory=Counter)
    edges: Counter[RelationKind] = field(default_factory=Counter)
    apart: Counter[RelationKind] = field(default_factory=Counter)
    """Edges between the records of two talks, and so of two people."""
    sure: dict[RelationKind, list[float]] = field(default_factory=dict)
    ranks: dict[_Sentence, float] = field(default_factory=dict)
    """Reciprocal rank of the record that says a sentence; 0 where it is not ranked."""

    def within(self, most: int) -> float:
        """The share of sentences whose record is among the first."""
        return fmean(float(rank >= 1 / most) for rank in self.ranks.values())


def make(inputs: Inputs) -> PaperTable:
    """Make the table."""
    file = inputs.file("msc")
    dialogues = list(read_dialogues(file, limit=inputs.limit))
    embedder = CachedEmbedder(load_embedder("minilm"), VectorCache(inputs.cache))
    arms: dict[str, _Arm] = {}
    sentences: dict[int, list[_Sentence]] = {}
    for name, changes in ARMS.items():
        arms[name] = _Arm()
        for first in range(0, len(dialogues), TALKS):
            talks = dialogues[first : first + TALKS]
            with TemporaryDirectory() as folder:
                given = {**changes, **dict(inputs.settings), "data_dir": Path(folder)}
                with Daybook.open(settings=read_settings(**given), embedder=embedder) as daybook:
                    _tell(daybook, talks)
                    ledger = daybook.parts.store.ledgers.of(_OWNER)
                    known = sentences.setdefault(first, _said(talks, ledger))  # those of the first arm
                    _count(arms[name], ledger)
                    _rank(arms[name], daybook, ledger, known)
    default = arms["default"]
    rows: list[list[Cell]] = []
    for name, arm in arms.items():
        found = paired_bootstrap(
            [default.ranks[key] for key in default.ranks], [arm.ranks[key] for key in default.ranks]
        ).interval
        told = f"{found.mean:+.3f} [{found.low:+.3f}, {found.high:+.3f}]"
        rows.append(
            [
                name,
                arm.status[Status.ACTIVE],
                arm.status[Status.DECAYED],
                *(f"{arm.edges[kind]} ({arm.apart[kind]})" for kind in _KINDS),
                arm.within(1),
                arm.within(5),
                fmean(arm.ranks.values()),
                "" if arm is default else told,
            ]
        )
    return PaperTable(
        title="The papers' own pipelines against the default: records of Multi-Session Chat",
        columns=(
            "preset",
            "active records",
            "faded",
            *(kind.value for kind in _KINDS),
            "Recall@1",
            "Recall@5",
            "MRR",
            "MRR, difference",
        ),
        rows=rows,
        on=f"{len(dialogues)} dialogues of {file.name}, {TALKS} to a memory, a week apart; "
        f"{len(default.ranks)} sentences of annotators that a record says",
        notes=[
            "Edges by kind; in brackets those between two talks, and so between two people: joined by "
            "mistake, or because both say the same.",
            "Recall and MRR are of the record that says what an annotator wrote (stemmed words, F1 at least "
            "0.5), with that sentence as the question, as of the last talk; a record that has faded is "
            "missed. The bracket of the last column is the paired 95% interval.",
            "memorystack's thresholds are 0.90 and 0.85 as printed, for another model's vectors; the "
            "default's 0.75 and 0.60 are for MiniLM (docs/ledger.md).",
        ],
        details={
            name: {
                "status": dict(arm.status),
                "confidence": {kind.value: fmean(sure) for kind, sure in arm.sure.items()},
            }
            for name, arm in arms.items()
        },
    )


def _tell(daybook: Daybook, talks: Sequence[MscDialogue]) -> None:
    sessions = (talk.as_session(SPEAKERS[0], BEGINS + place * WEEK) for place, talk in enumerate(talks))
    daybook.add(sessions, owner=_OWNER)


def _said(talks: Sequence[MscDialogue], ledger: Ledger) -> list[_Sentence]:
    """List the annotators' sentences that a record says: one to one within a talk."""
    found = []
    for talk in talks:
        told = [record for record in relevant_records(ledger) if _talk_of(record) == talk.dialogue_id]
        gold = list(dict.fromkeys(talk.learnt(SPEAKERS[0])))
        pairs = pair_up([saying_of(record.text) for record in told], [saying_of(text) for text in gold])
        found += [
            _Sentence(talk.dialogue_id, gold[right], told[left].slot, told[left].value)
            for left, right in pairs
        ]
    return found


def _count(arm: _Arm, ledger: Ledger) -> None:
    arm.status.update(record.status for record in ledger.records.values())
    for edge in ledger.relations:
        source, target = ledger.records[edge.source], ledger.records[edge.target]
        arm.edges[edge.kind] += 1
        arm.apart[edge.kind] += _talk_of(source) != _talk_of(target)
        arm.sure.setdefault(edge.kind, []).append(edge.confidence)


def _rank(arm: _Arm, daybook: Daybook, ledger: Ledger, sentences: Sequence[_Sentence]) -> None:
    """Ask for every sentence as of the last talk."""
    records = relevant_records(ledger)
    if not sentences or not records:
        return
    embedder, options = daybook.parts.embedder, daybook.parts.settings.options.ledger
    texts = run(embedder.embed([record.text for record in records]))
    asked_at = max(record.said_at for record in records)
    questions = run(embedder.embed([sentence.text for sentence in sentences]))
    for place, sentence in enumerate(sentences):
        ranked = rank_records(questions[place : place + 1], ledger, texts, asked_at=asked_at, options=options)
        ranks = (rank for rank, one in enumerate(ranked, start=1) if _says(one.record, sentence))
        arm.ranks[sentence] = 1 / next(ranks, float("inf"))


def _says(record: Record, sentence: _Sentence) -> bool:
    return (_talk_of(record), record.slot, record.value) == (sentence.talk, sentence.slot, sentence.value)


def _talk_of(record: Record) -> str:
    return record.support[0].session_id
