"""Supervised training: TRL's trainer over prompts and right rewritings; this module imports TRL."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch
from datasets import Dataset
from peft import LoraConfig
from transformers import AutoModelForCausalLM, AutoTokenizer
from transformers.trainer_utils import get_last_checkpoint
from trl import SFTConfig, SFTTrainer

from daybook_eval.rewriting.example import RewritingExample
from daybook_eval.training.examples import supervised_rows
from daybook_eval.training.recipe import Recipe
from daybook_eval.training.step_log import StepLog
from daybook_prompts import Prompt


def train_supervised(
    base: Path, out: Path, examples: Sequence[RewritingExample], prompt: Prompt, recipe: Recipe, log: Path
) -> None:
    """Train a base model on examples and write the result; goes on at the last checkpoint.

    Args:
        base: the folder of the model to begin with.
        out: the folder of the trained model; checkpoints stand beside it until it is written.
        examples: are trained on.
        prompt: `rewrite_trained`.
        recipe: how.
        log: gets a line for every fifth step.
    """
    checkpoints = out.with_name(f"{out.name}-checkpoints")
    trainer = SFTTrainer(
        model=AutoModelForCausalLM.from_pretrained(base, dtype=torch.float32),
        args=SFTConfig(
            output_dir=str(checkpoints),
            max_steps=recipe.sft_steps,
            per_device_train_batch_size=recipe.sft_batch,
            learning_rate=recipe.sft_rate,
            lr_scheduler_type="cosine",
            warmup_steps=max(recipe.sft_steps // 20, 1),
            max_length=recipe.max_tokens,
            completion_only_loss=True,
            logging_steps=5,
            **common(recipe),
        ),
        train_dataset=Dataset.from_list(list(supervised_rows(examples, prompt))),
        processing_class=AutoTokenizer.from_pretrained(base),
        peft_config=adapters(recipe),
        callbacks=[StepLog(log, "sft")],
    )
    trainer.train(resume_from_checkpoint=last_checkpoint(checkpoints))
    write_model(trainer, out)


def common(recipe: Recipe) -> dict[str, Any]:
    """Give the arguments that both trainers share."""
    return {
        "seed": recipe.seed,
        "data_seed": recipe.seed,
        "save_steps": recipe.save_every,
        "save_total_limit": 1,
        "use_cpu": not torch.cuda.is_available(),
        "bf16": recipe.bf16,
        "gradient_checkpointing": False,
        "report_to": "none",
        "disable_tqdm": True,
    }


def adapters(recipe: Recipe) -> LoraConfig | None:
    """Make the adapters that are trained in the place of the weights; None where all weights are."""
    if not recipe.lora:
        return None
    return LoraConfig(
        r=recipe.lora, lora_alpha=2 * recipe.lora, target_modules="all-linear", task_type="CAUSAL_LM"
    )


def last_checkpoint(folder: Path) -> str | None:
    """Find where a run that was cut off goes on."""
    return get_last_checkpoint(str(folder)) if folder.is_dir() else None


def write_model(trainer: Any, out: Path) -> None:
    """Write the trained model with its tokenizer; adapters are merged, so that it loads as any other."""
    model = trainer.accelerator.unwrap_model(trainer.model)
    if hasattr(model, "merge_and_unload"):
        model = model.merge_and_unload()
    part = out.with_name(f"{out.name}.part")
    model.save_pretrained(part)
    trainer.processing_class.save_pretrained(part)
    part.rename(out)
