import json
import os
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import numpy as np
import pytest

from daybook.conversation.errors import BadInput
from daybook.interfaces.cli.program import run
from daybook_eval.cli.app import build_app
from daybook_eval.embedders import HashedWords
from daybook_eval.growth.memories import Talk, in_fresh_process
from daybook_eval.growth.report import read_figures, tables

pytestmark = pytest.mark.slow

SMALL = "--rounds 20 --rounds 40 --facts 9 --owners 2 --owner-rounds 10 --at-once 3 --repeats 2".split()


def test_the_command_measures_every_size_and_shows_a_later_run_beside_an_earlier_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "figures.json"

    assert run(["growth", *SMALL, "--json", str(file)], build=build_app, name="daybook-eval") == 0

    found = read_figures(file)
    assert {name: list(sizes) for name, sizes in found.items()} == {
        "one owner, rounds": ["20", "40"],
        "a ledger, facts said": ["9"],
        "many owners": ["2 of 10 rounds"],
    }
    assert all(
        figure > 0 for sizes in found.values() for figures in sizes.values() for figure in figures.values()
    )
    assert found["a ledger, facts said"]["9"]["events"] == 9
    assert json.loads(file.read_text())["about"]["embedder"] == "hashed-words"
    assert "first question / warm question" in " ".join(capsys.readouterr().out.split())


def test_figures_are_multiples_of_what_stands_beside_them_and_of_the_smallest_size() -> None:
    sections = {
        "one": {
            "10": {"warm question": 0.2, "bare: question": 0.1},
            "100": {"warm question": 0.6, "bare: question": 0.2},
        }
    }
    (table,) = tables(sections)

    assert table.rows[0] == ["warm question / bare: question", "0.2 (2×)", "0.6 (3×)", "3×"]


def test_an_earlier_figure_stands_before_the_arrow() -> None:
    (table,) = tables({"one": {"10": {"import": 2.0, "new": 1.0}}}, {"one": {"10": {"import": 8.0}}})

    assert [row[1] for row in table.rows] == ["8 → 2 (0.25×)", "– → 1"]


def test_a_file_that_holds_no_figures_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text("[1]")

    with pytest.raises(BadInput, match="holds no figures"):
        read_figures(tmp_path / "x.json")


def test_work_is_done_in_another_process_and_its_death_is_told() -> None:
    assert in_fresh_process(os.getpid) != os.getpid()
    with pytest.raises(BrokenProcessPool):
        in_fresh_process(os.abort)


def test_talk_is_the_same_for_a_seed_and_its_words_follow_zipf() -> None:
    talk = Talk(1)
    sessions = list(talk.sessions(205))

    assert [len(session.turns) // 2 for session in sessions] == [10] * 20 + [5]
    assert list(Talk(1).sessions(205)) == sessions != list(Talk(2).sessions(205))
    texts = [
        turn.content for session in sessions for turn in session.turns if "I live in" not in turn.content
    ]
    lengths = [len(text.split()) for text in texts]
    assert (min(lengths) >= 20, max(lengths) <= 150) == (True, True)
    words = " ".join(texts).lower().replace(".", "").split()
    share = words.count(talk.words[0]) / len(words)
    assert share == pytest.approx(1 / np.sum(1 / np.arange(1, 30_001)), rel=0.1)


async def test_texts_of_the_same_words_are_near_and_vectors_have_length_one() -> None:
    one, same, other = await HashedWords().embed(["red bees swarm", "swarm red bees", "a parked car"])

    assert np.linalg.norm([one, other], axis=1) == pytest.approx([1, 1])
    assert one @ same == pytest.approx(1)
    assert one @ other < 0.9
