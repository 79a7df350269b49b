"""all-MiniLM-L6-v2 as an ONNX graph: text in, as word piece ids; one unit vector out.

Source: Reimers and Gurevych, EMNLP 2019 (BERT, mean over the tokens, unit length); Wang et al.,
NeurIPS 2020 (MiniLM). The layout of the weights is that of the official release.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import helper, numpy_helper
from onnxruntime.quantization import QuantType, quantize_dynamic  # type: ignore[import-untyped]

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


def build_graph(weights: Weights) -> onnx.ModelProto:
    """Build the graph for one text at a time: "ids" int32 (1, n) to "vector" float32 (1, 384).

    One text has no padding to mask, and its vector owes nothing to other texts.
    """
    graph = _Graph(weights)
    hidden = graph.embeddings()
    for layer in range(LAYERS):
        hidden = graph.layer(hidden, f"encoder.layer.{layer}")
    graph.pool(hidden)
    return graph.model("vector", [1, DIM])


def quantize(model: onnx.ModelProto) -> onnx.ModelProto:
    """Store the weights in 8 bits, each column with its own scale; activations are scaled as they come.

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
        return onnx.load(target)


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

    def model(self, output: str, shape: Sequence[int | str]) -> onnx.ModelProto:
        graph = helper.make_graph(
            self._nodes,
            "all-MiniLM-L6-v2",
            [helper.make_tensor_value_info("ids", onnx.TensorProto.INT32, [1, "n"])],
            [helper.make_tensor_value_info(output, onnx.TensorProto.FLOAT, shape)],
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
