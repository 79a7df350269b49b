from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from daybook.conversation import Role, Session, Turn
from daybook.embedding import Embedder
from daybook.settings import Settings
from daybook_eval.data.case import Case
from daybook_eval.data.cases import read_cases
from daybook_eval.systems import bench
from daybook_eval.systems.bench import Bench
from daybook_eval.systems.daybook import keep
from tests.eval.small_questions import write_questions
from tests.store.bag_of_words import BagOfWords


def bag_of_words(*_: object, **__: object) -> Embedder:
    return BagOfWords()


@pytest.fixture
def case(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Case:
    monkeypatch.setattr(bench, "load_embedder", bag_of_words)
    (case,) = read_cases(write_questions(tmp_path / "questions.json", count=1))
    said = Session("s", datetime(2023, 5, 1, tzinfo=UTC), (Turn(Role.USER, "I live in Oslo."),))
    return replace(case, sessions=(said,))


@pytest.mark.parametrize(("ledger", "known"), [("true", True), ("false", False)])
async def test_facts_are_posted_with_a_history_where_the_settings_say_so(
    ledger: str, known: bool, case: Case, tmp_path: Path
) -> None:
    settings = Settings.of(ledger=ledger)

    with Bench.open(settings, cache=tmp_path / "vectors.sqlite").parts(tmp_path) as parts:
        await keep(case, parts)
        told = " ".join(record.text for record in parts.store.ledgers.of(case.owner).records.values())

    assert ("Oslo" in told) is known
