"""Table 6: what a question costs with MemoryStack's pipeline over our parts, with reranking and without.

A server on loopback stands for the models, with replies of realistic length, so tokens are counted and no
answer is judged.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from statistics import fmean
from tempfile import TemporaryDirectory

from daybook import Daybook
from daybook.embedding import CachedEmbedder, VectorCache, load_embedder
from daybook_eval.bench.answering_server import answering_server
from daybook_eval.bench.model_calls import StandIn, keep_histories, standing_in
from daybook_eval.data.longmemeval import read_cases
from daybook_eval.papers.inputs import Inputs
from daybook_eval.papers.memorystack.published import COST, MONTHS, PRICES
from daybook_eval.papers.table import Cell, PaperTable

QUESTIONS = 12
"""Where no limit is given: tokens hardly differ between questions."""
_STAGES: Mapping[str, tuple[str, str]] = {
    "rerank": ("LLM re-ranking", "Score every excerpt"),
    "read": ("answer generation", "Answer at once"),
    "total": ("all calls", ""),
}
"""What the paper calls a stage, and words of its prompt of ours."""


def make(inputs: Inputs) -> PaperTable:
    """Make the table."""
    file, stand_in = inputs.file("longmemeval_s"), StandIn()
    counts: dict[str, list[tuple[int, int, int]]] = {stage: [] for stage in _STAGES}
    cases = list(read_cases(file, limit=inputs.limit or QUESTIONS))
    embedder = CachedEmbedder(load_embedder("minilm"), VectorCache(inputs.cache))
    with TemporaryDirectory() as folder, answering_server(stand_in) as url:
        keep_histories(Path(folder), cases, embedder)
        changes = {"preset": "memorystack", **dict(inputs.settings)}
        with Daybook.open(settings=standing_in(Path(folder), url, changes), embedder=embedder) as daybook:
            for case in cases:
                stand_in.begin(case.question)
                daybook.ask(case.question, owner=case.owner, asked_at=case.asked_at)
                for stage, (_, words) in _STAGES.items():
                    counts[stage].append(stand_in.counts(words))
    rows: list[list[Cell]] = []
    dollars: dict[str, float] = {}
    for stage, (name, _) in _STAGES.items():
        calls, sent, told = (fmean(column) for column in zip(*counts[stage], strict=True))
        dollars[stage] = (sent * PRICES[0] + told * PRICES[1]) / 1e6
        into, out, published = COST[stage]
        tokens = f"{sent:,.0f} / {told:,.0f}"
        rows.append(
            [name, f"{calls:.1f}", tokens, f"{dollars[stage]:.5f}", f"{into:,} / {out}", str(published)]
        )
    fast = dollars["total"] - dollars["rerank"]
    rows += [
        [
            f"{questions:,} questions, with reranking / without",
            None,
            None,
            f"{questions * dollars['total']:,.0f} / {questions * fast:,.0f}",
            None,
            f"{full:,.0f} / {less:,.0f}",
        ]
        for questions, (full, less) in MONTHS.items()
    ]
    return PaperTable(
        title="MemoryStack, Table 6: cost of a question, and of a month",
        columns=("stage", "calls", "tokens in / out", "dollars", "tokens, published", "dollars, published"),
        rows=rows,
        on=f"{len(cases)} questions of {file.name}, a stand-in for the models, "
        f"{PRICES[0]} and {PRICES[1]} dollars for a million tokens in and out",
        notes=[
            "The prices are what the paper's costs and token counts come to.",
            "The paper reads 15 facts, ours 15 rounds whole: that is what the answer costs more. How much "
            "evidence as many tokens hold under a token budget is in `daybook-eval papers presets`.",
            "All calls includes those of understanding the question, which the paper does mostly by "
            "patterns; embedding is local and costs nothing.",
        ],
    )
