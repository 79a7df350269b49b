"""MemoryStack's tables over our parts: accuracy by type, failures, latency, cost, and each stage left out."""

from collections import Counter
from collections.abc import Collection, Mapping
from pathlib import Path
from statistics import fmean
from tempfile import TemporaryDirectory

from daybook import Daybook
from daybook.graph.event_loop import run
from daybook.models.embedding import load_embedder
from daybook.settings import ModelRole
from daybook_eval.ablations.studies import READING, RETRIEVAL, STUDIES
from daybook_eval.bench.model_calls import StandIn, answering_server, keep_histories, standing_in
from daybook_eval.data.case import RUBRIC
from daybook_eval.data.cases import read_longmemeval
from daybook_eval.embedders import cached
from daybook_eval.failures import Step, trace
from daybook_eval.judging.judge_run import judge_run
from daybook_eval.judging.verdicts import AnswerKind, verdict_file
from daybook_eval.measures.answers import contains_words
from daybook_eval.measures.cost import stage_latencies
from daybook_eval.papers.measured import CATALOGUE, collect, difference, intervals, kept_run
from daybook_eval.papers.tables import Inputs, PaperTable
from daybook_eval.statistics import bootstrap_interval
from daybook_eval.tables import Cell, Table

TYPES: Mapping[str, str] = {
    "single-session-user": "SS-User",
    "single-session-assistant": "SS-Asst",
    "single-session-preference": "Pref",
    "temporal-reasoning": "Temporal",
    "knowledge-update": "K-Update",
    "multi-session": "Multi-Sess",
}
"""Question types by the names of table 3, in its order."""
PRICES = (0.075, 0.30)
"""Dollars for a million tokens in and out: what section 5.2's costs and token counts come to."""
MONTHS = {100_000: (24, 14), 1_000_000: (240, 140), 10_000_000: (2_400, 1_400)}
"""Table 6: dollars for so many questions, with reranking and without."""


class _Run:
    """A run of the paper's preset, and whether a chat model answers in it, so that one is there to judge."""

    def __init__(self, inputs: Inputs) -> None:
        file = inputs.file("longmemeval_s")
        self.kept = kept_run(file, inputs, {"preset": "memorystack"})
        self.reader = self.kept.settings.models.model_of(ModelRole.READ)
        self.asked = f"{len(self.kept.records)} questions of {file.name}"
        self.file = file.name

    def marks(self) -> dict[str, bool | None]:
        """Mark every answer: by the judges of the settings, or by strict containment.

        None stands for one whose judge could not be read.
        """
        if self.reader is None:
            return {
                record.question_id: record.not_known
                if record.abstention
                else contains_words(record.shown, record.gold_answer)
                for record in self.kept.records
            }
        run(judge_run(self.kept.folder, self.kept.settings))
        verdicts = verdict_file(self.kept.folder).read().values()
        return {
            verdict.question_id: verdict.correct for verdict in verdicts if verdict.kind is AnswerKind.ANSWER
        }

    def counts(self, kind: str, *, abstention: bool = False) -> bool:
        """True if questions of a type count; a rubric needs a judge."""
        return self.reader is not None or abstention or kind != RUBRIC


def make_types(inputs: Inputs, table: PaperTable) -> Table:
    """Make the table: by a judge where a chat model answers, else by strict containment."""
    made = _Run(inputs)
    marks = made.marks()
    counted = [
        record
        for record in made.kept.records
        if record.status == "done" and made.counts(record.question_type, abstention=record.abstention)
    ]
    rows: list[list[Cell]] = []
    for kind, published in table.published.items():
        asked = [marks.get(record.question_id) for record in counted if kind in ("all", record.question_type)]
        values = [float(mark) for mark in asked if mark is not None]
        found = bootstrap_interval(values) if values else None
        sure = f"[{found.low:.3f}, {found.high:.3f}]" if found else None
        mean = found.mean if found else None
        rows.append([TYPES.get(kind, "overall"), len(values), mean, sure, *published])
    reader = made.reader[0] if made.reader else "rules, without a chat model"
    marked = table.told["judged" if made.reader else "contained"]
    return table.filled(rows, f"{made.asked} with its preset; read by {reader}", marked=marked)


_CAUSES: Mapping[str, Collection[Step]] = {
    "retrieval failure": {Step.TIME_RANGE, Step.RETRIEVAL, Step.FUSION, Step.RERANK, Step.PACKING},
    "reasoning error": {Step.NOTES, Step.ANSWER},
    "judged wrong, or unreadable": {Step.JUDGE},
}
"""The paper's root causes, and the steps of ours that count as each."""


def make_errors(inputs: Inputs, table: PaperTable) -> Table:
    """Count failures by their causes and by question type."""
    made = _Run(inputs)
    traced = trace(made.kept.records, made.kept.header, made.marks() if made.reader else None)
    asked = [question for question in traced if made.counts(question.question_type)]
    failed = [question for question in asked if question.step is not None]
    published = {cause: count / sum(table.published.values()) for cause, count in table.published.items()}
    rows: list[list[Cell]] = []
    for cause, steps in _CAUSES.items():
        found = Counter(question.question_type for question in failed if question.step in steps)
        share = found.total() / len(failed) if failed else None
        rows.append([cause, *map(found.__getitem__, TYPES), found.total(), share, published[cause]])
    facts = "fact extraction failure"
    rows.append([facts, *([None] * len(TYPES)), None, None, published[facts]])
    of_failed, of_asked = (Counter(question.question_type for question in part) for part in (failed, asked))
    told = [f"{of_failed[kind]} of {of_asked[kind]}" for kind in TYPES]
    rows.append(["failed of asked", *told, len(failed), None, None])
    steps_lost = {step.value: sum(question.step is step for question in failed) for step in Step}
    on = f"{len(asked)} answerable questions of {made.file}, by its preset"
    return table.filled(rows, on, details={"steps": steps_lost})


def make_latency(inputs: Inputs, table: PaperTable) -> Table:
    """Make the table from the timings of a run."""
    made = _Run(inputs)
    taken = stage_latencies(record.timings for record in made.kept.records if record.status == "done")
    rows: list[list[Cell]] = []
    for node, times in taken.items():
        stage, published = table.published.get(node, ("", None))
        rows.append([node, stage, f"{times['p50']:.1f}", f"{times['p95']:.1f}", published])
    return table.filled(rows, f"{made.asked}, on the machine that made the run")


QUESTIONS = 12
"""Where no limit is given: tokens hardly differ between questions."""
_STAGES: Mapping[str, str] = {
    "LLM re-ranking": "how relevant search results are",
    "answer generation": "Answer at once",
    "all calls": "",
}
"""By what the paper calls a stage, words of its prompt of ours."""


def make_cost(inputs: Inputs, table: PaperTable) -> Table:
    """Count calls and tokens with a stand-in for the models, and price them."""
    file, stand_in = inputs.file("longmemeval_s"), StandIn()
    counts: dict[str, list[tuple[int, int, int]]] = {stage: [] for stage in _STAGES}
    cases = list(read_longmemeval(file, limit=inputs.limit or QUESTIONS))
    embedder = cached(load_embedder("minilm"), inputs.cache)
    with TemporaryDirectory() as folder, answering_server(stand_in) as url:
        keep_histories(Path(folder), cases, embedder)
        changes = {"preset": "memorystack", **dict(inputs.settings)}
        with Daybook.open(settings=standing_in(Path(folder), url, changes), embedder=embedder) as daybook:
            for case in cases:
                stand_in.begin(case.question)
                daybook.ask(case.question, owner=case.owner, asked_at=case.asked_at)
                for stage, words in _STAGES.items():
                    counts[stage].append(stand_in.counts(words))
    rows: list[list[Cell]] = []
    dollars: dict[str, float] = {}
    for stage, (into, out, published) in table.published.items():
        calls, sent, told = (fmean(column) for column in zip(*counts[stage], strict=True))
        dollars[stage] = (sent * PRICES[0] + told * PRICES[1]) / 1e6
        ours = [f"{calls:.1f}", f"{sent:,.0f} / {told:,.0f}", f"{dollars[stage]:.5f}"]
        rows.append([stage, *ours, f"{into:,} / {out}", str(published)])
    fast = dollars["all calls"] - dollars["LLM re-ranking"]
    for questions, (full, less) in MONTHS.items():
        cost = f"{questions * dollars['all calls']:,.0f} / {questions * fast:,.0f}"
        name = f"{questions:,} questions, with reranking / without"
        rows.append([name, None, None, cost, None, f"{full:,.0f} / {less:,.0f}"])
    on = (
        f"{len(cases)} questions of {file.name}, a stand-in for the models, "
        f"{PRICES[0]} and {PRICES[1]} dollars for a million tokens in and out"
    )
    return table.filled(rows, on)


_MAIN = "round recall_all@10"
_FIGURES = ("round recall_all@5", _MAIN, "round recall_all@20", "session recall_all@5", "read evidence")
_DIFFERENCES = (_MAIN, "read evidence", "answer contains_words")
_UPDATE = ("update latest@10", "update latest_above")


def make_stages(inputs: Inputs, table: PaperTable) -> Table:
    """Leave out each stage, and hold what is left against the whole."""
    file, study = inputs.file("longmemeval_s"), STUDIES["memorystack-stages"]
    collected = collect(inputs, file, CATALOGUE, study.name)
    rows = dict(collected.rows(study))
    whole = rows[study.against]
    measures = (*_FIGURES, "answer contains_words")
    cells: list[list[Cell]] = []
    by_type: dict[str, dict[str, dict[str, object]]] = {}
    for name, row in rows.items():
        differences = ["" if row is whole else difference(row, measure, whole) for measure in _DIFFERENCES]
        cells.append([name, *map(row.mean, measures), *differences])
        by_type[name] = {}
        for kind in TYPES:
            if typed := collected.typed.get((study.name, name, kind)):
                against = collected.typed[study.name, study.against, kind]
                by_type[name][kind] = {measure: typed.mean(measure) for measure in (*measures, *_UPDATE)}
                by_type[name][kind][f"{_MAIN}, difference"] = difference(typed, _MAIN, against)
    on = f"{whole.questions} answerable questions of {file.name}, MiniLM int8, no chat model"
    details = {"intervals": intervals(study, rows, (*RETRIEVAL, *_UPDATE, *READING)), "by_type": by_type}
    return table.filled(cells, on, details=details)
