"""How well the questions of a set were rewritten, and what is found with them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean

from daybook.models.embedding import Embedder
from daybook.models.llm import Message
from daybook.retrieve.question_plan import rewriting_problem
from daybook.text.english import ENGLISH
from daybook_eval.rewriting.example import RewritingExample
from daybook_eval.rewriting.measure import score_examples
from daybook_eval.training.examples import prompt_of
from daybook_eval.training.recipe import Recipe
from daybook_eval.training.rewards import PassageIndex, hard_rewards, ranks_of, soft_rewards
from daybook_prompts import Prompt


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of one way of rewriting over one set."""

    questions: int
    needy: int
    """Questions that did not stand alone."""
    f1: float | None
    """Token F1 with the right wording, over the needy."""
    exact: float | None
    """Share of the needy that are word for word right."""
    damaged: int
    """Questions that stood alone and were changed."""
    refused: int
    """Rewritings that the guard would not let pass, so that the rules' would be used."""
    soft: float
    """Mean soft reward."""
    hard: float | None
    """Mean hard reward, alpha and beta being 1; this and the rest over questions with answer and passage."""
    recall_1: float | None
    recall_5: float | None


async def figures_of(
    examples: Sequence[RewritingExample],
    rewrites: Sequence[str],
    passages: Sequence[str],
    embedder: Embedder,
    recipe: Recipe,
    *,
    refused: int = 0,
) -> Figures:
    """Measure rewritings, one for each example, and what is found with them among the passages."""
    scores = score_examples(examples, rewrites)
    soft = await soft_rewards(examples, rewrites, embedder)
    answerable = [place for place, example in enumerate(examples) if example.answer and example.passage]
    hard, ranks = None, list[int | None]()
    if answerable:
        index = await PassageIndex.of(passages, embedder)
        asked, texts = [examples[place] for place in answerable], [rewrites[place] for place in answerable]
        hard = round(fmean(await hard_rewards(asked, texts, index, recipe)), 4)
        ranks = await ranks_of(index, texts, [example.passage for example in asked])
    return Figures(
        questions=len(examples),
        needy=len(examples) - scores.stand_alone,
        f1=_rounded(scores.rewritten_f1),
        exact=_rounded(scores.exact),
        damaged=scores.damaged,
        refused=refused,
        soft=round(fmean(soft), 4),
        hard=hard,
        recall_1=_share(ranks, 1),
        recall_5=_share(ranks, 5),
    )


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 3)


def _share(ranks: Sequence[int | None], within: int) -> float | None:
    return round(fmean(rank is not None and rank <= within for rank in ranks), 3) if ranks else None


_TOGETHER = 16
"""Questions that a model rewrites at once."""


def by_model(
    folder: Path, examples: Sequence[RewritingExample], prompt: Prompt, *, bf16: bool
) -> list[tuple[str, bool]]:
    """Rewrite with a folder's model, by PyTorch; also say of each if it came to an end by itself."""
    import torch

    from daybook.models.llm.local_generation import LocalModel, generate

    local = LocalModel.load(folder, dtype=torch.bfloat16 if bf16 else torch.float32)
    asked = [
        [Message(message["role"], message["content"]) for message in prompt_of(example, prompt)]  # type: ignore[arg-type]
        for example in examples
    ]
    # Those of a length together, so that little is padded.
    order = sorted(range(len(asked)), key=lambda place: sum(len(message.content) for message in asked[place]))
    written: dict[int, tuple[str, bool]] = {}
    for begin in range(0, len(order), _TOGETHER):
        places = order[begin : begin + _TOGETHER]
        replies = generate(local, [asked[place] for place in places], max_tokens=prompt.reply_tokens)
        for place, made in zip(places, replies, strict=True):
            written[place] = (" ".join(made.text.split()), made.ended)
    return [written[place] for place in range(len(asked))]


def guarded(example: RewritingExample, text: str, ended: bool) -> str | None:
    """Give a rewriting as it is served. Returns None if the guard refuses it, or nothing is asked.

    Without a dialogue the question is left alone, and the model is not asked.
    """
    if not example.dialogue:
        return example.question
    dialogue = [said.content for said in example.dialogue]
    problem = rewriting_problem(text, example.question, dialogue, ended=ended, analyzer=ENGLISH)
    return None if problem else text


def write_rewrites(path: Path, examples: Sequence[RewritingExample], rewrites: Sequence[str]) -> None:
    """Keep rewritings as JSON Lines of id, question, rewrite and gold."""
    with path.open("w", encoding="utf-8") as file:
        for example, text in zip(examples, rewrites, strict=True):
            kept = {"id": example.id, "question": example.question, "rewrite": text, "gold": example.rewrite}
            file.write(json.dumps(kept, ensure_ascii=False) + "\n")
