"""HiMeS, Tables 1 and 2, as retrieval: which query finds the document, and what attention does to that."""

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from daybook.conversation import FoundPassage, Role
from daybook.documents.passage_search import DocumentSearch
from daybook.embedding.embedder import Embedder, Vectors
from daybook.papers.himes import attention_of, ranked_by_attention
from daybook.settings import DocumentAttention, DocumentOptions, Options, Settings
from daybook.store.arrays import RoundAxis
from daybook.store.keys import SPAN, KeyVectors
from daybook.text.secrets import masked
from daybook_eval.data.case import OTHER_HALF, RULES_HALF, half_of
from daybook_eval.data.cases import read_longmemeval
from daybook_eval.papers.himes.follow_ups import (
    PER_HISTORY,
    FollowUp,
    FollowUps,
    documents_of,
    follow_ups,
    from_examples,
    shelve,
)
from daybook_eval.papers.table import Inputs
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
_ADDED = (0.1, 0.3, 1.0)
_CHARACTERS = 1_000
"""Of a query, its end: what an embedder reads of it."""
_MEASURES = ("recall@1", "recall@5", "MRR@10")
_COLUMNS = ("query", "ranking", *(f"{half}: {one}" for half in (RULES_HALF, OTHER_HALF) for one in _MEASURES))
_NOTES = (
    "The paper publishes no retrieval figures: a judge's CA and QA, 20.24 and 70.52 for the question alone, "
    "21.40 and 69.00 with its dialogue, 43.12 and 79.00 rewritten (Table 1), 21.84 and 70.77 with its "
    "dialogue and attention (Table 2), on data of its own.",
    "A history is cut before the session of the question; replies of the same history are no documents, but "
    "for the one that answers.",
)


@dataclass(frozen=True, slots=True)
class Ranked:
    """The reciprocal rank of the relevant document of each follow-up, 0 beyond the tenth place."""

    half: str
    by_arm: dict[Arm, float] = field(default_factory=dict)
    """By form of the query, and ranking."""

    def arms_of(self, form: str) -> list[str]:
        """List the rankings of a form, that without attention first."""
        return [arm for of, arm in self.by_arm if of == form]


def make(inputs: Inputs) -> Table:
    """Make Table 2: attention off, added with several weights, and alone."""
    forms = (_ALONE, _REWRITTEN)
    ranked, told = asyncio.run(_measure(inputs, forms, attends=True))
    compared = [((form, _OFF), (form, arm)) for form in forms for arm in ranked[0].arms_of(form)[1:]]
    return _table("HiMeS, Table 2: documents ranked by the owner's earlier questions", ranked, told, compared)


def make_short_term(inputs: Inputs) -> Table:
    """Make Table 1: the question alone, with its dialogue before it, and rewritten.

    With `--set examples=PATH` the questions are those of a file of rewriting examples, and the documents
    their passages; then the rewriting that is right is a row as well.
    """
    has_gold = "examples" in dict(inputs.settings)
    forms = (_ALONE, _CONCATENATED, _REWRITTEN, *([_GOLD] if has_gold else []))
    ranked, told = asyncio.run(_measure(inputs, forms, attends=False))
    compared = [((_ALONE, _OFF), (form, _OFF)) for form in forms[1:]]
    return _table("HiMeS, Table 1: which wording of a question finds the document", ranked, told, compared)


def _collected(inputs: Inputs, examples: str | None, embedder: Embedder) -> FollowUps:
    if examples is not None:
        return from_examples(Path(examples), embedder, limit=inputs.limit)
    cases = list(read_longmemeval(inputs.file("longmemeval_s"), limit=inputs.limit))
    asked = [follow_up for case in cases for follow_up in follow_ups(case, most=PER_HISTORY)]
    source = f"follow-up questions of {len(cases)} histories of longmemeval_s_dev"
    return FollowUps(source, asked, documents_of(cases, embedder))


async def _measure(inputs: Inputs, forms: Sequence[str], *, attends: bool) -> tuple[list[Ranked], str]:
    given = dict(inputs.settings)
    examples = given.pop("examples", None)
    settings = Settings.of(**given)
    bench = Bench.open(settings, cache=inputs.cache)
    collected = _collected(inputs, examples, bench.embedder)
    asked, documents = collected.asked, collected.documents
    options = settings.changed(passages_found=5 * _PRE_RETRIEVED).options
    with TemporaryDirectory() as folder, bench.parts(Path(folder)) as parts:
        await shelve(parts.store, list(documents.values()))
        ranked = [
            await _ranked(one, forms, parts.documents, bench.embedder, options, attends=attends)
            for one in asked
        ]
    passages = sum(len(found) for _, found in documents.values())
    told = f"{len(asked)} {collected.source}, {len(documents):,} texts as documents ({passages:,} passages)"
    return ranked, told


async def _ranked(
    asked: FollowUp,
    forms: Sequence[str],
    search: DocumentSearch,
    embedder: Embedder,
    options: Options,
    *,
    attends: bool,
) -> Ranked:
    result = Ranked(half_of(asked.history))
    for form in forms:
        text = _worded(asked, form)[-_CHARACTERS:]
        vectors = await embedder.embed([text])
        everything = await search.find([text], vectors, owner=asked.history, options=options)
        found = [one for one in everything if one.passage.document_id not in asked.excluded][:_PRE_RETRIEVED]
        result.by_arm[form, _OFF] = _reciprocal_rank(found, asked.document_id)
        if not attends:
            continue
        windows = [await embedder.embed([masked(one.passage.text)]) for one in found]
        for name, said in _histories(asked).items():
            history = await _keys_of(said, embedder)
            turns = options.documents.document_attention_turns
            attention = attention_of(windows, vectors, history, turns=turns)
            for arm, chosen in _modes():
                ranking = ranked_by_attention(found, attention, chosen)
                result.by_arm[form, f"{arm}, {name}"] = _reciprocal_rank(ranking, asked.document_id)
    return result


def _worded(asked: FollowUp, form: str) -> str:
    wordings = {
        _ALONE: asked.asked.text,
        _CONCATENATED: asked.with_dialogue,
        _REWRITTEN: asked.rewritten,
        _GOLD: asked.gold,
    }
    return wordings[form]


def _histories(asked: FollowUp) -> dict[str, Sequence[str]]:
    """Give what counts as the owner's earlier questions, by what the tables call it."""
    dialogue = [turn.content for turn in asked.asked.dialogue if turn.role is Role.USER]
    return {"earlier sessions": asked.earlier, "and the dialogue": [*asked.earlier, *dialogue]}


def _modes() -> Iterator[tuple[str, DocumentOptions]]:
    added, alone = DocumentAttention.ADDED, DocumentAttention.ALONE
    for weight in _ADDED:
        yield (
            f"added {weight}",
            DocumentOptions(document_attention=added, document_attention_weight=weight),
        )
    yield "alone", DocumentOptions(document_attention=alone)


async def _keys_of(said: Sequence[str], embedder: Embedder) -> KeyVectors:
    """Embed what the owner asked before, as the keys of rounds."""
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


def _row(ranked: Sequence[Ranked], form: str, arm: str) -> list[Cell]:
    cells: list[Cell] = [form, arm]
    for half in (RULES_HALF, OTHER_HALF):
        ranks = _of_half(ranked, half, form, arm)
        count = max(len(ranks), 1)
        cells += [sum(rank >= 1 / most for rank in ranks) / count for most in (1, 5)]
        cells.append(sum(ranks) / count)
    return cells


def _of_half(ranked: Sequence[Ranked], half: str, form: str, arm: str) -> list[float]:
    return [ranked_case.by_arm[form, arm] for ranked_case in ranked if ranked_case.half == half]


def _table(
    title: str,
    ranked: Sequence[Ranked],
    told: str,
    compared: Sequence[tuple[tuple[str, str], tuple[str, str]]],
) -> Table:
    """Write a row for each ranking, and the paired difference of each but the first of a group."""
    arms = dict.fromkeys(arm for pair in compared for arm in pair)
    differences = {
        f"{' '.join(after)} against {' '.join(before)}, {half}": asdict(
            paired_bootstrap(_of_half(ranked, half, *before), _of_half(ranked, half, *after))
        )
        for before, after in compared
        for half in (RULES_HALF, OTHER_HALF)
        if _of_half(ranked, half, *before)
    }
    notes = [
        f"MRR@10, {name}: {one['interval']['mean']:+.3f} [{one['interval']['low']:+.3f}, "
        f"{one['interval']['high']:+.3f}], p = {one['p']:.3f}."
        for name, one in differences.items()
    ]
    return Table(title, _COLUMNS, [_row(ranked, *arm) for arm in arms], told, [*notes, *_NOTES], differences)
