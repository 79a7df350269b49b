from pathlib import Path

import pytest

from daybook_eval.bench.forgetting import ForgettingFigures
from daybook_eval.robustness import forgetting
from daybook_eval.robustness.settings import RobustnessSettings

pytestmark = pytest.mark.slow


def test_forgets_leave_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forgetting, "_ROUNDS", 8)

    result = forgetting.measure(RobustnessSettings(tmp_path, forgets=4))

    assert (result.runs, result.figures["left"], result.failures) == (4, 0, ())
    assert result.figures["nonces searched for"] > 0


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
