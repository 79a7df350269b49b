"""The labels of standing constraints, and the study that keeps what they are of."""

import json
from collections import Counter
from hashlib import sha256
from pathlib import Path

import pytest
from typer.testing import CliRunner

from daybook_eval import constraint_labels
from daybook_eval.cli.app import build_app
from daybook_eval.constraint_labels import (
    FILES,
    KINDS,
    ConstraintLabel,
    Half,
    Labelled,
    LabelledSentence,
    labelled_sentences,
    real_cases,
    written_cases,
)

TEXT = "I'm a vegan. My cousin can't eat nuts, I think."


def hashed(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:16]


def labelled(label: str, start: int = 0, stop: int = len(TEXT)) -> LabelledSentence:
    return LabelledSentence(
        data="msc", turn=hashed(TEXT), start=start, stop=stop, label=ConstraintLabel(label)
    )


def test_labels_name_turns_by_hashes_and_say_of_every_constraint_what_and_whose_it_is() -> None:
    labels = labelled_sentences()
    counts = Counter(label.label for label in labels)

    assert counts[ConstraintLabel.CONSTRAINT] >= 28
    assert counts[ConstraintLabel.NEAR_MISS] >= 200
    assert {len(label.turn) for label in labels} == {16}
    assert {label.data for label in labels} == set(FILES)
    judged: list[Labelled] = [*labels, *(case.labelled for case in written_cases())]
    for label in judged:
        assert (label.kind in KINDS) == label.is_constraint
        assert bool(label.why) == (label.label is ConstraintLabel.NEAR_MISS)


def test_written_messages_lie_in_the_file_of_their_half() -> None:
    for half in Half:
        path = Path(constraint_labels.__file__).with_name(f"written_{half.lower()}.json")
        texts = {message["text"] for message in json.loads(path.read_text(encoding="utf-8"))}
        assert texts == {case.text for case in written_cases() if case.half is half}


def test_a_turn_with_a_constraint_is_one_and_a_turn_that_is_in_doubt_is_none() -> None:
    turns = {"msc": {hashed(TEXT): TEXT}}
    stated, doubtful = labelled("constraint", stop=12), labelled("unsure", start=13)

    [case] = real_cases([doubtful, stated], turns)

    assert (case.sentence, case.labelled) == ("I'm a vegan.", stated)
    assert list(real_cases([doubtful, labelled("near miss", stop=12)], turns)) == []


@pytest.mark.slow
def test_the_study_counts_every_written_message_once(monkeypatch: pytest.MonkeyPatch) -> None:
    few = written_cases()[::5]
    monkeypatch.setattr("daybook_eval.constraint_labels.written_cases", lambda: few)
    result = CliRunner().invoke(build_app(), ["constraints", "--json"])
    shape = json.loads(result.stdout)

    assert list(shape["sets"]) == ["written, A", "written, B"]
    for name, figures in shape["sets"].items():
        half = [case for case in few if name == f"written, {case.half}"]
        wanted = sum(case.labelled.is_constraint for case in half)
        right, taken = figures["recall"][0], figures["near_misses"][0]
        assert (figures["recall"][1], figures["near_misses"][1]) == (wanted, len(half) - wanted)
        assert figures["precision"] == [right, right + taken]
    assert shape["sets"]["written, A"]["recall"][0] > 0
