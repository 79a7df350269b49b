"""Tables 4 and 5: where the failed questions of MemoryStack's pipeline were lost, by question type."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from daybook_eval.failures import RUBRIC, Step, trace
from daybook_eval.papers.inputs import Inputs
from daybook_eval.papers.kept_run import kept_run
from daybook_eval.papers.memorystack.published import FAILURES, TYPES
from daybook_eval.papers.memorystack.types import is_judged, marks_of
from daybook_eval.papers.table import Cell, PaperTable

_CAUSES: Mapping[str, tuple[str, Collection[Step]]] = {
    "retrieval failure": (
        "retrieval",
        {Step.TIME_RANGE, Step.RETRIEVAL, Step.FUSION, Step.RERANK, Step.PACKING},
    ),
    "reasoning error": ("reasoning", {Step.NOTES, Step.ANSWER}),
    "judged wrong, or unreadable": ("data", {Step.JUDGE}),
}
"""The paper's root causes, and the steps of ours that count as each."""


def make(inputs: Inputs) -> PaperTable:
    """Make the table."""
    file = inputs.file("longmemeval_s")
    one = kept_run(file, inputs, {"preset": "memorystack"})
    judged = is_judged(one)
    marks = marks_of(one) if judged else None
    traced = trace(one.records, one.header, marks)
    asked = [each for each in traced if judged or each.question_type != RUBRIC]
    failed = [each for each in asked if each.step is not None]
    rows: list[list[Cell]] = []
    for cause, (published, steps) in _CAUSES.items():
        counts = [sum(each.question_type == kind and each.step in steps for each in failed) for kind in TYPES]
        total = sum(counts)
        rows.append([cause, *counts, total, total / len(failed) if failed else None, FAILURES[published]])
    rows.append(["fact extraction failure", *([None] * len(TYPES)), None, None, FAILURES["facts"]])
    rows.append(
        [
            "failed of asked",
            *(
                f"{sum(each.question_type == kind for each in failed)} of "
                f"{sum(each.question_type == kind for each in asked)}"
                for kind in TYPES
            ),
            len(failed),
            None,
            None,
        ]
    )
    return PaperTable(
        title="MemoryStack, Tables 4 and 5: root causes of failures",
        columns=("cause", *TYPES.values(), "all", "share", "share, published"),
        rows=rows,
        on=f"{len(asked)} answerable questions of {file.name}, by its preset",
        notes=[
            "A failure is retrieval's where some evidence did not come before the reader; each is counted at "
            "the first step that lost it, which `--json` names. It is reasoning's where all of it was read.",
            "Nothing is lost by extracting facts, since rounds are what is stored and read.",
            "Without a chat model rules read, which reason little: the share of reasoning is theirs.",
        ],
        details={
            "steps": {step.value: sum(each.step is step for each in failed) for step in Step},
        },
    )
