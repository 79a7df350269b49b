"""A small run of the walls, and runs in which calls cross them."""

from pathlib import Path
from typing import Any

import pytest

from daybook.library.daybook import Daybook
from daybook.library.results import SearchResult
from daybook_eval.robustness import forgetting
from daybook_eval.robustness.forgetting import ForgettingFigures, described, run
from daybook_eval.robustness.result import RobustnessSettings
from daybook_eval.robustness.walls import measure

pytestmark = pytest.mark.slow


def test_no_owner_gets_anything_of_another_one(tmp_path: Path) -> None:
    result = measure(RobustnessSettings(tmp_path, seed=2, operations=150))

    assert result.runs == result.figures["calls"] == 150
    assert (result.figures["leaks"], result.figures["moved rankings"], result.figures["lost"]) == (0, 0, 0)


def test_a_search_in_the_memory_of_another_owner_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    search = Daybook.asearch

    async def of_another(self: Daybook, question: str, *, owner: str, **given: Any) -> SearchResult:
        return await search(self, question, owner="wall01", **given)

    monkeypatch.setattr(Daybook, "asearch", of_another)

    result = measure(RobustnessSettings(tmp_path, seed=2, operations=60))

    assert result.figures["leaks"] > 0
    assert any("search of wall" in line and line.endswith("shows wall01") for line in result.failures)


def test_scores_that_move_with_the_rounds_of_others_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    search, searches = Daybook.asearch, []

    async def fewer_each_time(self: Daybook, question: str, *, owner: str, **given: Any) -> SearchResult:
        searches.append(question)
        found = await search(self, question, owner=owner, **given)
        return SearchResult(found.candidates[: max(0, 9 - len(searches))], found.plan, found.timings)

    monkeypatch.setattr(Daybook, "asearch", fewer_each_time)

    assert measure(RobustnessSettings(tmp_path, seed=2, operations=9)).figures["moved rankings"] == 2


def test_a_session_that_is_no_longer_listed_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Daybook, "sessions", lambda *_, owner: [])

    assert measure(RobustnessSettings(tmp_path, seed=2, operations=9)).figures["lost"] >= 40


def test_what_is_left_fails_the_part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def leaves(*_: object) -> ForgettingFigures:
        found = ForgettingFigures(seconds=[0.01], unverified=1)
        found.left["words"] += 2
        return found

    monkeypatch.setattr(forgetting, "run", leaves)

    result = forgetting.measure(RobustnessSettings(tmp_path, seed=7))

    assert result.figures["left"] == 2
    assert len(result.failures) == 2
    assert "seed 7" in result.failures[0]


async def test_random_forgets_leave_nothing_in_any_index_or_byte(tmp_path: Path) -> None:
    result = await run(tmp_path, forgets=25, rounds=12, seed=7, owners={"ada": 2, "bob": 1})

    assert result.left == {}
    assert result.unverified == 0
    (wanted, found), *_ = result.controls
    assert (found.nonces, found.vectors) == (len(wanted.nonces), len(wanted.keys))  # the search does find
    assert len(result.kinds) >= 4
    assert described(result).startswith("25 forgets: ")
