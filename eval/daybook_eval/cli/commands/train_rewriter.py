"""`daybook-eval train-rewriter`: trains a small model to make questions stand alone."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from daybook.interfaces.cli.options import AsJson
from daybook_eval.training.recipe import Hit, Recipe, Reward

_OWN = Recipe("smollm2")
Files = list[Path] | None


def train_rewriter(
    out: Annotated[Path, typer.Option("--out", help="The run's folder; one that is there goes on.")],
    base: Annotated[
        str, typer.Option("--base", help="smollm2, the path of a model's folder, or a name of the hub.")
    ] = _OWN.base,
    data: Annotated[
        Path | None,
        typer.Option(
            "--data",
            help="The folder of CAsT 2019: even topics to train on.",
            metavar="DIR",
            show_default=False,
        ),
    ] = None,
    train: Annotated[
        Files, typer.Option("--train", help="Examples to train on; may be repeated.", metavar="FILE")
    ] = None,
    held_out: Annotated[
        Files, typer.Option("--held-out", help="Examples to measure on; may be repeated.", metavar="FILE")
    ] = None,
    limit: Annotated[
        int | None, typer.Option("--limit", min=1, help="Of each held-out set.", metavar="N")
    ] = None,
    seed: Annotated[int, typer.Option("--seed")] = _OWN.seed,
    steps: Annotated[int, typer.Option("--steps", min=1, help="Of supervised training.")] = _OWN.sft_steps,
    batch: Annotated[int, typer.Option("--batch", min=1, help="Examples a step.")] = _OWN.sft_batch,
    rate: Annotated[float, typer.Option("--rate", help="Its learning rate.")] = _OWN.sft_rate,
    max_tokens: Annotated[int, typer.Option("--max-tokens", min=16)] = _OWN.max_tokens,
    lora: Annotated[int, typer.Option("--lora", min=0, help="Rank; 0: every weight.")] = _OWN.lora,
    rl_steps: Annotated[
        int, typer.Option("--rl-steps", min=0, help="Of training by rewards; 0: none.")
    ] = _OWN.rl_steps,
    rl_prompts: Annotated[
        int, typer.Option("--rl-prompts", min=1, help="Questions a step.")
    ] = _OWN.rl_prompts,
    group: Annotated[int, typer.Option("--group", min=2, help="Rewritings of each.")] = _OWN.group,
    rl_rate: Annotated[float, typer.Option("--rl-rate", help="Its learning rate.")] = _OWN.rl_rate,
    kl: Annotated[float, typer.Option("--kl", min=0, help="Pull towards the supervised model.")] = _OWN.kl,
    temperature: Annotated[float, typer.Option("--temperature", min=0.01)] = _OWN.temperature,
    reward: Annotated[Reward, typer.Option("--reward")] = _OWN.reward,
    alpha: Annotated[float, typer.Option("--alpha", help="Of the exact match.")] = _OWN.alpha,
    beta: Annotated[float, typer.Option("--beta", help="Of the hit.")] = _OWN.beta,
    lambda_: Annotated[float, typer.Option("--lambda", help="Of the soft reward, if fused.")] = _OWN.lambda_,
    hit: Annotated[Hit, typer.Option("--hit", help="Whose words the passages must hold.")] = _OWN.hit,
    passages: Annotated[int, typer.Option("--passages", min=1, help="Put to the responder.")] = _OWN.passages,
    by_model: Annotated[
        bool, typer.Option("--model-responder", help="DAYBOOK_CHAT_MODEL answers, in place of quotes.")
    ] = False,
    bf16: Annotated[bool, typer.Option("--bf16/--no-bf16", help="Compute in bfloat16.")] = _OWN.bf16,
    save_every: Annotated[int, typer.Option("--save-every", min=1, metavar="STEPS")] = _OWN.save_every,
    as_json: AsJson = False,
) -> None:
    """Train a question rewriter: supervised, then by rewards (GRPO); measure each on what was held out.

    The trained model is the folder sft, or rl-REWARD, of --out; DAYBOOK_REWRITER=FOLDER serves it. Takes
    the extra: pip install 'daybook-memory[train]'. docs/training.md says more.

    Examples:
      daybook-eval train-rewriter --data ../shared/data --out runs/rewriter
      daybook-eval train-rewriter --train train.jsonl --held-out test.jsonl --rl-steps 200 --out runs/rewriter
    """
    from daybook_eval.training.command import run_training
    from daybook_eval.training.examples import read_training_data
    from daybook_eval.training.run import require_extra

    require_extra()
    recipe = Recipe(
        base=base,
        seed=seed,
        sft_steps=steps,
        sft_batch=batch,
        sft_rate=rate,
        max_tokens=max_tokens,
        lora=lora,
        rl_steps=rl_steps,
        rl_prompts=rl_prompts,
        group=group,
        rl_rate=rl_rate,
        kl=kl,
        temperature=temperature,
        reward=reward,
        alpha=alpha,
        beta=beta,
        lambda_=lambda_,
        hit=hit,
        passages=passages,
        bf16=bf16,
        save_every=save_every,
    )
    examples = read_training_data(data, train or (), held_out or (), limit=limit)
    run_training(out, recipe, examples, by_model=by_model, as_json=as_json)
