"""A run's steps and figures, for people."""

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import fmean

import typer

from daybook.conversation.errors import BadSettings
from daybook.models.llm import load_chat_models
from daybook.settings import ModelRole
from daybook.settings.environment import read_settings
from daybook_eval.embedders import open_embedder
from daybook_eval.report.page.markup import Html, join, tag
from daybook_eval.tables import figure
from daybook_eval.training.examples import TrainingData
from daybook_eval.training.recipe import Recipe
from daybook_eval.training.rewards import ModelResponder, QuotingResponder, Responder
from daybook_eval.training.run import TrainingRun, read_figures
from daybook_prompts import load_prompts

Steps = dict[str, list[dict[str, float]]]
_COLUMNS = ("f1", "exact", "damaged", "refused", "soft", "hard", "recall_1", "recall_5")


def read_steps(out: Path) -> Steps:
    """Read the log of a run: the steps of each stage in their order."""
    steps: Steps = defaultdict(list)
    path = out / "log.jsonl"
    for line in path.read_text("utf-8").splitlines() if path.is_file() else ():
        entry = json.loads(line)
        steps[entry.pop("stage")].append(entry)
    return dict(steps)


def figures_table(figures: Mapping[str, Mapping[str, Mapping[str, object]]]) -> str:
    """Write the figures of a run, set by set, a line for each way of rewriting."""
    sets = dict.fromkeys(name for by_set in figures.values() for name in by_set)
    lines = []
    for name in sets:
        first = next(by_set[name] for by_set in figures.values() if name in by_set)
        lines += [f"{name}: {first['questions']} questions, {first['needy']} do not stand alone"]
        lines += [f"{'':<24}" + "".join(f"{column:>10}" for column in _COLUMNS)]
        for way, by_set in figures.items():
            lines.append(f"{way:<24}" + "".join(_cell(by_set[name][column]) for column in _COLUMNS))
        lines.append("")
    return "\n".join(lines).rstrip()


def _cell(value: object) -> str:
    return f"{figure(value) if value is None or isinstance(value, float) else value:>10}"


_WIDTH, _HEIGHT, _LEFT, _TOP = 300.0, 180.0, 52.0, 34.0
_SMOOTH = 5
"""Steps that the thick line averages."""
_COLOURS = {"loss": "#1f5fa8", "reward": "#2e7d4f"}


def training_curves(steps: Mapping[str, Sequence[Mapping[str, float]]]) -> Html:
    """Draw a panel a stage: the loss of supervised training, the mean reward of training by rewards."""
    wide = _WIDTH + _LEFT + 24
    panels = [
        tag(
            "g",
            _panel(stage, "loss" if stage == "sft" else "reward", entries),
            transform=f"translate({place * wide:g},0)",
        )
        for place, (stage, entries) in enumerate(steps.items())
    ]
    return tag(
        "svg",
        tag("title", "Training by step"),
        tag("rect", width=wide * max(len(panels), 1), height=_HEIGHT + 80, fill="#ffffff"),
        *panels,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {wide * max(len(panels), 1):g} {_HEIGHT + 80:g}",
        font_family="sans-serif",
        role="img",
    )


def _panel(stage: str, name: str, entries: Sequence[Mapping[str, float]]) -> Html:
    points = [(entry["step"], entry[name]) for entry in entries if name in entry]
    if not points:
        return tag("text", f"{stage}: no steps", x=_LEFT, y=_TOP)
    last = max(step for step, _ in points)
    low, high = min(value for _, value in points), max(value for _, value in points)

    def at(step: float, value: float) -> str:
        up = (value - low) / (high - low) if high > low else 0.5
        return f"{_LEFT + step / last * _WIDTH:.1f},{_TOP + (1 - up) * _HEIGHT:.1f}"

    smooth = [
        (step, fmean(value for _, value in points[max(place - _SMOOTH + 1, 0) : place + 1]))
        for place, (step, _) in enumerate(points)
    ]
    bottom, colour = _TOP + _HEIGHT, _COLOURS[name]

    def line(points: Sequence[tuple[float, float]], width: float, opacity: float) -> Html:
        path, drawn = (
            " ".join(at(*point) for point in points),
            {"stroke_width": width, "stroke_opacity": opacity},
        )
        return tag("polyline", points=path, fill="none", stroke=colour, **drawn)

    return join(
        [
            tag("text", f"{stage}: {name} by step", x=_LEFT, y=20, font_size=14, fill="#222222"),
            tag("rect", x=_LEFT, y=_TOP, width=_WIDTH, height=_HEIGHT, fill="none", stroke="#cccccc"),
            tag("text", f"{high:.2f}", x=_LEFT - 40, y=_TOP + 8, font_size=12),
            tag("text", f"{low:.2f}", x=_LEFT - 40, y=bottom, font_size=12),
            tag("text", "0", x=_LEFT, y=bottom + 18, font_size=12),
            tag("text", f"{last:g}", x=_LEFT + _WIDTH - 20, y=bottom + 18, font_size=12),
            line(points, 0.8, 0.4),
            line(smooth, 2.0, 1.0),
        ]
    )


def run_training(
    out: Path, recipe: Recipe, data: TrainingData, *, by_model: bool = False, as_json: bool = False
) -> None:
    """Train, draw the curves, and print the figures; raises BadSettings if no model is set to answer."""
    settings = read_settings()
    prompts = load_prompts(settings.models.prompts)
    responder: Responder = QuotingResponder()
    if by_model:
        model = load_chat_models(settings).of(ModelRole.READ)
        if model is None:
            raise BadSettings("DAYBOOK_CHAT_MODEL: --model-responder needs one")
        responder = ModelResponder(model, prompts["answer_from_passages"])
    embedder = open_embedder(settings)
    TrainingRun(out, recipe, data, prompts["rewrite_trained"], embedder, responder).train()
    (out / "curves.svg").write_text(f"{training_curves(read_steps(out))}\n", encoding="utf-8")
    figures = read_figures(out)
    typer.echo(json.dumps(figures, indent=2) if as_json else figures_table(figures))
