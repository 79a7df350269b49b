"""TimeRAG-Memory's replies by the real model: one for each kind of memory, whatever it says."""

from pathlib import Path

import pytest

from daybook_eval.papers.tables import Inputs, make_table
from tests.eval.nli.tiny_classifier import write_classifier
from tests.eval.papers.msc_talk import msc_folder
from tests.real_model.serve import MODEL

pytestmark = pytest.mark.real_model


def test_a_real_model_replies_from_every_kind_of_memory(
    tmp_path: Path, real_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", real_url)
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    nli = write_classifier(tmp_path / "nli")
    settings = (("chat_model", MODEL), ("nli", str(nli)), ("model_concurrency", "1"))

    given = Inputs(msc_folder(tmp_path / "data"), tmp_path / "cache", settings=settings)
    table = make_table("timerag-generation", given)

    assert [row[:2] for row in table.rows] == [
        ("No-Memory", 2), ("Full-History", 2), ("Summary-Memory", 2), ("TimeRAG-Memory", 2),
    ]  # fmt: skip
    assert table.details["failures"] == {str(row[0]): [] for row in table.rows}
