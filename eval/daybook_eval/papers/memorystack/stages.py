"""What each stage of MemoryStack's pipeline is worth: the ablation that the paper leaves to future work."""

from __future__ import annotations

from daybook_eval.ablations.presets import READING, RETRIEVAL
from daybook_eval.papers.inputs import Inputs
from daybook_eval.papers.measured import difference, intervals, measure_study
from daybook_eval.papers.memorystack.published import TYPES
from daybook_eval.papers.table import Cell, PaperTable

_MAIN = "round recall_all@10"
_FIGURES = ("round recall_all@5", _MAIN, "round recall_all@20", "session recall_all@5", "read evidence")
_DIFFERENCES = (_MAIN, "read evidence", "answer contains_words")
_UPDATE = ("update latest@10", "update latest_above")


def make(inputs: Inputs) -> PaperTable:
    """Make the table."""
    file = inputs.file("longmemeval_s")
    study, collected = measure_study("memorystack-stages", file, inputs)
    rows = dict(collected.rows(study))
    whole = rows[study.against]
    cells: list[list[Cell]] = [
        [
            name,
            *(row.mean(measure) for measure in _FIGURES),
            row.mean("answer contains_words"),
            *("" if row is whole else difference(row, measure, whole) for measure in _DIFFERENCES),
        ]
        for name, row in rows.items()
    ]
    by_type = {
        name: {
            kind: {
                measure: collected.typed[study.name, name, kind].mean(measure)
                for measure in (*_FIGURES, "answer contains_words", *_UPDATE)
            }
            | {
                f"{_MAIN}, difference": difference(
                    collected.typed[study.name, name, kind],
                    _MAIN,
                    collected.typed[study.name, study.against, kind],
                )
            }
            for kind in TYPES
            if (study.name, name, kind) in collected.typed
        }
        for name in rows
    }
    return PaperTable(
        title="MemoryStack without each of its stages (its section 5.4 leaves this to future work)",
        columns=(
            "pipeline",
            "round all@5",
            "all@10",
            "all@20",
            "session all@5",
            "evidence read",
            "answered by rules",
            "all@10, difference",
            "evidence read, difference",
            "answered, difference",
        ),
        rows=cells,
        on=f"{whole.questions} answerable questions of {file.name}, MiniLM int8, no chat model",
        notes=[
            "Brackets are 95% intervals of paired differences from the whole pipeline. `--json` has every "
            "measure by question type, and of update questions whether the latest evidence ranks above the "
            "earliest.",
            "No large model was there to rerank. The oracle scores 1 what was cut from evidence and 0 all "
            "else: what a reranker of 20 candidates at a weight of 0.20 could bring at most.",
            "Without classification nothing is routed, boosted or hidden; recency still counts double where "
            "the question is for what holds now.",
        ],
        details={
            "intervals": intervals(study, rows, (*RETRIEVAL, *_UPDATE, *READING)),
            "by_type": by_type,
        },
    )
