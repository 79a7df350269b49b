"""The sections around the measures: comparison, time and cost, published figures, how it was made."""

import json
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from daybook_eval.report.figures import LEVELS
from daybook_eval.report.loading import Reported
from daybook_eval.report.page.markup import Html, join, table, tag
from daybook_eval.report.page.plots import bar, difference
from daybook_eval.report.terminal import spent_cells
from daybook_eval.tables import figure


@dataclass(frozen=True, slots=True)
class Published:
    """A figure that we did not reproduce."""

    system: str
    measure: str
    """Named as ours where it is the same measure."""
    value: float
    """A share, 0 to 1."""
    data: str
    source: str
    reader: str = ""
    """The model that answered; "" where nothing was answered."""
    judge: str = ""


def published_figures() -> tuple[Published, ...]:
    """Read `eval/daybook_eval/published.toml`, in its order."""
    entries = tomllib.loads(files("daybook_eval").joinpath("published.toml").read_text("utf-8"))["figure"]
    return tuple(Published(**entry) for entry in entries)


def compared(pairs: Iterable[Mapping[str, Any]]) -> Html:
    """Show how other runs differ from the first, measure by measure."""
    return join(_one_pair(pair) for pair in pairs)


def latency(run: Reported) -> Html:
    """Show how long the stages of a question take; keeping the history is told apart."""
    stages = {name: taken for name, taken in run.figures["latency"].items() if taken["p95"] >= 0.05}
    longest = max((taken["p50"] for name, taken in stages.items() if name != "ingest"), default=1.0)
    costs = (run.figures["cost"] or {"stages": {}})["stages"]
    rows = [
        (
            name,
            "" if name == "ingest" else bar(taken["p50"] / (longest or 1), f"{taken['p50']:.1f} ms"),
            f"{taken['p50']:,.1f}",
            f"{taken['p95']:,.1f}",
            f"{taken['questions']:,.0f}",
            *(spent_cells(costs.get(name)) if costs else ()),
        )
        for name, taken in stages.items()
    ]
    caption = f"{run.name}: milliseconds; bars are medians. “ingest” keeps a history, before any question."
    columns = ["stage", "", "median", "95th percentile", "questions"]
    if costs:
        columns += ["calls", "tokens in", "tokens out", "cost"]
        caption += " What models are asked is a mean over the questions that reach them."
    return table(columns, rows, caption=caption, numbers_from=2)


def cost(runs: Iterable[Reported]) -> Html:
    """Show what a question costs where chat models are called."""
    rows = [
        (
            run.name,
            f"{found['calls']:.1f}",
            f"{found['input_tokens']:,.0f}",
            f"{found['output_tokens']:,.0f}",
            "not known" if found["cost"] is None else f"{found['cost']:.5f}",
            "not known" if found["total_cost"] is None else f"{found['total_cost']:.3f}",
        )
        for run in runs
        if (found := run.figures["cost"]) and found["calls"]
    ]
    if not rows:
        return tag("p", "No chat model was called: these questions cost nothing but time.")
    columns = ("run", "calls", "tokens in", "tokens out", "cost", "cost of the run")
    return table(columns, rows, caption="Means of one question, in the currency of the configured prices.")


def published(figures: Sequence[Published], run: Reported) -> Html:
    """Show what others report, marked as theirs, and what a run of ours has under the same name."""
    mark = tag("span", "not reproduced", class_="tag")
    rows = [
        (
            figure_.system,
            figure_.measure,
            figure_.data,
            figure_.reader or "–",
            figure_.judge or "–",
            figure_.source,
            mark,
            f"{figure_.value:.3f}",
            figure(_ours(figure_.measure, run)),
        )
        for figure_ in figures
    ]
    columns = ("system", "measure", "data", "reader", "judge", "source", "", "theirs", run.name)
    caption = (
        "As their authors give them; where our run has a measure of that name, beside it, but on"
        f" {run.header.data.name}."
    )
    return table(columns, rows, caption=caption, numbers_from=7)


def made(runs: Iterable[Reported]) -> Html:
    """Show what it takes to make the runs again."""
    return join(_one_run(run) for run in runs)


def _ours(measure: str, run: Reported) -> float | None:
    level, _, name = measure.partition(" ")
    if measure == "accuracy":
        judges = (run.figures["accuracy"] or {"judges": {}})["judges"].values()
        found: float | None = next((judge["overall"]["share"] for judge in judges), None)
        return found
    return run.figures[level].get(name) if level in LEVELS else None


def _one_pair(pair: Mapping[str, Any]) -> Html:
    measures = pair["measures"]
    reach = max((abs(bound) for bar in measures for bound in (bar["low"], bar["high"])), default=0) or 1
    rows = [
        (
            measure["measure"],
            f"{measure['first']:.3f}",
            f"{measure['second']:.3f}",
            difference(measure["difference"], measure["low"], measure["high"], reach),
            f"{measure['difference']:+.3f}",
            f"{measure['low']:+.3f} to {measure['high']:+.3f}",
            f"{measure['p']:.3f}" if measure["p"] >= 0.001 else "< 0.001",
            measure["questions"],
        )
        for measure in measures
    ]
    columns = ("measure", pair["first"], pair["second"], "", "difference", "95%", "p", "questions")
    caption = f"{pair['second']} against {pair['first']}: right of the line is better."
    if not pair["same_data"]:
        caption += " They were made on different files: the questions may not be the same ones."
    return table(columns, rows, caption=caption)


def _one_run(run: Reported) -> Html:
    header = run.header
    facts = {
        "system": header.system,
        "data": f"{header.data.name}, sha256 {header.data.sha256[:16]}…",
        "begun": header.started_at.strftime("%Y-%m-%d %H:%M %Z"),
        "embedder": header.embedder or "none",
        "chat models": ", ".join(f"{role}: {name}" for role, name in header.models.items()) or "none",
        "code": f"{header.code.commit[:12]}{', with changes not committed' if header.code.dirty else ''}",
        "prompts": ", ".join(f"{name} {digest[:8]}" for name, digest in header.prompts.items()) or "none",
        "packages": ", ".join(f"{name} {version}" for name, version in header.packages.items()),
    }
    settings = json.dumps(dict(header.settings), indent=1, ensure_ascii=False, sort_keys=True, default=str)
    return tag(
        "details",
        tag("summary", run.name),
        table(("", ""), ((name, tag("code", fact)) for name, fact in facts.items()), numbers_from=2),
        tag("pre", tag("code", settings)),
    )
