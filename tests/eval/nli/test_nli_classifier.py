"""Contradictions told by a classifier from a folder."""

import math
from pathlib import Path

import pytest

from daybook.conversation.errors import BadSettings, ModelUnavailable
from daybook.models.embedding import load_contradictions
from daybook_eval.measures.answers import contradiction_rate
from daybook_eval.nli import ClassifierInference, load_classifier
from tests.eval.nli.tiny_classifier import LABELS, write_classifier

DENIED = math.exp(2) / (math.exp(2) + 2)
"""Softmax of the logits 0, 0, 2."""
NOT_DENIED = math.exp(-2) / (math.exp(-2) + 2)


def test_pairs_are_read_as_premise_and_hypothesis_whatever_their_lengths(tmp_path: Path) -> None:
    classifier = load_classifier(write_classifier(tmp_path / "nli"))

    found = classifier.contradictions(
        [("I sail", "I never sail"), ("I never sail", "I sail on a long long lake"), ("I sail", "I sail")]
    )

    assert found == pytest.approx([DENIED, NOT_DENIED, NOT_DENIED], abs=1e-5)


async def test_a_response_contradicts_where_it_contradicts_any_statement(tmp_path: Path) -> None:
    inference = ClassifierInference(load_classifier(write_classifier(tmp_path / "nli")))

    probabilities = [
        await inference.contradiction("I do not sail", ["I sail", "I sing"]),
        await inference.contradiction("I sail", ["I sail"]),
        await inference.contradiction("I do not sail", []),
    ]

    assert probabilities[0] == pytest.approx(DENIED, abs=1e-5)
    rate = contradiction_rate(probabilities)
    assert (rate.holding, rate.judged, rate.asked) == (1, 2, 3)


def test_more_pairs_than_are_run_at_once_keep_their_order(tmp_path: Path) -> None:
    classifier = load_classifier(write_classifier(tmp_path / "nli", types=False))

    found = classifier.contradictions([("I sail", "no " * (place % 2)) for place in range(70)])

    assert found == pytest.approx([DENIED if place % 2 else NOT_DENIED for place in range(70)], abs=1e-5)


def test_a_folder_that_is_no_classifier_is_refused_with_what_is_missing(tmp_path: Path) -> None:
    with pytest.raises(BadSettings, match="there is no folder"):
        load_classifier(tmp_path / "nowhere")
    with pytest.raises(BadSettings, match=r"no label of contradiction in id2label \(labels: LABEL_0"):
        load_classifier(write_classifier(tmp_path / "unnamed", ("LABEL_0", "LABEL_1", "LABEL_2")))
    folder = write_classifier(tmp_path / "nli", LABELS)
    (folder / "tokenizer.json").write_text("{}")
    with pytest.raises(ModelUnavailable, match=r"tokenizer\.json cannot be read"):
        load_classifier(folder)
    write_classifier(tmp_path / "nli", LABELS)
    (folder / "model.onnx").write_bytes(b"nothing")
    with pytest.raises(ModelUnavailable, match=r"onnxruntime .* cannot run .*model\.onnx"):
        load_classifier(folder)


@pytest.mark.parametrize("name", ["nli", "onnx:"])
def test_a_classifier_of_the_library_is_named_by_its_folder(name: str) -> None:
    assert load_contradictions(None) is None
    with pytest.raises(BadSettings, match=r"DAYBOOK_CONTRADICTIONS: .* choose onnx:FOLDER"):
        load_contradictions(name)
