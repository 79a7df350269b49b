"""The papers' own pipelines against the default: what each finds, what its reader sees, what rules answer."""

from __future__ import annotations

from collections.abc import Iterator

from daybook.settings import PRESETS, preset_needs
from daybook_eval.ablations.collected import Row
from daybook_eval.ablations.presets import READING, RETRIEVAL
from daybook_eval.papers.inputs import Inputs
from daybook_eval.papers.measured import difference, intervals, measure_study
from daybook_eval.papers.table import Cell, PaperTable

_COLUMNS = {
    "round recall_all@5": "round all@5",
    "round recall_all@10": "all@10",
    "round recall_all@20": "all@20",
    "round ndcg_any@10": "official nDCG@10",
    "session recall_all@5": "session all@5",
    "read evidence": "evidence read",
    "read tokens": "tokens read",
    "answer contains_words": "answered by rules",
}
_DIFFERENCES = {
    "round recall_all@10": "all@10, difference",
    "answer contains_words": "answered, difference",
}


def make_longmemeval(inputs: Inputs) -> PaperTable:
    """Make the table of LongMemEval."""
    return _make("longmemeval_s", inputs)


def make_locomo(inputs: Inputs) -> PaperTable:
    """Make the table of LoCoMo."""
    return _make("locomo", inputs)


def _make(data: str, inputs: Inputs) -> PaperTable:
    file = inputs.file(data)
    study, collected = measure_study("presets", file, inputs)
    rows = dict(collected.rows(study))
    default = rows[study.against]
    cells: list[list[Cell]] = [
        [
            name,
            *(_mean(row, measure) for measure in _COLUMNS),
            *("" if row is default else difference(row, measure, default) for measure in _DIFFERENCES),
        ]
        for name, row in rows.items()
    ]
    return PaperTable(
        title=f"The papers' own pipelines against the default: {file.name.partition('.')[0]}",
        columns=("preset", *_COLUMNS.values(), *_DIFFERENCES.values()),
        rows=cells,
        on=f"{default.questions} answerable questions of {file.name}, MiniLM int8, no chat model",
        notes=tuple(_notes()),
        details={
            "intervals": intervals(study, rows, (*RETRIEVAL, *READING)),
            "by_type": {
                f"{arm}, {kind}": {
                    "questions": row.questions,
                    **{measure: row.mean(measure) for measure in _COLUMNS},
                }
                for (_, arm, kind), row in sorted(collected.typed.items())
            },
        },
    )


def _mean(row: Row, measure: str) -> Cell:
    mean = row.mean(measure)
    return f"{mean:,.0f}" if mean is not None and measure == "read tokens" else mean


def _notes() -> Iterator[str]:
    yield (
        "Brackets are 95% intervals of paired differences from the default (bootstrap over questions). "
        "Evidence read is the share of questions with every evidence turn before the reader, at the tokens "
        "beside it; answered by rules is the share whose answer holds every content word of the expected one."
    )
    yield "The default's weights were chosen on LongMemEval's development questions; the papers' were not."
    for name in PRESETS:
        if needs := preset_needs(name):
            told = "; ".join(f"to {role}: {otherwise}" for role, otherwise in needs.items())
            yield f"{name.value} without a model {told}."
