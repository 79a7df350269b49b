"""A classifier of pairs made on the spot: it tells a contradiction where the hypothesis denies."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.pre_tokenizers import Whitespace
from tokenizers.processors import TemplateProcessing

WORDS = ("[UNK]", "[CLS]", "[SEP]", "not", "never", "no")
DENIALS = {"not", "never", "no"}
LABELS = ("entailment", "neutral", "contradiction")


def write_classifier(folder: Path, labels: tuple[str, ...] = LABELS, *, types: bool = True) -> Path:
    """Write model.onnx, tokenizer.json and config.json.

    The logit of the third label is 4 · (denials of the second sentence) - 2, that of the others 0.
    """
    folder.mkdir(exist_ok=True)
    tokenizer = Tokenizer(WordLevel({word: place for place, word in enumerate(WORDS)}, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = Whitespace()
    tokenizer.post_processor = TemplateProcessing(
        single="[CLS] $A [SEP]",
        pair="[CLS] $A [SEP] $B:1 [SEP]:1",
        special_tokens=[("[CLS]", 1), ("[SEP]", 2)],
    )
    (folder / "tokenizer.json").write_text(tokenizer.to_str())
    (folder / "config.json").write_text(json.dumps({"id2label": dict(enumerate(labels))}))
    onnx.save(_graph(types=types), folder / "model.onnx")
    return folder


def _graph(*, types: bool) -> onnx.ModelProto:
    denies = np.array([[4.0 if word in DENIALS else 0.0] for word in WORDS], dtype=np.float32)
    constants: dict[str, NDArray[Any]] = {
        "denies": denies,
        "columns": np.array([[0, 0, 1]], dtype=np.float32),
        "bias": np.array([[0, 0, -2]], dtype=np.float32),
        "last": np.array([2], dtype=np.int64),
        "middle": np.array([1], dtype=np.int64),
    }
    second = "token_type_ids" if types else "attention_mask"
    nodes = [
        helper.make_node("Gather", ["denies", "input_ids"], ["scores"]),
        helper.make_node("Cast", [second], ["kept"], to=TensorProto.FLOAT),
        helper.make_node("Unsqueeze", ["kept", "last"], ["kept_each"]),
        helper.make_node("Mul", ["scores", "kept_each"], ["masked"]),
        helper.make_node("ReduceSum", ["masked", "middle"], ["denials"], keepdims=0),
        helper.make_node("MatMul", ["denials", "columns"], ["spread"]),
        helper.make_node("Add", ["spread", "bias"], ["logits"]),
    ]
    names = ["input_ids", "token_type_ids"] if types else ["input_ids", "attention_mask"]
    graph = helper.make_graph(
        nodes,
        "denies",
        [helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "length"]) for name in names],
        [helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["batch", 3])],
        [numpy_helper.from_array(value, name) for name, value in constants.items()],
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
