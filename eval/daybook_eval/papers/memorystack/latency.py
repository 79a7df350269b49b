"""Section 5.1: milliseconds of each stage of MemoryStack's pipeline over our parts."""

from __future__ import annotations

from daybook_eval.measures.latency import stage_latencies
from daybook_eval.papers.inputs import Inputs
from daybook_eval.papers.kept_run import kept_run
from daybook_eval.papers.memorystack.published import STAGES
from daybook_eval.papers.table import Cell, PaperTable


def make(inputs: Inputs) -> PaperTable:
    """Make the table from the timings of a run."""
    file = inputs.file("longmemeval_s")
    one = kept_run(file, inputs, {"preset": "memorystack"})
    taken = stage_latencies(record.timings for record in one.records if record.status == "done")
    rows: list[list[Cell]] = []
    for node, times in taken.items():
        stage, published = STAGES.get(node, ("", None))
        rows.append([node, stage, f"{times['p50']:.1f}", f"{times['p95']:.1f}", published])
    return PaperTable(
        title="MemoryStack, section 5.1: latency by stage",
        columns=("node", "stage of the paper", "p50 ms", "p95 ms", "ms, published"),
        rows=rows,
        on=f"{len(one.records)} questions of {file.name}, on the machine that made the run",
        notes=[
            "Times are for comparison within one machine: this one had other work beside. `ingest` is the "
            "storing of a history once, and `total` a question from receiving to checking.",
            "The search is cold: each history is asked once, so its index is built within `search`.",
            "Without a chat model `rerank` does nothing, which is the paper's fast mode (310 ms).",
        ],
    )
