from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from daybook.errors import BadInput, StoreBusy
from daybook_eval.records import Code, DataFile, QuestionRecord, Run, record_from_line, record_to_line
from daybook_eval.run_reader import is_finished
from daybook_eval.runs.run_folder import open_run, read_run, read_run_records

MAY = datetime(2023, 5, 1, tzinfo=UTC)
RUN = Run(
    system="daybook",
    data=DataFile("questions.json", "00"),
    retrieve_only=False,
    settings={"rrf_k": 60},
    embedder="bag-of-words",
    models={},
    prompts={},
    code=Code("abc", False, "11"),
    packages={"numpy": "2.0"},
    started_at=MAY,
)


def record(name: str, **changes: object) -> QuestionRecord:
    plain = QuestionRecord(
        name, "type", "Where?", "there", MAY, abstention=False, status="done", answer="There."
    )
    return replace(plain, **changes)  # type: ignore[arg-type]


def ids(folder: Path) -> list[str]:
    return [one.question_id for one in read_run_records(folder)]


def test_a_record_reads_as_it_was_written() -> None:
    written = record("q", notes=({"quote": "a\nb\u2028"},), timings={"total": 1.5})

    assert "\n" not in record_to_line(written)
    assert record_from_line(record_to_line(written)) == written


def test_what_was_appended_is_there_and_done_at_the_next_opening(tmp_path: Path) -> None:
    with open_run(tmp_path, RUN) as opened:
        opened.append(record("a"))
        assert ids(tmp_path) == ["a"]

    with open_run(tmp_path, replace(RUN, started_at=MAY.replace(year=2024))) as opened:
        assert opened.done == {"a"}
    assert read_run(tmp_path) == RUN


def test_failed_questions_and_a_torn_line_are_dropped_so_that_they_are_asked_again(tmp_path: Path) -> None:
    with open_run(tmp_path, RUN) as opened:
        for one in (record("a"), record("b", status="failed", error="away"), record("c")):
            opened.append(one)
    path = tmp_path / "records.jsonl"
    path.write_bytes(path.read_bytes()[:-9])

    with open_run(tmp_path, RUN) as opened:
        assert opened.done == {"a"}
        assert ids(tmp_path) == ["a"]


def test_another_configuration_is_refused_in_one_line_that_says_what_differs(tmp_path: Path) -> None:
    with open_run(tmp_path, RUN):
        pass

    with (
        pytest.raises(BadInput, match=r"otherwise \(settings: rrf_k\): give --out another folder"),
        open_run(tmp_path, replace(RUN, settings={"rrf_k": 10})),
    ):
        pass


def test_a_folder_with_records_of_unknown_origin_is_refused(tmp_path: Path) -> None:
    (tmp_path / "records.jsonl").write_text("")

    with pytest.raises(BadInput, match=r"without a run\.json"), open_run(tmp_path, RUN):
        pass


def test_two_processes_cannot_be_at_one_run(tmp_path: Path) -> None:
    with open_run(tmp_path, RUN), pytest.raises(StoreBusy, match="another process"), open_run(tmp_path, RUN):
        pass


def test_a_run_is_finished_once_its_last_part_ended_of_itself(tmp_path: Path) -> None:
    part = open_run(tmp_path, RUN)
    part.__enter__()
    assert not is_finished(tmp_path)
    part.__exit__(KeyboardInterrupt, KeyboardInterrupt(), None)
    assert not is_finished(tmp_path)

    with open_run(tmp_path, RUN):
        pass
    assert is_finished(tmp_path)


def test_answers_are_there_as_hypotheses_and_nothing_stands_for_a_missing_one(tmp_path: Path) -> None:
    with open_run(tmp_path, RUN) as opened:
        opened.append(record("a"))
        opened.append(record("b", status="failed", answer=None))

    lines = (tmp_path / "hypotheses.jsonl").read_text().splitlines()
    assert [json.loads(line) for line in lines] == [{"question_id": "a", "hypothesis": "There."}]


def test_a_damaged_line_in_the_middle_is_named(tmp_path: Path) -> None:
    with open_run(tmp_path, RUN) as opened:
        opened.append(record("a"))
    path = tmp_path / "records.jsonl"
    path.write_bytes(b"{}\n" + path.read_bytes())

    with pytest.raises(BadInput, match="line 1"):
        ids(tmp_path)
