"""Table V and Figure 4: records found by what was just said, against the raw turns and a running summary."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

from daybook.graph.event_loop import run
from daybook_eval.papers.inputs import Inputs
from daybook_eval.papers.table import Cell, PaperTable
from daybook_eval.papers.timerag.memory import Variant
from daybook_eval.papers.timerag.recall import Found, figures, prepare

PUBLISHED = {
    "Full-History": (0.960, 1.0, 0.780),
    "Summary-Memory": (0.530, 0.690, 0.460),
    "TimeRAG-Memory": (0.630, 0.820, 0.560),
}
"""Recall@1, Recall@5 and MRR on MSC. Source: TimeRAG-Memory, Table V."""
_PARTS = ((1, 4), (5, 8), (9, 99))
"""Turns of the third session."""


def make(inputs: Inputs) -> PaperTable:
    """Make the table; figures by session and by part of the session are in its details."""
    recall = run(prepare(inputs))
    variant = Variant()
    methods = {
        "Full-History": recall.turns,
        "Summary-Memory": recall.summary,
        "TimeRAG-Memory": recall.records(variant),
        "TimeRAG-Memory, written by the annotators": recall.annotated(variant),
    }
    rows: list[Sequence[Cell]] = []
    details: dict[str, object] = {}
    for name, items in methods.items():
        for lexical in (False, True):
            found = recall.find(items, lexical=lexical)
            one = figures(found)
            shown = (one.items, one.held, one.recall_1, one.recall_5, one.mrr, one.chance_5)
            phi = "TF-IDF" if lexical else "MiniLM"
            rows.append((name, phi, *shown, *PUBLISHED.get(name, (None, None, None))))
            details[f"{name}, {phi}"] = by_session(found)
    return PaperTable(
        title="TimeRAG-Memory, Table V and Figure 4: memories found, on MSC",
        columns=(
            "method", "similarity", "items", "held", "Recall@1", "Recall@5", "MRR", "Recall@5 by chance",
            "Recall@1 (paper)", "Recall@5 (paper)", "MRR (paper)",
        ),
        rows=rows,
        on=f"{len(recall.queries)} turns that say again what was known, of msc_session3_valid",
        notes=_NOTES,
        details=details,
    )  # fmt: skip


_NOTES = (
    "A query is what the other has just said and the person's own turn before it; relevant is what was known"
    " of the person and is said again in the next turn, by the annotators' sentences. The paper does not give"
    " its queries, nor what is relevant.",
    "Recall@k: something relevant is among the first k. What a method does not keep is missed:"
    " 'held' is its ceiling. A memory holds few items here (the file has one session whole),"
    " so chance is high.",
    "Full-History is shown whole and so has all; here its turns are ranked by similarity alone; relevant"
    " is the turn that told it.",
    "λ = 0.25 a session, γ = 0.3, τ = 0.55, 40 records. The row written by annotators has their sentences as"
    " records: it is the retriever's own figure.",
    "Figure 4 runs over sessions; the file has the third only, and of the first what it was begun with. The"
    " details part queries by where the fact was told, and by how far the third session had come.",
)  # fmt: skip


def by_session(found: Sequence[Found]) -> dict[str, dict[str, float]]:
    """Give the figures by where the fact was told, and by part of the session in which it is said again."""
    parts = {
        "told in the first session": [one for one in found if one.restated.from_first],
        "told in this session": [one for one in found if not one.restated.from_first],
    } | {
        f"turns {low} to {high}": [one for one in found if low <= one.restated.place <= high]
        for low, high in _PARTS
    }
    return {name: {"queries": len(some), **asdict(figures(some))} for name, some in parts.items() if some}
