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
from daybook_eval.judging.verdicts import VERDICTS, AnswerKind, VerdictFile
from daybook_eval.measures.answers import contains_words
from daybook_eval.measures.cost import stage_latencies
from daybook_eval.papers.measured import CATALOGUE, collect, difference, intervals, kept_run
from daybook_eval.papers.table import Inputs
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
_MEMORYSTACK = (0.986, 0.911, 0.933, 0.902, 0.974, 0.895, 0.928)
"""Tables 2 and 3, by type and over all: accuracy by a model's judgement, of all 500 questions."""
_FULL_CONTEXT = (0.814, 0.946, 0.200, 0.714, 0.782, 0.443, 0.602)
"""Table 3, as it took it from another paper."""
FAILURES: Mapping[str, float] = {"retrieval": 14 / 36, "reasoning": 13 / 36, "data": 5 / 36, "facts": 4 / 36}
"""Table 4: shares of its 36 failures."""
STAGES: Mapping[str, tuple[str, float | None]] = {
    "classify": ("query classification", 5),
    "expand": ("query expansion", 100),
    "search": ("hybrid search", 150),
    "look_up_ledger": ("relationship enhancement (its graph is read)", 50),
    "weigh": ("relationship enhancement and temporal scoring", 5),
    "rerank": ("LLM re-ranking", 500),
    "total": ("full pipeline", 900),
}
"""Section 5.1: milliseconds by the node of ours that does the stage."""
PRICES = (0.075, 0.30)
"""Dollars for a million tokens in and out: what section 5.2's costs and token counts come to."""
COST = {"rerank": (1_100, 50, 0.0001), "read": (1_660, 50, 0.00014), "total": (2_760, 100, 0.00024)}
"""Section 5.2: tokens in and out, and dollars, of a question."""
MONTHS = {100_000: (24, 14), 1_000_000: (240, 140), 10_000_000: (2_400, 1_400)}
"""Table 6: dollars for so many questions, with reranking and without."""


class _Run:
    """A run of the paper's preset, and whether a chat model answers in it, so that one is there to judge."""

    def __init__(self, inputs: Inputs) -> None:
        self.file = inputs.file("longmemeval_s")
        self.kept = kept_run(self.file, inputs, {"preset": "memorystack"})
        self.reader = self.kept.settings.models.model_of(ModelRole.READ)

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
        verdicts = VerdictFile(self.kept.folder / VERDICTS).read().values()
        return {one.question_id: one.correct for one in verdicts if one.kind is AnswerKind.ANSWER}

    def counts(self, kind: str, *, abstention: bool) -> bool:
        """Whether questions of a type count; a rubric needs a judge."""
        return self.reader is not None or abstention or kind != RUBRIC


def make_types(inputs: Inputs) -> Table:
    """Make the table: by a judge where a chat model answers, else by strict containment."""
    made = _Run(inputs)
    marks = made.marks()
    counted = [
        record
        for record in made.kept.records
        if record.status == "done" and made.counts(record.question_type, abstention=record.abstention)
    ]
    rows: list[list[Cell]] = []
    for kind, *published in zip((*TYPES, "all"), _MEMORYSTACK, _FULL_CONTEXT, strict=True):
        asked = [marks.get(one.question_id) for one in counted if kind in ("all", one.question_type)]
        values = [float(mark) for mark in asked if mark is not None]
        found = bootstrap_interval(values) if values else None
        sure = f"[{found.low:.3f}, {found.high:.3f}]" if found else None
        mean = found.mean if found else None
        rows.append([TYPES.get(kind, "overall"), len(values), mean, sure, *published])
    reader = made.reader[0] if made.reader else "rules, without a chat model"
    return Table(
        title="MemoryStack, Tables 2 and 3: accuracy by question type",
        columns=("type", "questions", "ours", "95%", "published", "full context, published"),
        rows=rows,
        on=f"{len(made.kept.records)} questions of {made.file.name} with its preset; read by {reader}",
        notes=[
            "An answer is right where the judge says so (`daybook-eval judge`)."
            if made.reader
            else "An answer is right that holds every content word of the expected one; of a question "
            "without an answer, one that says so. Preferences have rubrics for answers, which only a judge "
            "can mark.",
            "Published figures are a model's lenient judgement of all 500 questions, answered by Gemini 2.0 "
            "Flash from facts that Gemini 2.5 Flash wrote; ours are of the development questions.",
            "`daybook-eval papers presets` has the default beside it, read by the same rules.",
        ],
    )


_CAUSES: Mapping[str, tuple[str, Collection[Step]]] = {
    "retrieval failure": (
        "retrieval",
        {Step.TIME_RANGE, Step.RETRIEVAL, Step.FUSION, Step.RERANK, Step.PACKING},
    ),
    "reasoning error": ("reasoning", {Step.NOTES, Step.ANSWER}),
    "judged wrong, or unreadable": ("data", {Step.JUDGE}),
}
"""The paper's root causes, and the steps of ours that count as each."""


def make_errors(inputs: Inputs) -> Table:
    """Make the table."""
    made = _Run(inputs)
    traced = trace(made.kept.records, made.kept.header, made.marks() if made.reader else None)
    asked = [one for one in traced if made.counts(one.question_type, abstention=False)]
    failed = [one for one in asked if one.step is not None]
    rows: list[list[Cell]] = []
    for cause, (published, steps) in _CAUSES.items():
        found = Counter(one.question_type for one in failed if one.step in steps)
        share = found.total() / len(failed) if failed else None
        rows.append([cause, *map(found.__getitem__, TYPES), found.total(), share, FAILURES[published]])
    rows.append(["fact extraction failure", *([None] * len(TYPES)), None, None, FAILURES["facts"]])
    of_failed, of_asked = (Counter(one.question_type for one in some) for some in (failed, asked))
    told = [f"{of_failed[kind]} of {of_asked[kind]}" for kind in TYPES]
    rows.append(["failed of asked", *told, len(failed), None, None])
    return Table(
        title="MemoryStack, Tables 4 and 5: root causes of failures",
        columns=("cause", *TYPES.values(), "all", "share", "share, published"),
        rows=rows,
        on=f"{len(asked)} answerable questions of {made.file.name}, by its preset",
        notes=[
            "A failure is retrieval's where some evidence did not come before the reader; each is counted at "
            "the first step that lost it, which `--json` names. It is reasoning's where all of it was read.",
            "Nothing is lost by extracting facts, since rounds are what is stored and read.",
            "Without a chat model rules read, which reason little: the share of reasoning is theirs.",
        ],
        details={"steps": {step.value: sum(one.step is step for one in failed) for step in Step}},
    )


def make_latency(inputs: Inputs) -> Table:
    """Make the table from the timings of a run."""
    made = _Run(inputs)
    taken = stage_latencies(record.timings for record in made.kept.records if record.status == "done")
    rows: list[list[Cell]] = []
    for node, times in taken.items():
        stage, published = STAGES.get(node, ("", None))
        rows.append([node, stage, f"{times['p50']:.1f}", f"{times['p95']:.1f}", published])
    return Table(
        title="MemoryStack, section 5.1: latency by stage",
        columns=("node", "stage of the paper", "p50 ms", "p95 ms", "ms, published"),
        rows=rows,
        on=f"{len(made.kept.records)} questions of {made.file.name}, on the machine that made the run",
        notes=[
            "Times are for comparison within one machine: this one had other work beside. `ingest` is the "
            "storing of a history once, and `total` a question from receiving to checking.",
            "The search is cold: each history is asked once, so its index is built within `search`.",
            "Without a chat model `rerank` does nothing, which is the paper's fast mode (310 ms).",
        ],
    )


QUESTIONS = 12
"""Where no limit is given: tokens hardly differ between questions."""
_STAGES: Mapping[str, tuple[str, str]] = {
    "rerank": ("LLM re-ranking", "how relevant search results are"),
    "read": ("answer generation", "Answer at once"),
    "total": ("all calls", ""),
}
"""What the paper calls a stage, and words of its prompt of ours."""


def make_cost(inputs: Inputs) -> Table:
    """Make the table."""
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
                for stage, (_, words) in _STAGES.items():
                    counts[stage].append(stand_in.counts(words))
    rows: list[list[Cell]] = []
    dollars: dict[str, float] = {}
    for stage, (name, _) in _STAGES.items():
        calls, sent, told = (fmean(column) for column in zip(*counts[stage], strict=True))
        dollars[stage] = (sent * PRICES[0] + told * PRICES[1]) / 1e6
        into, out, published = COST[stage]
        ours = [f"{calls:.1f}", f"{sent:,.0f} / {told:,.0f}", f"{dollars[stage]:.5f}"]
        rows.append([name, *ours, f"{into:,} / {out}", str(published)])
    fast = dollars["total"] - dollars["rerank"]
    for questions, (full, less) in MONTHS.items():
        cost = f"{questions * dollars['total']:,.0f} / {questions * fast:,.0f}"
        name = f"{questions:,} questions, with reranking / without"
        rows.append([name, None, None, cost, None, f"{full:,.0f} / {less:,.0f}"])
    return Table(
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


_MAIN = "round recall_all@10"
_FIGURES = ("round recall_all@5", _MAIN, "round recall_all@20", "session recall_all@5", "read evidence")
_DIFFERENCES = (_MAIN, "read evidence", "answer contains_words")
_UPDATE = ("update latest@10", "update latest_above")


def make_stages(inputs: Inputs) -> Table:
    """Make the table."""
    file, study = inputs.file("longmemeval_s"), STUDIES["memorystack-stages"]
    collected = collect(inputs, file, CATALOGUE, study.name)
    rows = dict(collected.rows(study))
    whole = rows[study.against]
    cells: list[list[Cell]] = []
    by_type: dict[str, dict[str, dict[str, object]]] = {}
    for name, row in rows.items():
        means = [row.mean(measure) for measure in (*_FIGURES, "answer contains_words")]
        differences = ["" if row is whole else difference(row, one, whole) for one in _DIFFERENCES]
        cells.append([name, *means, *differences])
        by_type[name] = {}
        for kind in TYPES:
            if typed := collected.typed.get((study.name, name, kind)):
                against = collected.typed[study.name, study.against, kind]
                measures = (*_FIGURES, "answer contains_words", *_UPDATE)
                told: dict[str, object] = {f"{_MAIN}, difference": difference(typed, _MAIN, against)}
                by_type[name][kind] = {**{one: typed.mean(one) for one in measures}, **told}
    return Table(
        title="MemoryStack without each of its stages (its section 5.4 leaves this to future work)",
        columns=(
            *("pipeline", "round all@5", "all@10", "all@20", "session all@5", "evidence read"),
            *("answered by rules", "all@10, difference", "evidence read, difference"),
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
        details={"intervals": intervals(study, rows, (*RETRIEVAL, *_UPDATE, *READING)), "by_type": by_type},
    )
