"""Training by rewards: TRL's GRPO over the rewritings of the model itself; this module imports TRL."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch
from datasets import Dataset
from transformers import AutoModelForCausalLM, AutoTokenizer
from trl import GRPOConfig, GRPOTrainer

from daybook_eval.rewriting.example import RewritingExample
from daybook_eval.training.examples import Conversation, prompt_of
from daybook_eval.training.recipe import Recipe
from daybook_eval.training.rewards import Valuer
from daybook_eval.training.supervised import StepLog, adapters, common, last_checkpoint, write_model
from daybook_prompts import Prompt


def train_by_rewards(
    begin: Path,
    out: Path,
    examples: Sequence[RewritingExample],
    valuer: Valuer,
    prompt: Prompt,
    recipe: Recipe,
    log: Path,
) -> None:
    """Train a model by the rewards of its rewritings, from the last checkpoint on, and write it.

    Source: group relative policy optimisation (Shao et al., 2024), as HiMeS, section 3.1, uses it.
    """
    checkpoints = out.with_name(f"{out.name}-checkpoints")

    async def reward(completions: Sequence[Conversation], place: Sequence[int], **_: Any) -> list[float]:
        texts = [" ".join(said[0]["content"].split()) for said in completions]
        return await valuer([examples[index] for index in place], texts)

    rows = [{"prompt": prompt_of(example, prompt), "place": place} for place, example in enumerate(examples)]
    trainer = GRPOTrainer(
        model=AutoModelForCausalLM.from_pretrained(begin, dtype=torch.float32),
        reward_funcs=reward,
        args=GRPOConfig(
            output_dir=str(checkpoints),
            max_steps=recipe.rl_steps,
            per_device_train_batch_size=recipe.rl_prompts * recipe.group,
            num_generations=recipe.group,
            max_completion_length=prompt.reply_tokens,
            temperature=recipe.temperature,
            learning_rate=recipe.rl_rate,
            lr_scheduler_type="constant",
            beta=recipe.kl,
            logging_steps=1,
            **common(recipe),
        ),
        train_dataset=Dataset.from_list(rows),
        processing_class=AutoTokenizer.from_pretrained(begin, padding_side="left"),
        peft_config=adapters(recipe),
        callbacks=[StepLog(log, recipe.variant)],
    )
    trainer.train(resume_from_checkpoint=last_checkpoint(checkpoints))
    write_model(trainer, out)
