"""The section about where questions went wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from daybook_eval.failures import Step
from daybook_eval.report.loading import Reported
from daybook_eval.report.page.markup import Html, join, table, tag
from daybook_eval.report.page.plots import bar

_ABOUT = {
    Step.TIME_RANGE: "a hard filter of time hid it",
    Step.RETRIEVAL: "no ranking had it near",
    Step.FUSION: "one ranking had it near, the merged one had not",
    Step.RERANK: "it fell back in the last ranking",
    Step.PACKING: "it was found, but not put before the reader",
    Step.NOTES: "it was before the reader, who noted nothing of it",
    Step.ANSWER: "it was noted, but the answer is another",
    Step.JUDGE: "the judge could not be read, or is doubtful",
}


def failures(run: Reported) -> Html:
    """Show the first step that failed: how often over all, by type, and question by question."""
    lost = run.figures["failures"]
    everything: Mapping[str, int] = lost["by_type"].get("all", {})
    traced = sum(everything.values())
    wrong = traced - everything.get("none", 0)
    broken = _errors(run)
    if not traced:
        return broken
    decided = f"as {lost['judge']} judges" if lost["judge"] else "by words, without a judge"
    steps = [step for step in Step if everything.get(step.value)]
    rows = [_step_row(step, everything[step.value], wrong) for step in steps]
    caption = f"{run.name}: {wrong} of {traced} questions went wrong ({decided}); the step that failed first."
    return join(
        [
            broken,
            table(
                ("step", "what became of the evidence", "", "questions"),
                rows,
                caption=caption,
                numbers_from=3,
            ),
            tag("details", tag("summary", "By type of question"), _by_type(lost["by_type"], steps)),
            tag("details", tag("summary", f"The {wrong} questions"), _questions(lost["questions"])),
        ]
    )


def _errors(run: Reported) -> Html:
    """Show why questions failed; they are in no figure until they are asked again."""
    rows = [(one["error"], one["questions"]) for one in run.figures["errors"]]
    caption = f"{run.name}: questions that failed, and are asked again when the run is resumed."
    return table(("error", "questions"), rows, caption=caption) if rows else Html("")


def _step_row(step: Step, count: int, wrong: int) -> tuple[object, ...]:
    return (step.value, _ABOUT[step], bar(count / wrong, f"{count} of {wrong}"), count)


def _by_type(counts: Mapping[str, Mapping[str, int]], steps: Sequence[Step]) -> Html:
    rows = (
        (name, found.get("none", 0), *(found.get(step.value, 0) or "" for step in steps))
        for name, found in counts.items()
    )
    return table(("question type", "went well", *(step.value for step in steps)), rows)


def _questions(questions: Sequence[Mapping[str, Any]]) -> Html:
    order = [step.value for step in Step]
    rows = (
        (
            tag("code", one["question_id"]),
            one["question_type"],
            one["question"],
            one["step"],
            "; ".join(one["lost"]),
        )
        for one in sorted(questions, key=lambda one: order.index(one["step"]))
    )
    columns = ("id", "type", "question", "step", "evidence not shown")
    return table(columns, rows, numbers_from=len(columns))
