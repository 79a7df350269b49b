"""Mutated documents are kept whole or refused in a line, and what is kept by half is noticed."""

from pathlib import Path

import pytest

from daybook.conversation import Passage
from daybook.documents import knowledge_base
from daybook.documents.chunk import passages_of
from daybook_eval.robustness.documents import measure
from daybook_eval.robustness.result import RobustnessSettings

pytestmark = pytest.mark.slow


def test_mutated_documents_of_every_form_are_kept_whole_or_refused(tmp_path: Path) -> None:
    result = measure(RobustnessSettings(tmp_path, mutations=6))

    assert result.failures == ()
    assert result.runs == result.figures["mutations"] == 6 * 5
    assert result.figures["kept"] + result.figures["refused"] == result.runs
    assert result.figures["kept"] > 0
    assert result.figures["refused"] > 0
    assert list(tmp_path.iterdir()) == []


def test_words_that_are_lost_and_errors_that_pass_through_are_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:

    def losing(*blocks: object, **named: object) -> list[Passage]:
        passages: list[Passage] = passages_of(*blocks, **named)  # type: ignore[arg-type]
        if any("Winter" in passage.heading for passage in passages):
            raise RuntimeError("a fault")
        return passages[:-1]

    monkeypatch.setattr(knowledge_base, "passages_of", losing)

    result = measure(RobustnessSettings(tmp_path, mutations=6))

    assert result.figures["half-written"] > 0
    assert result.figures["tracebacks"] > 0
