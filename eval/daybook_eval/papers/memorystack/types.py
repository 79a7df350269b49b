"""Tables 2 and 3: accuracy by question type, of MemoryStack's pipeline over our parts."""

from __future__ import annotations

from collections.abc import Mapping

from daybook.graph.event_loop import run
from daybook.settings import ModelRole
from daybook_eval.failures import RUBRIC
from daybook_eval.judging.judge_cases import AnswerKind
from daybook_eval.judging.judge_run import judge_run
from daybook_eval.judging.verdicts import VERDICTS, VerdictFile
from daybook_eval.measures.containment import contains_words
from daybook_eval.papers.inputs import Inputs
from daybook_eval.papers.kept_run import KeptRun, kept_run
from daybook_eval.papers.memorystack.published import FULL_CONTEXT, MEMORYSTACK, TYPES
from daybook_eval.papers.table import Cell, PaperTable
from daybook_eval.records import QuestionRecord
from daybook_eval.statistics import bootstrap_interval

Marks = Mapping[str, bool | None]
"""Whether the answer to a question is right; None where its judge could not be read."""


def make(inputs: Inputs) -> PaperTable:
    """Make the table: by a judge where a chat model answers, else by strict containment."""
    file = inputs.file("longmemeval_s")
    one = kept_run(file, inputs, {"preset": "memorystack"})
    marks, judged = marks_of(one), is_judged(one)
    rows: list[list[Cell]] = []
    for kind in (*TYPES, "all"):
        asked = [record for record in one.records if is_counted(record, kind, judged=judged)]
        values = [float(mark) for record in asked if (mark := marks.get(record.question_id)) is not None]
        found = bootstrap_interval(values) if values else None
        rows.append(
            [
                TYPES.get(kind, "overall"),
                len(values),
                found.mean if found else None,
                f"[{found.low:.3f}, {found.high:.3f}]" if found else None,
                MEMORYSTACK[kind],
                FULL_CONTEXT[kind],
            ]
        )
    return PaperTable(
        title="MemoryStack, Tables 2 and 3: accuracy by question type",
        columns=("type", "questions", "ours", "95%", "published", "full context, published"),
        rows=rows,
        on=f"{len(one.records)} questions of {file.name} with its preset; read by {_reader(one)}",
        notes=[
            _how(judged),
            "Published figures are a model's lenient judgement of all 500 questions, answered by Gemini 2.0 "
            "Flash from facts that Gemini 2.5 Flash wrote; ours are of the development questions.",
            "`daybook-eval papers presets` has the default beside it, read by the same rules.",
        ],
    )


def is_judged(one: KeptRun) -> bool:
    """Whether a chat model answered, so that one is there to judge."""
    return one.settings.models.model_of(ModelRole.READ) is not None


def marks_of(one: KeptRun) -> Marks:
    """Mark every answer: by the judges of the settings, or by strict containment."""
    if not is_judged(one):
        return {
            record.question_id: record.not_known
            if record.abstention
            else contains_words(record.answer or "", record.gold_answer)
            for record in one.records
        }
    run(judge_run(one.folder, one.settings))
    return {
        verdict.question_id: verdict.correct
        for verdict in VerdictFile(one.folder / VERDICTS).read().values()
        if verdict.kind is AnswerKind.ANSWER
    }


def is_counted(record: QuestionRecord, kind: str, *, judged: bool) -> bool:
    """Whether a question counts in a type, or in "all"; a rubric needs a judge."""
    if record.status != "done" or kind not in ("all", record.question_type):
        return False
    return judged or record.abstention or record.question_type != RUBRIC


def _reader(one: KeptRun) -> str:
    found = one.settings.models.model_of(ModelRole.READ)
    return found[0] if found else "rules, without a chat model"


def _how(judged: bool) -> str:
    if judged:
        return "An answer is right where the judge says so (`daybook-eval judge`)."
    return (
        "An answer is right that holds every content word of the expected one; of a question without an "
        "answer, one that says so. Preferences have rubrics for answers, which only a judge can mark."
    )
