import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from daybook.conversation import SLOTS
from daybook.conversation.errors import BadInput
from daybook_eval.cli.app import build_app
from daybook_eval.fact_labels.facts import (
    LABELS,
    DataSet,
    FoundFact,
    Half,
    Label,
    LabelledFact,
    OwnersTurn,
    hashed,
    key_of,
    read_labels,
    turns_of,
    written_facts,
)
from daybook_eval.fact_labels.precision import (
    Bin,
    calibration,
    expected_error,
    precision,
    reliability_diagram,
)
from tests.eval.data_files import line, written
from tests.eval.test_read_cases import dialogue, said

TEXT = "I live in Oslo and I love cheese."


def turn(text: str = TEXT, data: DataSet = DataSet.MSC) -> OwnersTurn:
    return OwnersTurn(data, text, before="")


def labelled(turn: OwnersTurn, slot: str, value: str, label: str) -> LabelledFact:
    return LabelledFact(
        data=turn.data,
        turn=turn.name,
        start=0,
        stop=1,
        slot=slot,
        polarity="+",
        value=hashed(value.casefold()),
        label=Label(label),
        drawn="before",
    )


def found(*labels: LabelledFact, turns: tuple[OwnersTurn, ...] = (turn(),)) -> list[FoundFact]:
    return list(written_facts(turns, {label.key: label for label in labels}, tau=0.55))


def test_the_committed_labels_are_of_known_slots_and_hold_no_text() -> None:
    labels = read_labels()

    assert len(labels) >= 440
    assert {label.slot for label in labels.values()} <= set(SLOTS)
    assert {len(label.turn) for label in labels.values()} == {16}
    assert {len(label.value) for label in labels.values()} == {16}
    assert len(labels) == len(LABELS.read_text(encoding="utf-8").splitlines())


def test_a_label_that_is_none_is_refused_with_its_line(tmp_path: Path) -> None:
    broken = tmp_path / "labels.jsonl"
    broken.write_text('{"data": "msc"}\n', encoding="utf-8")

    with pytest.raises(BadInput, match="line 1"):
        read_labels(broken)


def test_a_fact_that_is_found_again_has_its_label_and_others_have_none() -> None:
    home, food = found(labelled(turn(), "identity.residence", "OSLO", "lasting"))

    assert (home.fact.value, home.label) == ("Oslo", Label.LASTING)
    assert (food.fact.value, food.label) == ("cheese", None)
    assert key_of(home.turn, home.fact)[1] == hashed(TEXT)


def test_what_ends_something_or_is_guarded_is_not_counted() -> None:
    quiet = turn("I quit my job. I've been going to physical therapy every week.")

    assert found(turns=(quiet,)) == []


def test_a_judged_fact_stands_for_those_of_its_stratum() -> None:
    said_of = [
        turn(f"I love {dish}.") for dish in ("herring", "pizza", "bread", "cheese", "soup", "rice", "beer")
    ]
    dishes = [said for said in said_of if said.half is Half.A][:3]
    homes = [turn(f"I live in {town}.") for town in ("Oslo", "Bergen", "Narva", "Turku", "Ulm", "Bonn")]
    home = next(home for home in homes if home.half is Half.A)
    unjudged = found(turns=(home, *dishes))
    right, wrong = unjudged[0].fact, unjudged[1].fact

    facts = found(
        labelled(home, right.slot, right.value, "lasting"),
        labelled(dishes[0], wrong.slot, wrong.value, "passing"),
        turns=(home, *dishes),
    )

    measured = precision(facts)
    assert (measured.found, measured.judged, measured.right) == (4, 2, 1)
    assert measured.share == 1 / (1 + 3)
    assert precision([]).share is None


def test_calibration_compares_reliability_with_the_share_that_is_right() -> None:
    facts = found(
        labelled(turn(), "identity.residence", "Oslo", "lasting"),
        labelled(turn(), "preference.food", "cheese", "wrong"),
    )

    bins = calibration(facts)

    assert sorted((bin_.share, bin_.judged) for bin_ in bins) == [(0.0, 1), (1.0, 1)]
    assert expected_error(facts, bins) == pytest.approx(
        (facts[1].fact.reliability + 1 - facts[0].fact.reliability) / 2
    )
    assert expected_error([], []) is None


def test_the_diagram_marks_every_bin_and_escapes_its_title() -> None:
    svg = reliability_diagram({"half A": [Bin(0.9, 0.8, 12), Bin(0.95, 1.0, 3)]}, title="sure < right")

    assert svg.startswith("<svg")
    assert "sure &lt; right" in svg
    assert svg.count("<circle") == 2
    assert "0.90 sure, 0.80 right, 12 judged" in svg


def test_different_turns_of_both_people_are_read_with_what_was_said_before(tmp_path: Path) -> None:
    talk = written(
        tmp_path / "msc.jsonl", dialogue(dialog=[said(0, "Hi."), said(1, "I ski."), said(0, "Hi.")])
    )
    own = written(tmp_path / "own.jsonl", line())

    assert [(turn_.text, turn_.before) for turn_ in turns_of(DataSet.MSC, talk)] == [
        ("Hi.", ""),
        ("I ski.", "Hi."),
    ]
    users = list(turns_of(DataSet.LONGMEMEVAL, own))
    assert [user.text for user in users] == ["Hello.", "I took the Kalmar ferry."]
    assert {user.half for user in users} <= set(Half)


def test_the_command_prints_both_halves_and_writes_the_diagram(tmp_path: Path) -> None:
    data = written(tmp_path / "own.jsonl", line())
    plot = tmp_path / "calibration.svg"

    shown = CliRunner().invoke(
        build_app(), ["fact-labels", "--data", str(data), "--plot", str(plot), "--json"]
    )
    refused = CliRunner().invoke(build_app(), ["fact-labels"])

    assert set(json.loads(shown.output)) == {"A", "B"}
    assert plot.read_text(encoding="utf-8").startswith("<svg")
    assert refused.exit_code != 0
