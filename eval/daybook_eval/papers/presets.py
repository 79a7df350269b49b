"""The papers' own pipelines against the default: what each finds, what its reader sees, what rules answer."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from statistics import fmean
from typing import NamedTuple

from daybook import Daybook
from daybook.conversation import Ledger, Record, RelationKind, Status
from daybook.graph.event_loop import run
from daybook.models.embedding import load_embedder
from daybook.retrieve import rank_records, relevant_records
from daybook.settings import PRESETS, PresetName, preset_needs
from daybook.settings.environment import read_settings
from daybook_eval.ablations.studies import READING, RETRIEVAL, STUDIES
from daybook_eval.data.msc import SPEAKERS, MscDialogue, read_dialogues
from daybook_eval.embedders import cached
from daybook_eval.measures.fact_matching import pair_up, saying_of
from daybook_eval.papers.measured import CATALOGUE, collect, difference, intervals
from daybook_eval.papers.tables import Inputs, PaperTable
from daybook_eval.statistics import paired_bootstrap
from daybook_eval.study import memory
from daybook_eval.tables import Cell, Table

_MEASURES = (
    "round recall_all@5",
    "round recall_all@10",
    "round recall_all@20",
    "round ndcg_any@10",
    "session recall_all@5",
    "read evidence",
    "read tokens",
    "answer contains_words",
)
_DIFFERENCES = ("round recall_all@10", "answer contains_words")


def make(inputs: Inputs, table: PaperTable) -> Table:
    """Measure every preset on the table's data set."""
    file, study = inputs.file(table.data), STUDIES["presets"]
    collected = collect(inputs, file, CATALOGUE, study.name)
    rows = dict(collected.rows(study))
    default = rows[study.against]
    cells: list[list[Cell]] = []
    for name, row in rows.items():
        means: dict[str, Cell] = {measure: row.mean(measure) for measure in _MEASURES}
        if isinstance(tokens := means["read tokens"], float):
            means["read tokens"] = f"{tokens:,.0f}"
        differences = [
            "" if row is default else difference(row, measure, default) for measure in _DIFFERENCES
        ]
        cells.append([name, *means.values(), *differences])
    by_type = {
        f"{arm}, {kind}": {
            "questions": row.questions,
            **{measure: row.mean(measure) for measure in _MEASURES},
        }
        for (_, arm, kind), row in sorted(collected.typed.items())
    }
    notes = []
    for preset in PRESETS:
        if needs := preset_needs(preset):
            told = "; ".join(f"to {role}: {otherwise}" for role, otherwise in needs.items())
            notes.append(f"{preset.value} without a model {told}.")
    return table.filled(
        cells,
        f"{default.questions} answerable questions of {file.name}, MiniLM int8, no chat model",
        notes=notes,
        details={"intervals": intervals(study, rows, (*RETRIEVAL, *READING)), "by_type": by_type},
        file=file.name.partition(".")[0],
    )


TALKS = 100
"""Dialogues of one memory."""
BEGINS = datetime(2021, 5, 15, 12, tzinfo=UTC)
"""The file dates nothing; annotators worked in May 2021."""
WEEK = timedelta(days=7)
ARMS: dict[str, dict[str, object]] = {
    "default": {},
    "timerag": {"preset": PresetName.TIMERAG},
    "memorystack": {"preset": PresetName.MEMORYSTACK},
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


class _Sentence(NamedTuple):
    """What an annotator wrote of a talk, and slot and value of the record that says so."""

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

    def count(self, ledger: Ledger) -> None:
        """Add the records of a memory, and the edges between them."""
        self.status.update(record.status for record in ledger.records.values())
        for edge in ledger.relations:
            self.edges[edge.kind] += 1
            ends = {_talk_of(ledger.records[end]) for end in (edge.source, edge.target)}
            self.apart[edge.kind] += len(ends) > 1
            self.sure.setdefault(edge.kind, []).append(edge.confidence)

    def rank(self, daybook: Daybook, ledger: Ledger, sentences: Sequence[_Sentence]) -> None:
        """Ask for every sentence as of the last talk."""
        records = relevant_records(ledger)
        if not sentences or not records:
            return
        embedder, options = daybook.parts.embedder, daybook.parts.settings.options.ledger
        texts = run(embedder.embed([record.text for record in records]))
        asked_at = max(record.said_at for record in records)
        questions = run(embedder.embed([sentence.text for sentence in sentences]))
        for place, wanted in enumerate(sentences):
            query = questions[place : place + 1]
            found = rank_records(query, ledger, texts, asked_at=asked_at, options=options)
            said = [(_talk_of(ranked.record), ranked.record.slot, ranked.record.value) for ranked in found]
            key = (wanted.talk, wanted.slot, wanted.value)
            self.ranks[wanted] = 1 / (said.index(key) + 1) if key in said else 0.0


def make_msc(inputs: Inputs, table: PaperTable) -> Table:
    """Tell talks to memories under three presets, and look for what annotators wrote of them."""
    file = inputs.file("msc")
    dialogues = list(read_dialogues(file, limit=inputs.limit))
    embedder = cached(load_embedder("minilm"), inputs.cache)
    arms: dict[str, _Arm] = {}
    sentences: dict[int, list[_Sentence]] = {}
    for name, changes in ARMS.items():
        arm = arms[name] = _Arm()
        for first in range(0, len(dialogues), TALKS):
            talks = dialogues[first : first + TALKS]
            with memory(embedder, read_settings, **{**changes, **dict(inputs.settings)}) as daybook:
                daybook.add(
                    (talk.as_session(SPEAKERS[0], BEGINS + place * WEEK) for place, talk in enumerate(talks)),
                    owner=_OWNER,
                )
                ledger = daybook.parts.store.ledgers.of(_OWNER)
                known = sentences.setdefault(first, _said(talks, ledger))  # those of the first arm
                arm.count(ledger)
                arm.rank(daybook, ledger, known)
    default = arms["default"]
    rows: list[list[Cell]] = []
    for name, arm in arms.items():
        ranks = [arm.ranks[key] for key in default.ranks]
        found = paired_bootstrap(list(default.ranks.values()), ranks).interval
        status = [arm.status[Status.ACTIVE], arm.status[Status.DECAYED]]
        edges = [f"{arm.edges[kind]} ({arm.apart[kind]})" for kind in _KINDS]
        recalls = [fmean(float(rank >= 1 / most) for rank in arm.ranks.values()) for most in (1, 5)]
        told = "" if arm is default else f"{found:+.3f}"
        rows.append([name, *status, *edges, *recalls, fmean(arm.ranks.values()), told])
    on = (
        f"{len(dialogues)} dialogues of {file.name}, {TALKS} to a memory, a week apart; "
        f"{len(default.ranks)} sentences of annotators that a record says"
    )
    details: dict[str, object] = {}
    for name, arm in arms.items():
        confidence = {kind.value: fmean(sure) for kind, sure in arm.sure.items()}
        details[name] = {"status": dict(arm.status), "confidence": confidence}
    return table.filled(rows, on, details=details)


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


def _talk_of(record: Record) -> str:
    return record.support[0].session_id
