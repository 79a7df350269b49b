"""Greedy replies of a causal language model to conversations; this module imports PyTorch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from time import monotonic
from typing import Any

import torch
from transformers import AutoModelForCausalLM, AutoTokenizer, StoppingCriteria, StoppingCriteriaList

from daybook.models.llm.chat_model import Message


@dataclass(frozen=True, slots=True)
class LocalModel:
    """A model and its tokenizer, which pads on the left."""

    model: Any
    tokenizer: Any

    @classmethod
    def load(cls, folder: Path, *, dtype: torch.dtype = torch.float32) -> LocalModel:
        """Read a folder that transformers saved; nothing is looked up on a network."""
        device = "cuda" if torch.cuda.is_available() else "cpu"
        model = AutoModelForCausalLM.from_pretrained(folder, dtype=dtype, local_files_only=True)
        tokenizer = AutoTokenizer.from_pretrained(folder, local_files_only=True)
        return cls.of(model.to(device), tokenizer)

    @classmethod
    def of(cls, model: Any, tokenizer: Any) -> LocalModel:
        """Take a model that is in memory, for replies: without dropout."""
        tokenizer.padding_side = "left"
        if tokenizer.pad_token is None:
            tokenizer.pad_token = tokenizer.eos_token
        model.eval()
        return cls(model, tokenizer)


@dataclass(frozen=True, slots=True)
class Generated:
    """A reply."""

    text: str
    ended: bool
    """False where it was cut off at the limit of tokens or of time."""
    input_tokens: int
    output_tokens: int


class _Stop(StoppingCriteria):  # type: ignore[misc]  # it has no types
    def __init__(self, seconds: float, stop: Event | None) -> None:
        self.until, self.stop = monotonic() + seconds, stop

    def __call__(self, input_ids: torch.Tensor, scores: Any, **_: Any) -> torch.Tensor:
        over = monotonic() > self.until or (self.stop is not None and self.stop.is_set())
        return torch.full((input_ids.shape[0],), over, dtype=torch.bool, device=input_ids.device)


def generate(
    local: LocalModel,
    conversations: Sequence[Sequence[Message]],
    *,
    max_tokens: int,
    seconds: float = 600.0,
    stop: Event | None = None,
) -> list[Generated]:
    """Reply to conversations, each ending with the user, together and greedily.

    `max_tokens` are of one reply; all are cut off after some seconds, or once `stop` is set.
    """
    texts = [
        local.tokenizer.apply_chat_template(
            [{"role": message.role, "content": message.content} for message in said],
            add_generation_prompt=True,
            tokenize=False,
        )
        for said in conversations
    ]
    given = local.tokenizer(texts, return_tensors="pt", padding=True, add_special_tokens=False)
    given = {name: given[name].to(local.model.device) for name in ("input_ids", "attention_mask")}
    with torch.inference_mode():
        made = local.model.generate(
            **given,
            do_sample=False,
            max_new_tokens=max_tokens,
            pad_token_id=local.tokenizer.pad_token_id,
            eos_token_id=local.tokenizer.eos_token_id,
            stopping_criteria=StoppingCriteriaList([_Stop(seconds, stop)]),
        )
    width, end = given["input_ids"].shape[1], local.tokenizer.eos_token_id
    replies = []
    for mask, row in zip(given["attention_mask"], made[:, width:].tolist(), strict=True):
        ended = end in row
        tokens = row[: row.index(end)] if ended else row
        text = local.tokenizer.decode(tokens, skip_special_tokens=True).strip()
        replies.append(Generated(text, ended, int(mask.sum()), len(tokens)))
    return replies
