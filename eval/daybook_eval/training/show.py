"""A run's figures, for people."""

import json
from collections.abc import Mapping
from pathlib import Path

import typer

from daybook.conversation.errors import BadSettings
from daybook.models.llm import load_chat_models
from daybook.settings import ModelRole
from daybook.settings.environment import read_settings
from daybook_eval.embedders import open_embedder
from daybook_eval.tables import figure
from daybook_eval.training.examples import TrainingData
from daybook_eval.training.recipe import Recipe
from daybook_eval.training.rewards import ModelResponder, QuotingResponder, Responder
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


def run_training(
    out: Path, recipe: Recipe, data: TrainingData, *, by_model: bool = False, as_json: bool = False
) -> None:
    """Train, and print the figures; raises BadSettings if no model is set to answer."""
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
    figures = read_figures(out)
    typer.echo(json.dumps(figures, indent=2) if as_json else figures_table(figures))
