"""The page: a lead in plain words, then one section after the other, each only where there is something."""

import json
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from daybook_eval.failures import Step
from daybook_eval.judging.grade_run import graded_value
from daybook_eval.records import Run
from daybook_eval.report.figures import KEY_MEASURES, LEVELS
from daybook_eval.report.loading import Reported
from daybook_eval.report.page.markup import Html, join, tag, text
from daybook_eval.report.page.plots import Series, bar, difference, line_plot, whisker
from daybook_eval.report.terminal import RANKED, groups_of, level_rows, spent_cells
from daybook_eval.tables import figure

Figures = Mapping[str, Any]
_STEPS = {
    Step.TIME_RANGE: "a hard filter of time hid it",
    Step.RETRIEVAL: "no ranking had it near",
    Step.FUSION: "one ranking had it near, the merged one had not",
    Step.RERANK: "it fell back in the last ranking",
    Step.PACKING: "it was found, but not put before the reader",
    Step.NOTES: "it was before the reader, who noted nothing of it",
    Step.ANSWER: "it was noted, but the answer is another",
    Step.JUDGE: "the judge could not be read, or is doubtful",
}
_NAMES: Mapping[str, object] = {
    "key_measures": list(KEY_MEASURES),
    "ranked_measures": list(RANKED),
    "by_words": {
        "contains": "holds the expected answer, word for word",
        "contains_words": "holds all of its words, in any order",
        "token_f1": "token F1 with it",
        "rouge_l": "ROUGE-L with it",
    },
    "by_halves": ("contains", "contains_words"),
    "grades": {
        "CA": "CA: the answer agrees with what was put before the reader",
        "QA": "QA: the answer does what the question wants",
        "QR": "QR: the rewriting keeps what matters of the question",
        "contradiction": "answers that contradict what was put before the reader (lower is better)",
    },
    "abstention": {
        "precision": "of those said to be unknown, unknown indeed",
        "recall": "of those unknown, said to be so",
        "wrong_not_known": "of those known, said to be unknown (lower is better)",
    },
}


def published_figures() -> list[dict[str, Any]]:
    """Read the figures that we did not reproduce, `eval/daybook_eval/published.toml`, in its order."""
    return list(tomllib.loads(files("daybook_eval").joinpath("published.toml").read_text("utf-8"))["figure"])


def page(
    runs: Sequence[Reported], compared: Sequence[Mapping[str, Any]], published: Sequence[Figures] = ()
) -> str:
    """Write the page. Everything that comes out of the data is escaped."""
    made = Environment(
        loader=PackageLoader("daybook_eval.report", "page"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=text,
        extensions=["jinja2.ext.do"],
    )
    made.globals |= {**_NAMES, **{view.__name__: view for view in _VIEWS}, "difference": _difference}
    style = Html(files("daybook_eval.report.page").joinpath("style.css").read_text("utf-8"))
    return made.get_template("page.html").render(
        runs=runs, compared=compared, published=published, style=style
    )


def overview(run: Reported, runs: Sequence[Reported]) -> list[Html | str]:
    """Give the key measures of a run, the best of some runs in bold."""
    return [_bold(run.figures[level].get(name), runs, level, name) for level, name in KEY_MEASURES.values()]


def _bold(value: float | None, runs: Sequence[Reported], level: str, name: str) -> Html | str:
    best = max((found for run in runs if (found := run.figures[level].get(name)) is not None), default=None)
    return tag("strong", figure(value)) if value is not None and value == best else figure(value)


def curves(runs: Sequence[Reported]) -> Html:
    """Draw how much is found the deeper one looks, and the more may be read."""
    ranked = [run for run in runs if run.figures["round"]]
    packed = [run for run in runs if run.figures["evidence"]]
    plots = [
        line_plot(
            _series(ranked, (level, "recall_all@", "all of it"), (level, "recall_any@", "some of it")),
            title=f"Evidence among the first k {level}s",
            x_name=f"k {level}s",
        )
        for level in ("round", "session")
    ]
    if packed:
        passages, whole = ("evidence", "", "the passages that tell"), ("evidence_whole", "", "whole turns")
        title, x_name = "All evidence in what is read", "tokens that may be read"
        plots.append(line_plot(_series(packed, passages, whole), title=title, x_name=x_name))
    return join(plots)


def _series(runs: Sequence[Reported], *kinds: tuple[str, str, str]) -> list[Series]:
    """Give one run by each kind (level, beginning of the measures, name), several by the first."""
    if len(runs) > 1:
        return [_curve(run.figures, run.name, *kinds[0][:2]) for run in runs]
    return [_curve(runs[0].figures, name, level, prefix) for level, prefix, name in kinds]


def _curve(figures: Figures, name: str, level: str, prefix: str) -> Series:
    def cut(values: Figures) -> dict[float, Any]:
        return {float(key[len(prefix) :]): value for key, value in values.items() if key.startswith(prefix)}

    return Series(name, cut(figures[level]), cut(figures["intervals"].get(level, {})))


def types_of(run: Reported) -> Iterator[tuple[str, Figures]]:
    """Give the figures of a run over all and by type of question."""
    yield "all", {**run.figures, "questions": run.figures["populations"]["answerable"]}
    for name, group in run.figures["by_type"].items():
        yield name, {level: {} for level in LEVELS} | group


def sure(figures: Figures, level: str, measure: str) -> Html | str:
    """Write a measure with its interval drawn."""
    return _drawn(figures[level].get(measure), figures["intervals"].get(level, {}).get(measure))


def share_of(group: Figures) -> Html | str:
    """Write the share of a group that is right with its interval drawn."""
    return _drawn(group["share"], group["interval"])


def _drawn(value: float | None, bounds: Sequence[float] | None) -> Html | str:
    return figure(value) if value is None or not bounds else join([figure(value), whisker(value, *bounds)])


def held(figures: Figures, name: str) -> Html | str:
    """Write a measure of the answers with its interval."""
    value, bounds = figures["answer"].get(name), figures["intervals"]["answer"].get(name)
    if value is None or not bounds:
        return figure(value)
    return join([figure(value), tag("span", f" [{bounds[0]:.2f}, {bounds[1]:.2f}]", class_="soft")])


def halves_of(runs: Sequence[Reported]) -> list[str]:
    """Name the halves of the questions that all of some runs have."""
    halves = runs[0].figures["halves"]
    return [half for half in halves if all(half in run.figures["halves"] for run in runs)]


def let_pass(judge: Figures, kind: str) -> str:
    """Say how many planted answers of a kind a judge took for right."""
    found = judge["false_positives"].get(kind)
    if found is None:
        return "–"
    unread = f", {found['unreadable']} unreadable" if found["unreadable"] else ""
    return f"{found['correct']} of {found['judged']}{unread}"


def failed_steps(counts: Mapping[str, int]) -> dict[str, str]:
    """Give the steps at which questions failed, in their order, with what became of the evidence."""
    return {step.value: about for step, about in _STEPS.items() if counts.get(step.value)}


def _difference(one: Figures, measures: Sequence[Figures]) -> Html:
    """Draw a difference on the scale of the largest of a pair of runs."""
    reach = max(abs(bound) for measure in measures for bound in (measure["low"], measure["high"])) or 1
    return difference(one["difference"], one["low"], one["high"], reach)


def stages_of(run: Reported) -> Iterator[tuple[str, Figures, float]]:
    """Give the stages that take time, each with its part of the longest; ingesting is told apart."""
    stages = {name: taken for name, taken in run.figures["latency"].items() if taken["p95"] >= 0.05}
    longest = max((taken["p50"] for name, taken in stages.items() if name != "ingest"), default=1.0) or 1
    return ((name, taken, taken["p50"] / longest) for name, taken in stages.items())


def ours(measure: str, run: Reported) -> float | None:
    """Give what a run of ours has under the name of a published measure."""
    level, _, name = measure.partition(" ")
    found: float | None = run.figures[level].get(name) if level in LEVELS else None
    if measure == "accuracy":
        judges = (run.figures["accuracy"] or {"judges": {}})["judges"].values()
        found = next((judge["overall"]["share"] for judge in judges), None)
    return found


def facts_of(header: Run) -> dict[str, str]:
    """Say what it takes to make a run again, but for its settings."""
    return {
        "system": header.system,
        "data": f"{header.data.name}, sha256 {header.data.sha256[:16]}…",
        "begun": header.started_at.strftime("%Y-%m-%d %H:%M %Z"),
        "embedder": header.embedder or "none",
        "chat models": ", ".join(f"{role}: {name}" for role, name in header.models.items()) or "none",
        "code": f"{header.code.commit[:12]}{', with changes not committed' if header.code.dirty else ''}",
        "prompts": ", ".join(f"{name} {digest[:8]}" for name, digest in header.prompts.items()) or "none",
        "packages": ", ".join(f"{name} {version}" for name, version in header.packages.items()),
    }


def settings_of(header: Run) -> str:
    """Write the settings of a run as JSON."""
    return json.dumps(dict(header.settings), indent=1, ensure_ascii=False, sort_keys=True, default=str)


def tiles(figures: Figures) -> Iterator[tuple[str, str, str]]:
    """Give what a first look is at: a figure, what it is, and how sure it is."""
    for level, measure, told in (
        ("round", "recall_all@10", "all evidence in the first 10 rounds"),
        ("session", "recall_any@5", "an evidence session in the first 5"),
        ("evidence", "4000", "all evidence in 4,000 tokens"),
        ("answer", "contains_words", "answers that hold the expected words"),
    ):
        if measure in figures[level]:
            low, high = figures["intervals"][level][measure]
            yield f"{figures[level][measure]:.1%}", told, f"95%: {low:.1%} to {high:.1%}"
    if "total" in figures["latency"]:
        taken = figures["latency"]["total"]
        most = f"95% of them at most {taken['p95']:,.0f} ms"
        yield f"{taken['p50']:,.0f} ms", "a question takes at the median", most


_VIEWS = (
    *(bar, curves, facts_of, failed_steps, figure, graded_value, groups_of, halves_of, held, let_pass),
    *(level_rows, ours, overview, settings_of, share_of, spent_cells, stages_of, sure, tiles, types_of),
)
