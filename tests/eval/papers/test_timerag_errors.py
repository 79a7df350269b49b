"""Errors of writing, counted by the labels of judged facts."""

from pathlib import Path

import pytest

from daybook_eval.fact_labels.facts import (
    DataSet,
    FactKey,
    Label,
    LabelledFact,
    key_of,
    turns_of,
    written_facts,
)
from daybook_eval.papers.tables import Inputs, make_table
from daybook_eval.papers.timerag import writing
from tests.eval.data_files import locomo, written
from tests.eval.papers.msc_talk import msc_folder
from tests.eval.small_questions import write_questions

pytestmark = pytest.mark.slow


def test_judged_facts_are_counted_under_the_papers_types_by_half(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = msc_folder(tmp_path)
    write_questions(folder / "longmemeval_s.json")
    written(folder / "locomo.json", locomo(), lines=False)
    found = list(written_facts(turns_of(DataSet.MSC, folder / "msc_session3_valid.json.gz"), {}, 0.55))
    labels: dict[FactKey, LabelledFact] = {
        (key := key_of(one.turn, one.fact)): LabelledFact(
            data=DataSet.MSC,
            turn=key[1],
            start=0,
            stop=1,
            slot=key[2],
            polarity=one.fact.polarity.value,
            value=key[3],
            label=Label.WRONG,
            drawn="after",
        )
        for one in found
    }
    monkeypatch.setattr(writing, "read_labels", lambda: labels)

    table = make_table("timerag-errors", Inputs(folder, tmp_path / "cache"))

    wrong, passing, *_ = table.rows
    assert found
    assert int(wrong[1] or 0) + int(wrong[2] or 0) == len(found)
    assert passing[1:3] == (0, 0)
