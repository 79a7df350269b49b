"""The top and the bottom of the page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from daybook_eval.report.loading import Reported
from daybook_eval.report.page.markup import Html, tag


def header(title: str, run: Reported, sections: Sequence[tuple[str, str]]) -> Html:
    """Say in plain words what came out, in figures how sure it is, and what the page holds.

    Args:
        title: of the page.
        run: the one that leads.
        sections: their anchors and titles.
    """
    links = (tag("li", tag("a", name, href=f"#{anchor}")) for anchor, name in sections)
    return tag(
        "header",
        tag("h1", title),
        tag("p", *_lead(run), class_="lead"),
        tag("div", *_tiles(run), class_="tiles"),
        tag("nav", tag("ul", *links), aria_label="Sections"),
    )


def footer(run: Reported) -> str:
    """Say what the figures are averages over."""
    counts = run.figures["populations"]
    return (
        f"Rounds and sessions are measured on the {counts['answerable']} questions that are no abstention and"
        f" have evidence; the official turn level on the {counts['official']} of them with evidence of the"
        " user's. Intervals are seeded percentile bootstraps over questions. This page loads nothing and runs"
        " nothing."
    )


def _lead(run: Reported) -> Iterator[str]:
    figures = run.figures
    counts = figures["populations"]
    yield f"{run.header.system} was asked {figures['questions']} questions of {run.header.data.name}. "
    if not run.finished:
        yield "The run is unfinished: these are the questions asked so far. "
    if figures["round"]:
        found = figures["round"]["recall_all@10"]
        yield (
            f"For {found:.0%} of the {counts['answerable']} that can be answered, everything that the answer"
            " rests on was among the first ten rounds"
        )
        yield (
            f"; {figures['evidence']['4000']:.0%} had it in 4,000 tokens of reading. "
            if figures["evidence"]
            else ". "
        )
    for name, judge in (figures["accuracy"] or {"judges": {}})["judges"].items():
        if judge["overall"]["share"] is not None:
            yield f"{name} calls {judge['overall']['share']:.0%} of the answers right. "
    if figures["failed"]:
        yield f"{figures['failed']} questions failed and are in no average."


def _tiles(run: Reported) -> Iterator[Html]:
    figures = run.figures
    for level, measure, told in (
        ("round", "recall_all@10", "all evidence in the first 10 rounds"),
        ("session", "recall_any@5", "an evidence session in the first 5"),
        ("evidence", "4000", "all evidence in 4,000 tokens"),
        ("answer", "contains_words", "answers that hold the expected words"),
    ):
        if measure in figures[level]:
            low, high = figures["intervals"][level][measure]
            yield _tile(f"{figures[level][measure]:.1%}", told, f"95%: {low:.1%} to {high:.1%}")
    if "total" in figures["latency"]:
        taken = figures["latency"]["total"]
        yield _tile(
            f"{taken['p50']:,.0f} ms",
            "a question takes at the median",
            f"95% of them at most {taken['p95']:,.0f} ms",
        )


def _tile(value: str, told: str, sure: str) -> Html:
    return tag("div", tag("b", value), tag("small", told), tag("small", sure), class_="tile")
