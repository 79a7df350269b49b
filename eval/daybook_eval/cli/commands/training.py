"""The commands that train: the question rewriter and the query encoder."""

from dataclasses import fields
from pathlib import Path
from typing import Annotated

from typer import Option

from daybook.interfaces.cli.command_options import AsJson
from daybook.settings.environment import read_settings
from daybook_eval.cli.options import Cache
from daybook_eval.training.recipe import QueryRecipe, Recipe, Reward

_OWN = Recipe("smollm2")
Files = list[Path] | None


def train_rewriter(
    out: Annotated[Path, Option(help="The run's folder; one that is there goes on.")],
    base: Annotated[
        str, Option(help="smollm2, the path of a model's folder, or a name of the hub.")
    ] = _OWN.base,
    data: Annotated[
        Path | None, Option(help="The folder of CAsT 2019: even topics to train on.", metavar="DIR")
    ] = None,
    train: Annotated[Files, Option(help="Examples to train on; may be repeated.", metavar="FILE")] = None,
    held_out: Annotated[
        Files, Option(help="Examples to measure on; may be repeated.", metavar="FILE")
    ] = None,
    limit: Annotated[int | None, Option(min=1, help="Of each held-out set.", metavar="N")] = None,
    seed: Annotated[int, Option()] = _OWN.seed,
    sft_steps: Annotated[int, Option("--steps", min=1, help="Of supervised training.")] = _OWN.sft_steps,
    sft_batch: Annotated[int, Option("--batch", min=1, help="Examples a step.")] = _OWN.sft_batch,
    sft_rate: Annotated[float, Option("--rate", help="Its learning rate.")] = _OWN.sft_rate,
    max_tokens: Annotated[int, Option(min=16)] = _OWN.max_tokens,
    lora: Annotated[int, Option(min=0, help="Rank; 0: every weight.")] = _OWN.lora,
    rl_steps: Annotated[int, Option(min=0, help="Of training by rewards; 0: none.")] = _OWN.rl_steps,
    rl_prompts: Annotated[int, Option(min=1, help="Questions a step.")] = _OWN.rl_prompts,
    group: Annotated[int, Option(min=2, help="Rewritings of each.")] = _OWN.group,
    rl_rate: Annotated[float, Option(help="Its learning rate.")] = _OWN.rl_rate,
    kl: Annotated[float, Option(min=0, help="Pull towards the supervised model.")] = _OWN.kl,
    temperature: Annotated[float, Option(min=0.01)] = _OWN.temperature,
    reward: Annotated[Reward, Option()] = _OWN.reward,
    alpha: Annotated[float, Option(help="Of the exact match.")] = _OWN.alpha,
    beta: Annotated[float, Option(help="Of the hit.")] = _OWN.beta,
    lambda_: Annotated[float, Option("--lambda", help="Of the soft reward, if fused.")] = _OWN.lambda_,
    passages: Annotated[int, Option(min=1, help="That an answer is quoted from.")] = _OWN.passages,
    bf16: Annotated[bool, Option("--bf16/--no-bf16", help="Compute in bfloat16.")] = _OWN.bf16,
    save_every: Annotated[int, Option(min=1, metavar="STEPS")] = _OWN.save_every,
    as_json: AsJson = False,
) -> None:
    """Train a question rewriter: supervised, then by rewards (GRPO); measure each on what was held out.

    The trained model is the folder sft, or rl-REWARD, of --out; DAYBOOK_REWRITER=FOLDER serves it. Takes
    the extra: pip install 'daybook-memory[train]'. docs/training.md says more.

    Examples:
      daybook-eval train-rewriter --data ../shared/data --out runs/rewriter
      daybook-eval train-rewriter --train mine.jsonl --rl-steps 200 --out runs/rewriter
    """
    from daybook_eval.tables import present
    from daybook_eval.training.examples import read_training_data
    from daybook_eval.training.run import PACKAGES, report, require_packages

    given = locals()
    require_packages(*PACKAGES, command="train-rewriter")
    recipe = Recipe(**{field.name: given[field.name] for field in fields(Recipe)})
    examples = read_training_data(data, train or (), held_out or (), limit=limit)
    present(report(out, recipe, examples), as_json=as_json)


_QUERY = QueryRecipe()


def train_query_encoder(
    data: Annotated[Path, Option(help="The folder of the development data.", metavar="DIR")],
    out: Annotated[Path, Option(help="The file of differences to write.", metavar="FILE")],
    cache: Cache = None,
    steps: Annotated[int, Option(min=1)] = _QUERY.steps,
    batch: Annotated[int, Option(min=1, help="Questions a step.")] = _QUERY.batch,
    rate: Annotated[float, Option(help="Learning rate.")] = _QUERY.rate,
    rank: Annotated[int, Option(min=1, help="Of the differences.")] = _QUERY.rank,
    nearness: Annotated[float, Option(help="Pull towards the untrained vectors.")] = _QUERY.nearness,
    share: Annotated[float, Option(min=0, max=1, help="Of the differences kept.")] = _QUERY.share,
    seed: Annotated[int, Option()] = _QUERY.seed,
    as_json: AsJson = False,
) -> None:
    """Train the query encoder: what MiniLM adds to its weights to read questions.

    Prints nDCG@10 of the questions that were held out, before and after. Takes the extra:
    pip install 'daybook-memory[train]'. docs/training.md says more.

    Examples:
      daybook-eval train-query-encoder --data ../shared/data --out query_encoder.safetensors
      daybook-eval train-query-encoder --data ../shared/data --out /tmp/q.safetensors --steps 200
    """
    from daybook_eval.tables import present
    from daybook_eval.training.query_encoder.run import run_training
    from daybook_eval.training.run import require_packages

    require_packages("torch", "safetensors", command="train-query-encoder")
    recipe = QueryRecipe(rank, steps, batch, rate, nearness=nearness, share=share, seed=seed)
    present(run_training(data, out, recipe, read_settings(), cache=cache), as_json=as_json)
