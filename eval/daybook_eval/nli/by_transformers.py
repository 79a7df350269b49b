"""Runs a classifier by transformers and PyTorch."""

from collections.abc import Sequence
from pathlib import Path

import torch
from transformers import AutoModelForSequenceClassification, AutoTokenizer

from daybook.conversation.errors import BadInput
from daybook.models.embedding.pair_models import contradiction_label

AT_ONCE = 32
MOST_PIECES = 256


class TransformersClassifier:
    """A `PairClassifier` of a folder in the form of Hugging Face; nothing is downloaded."""

    def __init__(self, folder: Path) -> None:
        """Load it.

        Raises:
            BadInput: something of it is missing or cannot be read.
            BadSettings: it has no label of contradiction.
        """
        try:
            self._tokenizer = AutoTokenizer.from_pretrained(folder, local_files_only=True)
            model = AutoModelForSequenceClassification.from_pretrained(folder, local_files_only=True)
        except (OSError, ValueError) as error:
            raise BadInput(f"transformers cannot load it: {error}", source=folder) from None
        self._model = model.eval()
        self._label = contradiction_label(model.config.id2label, folder)

    def contradictions(self, pairs: Sequence[tuple[str, str]]) -> list[float]:
        """Give the probability that each hypothesis contradicts its premise: softmax over the logits."""
        found: list[float] = []
        for start in range(0, len(pairs), AT_ONCE):
            premises, hypotheses = zip(*pairs[start : start + AT_ONCE], strict=True)
            inputs = self._tokenizer(
                list(premises),
                list(hypotheses),
                padding=True,
                truncation=True,
                max_length=MOST_PIECES,
                return_tensors="pt",
            )
            with torch.inference_mode():
                logits = self._model(**inputs).logits
            found += torch.softmax(logits, dim=1)[:, self._label].tolist()
        return found
