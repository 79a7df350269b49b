import json

import pytest

from daybook.interfaces.rendering.screen import Screen
from daybook_eval.ablations.arms import groups, halves
from daybook_eval.ablations.collected import Collected, Row, held_out, in_fifths
from daybook_eval.ablations.job import Measured
from daybook_eval.ablations.study import Arm, Asked, Study
from daybook_eval.ablations.tables import as_plain, show_study
from daybook_eval.data.case import OTHER_HALF, RULES_HALF, half_of

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
    held = Collected()
    for place, found in enumerate(zip(WITH, WITHOUT, strict=True)):
        asked = Asked(f"q{place}", "one" if place < 3 else "other", abstention=False)
        held.add(
            (
                Measured("words", arm, asked, values(value, packed=place < 2))
                for arm, value in zip(("with", "without"), found, strict=True)
            ),
            {"words": STUDY},
        )
    return held


def values(found: int, *, packed: bool) -> dict[str, float]:
    return {"round recall_all@10": float(found)} | ({"evidence 2000": 0.5} if packed else {})


def test_differences_are_by_pairs_against_the_arm_that_the_study_names(collected: Collected) -> None:
    arms = as_plain(collected, [STUDY], {})["studies"]["words"]["arms"]

    assert arms["with"]["round recall_all@10"] == 0.75
    assert arms["without"]["round recall_all@10"] == 0.25
    assert arms["without"]["differences"]["round recall_all@10"]["mean"] == -0.5
    assert "differences" not in arms["with"]


def test_a_mean_is_over_the_questions_that_have_the_measure(collected: Collected) -> None:
    row = dict(collected.rows(STUDY))["with"]

    assert (row.questions, row.count("evidence 2000"), row.mean("evidence 2000")) == (4, 2, 0.5)
    assert row.mean("round mrr") is None


def test_fifths_hold_every_question_once() -> None:
    row = Row()
    for place in range(12):
        row.add(Measured("s", "a", Asked(f"q{place}", "t", abstention=False), {"m": float(place)}))

    fifths = row.fifths("m")

    # 12 questions in five parts: two of three, three of two
    assert sum(mean * size for mean, size in zip(fifths, (3, 3, 2, 2, 2), strict=True)) == sum(range(12))


def test_what_is_held_out_is_measured_by_the_arm_that_is_best_on_the_rest() -> None:
    names = [f"q{place}" for place in range(10)]
    (odd, *_), *_ = in_fifths(names)
    always = dict.fromkeys(names, 0.5)
    once = dict.fromkeys(names, 0.0) | {odd: 10.0}

    found = held_out({"always": always, "once": once})

    # the fifth that holds the ten does not see it in the other four, and so takes 0.5 for its two questions;
    # each other fifth sees 10 / 8 and takes 0
    assert found is not None
    assert found.chosen == ("always", "once", "once", "once", "once")
    assert found.mean == 0.1


def test_question_types_have_figures_of_their_own(collected: Collected) -> None:
    by_type = as_plain(collected, [STUDY], {})["studies"]["words"]["by_type"]

    assert by_type["with"]["other"] == {"questions": 1, "round recall_all@10": 1.0}
    assert by_type["without"]["one"]["questions"] == 3


def test_in_a_pipe_a_table_is_lines_with_tabs_under_a_heading(
    collected: Collected, capsys: pytest.CaptureFixture[str]
) -> None:
    show_study(Screen(), collected, STUDY, by_type=True)

    lines = capsys.readouterr().out.splitlines()
    assert lines[1] == "\tn\tall@10\tevidence 2000\tall@10 95%"
    assert lines[2].startswith("with\t4\t0.750\t0.500\t[")
    assert lines[4] == "evidence: over 2 questions"
    assert "\tone (3)\tother (1)" in lines
    json.dumps(as_plain(collected, [STUDY], {"values": "not built"}))


def test_an_answer_counts_in_the_rows_of_its_kind_and_half() -> None:
    half = half_of("q1")

    asked = Asked("q1", "temporal-reasoning", abstention=False)
    assert [*groups(asked)] == [
        "temporal-reasoning",
        "all answerable",
        "all but rubrics",
        f"all but rubrics, {half}",
    ]
    assert [*groups(Asked("q1_abs", "temporal-reasoning", abstention=True))] == ["abstentions"]
    planted = [*groups(Asked("q1_planted_abs", "temporal-reasoning", abstention=True))]
    assert planted[0] == "planted"
    assert [*groups(Asked("q1", "single-session-preference", abstention=False))] == [
        "single-session-preference",
        "all answerable",
    ]


def test_an_arm_of_a_grouped_study_is_held_against_the_same_group_of_another() -> None:
    study = Study(
        "s",
        "",
        (Arm("on"), Arm("off")),
        columns=("m",),
        main="m",
        against="on",
        differences=("m",),
        groups=halves,
    )
    asked = [Asked(f"q{place}", "t", abstention=False) for place in range(8)]
    collected = Collected()
    for one in asked:
        rules = float(half_of(one.question_id) == RULES_HALF)
        collected.add(
            [Measured("s", "on", one, {"m": 1.0}), Measured("s", "off", one, {"m": rules})], {"s": study}
        )

    arms = as_plain(collected, [study], {})["studies"]["s"]["arms"]

    assert arms[f"off, {RULES_HALF}"]["differences"]["m"]["mean"] == 0
    assert arms[f"off, {OTHER_HALF}"]["differences"]["m"]["mean"] == -1
    assert "differences" not in arms[f"on, {OTHER_HALF}"]
