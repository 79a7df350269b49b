"""Reads a folder with a model in ONNX: the files of sentence-transformers and transformers.

Only names, sizes and JSON are read here; the model is loaded by who runs it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal

from daybook.conversation.errors import BadSettings

LONGEST = 512
"""Pieces that a text may have at most, also where the model would take more: longer texts blur what they are
about, and cost the square of their length."""
Pooling = Literal["mean", "cls"]

_PLAIN_NAMES = ("model.onnx", "onnx/model.onnx")
_LAYERS = {"Transformer", "Pooling", "Normalize"}
"""Of sentence-transformers, those that are understood."""
_POOLINGS: Mapping[str, Pooling] = {
    "pooling_mode_mean_tokens": "mean", "pooling_mode_cls_token": "cls", "mean": "mean", "cls": "cls",
}  # fmt: skip
_OFFSET_POSITIONS = {"roberta", "xlm-roberta", "camembert", "mpnet"}
"""Models that count positions from behind the padding id, so that they read fewer than they have."""
_QUESTION_PROMPTS = ("query",)
_TEXT_PROMPTS = ("document", "passage", "corpus")
"""Names of prompts, the first that is there; the order of sentence-transformers."""
_SAMPLES = 64
_SAMPLE_BYTES = 65_536


@dataclass(frozen=True)
class OnnxFolder:
    """A folder with a model, its tokenizer and what was written beside them."""

    path: Path
    setting: str
    """Names the folder in errors."""
    model: Path

    @classmethod
    def of(cls, path: Path, setting: str) -> OnnxFolder:
        """Find the model of a folder; BadSettings where something is missing, or there are several."""
        path = path.expanduser()
        if not path.is_dir():
            raise BadSettings(f"{setting}: there is no folder {path}")
        if not (path / "tokenizer.json").is_file():
            raise BadSettings(f"{setting}: {path} has no tokenizer.json")
        return cls(path, setting, _model_of(path, setting))

    @property
    def tokenizer(self) -> Path:
        """Its file."""
        return self.path / "tokenizer.json"

    @cached_property
    def config(self) -> Mapping[str, Any]:
        """`config.json`, or nothing."""
        return self.read("config.json")

    @cached_property
    def longest(self) -> int:
        """Pieces that the model reads at most, those around the text among them."""
        positions = self.config.get("max_position_embeddings")
        if isinstance(positions, int) and self.config.get("model_type") in _OFFSET_POSITIONS:
            positions -= (self.config.get("pad_token_id") or 0) + 1
        limits = (
            self.read("sentence_bert_config.json").get("max_seq_length"),
            self.read("tokenizer_config.json").get("model_max_length"),
            positions,
        )
        known = [int(found) for found in limits if isinstance(found, int | float) and found > 0]
        return min([LONGEST, *known])

    @cached_property
    def pooling(self) -> Pooling:
        """How vectors of pieces become one: by their mean where the folder does not say.

        Raises:
            BadSettings: it is done in a way that is not known here.
        """
        modules = self._json("modules.json")
        layers = [str(layer.get("type", "")) for layer in modules if isinstance(layer, dict)]
        names = [layer.rpartition(".")[2] for layer in layers]
        if unknown := sorted({*names} - _LAYERS):
            raise BadSettings(
                f"{self.setting}: {self.path / 'modules.json'} wants {' and '.join(unknown)}, which is not"
                " understood: a model of Transformer, Pooling and Normalize is"
            )
        file = next(
            (module["path"] for module, name in zip(modules, names, strict=True) if name == "Pooling"),
            "1_Pooling",
        )
        config = self.read(f"{file}/config.json")
        modes = [mode for mode, on in config.items() if mode.startswith("pooling_mode_") and on is True]
        modes = modes or [mode for mode in [config.get("pooling_mode")] if mode]
        if config.get("include_prompt") is False:
            modes.append("include_prompt false")
        if not modes:
            return "mean"
        if len(modes) > 1 or modes[0] not in _POOLINGS:
            raise BadSettings(
                f"{self.setting}: {self.path / file / 'config.json'} wants {' and '.join(map(str, modes))},"
                " which is not understood: mean or cls is"
            )
        return _POOLINGS[modes[0]]

    @cached_property
    def prefixes(self) -> tuple[str, str]:
        """Prefixes of a question, and of a text that is kept; "" if none."""
        config = self.read("config_sentence_transformers.json")
        prompts = config.get("prompts")
        prompts = prompts if isinstance(prompts, dict) else {}
        default = prompts.get(config.get("default_prompt_name"))

        def first(names: Sequence[str]) -> str:
            found = (prompts[name] for name in names if isinstance(prompts.get(name), str))
            return next(found, default if isinstance(default, str) else "")

        return first(_QUESTION_PROMPTS), first(_TEXT_PROMPTS)

    @cached_property
    def digest(self) -> str:
        """Names the model and its tokenizer by content, wherever the folder is: 12 hexadecimal digits.

        Of a large file its size and 64 evenly spread stretches are read: training and quantising change all
        weights.
        """
        found = sha256()
        for file in (self.tokenizer, self.model, *sorted(self.model.parent.glob(f"{self.model.name}?data"))):
            size = file.stat().st_size
            found.update(size.to_bytes(8))
            with file.open("rb") as stream:
                if size <= _SAMPLES * _SAMPLE_BYTES:
                    found.update(stream.read())
                    continue
                for number in range(_SAMPLES):
                    stream.seek((size - _SAMPLE_BYTES) * number // (_SAMPLES - 1))
                    found.update(stream.read(_SAMPLE_BYTES))
        return found.hexdigest()[:12]

    def read(self, name: str) -> Mapping[str, Any]:
        """Read an object of JSON by the name of its file; nothing where there is no such file."""
        found = self._json(name)
        return found if isinstance(found, dict) else {}

    def _json(self, name: str) -> Any:
        try:
            return json.loads((self.path / name).read_text("utf-8"))
        except FileNotFoundError:
            return []
        except (OSError, ValueError) as error:
            raise BadSettings(f"{self.setting}: {self.path / name} cannot be read: {error}") from error


def _model_of(path: Path, setting: str) -> Path:
    for names in (_PLAIN_NAMES, ("*.onnx", "onnx/*.onnx")):
        found = sorted(file for name in names for file in path.glob(name) if file.is_file())
        if len(found) == 1:
            return found[0]
        if found:
            listed = ", ".join(file.relative_to(path).as_posix() for file in found)
            raise BadSettings(f"{setting}: {path} has several models ({listed}): leave one of them there")
    raise BadSettings(f"{setting}: {path} has no model: {' or '.join(_PLAIN_NAMES)}")
