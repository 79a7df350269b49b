"""LongMemEval's Tables 3 and 4, and Figure 5, on our questions."""

from __future__ import annotations

from collections.abc import Sequence

from daybook.settings import ModelRole, TimeMode
from daybook.settings.environment import read_settings
from daybook_eval.ablations.collected import Collected, Row
from daybook_eval.papers.collect import collect
from daybook_eval.papers.inputs import Inputs
from daybook_eval.papers.longmemeval.keys import K_IS_V
from daybook_eval.papers.longmemeval.published import TABLE_3, TABLE_4
from daybook_eval.papers.longmemeval.search import Window
from daybook_eval.papers.longmemeval.shown import BUDGETS, Shown
from daybook_eval.papers.longmemeval.studies import ANSWER, DESIGNS, STUDIES, TOP, V_FACT, measures_of
from daybook_eval.papers.longmemeval.values import Unit
from daybook_eval.papers.table import Cell, PaperTable

CATALOGUE = "daybook_eval.papers.longmemeval.studies"
ENCODER = (
    "MiniLM, one vector a key of at most 254 word pieces, stands for Stella V5 (1.5B); histories are those of"
    " LongMemEval-S (about 48 sessions), the paper's of M (about 500)."
)
BY_RULES = (
    "Without a chat model rules draw out facts (the templates of the ledger), keyphrases (noun phrases by"
    " tf-idf)"
    " and summaries (three sentences of the user's); set DAYBOOK_CHAT_MODEL for those of a model."
)


def has_reader(inputs: Inputs) -> bool:
    """Whether the settings name a chat model that reads."""
    return read_settings(**dict(inputs.settings)).models.model_of(ModelRole.READ) is not None


def keys(inputs: Inputs) -> PaperTable:
    """Make Table 3: what values are found by; the answers only where a model reads."""
    reads = has_reader(inputs)
    names = [f"{kind}, {unit}" for unit in Unit for kind in ("keys", "answers by keys")[: 1 + reads]]
    collected = collect(inputs, inputs.file("longmemeval_s"), CATALOGUE, *names)
    return keys_table(collected)


def keys_table(collected: Collected) -> PaperTable:
    """Lay out Table 3."""
    answered = any(study.startswith("answers by keys") for study, *_ in collected.held)
    measures = ("Recall@5", "nDCG@5", "Recall@10", "nDCG@10")
    columns = (
        "value",
        "key",
        *measures,
        "Recall@5 against V, 95%",
        *(f"published {name}" for name in measures),
    )
    rows: list[Sequence[Cell]] = []
    for unit, chosen in DESIGNS.items():
        base = collected.held[f"keys, {unit}", K_IS_V.name, ""]
        for design in chosen:
            row = collected.held[f"keys, {unit}", design.name, ""]
            published = TABLE_3[unit].get(design.name, (None,) * len(measures))
            difference = None if design is K_IS_V else difference_of(row, base, measures_of(unit)[0])
            answers = [
                collected.held[f"answers by keys, {unit}", f"{design.name}, top {most}", ""].mean(ANSWER)
                for most in TOP
                if answered
            ]
            rows.append(
                [unit, design.name, *map(row.mean, measures_of(unit)), difference, *published, *answers]
            )
    told = tuple(f"answers, top {most}" for most in TOP) if answered else ()
    notes = [
        ENCODER,
        BY_RULES,
        '"apart" is ours: what was drawn out makes keys of its own beside the value\'s.',
    ]
    if not answered:
        notes.append("The paper's end-to-end answers need a model that reads (DAYBOOK_CHAT_MODEL).")
    return PaperTable(
        "LongMemEval, Table 3: recall by key design",
        (*columns, *told),
        rows,
        on(collected, f"keys, {Unit.ROUND}"),
        notes,
    )


def time(inputs: Inputs) -> PaperTable:
    """Make Table 4: temporal-reasoning questions, with and without their time range."""
    names = (*(f"time, {unit}" for unit in Unit), "time, Daybook")
    return time_table(collect(inputs, inputs.file("longmemeval_s"), CATALOGUE, *names))


def time_table(collected: Collected) -> PaperTable:
    """Lay out Table 4."""
    rows: list[Sequence[Cell]] = []
    for unit in Unit:
        for design in (K_IS_V, V_FACT):
            base = collected.held[f"time, {unit}", f"{design.name}, {Window.NONE}", ""]
            for window in Window:
                row = collected.held[f"time, {unit}", f"{design.name}, {window}", ""]
                published = TABLE_4[unit].get((design.name, window), (None,) * 4)
                difference = None if window is Window.NONE else difference_of(row, base, measures_of(unit)[0])
                cells = map(row.mean, measures_of(unit))
                rows.append([unit, design.name, window, *cells, difference, *published])
    base = collected.held["time, Daybook", TimeMode.IGNORE, ""]
    for unit in Unit:
        for mode in TimeMode:
            row = collected.held["time, Daybook", mode, ""]
            difference = None if mode is TimeMode.IGNORE else difference_of(row, base, measures_of(unit)[0])
            cells = map(row.mean, measures_of(unit))
            rows.append([unit, "Daybook", mode, *cells, difference, *(None,) * 4])
    first = collected.held[f"time, {Unit.ROUND}", f"{K_IS_V.name}, {Window.SAID}", ""]
    ranged, hidden = first.mean("time has_range") or 0.0, first.mean("time hides") or 0.0
    measures = ("Recall@5", "nDCG@5", "Recall@10", "nDCG@10")
    return PaperTable(
        "LongMemEval, Table 4: temporal-reasoning questions by the use of their time range",
        (
            "value",
            "key",
            "time range",
            *measures,
            "Recall@5 against none, 95%",
            *(f"published {m}" for m in measures),
        ),
        rows,
        on(collected, f"time, {Unit.ROUND}"),
        [
            ENCODER,
            f"{ranged:.0%} of these questions have a time range (by rules; by the model that understands"
            f" questions"
            f" where one is set), and {hidden:.0%} have evidence that was said outside it.",
            "Published: the rows without a range, and those with ranges by GPT-4o. Its filter goes by the"
            " dates of"
            " events as well as of sessions, as ours by events does; the dates of events are read by rules.",
            "Daybook's rows are its whole search, with statements, words and records, by its four time"
            " modes.",
        ],
    )


def values(inputs: Inputs) -> PaperTable:
    """Make Figure 5: what of the evidence reaches the reader by the form of values, and answers by rules."""
    return values_table(
        collect(inputs, inputs.file("longmemeval_s"), CATALOGUE, "values", "answers by values")
    )


def values_table(collected: Collected) -> PaperTable:
    """Lay out Figure 5."""
    rows: list[Sequence[Cell]] = []
    for shown in Shown:
        row = collected.held["values", shown, ""]
        rows.append([shown, "evidence", *(row.mean(f"evidence {budget}") for budget in BUDGETS)])
        read = [collected.held["answers by values", f"{shown}, {budget}", ""] for budget in BUDGETS]
        rows.append([shown, "answers", *(row.mean(ANSWER) for row in read)])
        several = [
            collected.typed.get(("answers by values", f"{shown}, {budget}", "multi-session"), Row())
            for budget in BUDGETS
        ]
        rows.append([shown, "answers, multi-session", *(row.mean(ANSWER) for row in several)])
    return PaperTable(
        "LongMemEval, Figure 5: forms of values under budgets of tokens",
        ("value", "share of questions", *map(str, BUDGETS)),
        rows,
        on(collected, "values"),
        [
            ENCODER,
            "evidence: every evidence turn of the user's is shown whole, and of the assistant's the"
            " passage that"
            " tells the answer. answers: the reply holds the words of the expected answer; by the reader"
            " that is"
            " set, else by quotes.",
            "A summary is three sentences of the session's user, and a fact the words that a template"
            " found it"
            " in: a model's would hold more. Figures are published as a chart only.",
        ],
    )


def on(collected: Collected, study: str) -> str:
    """Say what a study was measured on."""
    row = collected.held[study, STUDIES[study].arms[0].name, ""]
    return f"{row.questions} answerable questions of LongMemEval-S"


def difference_of(row: Row, base: Row, measure: str) -> str | None:
    """Write a paired difference with its interval."""
    found = row.difference(measure, base)
    if found is None:
        return None
    interval = found.interval
    return f"{interval.mean:+.3f} [{interval.low:+.3f}, {interval.high:+.3f}]"
