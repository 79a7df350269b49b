"""Embedders and rerankers from a folder: the bundled model as one, and tiny ones made here."""

from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import helper

from daybook.conversation.errors import BadSettings, ModelError, ModelUnavailable
from daybook.models.embedding import load_embedder, load_reranker, question_embedder
from daybook.models.embedding.minilm import TEXTS as GRAPH, TOKENIZER, read_model_file
from tests.models.embedding.onnx_files import (
    embedder_folder,
    mean_of,
    reranker_folder,
    write_json,
)

E5 = {"prompts": {"query": "query: ", "passage": "passage: "}}
CLS = {"pooling_mode_cls_token": True, "pooling_mode_mean_tokens": False, "word_embedding_dimension": 4}
TEXTS = [
    "My sister Ada moved to Lisbon in March and adopted two cats.",
    "Tofu, rice and a little 生姜 – très bon! 😀",
    "The quick brown fox jumps over the lazy dog. " * 40,
]


def minilm_folder(folder: Path) -> Path:
    """The bundled model as sentence-transformers would export it: vectors of tokens, pooled outside."""
    model = onnx.load_from_string(read_model_file(GRAPH))
    made_by = {name: node for node in model.graph.node for name in node.output}
    unit = made_by["vector"]
    mean = made_by[unit.input[0]]
    hidden = mean.input[0]
    for node in (unit, mean):
        model.graph.node.remove(node)
    for node in model.graph.node:
        for at, name in enumerate(node.input):
            node.input[at] = "input_ids" if name == "ids" else name
    model.graph.input[0].name = "input_ids"
    del model.graph.output[:]
    model.graph.output.append(helper.make_tensor_value_info(hidden, onnx.TensorProto.FLOAT, [1, "n", 384]))
    (folder / "onnx").mkdir()
    onnx.save(model, folder / "onnx" / "model_quantized.onnx")
    (folder / "tokenizer.json").write_bytes(read_model_file(TOKENIZER))
    return write_json(
        folder,
        sentence_bert_config={"max_seq_length": 256},
        config={"hidden_size": 384, "max_position_embeddings": 512},
    )


async def test_the_bundled_model_as_a_folder_gives_the_same_windows_and_vectors(tmp_path: Path) -> None:
    write_json(minilm_folder(tmp_path), **{"1_Pooling__config": {"pooling_mode_mean_tokens": True}})
    bundled, own = load_embedder("minilm"), load_embedder(f"onnx:{tmp_path}")

    assert own.dim == bundled.dim
    assert [own.windows(text) for text in TEXTS] == [bundled.windows(text) for text in TEXTS]
    np.testing.assert_allclose(await own.embed(TEXTS), await bundled.embed(TEXTS), atol=1e-6)


async def test_texts_are_pooled_as_the_folder_says(tmp_path: Path) -> None:
    plain = load_embedder(f"onnx:{embedder_folder(tmp_path / 'plain')}")
    first = load_embedder(f"onnx:{embedder_folder(tmp_path / 'cls', **{'1_Pooling__config': CLS})}")

    mean = await plain.embed(["red bicycle", "cat"])

    np.testing.assert_allclose(mean[0], mean_of("[CLS]", "red", "bicycle", "[SEP]"), atol=1e-6)
    np.testing.assert_allclose(mean[1], mean_of("[CLS]", "cat", "[SEP]"), atol=1e-6)
    np.testing.assert_allclose((await first.embed(["cat"]))[0], mean_of("[CLS]"), atol=1e-6)
    assert (plain.dim, (await plain.embed([])).shape) == (4, (0, 4))


async def test_a_model_that_pools_by_itself_is_taken_at_its_word(tmp_path: Path) -> None:
    folder = reranker_folder(tmp_path, {"cat": 3.0, "[SEP]": 4.0}, classes=2)

    with pytest.raises(ModelError, match="all zeros"):  # nothing is a second text
        await load_embedder(f"onnx:{folder}").embed(["cat"])


async def test_questions_and_texts_get_their_prefixes(tmp_path: Path) -> None:
    folder = embedder_folder(tmp_path, config_sentence_transformers=E5)
    texts = load_embedder(f"onnx:{folder}")
    questions = question_embedder(texts)

    kept, asked = (await texts.embed(["cat"]))[0], (await questions.embed(["cat"]))[0]

    np.testing.assert_allclose(kept, mean_of("[CLS]", "passage", ":", "cat", "[SEP]"), atol=1e-6)
    np.testing.assert_allclose(asked, mean_of("[CLS]", "query", ":", "cat", "[SEP]"), atol=1e-6)
    assert questions.fingerprint == texts.fingerprint
    assert question_embedder(questions) is questions


@pytest.mark.parametrize(
    ("files", "longest"),
    [
        ({}, 512),
        ({"tokenizer_config": {"model_max_length": 128}, "config": {"max_position_embeddings": 512}}, 128),
        ({"config": {"max_position_embeddings": 40, "model_type": "xlm-roberta", "pad_token_id": 1}}, 38),
        ({"config": {"max_position_embeddings": 8192}}, 512),
    ],
)
def test_the_longest_input_is_the_least_that_the_folder_names(
    tmp_path: Path, files: dict[str, object], longest: int
) -> None:
    embedder = load_embedder(f"onnx:{embedder_folder(tmp_path, **files)}")

    assert embedder.fingerprint.split(":")[2] == str(longest)


def test_the_fingerprint_follows_the_model_and_not_the_place(tmp_path: Path) -> None:
    one = embedder_folder(tmp_path / "one")
    prints = {
        name: load_embedder(f"onnx:{folder}").fingerprint
        for name, folder in {
            "one": one,
            "moved": embedder_folder(tmp_path / "moved", "onnx/model.onnx"),
            "cls": embedder_folder(tmp_path / "cls", **{"1_Pooling__config": CLS}),
            "prefix": embedder_folder(tmp_path / "prefix", config_sentence_transformers=E5),
            "other": reranker_folder(tmp_path / "other", {"cat": 1.0}),
        }.items()
    }

    assert prints["one"] == prints["moved"]
    assert len(set(prints.values())) == 4


@pytest.mark.parametrize(
    ("files", "problem"),
    [
        ({"1_Pooling__config": {"pooling_mode_lasttoken": True}}, "wants pooling_mode_lasttoken"),
        ({"modules": [{"path": "2_Dense", "type": "sentence_transformers.models.Dense"}]}, "wants Dense"),
    ],
)
def test_what_is_not_understood_is_refused_with_the_file_that_wants_it(
    tmp_path: Path, files: dict[str, object], problem: str
) -> None:
    embedder_folder(tmp_path, **files)

    with pytest.raises(BadSettings, match=rf"DAYBOOK_EMBEDDER: .*\.json {problem}"):
        load_embedder(f"onnx:{tmp_path}")


@pytest.mark.parametrize("setting", ["DAYBOOK_EMBEDDER", "DAYBOOK_RERANKER"])
@pytest.mark.parametrize(
    ("there", "problem"),
    [
        (None, "there is no folder"),
        ((), "has no tokenizer.json"),
        (("tokenizer.json",), r"has no model: model.onnx or onnx/model.onnx"),
        (
            ("tokenizer.json", "model_int8.onnx", "model_quantized.onnx"),
            r"has several models \(model_int8.onnx, model_quantized.onnx\)",
        ),
        (
            ("tokenizer.json", "model.onnx", "onnx/model.onnx"),
            r"has several models \(model.onnx, onnx/model.onnx\)",
        ),
    ],
)
def test_a_folder_that_lacks_something_is_refused_when_it_is_named(
    tmp_path: Path, setting: str, there: tuple[str, ...] | None, problem: str
) -> None:
    folder = tmp_path / "model"
    if there is not None:
        (folder / "onnx").mkdir(parents=True)
        for name in there:
            (folder / name).touch()
    load = load_embedder if setting == "DAYBOOK_EMBEDDER" else load_reranker

    with pytest.raises(BadSettings, match=rf"{setting}: .*{problem}"):
        load(f"onnx:{folder}")


async def test_files_that_are_damaged_are_named_at_the_first_text(tmp_path: Path) -> None:
    folder = embedder_folder(tmp_path)
    (folder / "model.onnx").write_bytes(b"no model")
    with pytest.raises(ModelUnavailable, match=r"cannot run .*model\.onnx"):
        await load_embedder(f"onnx:{folder}").embed(["cat"])

    (folder / "tokenizer.json").write_text("{}")
    with pytest.raises(ModelUnavailable, match=r"tokenizer\.json cannot be read"):
        load_embedder(f"onnx:{folder}").windows("cat")


@pytest.mark.parametrize(("classes", "share"), [(1, 1.0), (2, 0.5)])
async def test_a_cross_encoder_scores_pairs_by_its_logit_or_its_second_class(
    tmp_path: Path, classes: int, share: float
) -> None:
    reranker = load_reranker(f"onnx:{reranker_folder(tmp_path, {'cat': 2.0, 'dog': -1.0}, classes=classes)}")
    assert reranker is not None

    scores = await reranker.scores("the cat", ["red cat", "a dog", "cat cat"])

    np.testing.assert_allclose(scores, np.array([2.0, -1.0, 4.0]) * share)
    assert len(await reranker.scores("cat " * 900, ["dog " * 900])) == 1
