"""The sections about finding: curves, and tables by type of question."""

from collections.abc import Mapping, Sequence
from typing import Any

from daybook_eval.report.figures import KEY_MEASURES
from daybook_eval.report.loading import Reported
from daybook_eval.report.page.markup import Html, join, table, tag
from daybook_eval.report.page.plots import Series, line_plot, whisker
from daybook_eval.report.terminal import RANKED, level_rows
from daybook_eval.tables import figure


def overview(runs: Sequence[Reported]) -> Html:
    """Put the runs side by side, a row each, the best value of each column in bold.

    Nothing is bold where they were not asked the same number of questions.
    """
    rows = [(run.name, [_value(run.figures, *key) for key in KEY_MEASURES.values()]) for run in runs]
    asked = [run.figures["populations"]["answerable"] for run in runs]
    alike = len(set(asked)) == 1
    best = [_best(column) if alike else None for column in zip(*(cells for _, cells in rows), strict=True)]
    return table(
        ("run", "questions", *KEY_MEASURES),
        ((name, count, *map(_bold, cells, best)) for (name, cells), count in zip(rows, asked, strict=True)),
        caption="Share of questions, 0 to 1" + ("; the best of each column in bold." if alike else "."),
    )


def curves(runs: Sequence[Reported]) -> Html:
    """Draw how much is found the deeper one looks, and the more may be read."""
    ranked = [run for run in runs if run.figures["round"]]
    packed = [run for run in runs if run.figures["evidence"]]
    plots = []
    for level, name in (("round", "rounds"), ("session", "sessions")):
        if ranked:
            plots.append(
                line_plot(
                    _found(ranked, level), title=f"Evidence among the first k {name}", x_name=f"k {name}"
                )
            )
    if packed:
        title = "All evidence in what is read"
        plots.append(line_plot(_packed(packed), title=title, x_name="tokens that may be read"))
    return tag("div", *plots, class_="plots")


def levels(run: Reported) -> Html:
    """Show rounds, sessions and the official turns, each over the populations that it is reported on."""
    return table(
        ("level", "questions", "n", *RANKED),
        level_rows(run.figures),
        caption=f"{run.name}; “official” questions are those with evidence of the user's.",
        numbers_from=2,
    )


def by_type(run: Reported) -> Html:
    """Show one run by type of question."""
    figures = run.figures
    groups = {"all": {**figures, "questions": figures["populations"]["answerable"]}, **figures["by_type"]}
    return table(
        ("question type", "questions", "rounds, all@10", "rounds, all@5", "sessions, any@5", "evidence @4k"),
        (
            (
                name,
                group["questions"],
                _with_whisker(group, "round", "recall_all@10"),
                figure(_value(group, "round", "recall_all@5")),
                figure(_value(group, "session", "recall_any@5")),
                _with_whisker(group, "evidence", "4000"),
            )
            for name, group in groups.items()
        ),
        caption=f"{run.name}; the bars are 95% intervals on a scale from 0 to 1.",
    )


def _found(runs: Sequence[Reported], level: str) -> list[Series]:
    if len(runs) > 1:
        return [_curve(run, run.name, level, "recall_all@") for run in runs]
    return [
        _curve(runs[0], "all of it", level, "recall_all@"),
        _curve(runs[0], "some of it", level, "recall_any@"),
    ]


def _packed(runs: Sequence[Reported]) -> list[Series]:
    if len(runs) > 1:
        return [_curve(run, run.name, "evidence", "") for run in runs]
    return [
        _curve(runs[0], "the passages that tell", "evidence", ""),
        _curve(runs[0], "whole turns", "evidence_whole", ""),
    ]


def _curve(run: Reported, name: str, level: str, prefix: str) -> Series:
    def cut(values: Mapping[str, Any]) -> dict[float, Any]:
        return {float(key[len(prefix) :]): value for key, value in values.items() if key.startswith(prefix)}

    return Series(name, cut(run.figures[level]), cut(run.figures["intervals"].get(level, {})))


def _with_whisker(figures: Mapping[str, Any], level: str, measure: str) -> Html | str:
    value = _value(figures, level, measure)
    bounds = figures["intervals"].get(level, {}).get(measure)
    return figure(value) if value is None or not bounds else join([figure(value), whisker(value, *bounds)])


def _value(figures: Mapping[str, Any], level: str, measure: str) -> float | None:
    value: float | None = figures[level].get(measure)
    return value


def _best(values: Sequence[float | None]) -> float | None:
    return max((value for value in values if value is not None), default=None)


def _bold(value: float | None, best: float | None) -> Html | str:
    return tag("strong", figure(value)) if value is not None and value == best else figure(value)
