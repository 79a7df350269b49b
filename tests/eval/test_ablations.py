"""Ablations: arms of options, averaged and compared by pairs."""

import json
from pathlib import Path

import pytest

from daybook_eval.ablations.measure import Collected, Measured
from daybook_eval.ablations.studies import STUDIES
from daybook_eval.ablations.study import Arm, Study
from daybook_eval.ablations.tables import report
from tests.eval.small_questions import write_questions
from tests.interfaces.daybook_command import Command

STUDY = Study(
    "words",
    "with words and without",
    (Arm("with"), Arm("without")),
    columns=("round recall_all@10", "evidence 2000"),
    against="with",
    differences=("round recall_all@10",),
)
WITH, WITHOUT = (1, 1, 0, 1), (1, 0, 0, 0)


@pytest.fixture
def collected() -> Collected:
    """Four questions: three found with words, one without; what is packed is known of the first two."""
    held = Collected({"words": STUDY})
    for place, found in enumerate(zip(WITH, WITHOUT, strict=True)):
        for arm, value in zip(("with", "without"), found, strict=True):
            values = {"round recall_all@10": float(value)} | ({"evidence 2000": 1.0} if place < 2 else {})
            held.add([Measured("words", arm, f"q{place}", "one" if place < 3 else "other", values)])
    return held


def test_arms_are_averaged_and_held_against_one_by_pairs(collected: Collected) -> None:
    shape = json.loads(json.dumps(report(collected, by_type=True).shape))

    arms = shape["studies"]["words"]["arms"]
    assert (arms["with"]["questions"], arms["with"]["round recall_all@10"]) == (4, 0.75)
    assert arms["without"]["round recall_all@10"] == 0.25
    assert arms["without"]["differences"]["round recall_all@10"]["mean"] == -0.5
    assert "differences" not in arms["with"]
    assert shape["studies"]["words"]["by_type"]["with"] == {"one": pytest.approx(2 / 3), "other": 1.0}


def test_every_study_names_an_arm_that_it_has_as_the_one_to_compare_with() -> None:
    for study in STUDIES.values():
        names = [arm.name for arm in study.arms]
        assert len(set(names)) == len(names)
        assert study.against in ("", *names)


@pytest.mark.slow
def test_every_arm_of_every_study_can_be_measured(
    tmp_path: Path, evaluate: Command, without_a_model: None
) -> None:
    data = write_questions(tmp_path / "questions.json", count=1)
    common = ("--data", str(data), "--cache", str(tmp_path / "vectors.sqlite"), "--concurrency", "1")

    ran = evaluate("ablate", *common, "--by-type", "--json")

    assert ran.code == 0, ran.err
    for name, study in STUDIES.items():
        arms = ran.json["studies"][name]["arms"]
        assert [*arms] == [arm.name for arm in study.arms]
        assert all(figures["questions"] == 1 for figures in arms.values())
