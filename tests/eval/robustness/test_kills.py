"""Small runs of the kills and the histories, over whole and over spoilt memories."""

from __future__ import annotations

from pathlib import Path

import pytest

from daybook.embedding import Embedder
from daybook.library.daybook import Daybook
from daybook.settings import Settings
from daybook.store import BySession
from daybook_eval.forgetting.embedder import HashedWords
from daybook_eval.robustness import histories, kills, worker
from daybook_eval.robustness.operations import Ask, Look, Reply, Say
from daybook_eval.robustness.settings import RobustnessSettings
from daybook_eval.robustness.worker import Died, Stuck, Worker

pytestmark = pytest.mark.slow

PROMISES = ("lost", "risen", "half", "done though refused", "stuck", "unsound", "died", "failed")


def test_kills_lose_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    result = kills.measure(RobustnessSettings(tmp_path, seed=3, kills=3))

    assert result.runs == 3
    assert {name: result.figures[name] for name in PROMISES} == dict.fromkeys(PROMISES, 0), result.failures
    assert result.figures["acknowledged rounds"] > 0
    assert sum(number for name, number in result.figures.items() if name.startswith("killed in")) == 3


class Spoiling(Worker):
    """Has somebody else forget the oldest kept session before it opens the memory."""

    def __init__(self, settings: Settings, owner: str, embedder: Embedder | None) -> None:
        if (settings.data_dir / "daybook.sqlite").exists():
            with Daybook.open(settings=settings, embedder=embedder) as daybook:
                names = [one.session_id for one in daybook.sessions(owner=owner)]
                for name in [one for one in names if one.startswith("kept")][:1]:
                    daybook.forget(BySession(name), owner=owner)
        super().__init__(settings, owner, embedder)


def test_a_round_that_is_gone_after_a_kill_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kills, "Worker", Spoiling)

    result = kills.measure(RobustnessSettings(tmp_path, seed=3, kills=3))

    assert result.figures["lost"] > 0
    assert any(
        line.startswith("seed 3 directory 0 kill ") and "lost: kept-" in line for line in result.failures
    )


def test_processes_see_what_others_were_promised(tmp_path: Path) -> None:
    result = histories.measure(RobustnessSettings(tmp_path, seed=5, histories=30))

    promises = ("stale", "half seen", "done though refused", "unsound", "failed", "stuck", "died")
    assert {name: result.figures[name] for name in promises} == dict.fromkeys(promises, 0), result.failures
    assert result.figures["writes"] + result.figures["reads"] == result.runs >= 30


class Behind(Worker):
    """Keeps what it has seen first, as a cache would that nobody tells of writes."""

    first: Reply | None = None

    def finish(self) -> Reply:
        looked = isinstance(self.doing, Look)
        reply = super().finish()
        if not looked:
            return reply
        self.first = self.first or reply
        return self.first


def test_a_process_that_does_not_see_a_write_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(histories, "Worker", Behind)

    result = histories.measure(RobustnessSettings(tmp_path, seed=5, histories=30))

    assert result.figures["stale"] > 0
    assert any("stale: kept-" in line for line in result.failures)


def test_a_process_that_replies_too_late_is_stuck_and_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    process = Worker(Settings.of(data_dir=tmp_path), "ada", HashedWords())
    monkeypatch.setattr(worker, "BOUND", 0.0)

    with pytest.raises(Stuck, match="no end of Say in 0 s"):
        process.do(Say("s1", "I drink tea."))
    assert process.process.exitcode == -9


def test_a_process_that_ends_by_itself_is_told_with_its_exit_code(tmp_path: Path) -> None:
    process = Worker(Settings.of(data_dir=tmp_path), "ada", HashedWords())
    process.process.terminate()

    with pytest.raises(Died, match="exit code -15 in Ask"):
        process.do(Ask("Where am I?"))
