"""A run's figures, for people."""

import json
from collections.abc import Mapping
from pathlib import Path

import typer

from daybook.settings.environment import read_settings
from daybook_eval.embedders import open_embedder
from daybook_eval.tables import figure
from daybook_eval.training.examples import TrainingData
from daybook_eval.training.recipe import Recipe
from daybook_eval.training.run import TrainingRun, read_figures
from daybook_prompts import load_prompts

_COLUMNS = ("f1", "exact", "damaged", "refused", "soft", "hard", "recall_1", "recall_5")


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


def run_training(out: Path, recipe: Recipe, data: TrainingData, *, as_json: bool = False) -> None:
    """Train, and print the figures."""
    settings = read_settings()
    prompts = load_prompts(settings.models.prompts)
    embedder = open_embedder(settings)
    TrainingRun(out, recipe, data, prompts["rewrite_trained"], embedder).train()
    figures = read_figures(out)
    typer.echo(json.dumps(figures, indent=2) if as_json else figures_table(figures))
