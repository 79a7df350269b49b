"""LongMemEval's Figure 6: ways of reading in the oracle setting, beside reading what was retrieved."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from daybook.settings import ReadFormat, ReadMode
from daybook_eval.ablations.collected import Collected
from daybook_eval.papers.collect import collect
from daybook_eval.papers.inputs import Inputs
from daybook_eval.papers.longmemeval.shown import BUDGETS
from daybook_eval.papers.longmemeval.studies import ANSWER
from daybook_eval.papers.longmemeval.tables import CATALOGUE, has_reader
from daybook_eval.papers.table import Cell, PaperTable

_NOTES = {
    ReadMode.CON: "notes first, all at once",
    ReadMode.DIRECT: "no notes",
    ReadMode.PER_ROUND: "notes round by round",
}


def make(inputs: Inputs) -> PaperTable:
    """Read the sessions of the evidence alone (oracle), what was retrieved, and the whole history at once.

    With a model the oracle setting is read by every mode and format as well.
    """
    oracle, whole = inputs.file("longmemeval_oracle"), inputs.file("longmemeval_s")
    names = ("budgets", "readings") if has_reader(inputs) else ("budgets",)
    return table(
        collect(inputs, oracle, CATALOGUE, *names), collect(inputs, whole, CATALOGUE, "budgets", "offline")
    )


def table(oracle: Collected, retrieved: Collected) -> PaperTable:
    """Lay out Figure 6."""
    offline = retrieved.held["offline", "whole history", ""]
    rows: list[Sequence[Cell]] = [
        ["by the settings", "oracle sessions", *_budgets(oracle)],
        ["by the settings", "retrieved", *_budgets(retrieved)],
        ["by the settings", "whole history at once", *(None,) * (len(BUDGETS) - 1), offline.mean(ANSWER)],
    ]
    rows += [["by the settings", "cites its evidence, oracle", *_budgets(oracle, "cited any")]]
    rows += [["by the settings", "cites its evidence, retrieved", *_budgets(retrieved, "cited any")]]
    modelled = any(study == "readings" for study, *_ in oracle.held)
    if modelled:
        rows += [
            [
                f"{_NOTES[mode]}, {form}",
                "oracle sessions",
                *(
                    oracle.held["readings", f"{mode}, {form}, {budget}", ""].mean(ANSWER)
                    for budget in BUDGETS
                ),
            ]
            for mode in ReadMode
            for form in ReadFormat
        ]
    notes = [
        "Share of questions whose reply holds the words of the expected answer; questions whose answer is"
        " a rubric"
        " count as they fall. Both files give their own dates to one question, and each is read by its own.",
        "The whole history is read at any cost, under no budget; it stands in the last column.",
    ]
    if not modelled:
        notes.append(
            "JSON or text, notes or none, and notes taken round by round beforehand are ways in which a model"
            " reads: without one (DAYBOOK_CHAT_MODEL) rules read by quotes, in one way. Published, oracle"
            " setting,"
            " GPT-4o: notes with JSON are best, up to 0.10 above the worst of the four; 0.924 with notes and"
            " 0.870 without, of all 500 questions."
        )
    asked = oracle.held["budgets", str(BUDGETS[0]), ""].questions
    return PaperTable(
        "LongMemEval, Figure 6: reading under budgets of tokens",
        ("reading", "of", *map(str, BUDGETS)),
        rows,
        f"{asked} answerable questions of LongMemEval's oracle sessions, and {offline.questions} of"
        f" LongMemEval-S",
        notes,
    )


def _budgets(collected: Collected, measure: str = ANSWER) -> Iterator[float | None]:
    return (collected.held["budgets", str(budget), ""].mean(measure) for budget in BUDGETS)
