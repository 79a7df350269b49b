"""What `daybook-eval train-rewriter` does: a run with the parts that the environment names."""

from __future__ import annotations

import json
from pathlib import Path

import typer

from daybook.embedding import load_embedder
from daybook.errors import BadSettings
from daybook.llm import load_chat_models
from daybook.settings import ModelRole
from daybook.settings.environment import read_settings
from daybook_eval.training.curves import training_curves
from daybook_eval.training.examples import TrainingData
from daybook_eval.training.recipe import Recipe
from daybook_eval.training.responders import ModelResponder, QuotingResponder, Responder
from daybook_eval.training.run import TrainingRun, read_figures
from daybook_eval.training.show import figures_table, read_steps
from daybook_prompts import load_prompts


def run_training(
    out: Path, recipe: Recipe, data: TrainingData, *, by_model: bool = False, as_json: bool = False
) -> None:
    """Train, draw the curves, and print the figures.

    Raises:
        BadSettings: a chat model is to answer, and none is configured.
        BadInput: as `TrainingRun.train`.
    """
    settings = read_settings()
    prompts = load_prompts(settings.models.prompts)
    responder: Responder = QuotingResponder()
    if by_model:
        model = load_chat_models(settings).of(ModelRole.READ)
        if model is None:
            raise BadSettings("DAYBOOK_CHAT_MODEL: --model-responder needs one")
        responder = ModelResponder(model, prompts["answer_from_passages"])
    embedder = load_embedder(
        settings.embedder,
        openai_api_key=settings.openai_api_key,
        openai_base_url=settings.openai_base_url,
    )
    TrainingRun(out, recipe, data, prompts["rewrite_trained"], embedder, responder).train()
    (out / "curves.svg").write_text(f"{training_curves(read_steps(out))}\n", encoding="utf-8")
    figures = read_figures(out)
    typer.echo(json.dumps(figures, indent=2) if as_json else figures_table(figures))
