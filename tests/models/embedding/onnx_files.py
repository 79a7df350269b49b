"""Folders with tiny models in ONNX, as people have them."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx import helper, numpy_helper
from tokenizers import Tokenizer, models, pre_tokenizers, processors

WORDS = "[PAD] [CLS] [SEP] [UNK] query : passage cat dog bicycle neighbour sold red the a".split()
INT, FLOAT = onnx.TensorProto.INT64, onnx.TensorProto.FLOAT
TABLE = np.random.default_rng(7).normal(size=(len(WORDS), 4)).astype(np.float32)
"""The vector that the tiny embedder gives each word, by its id."""


def write_tokenizer(folder: Path) -> None:
    tokenizer = Tokenizer(models.WordLevel({word: at for at, word in enumerate(WORDS)}, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]",
        pair="[CLS] $A [SEP] $B:1 [SEP]:1",
        special_tokens=[("[CLS]", 1), ("[SEP]", 2)],
    )
    tokenizer.save(str(folder / "tokenizer.json"))


def write_model(
    file: Path, nodes: Sequence[onnx.NodeProto], output: str, shape: Sequence[int | str], **constants: Any
) -> None:
    inputs = ("input_ids", "attention_mask", "token_type_ids")
    graph = helper.make_graph(
        nodes,
        "tiny",
        [helper.make_tensor_value_info(name, INT, ["b", "n"]) for name in inputs],
        [helper.make_tensor_value_info(output, FLOAT, shape)],
        [numpy_helper.from_array(values, name) for name, values in constants.items()],
    )
    file.parent.mkdir(parents=True, exist_ok=True)
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=10), file)


def embedder_folder(folder: Path, model: str = "model.onnx", /, **files: object) -> Path:
    """A model that looks up a vector for each word; `files` are JSON by name, "/" as "__"."""
    folder.mkdir(exist_ok=True)
    write_tokenizer(folder)
    nodes = [helper.make_node("Gather", ["table", "input_ids"], ["last_hidden_state"])]
    write_model(folder / model, nodes, "last_hidden_state", ["b", "n", 4], table=TABLE)
    return write_json(folder, **files)


def reranker_folder(folder: Path, worth: dict[str, float], *, classes: int = 1) -> Path:
    """A cross-encoder that adds up what words of the second text are worth; a first class, half of that."""
    folder.mkdir(exist_ok=True)
    write_tokenizer(folder)
    weights = np.array([[worth.get(word, 0.0)] * classes for word in WORDS], dtype=np.float32)
    weights[:, : classes - 1] /= 2
    nodes = [
        helper.make_node("Gather", ["worth", "input_ids"], ["each"]),
        helper.make_node("Cast", ["token_type_ids"], ["second"], to=FLOAT),
        helper.make_node("Unsqueeze", ["second", "last"], ["column"]),
        helper.make_node("Mul", ["each", "column"], ["counted"]),
        helper.make_node("ReduceSum", ["counted", "pieces"], ["logits"], keepdims=0),
    ]
    write_model(
        folder / "model.onnx",
        nodes,
        "logits",
        ["b", classes],
        worth=weights,
        last=np.array([2]),
        pieces=np.array([1]),
    )
    return folder


def write_json(folder: Path, /, **files: object) -> Path:
    for name, content in files.items():
        file = folder / f"{name.replace('__', '/')}.json"
        file.parent.mkdir(exist_ok=True)
        file.write_text(json.dumps(content), encoding="utf-8")
    return folder


def mean_of(*words: str) -> np.ndarray[Any, Any]:
    """The unit vector that mean pooling gives these words."""
    mean = np.mean([TABLE[WORDS.index(word)] for word in words], axis=0)
    return np.asarray(mean / np.linalg.norm(mean))
