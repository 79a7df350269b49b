"""Trains the query encoder, and says how well it ranks questions that were held out.

The loss is that of the search as it runs: of all rounds of a memory, those that answer are to have the
greatest share of a softmax over the fused score (cosines standardised over the memory, plus the words).
"""

import random
import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from statistics import fmean

import numpy as np
import torch
from safetensors.numpy import save
from torch import Tensor

from daybook.retrieve.fusion import DENSE_WEIGHT, LEAST_SPREAD
from daybook_eval.measures.retrieval import standard_ndcg
from daybook_eval.training.query_encoder.examples import WEIGHTS
from daybook_eval.training.query_encoder.memories import EncodedMemory, EncodedQuestion
from daybook_eval.training.query_encoder.minilm_torch import QueryEncoder
from daybook_eval.training.recipe import QueryRecipe

HELD_OUT = 6
"""One memory in so many is held out, by the hash of its owner's name."""


@dataclass(slots=True)
class _Memory:
    """A memory as tensors."""

    encoded: EncodedMemory
    matrix: Tensor = field(init=False)
    places: Tensor = field(init=False)

    def __post_init__(self) -> None:
        self.matrix = torch.from_numpy(self.encoded.matrix.astype(np.float32))
        self.places = torch.from_numpy(self.encoded.places)

    def scores(self, asked: EncodedQuestion, vector: Tensor) -> Tensor:
        """Give the fused score of each round, shape (rounds,)."""
        cosines = self.matrix @ vector - torch.from_numpy(asked.penalties)
        best = torch.full((self.encoded.rounds,), -2.0).scatter_reduce(0, self.places, cosines, "amax")
        known = best > -2
        best = torch.where(known, best, best[known].min().detach())
        standard = (best - best.mean()) / best.std().clamp_min(LEAST_SPREAD)
        return DENSE_WEIGHT * standard + torch.from_numpy(asked.words)


def is_held_out(owner: str) -> bool:
    """True if the memory of an owner measures and does not train."""
    return int(sha256(owner.encode()).hexdigest(), 16) % HELD_OUT == 0


def train_query_encoder(
    memories: Iterable[EncodedMemory], out: Path, recipe: QueryRecipe
) -> Mapping[str, tuple[int, float, float]]:
    """Train on most memories, measure on the others, and write the differences to a file.

    Gives, for each kind of question, the number held out, and nDCG@10 before and after.
    """
    torch.manual_seed(recipe.seed)
    torch.set_num_threads(1)
    chance = random.Random(recipe.seed)
    train: list[tuple[_Memory, EncodedQuestion]] = []
    test: list[tuple[_Memory, EncodedQuestion]] = []
    for encoded in memories:
        memory = _Memory(encoded)
        (test if is_held_out(encoded.owner) else train).extend((memory, asked) for asked in encoded.questions)
    model = QueryEncoder(recipe.rank)
    before = _measure(model, test)
    model.eval()
    with torch.no_grad():
        texts = [asked.text for _, asked in train]
        untrained = torch.cat([model(texts[first : first + 64]) for first in range(0, len(texts), 64)])
    weights = [WEIGHTS[asked.asked.kind] for _, asked in train]
    sharpness = torch.nn.Parameter(torch.tensor(2.0))
    learned = [values for values in model.parameters() if values.requires_grad]
    optimizer = torch.optim.AdamW(
        [{"params": learned, "lr": recipe.rate}, {"params": [sharpness], "lr": 5e-3, "weight_decay": 0.0}],
        weight_decay=0.01,
    )
    warm = max(1, recipe.steps // 10)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: min(1.0, (step + 1) / warm) * max(0.02, 1 - step / recipe.steps)
    )
    for step in range(recipe.steps):
        model.train()
        drawn = chance.choices(range(len(train)), weights=weights, k=recipe.batch)
        vectors = model([train[place][1].text for place in drawn], recipe.dropout)
        distance = (1 - (vectors * untrained[drawn]).sum(1)).mean()
        losses = [
            _loss(*train[place], vector, sharpness) for place, vector in zip(drawn, vectors, strict=True)
        ]
        loss = torch.stack(losses).mean() + recipe.nearness * distance
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(learned, 1.0)
        optimizer.step()
        schedule.step()
        if (step + 1) % 100 == 0:
            print(f"{step + 1} of {recipe.steps} steps, loss {loss.item():.3f}", file=sys.stderr)
    after = _measure(model, test)
    out.write_bytes(save(model.differences(recipe.share)))
    return {kind: (len(before[kind]), fmean(before[kind]), fmean(after[kind])) for kind in sorted(before)}


def _loss(memory: _Memory, asked: EncodedQuestion, vector: Tensor, sharpness: Tensor) -> Tensor:
    every = torch.log_softmax(sharpness * memory.scores(asked, vector), 0)
    shares = every[torch.from_numpy(asked.answers)]
    return -(torch.logsumexp(shares, 0) if asked.asked.any_answers else shares.mean())


def _measure(
    model: QueryEncoder, questions: Sequence[tuple[_Memory, EncodedQuestion]]
) -> dict[str, list[float]]:
    model.eval()
    values: dict[str, list[float]] = defaultdict(list)
    with torch.no_grad():
        for memory, asked in questions:
            scores = memory.scores(asked, model([asked.text])[0]).numpy()
            order = np.argsort(-scores, kind="stable")[:10].tolist()
            ranked, right = [str(place) for place in order], {str(place) for place in asked.answers.tolist()}
            values[asked.asked.kind].append(standard_ndcg(ranked, right, 10))
    return values
