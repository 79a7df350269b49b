"""Rewriting of a held-out set by a model of a folder, as it is and as it is served."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from daybook.llm import Message
from daybook.understand.by_trained_model import rewriting_problem
from daybook_eval.rewriting.example import RewritingExample
from daybook_eval.training.examples import prompt_of
from daybook_prompts import Prompt

_TOGETHER = 16
"""Questions that a model rewrites at once."""


def by_model(
    folder: Path, examples: Sequence[RewritingExample], prompt: Prompt, *, bf16: bool
) -> list[tuple[str, bool]]:
    """Rewrite with the model of a folder; imports PyTorch.

    Returns:
        For each example the text, and whether the model came to an end by itself.
    """
    import torch

    from daybook.llm.local.generation import LocalModel, generate

    local = LocalModel.load(folder, dtype=torch.bfloat16 if bf16 else torch.float32)
    asked = [
        [Message(one["role"], one["content"]) for one in prompt_of(example, prompt)]  # type: ignore[arg-type]
        for example in examples
    ]
    # Those of a length together, so that little is padded.
    order = sorted(range(len(asked)), key=lambda place: sum(len(one.content) for one in asked[place]))
    written: dict[int, tuple[str, bool]] = {}
    for begin in range(0, len(order), _TOGETHER):
        places = order[begin : begin + _TOGETHER]
        replies = generate(local, [asked[place] for place in places], max_tokens=prompt.reply_tokens)
        for place, made in zip(places, replies, strict=True):
            written[place] = (" ".join(made.text.split()), made.ended)
    return [written[place] for place in range(len(asked))]


def guarded(example: RewritingExample, text: str, ended: bool) -> str | None:
    """Give a rewriting as it is served; None where the guard refuses it, or there is nothing to ask about.

    Without a dialogue the question is left alone, and the model is not asked.
    """
    if not example.dialogue:
        return example.question
    dialogue = [said.content for said in example.dialogue]
    return None if rewriting_problem(text, example.question, dialogue, ended=ended) else text


def write_rewrites(path: Path, examples: Sequence[RewritingExample], rewrites: Sequence[str]) -> None:
    """Keep rewritings as JSON Lines of id, question, rewrite and gold."""
    lines = (
        json.dumps(
            {"id": one.id, "question": one.question, "rewrite": text, "gold": one.rewrite},
            ensure_ascii=False,
        )
        for one, text in zip(examples, rewrites, strict=True)
    )
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
