# ruff: noqa: T201 - its output is read by the test
"""Run by the tests of training in an environment that has PyTorch.

python training_child.py model FOLDER EXAMPLES      a tiny random model with its own tokenizer
python training_child.py toy MODEL FOLDER EXAMPLES  training by a toy reward
python training_child.py ask DATA QUESTION BEFORE…  a question through the graph, as JSON
"""

import json
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from daybook import Daybook
from daybook.conversation import Role, Turn
from daybook.settings.environment import read_settings
from daybook_eval.rewriting.example import RewritingExample, read_examples
from daybook_eval.training.recipe import Recipe
from daybook_prompts import load_prompt

TEMPLATE = (
    "{% for message in messages %}<|{{ message['role'] }}|>{{ message['content'] }}<|end|>{% endfor %}"
    "{% if add_generation_prompt %}<|assistant|>{% endif %}"
)
MARKS = ["<|end|>", "<|system|>", "<|user|>", "<|assistant|>"]
ASKED = datetime(2024, 5, 1, 9, 0, tzinfo=UTC)


async def share_of_e(examples: Sequence[RewritingExample], rewrites: Sequence[str]) -> list[float]:
    """A toy reward: the share of the letters that are an e."""
    return [text.count("e") / len(text) if text else 0.0 for text in rewrites]


def make_model(folder: Path, examples: Path) -> None:
    """Write a random Llama of two layers, 64 wide, and a tokenizer trained on the examples."""
    import torch
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
    from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

    text = Tokenizer(models.BPE())
    text.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    text.decoder = decoders.ByteLevel()
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer = trainers.BpeTrainer(vocab_size=600, special_tokens=MARKS, initial_alphabet=alphabet)
    text.train_from_iterator(examples.read_text(encoding="utf-8").splitlines(), trainer)
    tokenizer = PreTrainedTokenizerFast(tokenizer_object=text, eos_token=MARKS[0], pad_token=MARKS[0])
    tokenizer.chat_template = TEMPLATE
    torch.manual_seed(0)
    config = LlamaConfig(
        vocab_size=len(tokenizer),
        hidden_size=64,
        intermediate_size=128,
        num_hidden_layers=2,
        num_attention_heads=4,
        num_key_value_heads=2,
        max_position_embeddings=512,
        eos_token_id=tokenizer.eos_token_id,
        bos_token_id=None,
        pad_token_id=tokenizer.pad_token_id,
    )
    LlamaForCausalLM(config).save_pretrained(folder)
    tokenizer.save_pretrained(folder)


def train_on_toy_reward(model: Path, folder: Path, examples: Path) -> None:
    """Train by a reward that any model can raise."""
    from daybook_eval.training.by_rewards import train_by_rewards

    recipe = Recipe(str(model), rl_steps=25, rl_prompts=2, group=8, rl_rate=3e-3, bf16=False)
    train_by_rewards(
        model,
        folder / recipe.variant,
        list(read_examples(examples)),
        share_of_e,
        load_prompt("rewrite_trained"),
        recipe,
        folder / "log.jsonl",
    )


def ask(data: Path, question: str, *before: str) -> None:
    """Ask an empty memory, with the settings of the environment, and print what became of the question."""
    dialogue = tuple(Turn(Role.USER, text) for text in before)
    with Daybook.open(settings=read_settings(data_dir=data)) as memory:
        answer = memory.ask(question, owner="ada", asked_at=ASKED, dialogue=dialogue)
    print(json.dumps({"question": answer.plan.question, "degraded": dict(answer.degraded_reasons)}))


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["model", folder, examples]:
            make_model(Path(folder), Path(examples))
        case ["toy", model, folder, examples]:
            train_on_toy_reward(Path(model), Path(folder), Path(examples))
        case ["ask", data, question, *before]:
            ask(Path(data), question, *before)
