"""HiMeS, Tables 1 and 2, as retrieval: which query finds the document, and what attention does to that."""

import asyncio
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

import numpy as np

from daybook.conversation import FoundPassage, Role
from daybook.graph.parts import Parts
from daybook.models.embedding.embedder import Embedder, Vectors
from daybook.retrieve.papers.himes import attention_of, ranked_by_attention
from daybook.settings import DocumentAttention, DocumentOptions, Options, Settings
from daybook.store.arrays import RoundAxis
from daybook.store.keys import SPAN, KeyVectors
from daybook.text.secrets import masked
from daybook_eval.data.case import OTHER_HALF, RULES_HALF, half_of
from daybook_eval.data.cases import read_longmemeval
from daybook_eval.papers.himes.follow_ups import (
    FollowUp,
    FollowUps,
    all_follow_ups,
    documents_of,
    from_examples,
    shelve,
)
from daybook_eval.papers.tables import Inputs, PaperTable
from daybook_eval.statistics import paired_bootstrap
from daybook_eval.systems.bench import Bench
from daybook_eval.tables import Cell, Table

Arm = tuple[str, str]
"""A form of the query, and a ranking."""
_PRE_RETRIEVED = 20
"""Passages that attention ranks anew (the paper's pre-retrieved documents)."""
_DEPTH = 10
_ALONE, _CONCATENATED, _REWRITTEN = "question alone", "with its dialogue", "rewritten by rules"
_GOLD = "rewritten as it should be"
_OFF = "off"
_CHARACTERS = 1_000
"""Of a query, its end: what an embedder reads of it."""
_HALVES = (RULES_HALF, OTHER_HALF)
_MODES = {
    **{
        f"added {weight}": DocumentOptions(
            document_attention=DocumentAttention.ADDED, document_attention_weight=weight
        )
        for weight in (0.1, 0.3, 1.0)
    },
    "alone": DocumentOptions(document_attention=DocumentAttention.ALONE),
}


@dataclass(frozen=True, slots=True)
class Ranked:
    """The reciprocal rank of the relevant document of a follow-up, by arm, 0 beyond the tenth place."""

    half: str
    by_arm: dict[Arm, float] = field(default_factory=dict)


def make(inputs: Inputs, table: PaperTable) -> Table:
    """Make Table 2: attention off, added with several weights, and alone."""
    ranked, told = asyncio.run(_measure(inputs, (_ALONE, _REWRITTEN), attends=True))
    compared = [((form, _OFF), (form, arm)) for form, arm in ranked[0].by_arm if arm != _OFF]
    return _table(table, ranked, told, compared)


def make_short_term(inputs: Inputs, table: PaperTable) -> Table:
    """Make Table 1: the question alone, with its dialogue before it, and rewritten.

    With `--set examples=PATH` the questions are those of a file of rewriting examples, and the documents
    their passages; then the rewriting that is right is a row as well.
    """
    has_gold = "examples" in dict(inputs.settings)
    forms = (_ALONE, _CONCATENATED, _REWRITTEN, *([_GOLD] if has_gold else []))
    ranked, told = asyncio.run(_measure(inputs, forms, attends=False))
    return _table(table, ranked, told, [((_ALONE, _OFF), (form, _OFF)) for form in forms[1:]])


async def _measure(inputs: Inputs, forms: Sequence[str], *, attends: bool) -> tuple[list[Ranked], str]:
    given = dict(inputs.settings)
    examples = given.pop("examples", None)
    settings = Settings.of(**given)
    bench = Bench.open(settings, cache=inputs.cache)
    if examples is not None:
        collected = from_examples(Path(examples), bench.embedder, limit=inputs.limit)
    else:
        cases = list(read_longmemeval(inputs.file("longmemeval_s"), limit=inputs.limit))
        source = f"follow-up questions of {len(cases)} histories of longmemeval_s_dev"
        collected = FollowUps(source, all_follow_ups(cases), documents_of(cases, bench.embedder))
    asked, documents = collected.asked, collected.documents
    options = settings.changed(passages_found=5 * _PRE_RETRIEVED).options
    with bench.parts() as parts:
        await shelve(parts.store, list(documents.values()))
        ranked = [await _ranked(follow_up, forms, parts, options, attends=attends) for follow_up in asked]
    passages = sum(len(found) for _, found in documents.values())
    told = f"{len(asked)} {collected.source}, {len(documents):,} texts as documents ({passages:,} passages)"
    return ranked, told


async def _ranked(
    asked: FollowUp, forms: Sequence[str], parts: Parts, options: Options, *, attends: bool
) -> Ranked:
    result, embedder = Ranked(half_of(asked.history)), parts.embedder
    wordings = {
        _ALONE: asked.asked.text,
        _CONCATENATED: asked.with_dialogue,
        _REWRITTEN: asked.rewritten,
        _GOLD: asked.gold,
    }
    dialogue = [turn.content for turn in asked.asked.dialogue if turn.role is Role.USER]
    histories = {"earlier sessions": asked.earlier, "and the dialogue": [*asked.earlier, *dialogue]}
    for form in forms:
        text = wordings[form][-_CHARACTERS:]
        vectors = await embedder.embed([text])
        everything = await parts.documents.find([text], vectors, owner=asked.history, options=options)
        allowed = [found for found in everything if found.passage.document_id not in asked.excluded]
        candidates = allowed[:_PRE_RETRIEVED]
        result.by_arm[form, _OFF] = _reciprocal_rank(candidates, asked.document_id)
        if not attends:
            continue
        windows = [await embedder.embed([masked(found.passage.text)]) for found in candidates]
        for name, said in histories.items():
            history = await _keys_of(said, embedder)
            turns = options.documents.document_attention_turns
            attention = attention_of(windows, vectors, history, turns=turns)
            for arm, chosen in _MODES.items():
                ranking = ranked_by_attention(candidates, attention, chosen)
                result.by_arm[form, f"{arm}, {name}"] = _reciprocal_rank(ranking, asked.document_id)
    return result


async def _keys_of(said: Sequence[str], embedder: Embedder) -> KeyVectors:
    turns = [masked(text) for text in dict.fromkeys(said)]
    windows = [(place, text[a:b]) for place, text in enumerate(turns) for a, b in embedder.windows(text)]
    matrix: Vectors = await embedder.embed([text for _, text in windows])
    places = np.array([place for place, _ in windows], dtype=np.int32)
    axis = RoundAxis.of(str(place) for place in range(len(turns)))
    return KeyVectors(axis, places, np.zeros(len(windows), dtype=SPAN), matrix)


def _reciprocal_rank(found: Sequence[FoundPassage], wanted: str) -> float:
    """Give 1 / rank of a document among documents, each of which stands where its best passage does."""
    ranking = list(dict.fromkeys(found_passage.passage.document_id for found_passage in found))[:_DEPTH]
    return 1 / (ranking.index(wanted) + 1) if wanted in ranking else 0.0


def _table(
    table: PaperTable, ranked: Sequence[Ranked], told: str, compared: Sequence[tuple[Arm, Arm]]
) -> Table:
    """Write a row for each ranking, and the paired difference of each but the first of a group."""

    def ranks_of(arm: Arm, half: str) -> list[float]:
        return [asked.by_arm[arm] for asked in ranked if asked.half == half]

    rows: list[Sequence[Cell]] = []
    for arm in dict.fromkeys(arm for pair in compared for arm in pair):
        cells: list[Cell] = [*arm]
        for half in _HALVES:
            ranks = ranks_of(arm, half)
            count = max(len(ranks), 1)
            cells += [sum(rank >= 1 / most for rank in ranks) / count for most in (1, 5)]
            cells.append(sum(ranks) / count)
        rows.append(cells)
    differences, notes = {}, []
    for before, after in compared:
        for half in _HALVES:
            if ranks_of(before, half):
                found = paired_bootstrap(ranks_of(before, half), ranks_of(after, half))
                name = f"{' '.join(after)} against {' '.join(before)}, {half}"
                differences[name] = asdict(found)
                notes.append(f"MRR@10, {name}: {found.interval:+.3f}, p = {found.p:.3f}.")
    made = table.filled(rows, told, details=differences)
    return replace(made, notes=[*notes, *made.notes])
