import json
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from daybook.conversation.errors import BadInput, StoreBusy
from daybook_eval.cli import main
from daybook_eval.runs.execute_run import RunProgress, questions_ahead
from daybook_eval.runs.run_folder import is_finished, open_run, read_header, records_of
from tests.eval.judging.records import MAY, record, run_header
from tests.eval.small_questions import write_questions

RUN = run_header(settings={"rrf_k": 60}, packages={"numpy": "2.0"})


def ids(folder: Path) -> list[str]:
    return [record_.question_id for record_ in records_of(folder)]


def test_what_was_appended_is_there_and_done_at_the_next_opening(tmp_path: Path) -> None:
    with open_run(tmp_path, RUN) as opened:
        opened.append(record("a"))
        assert ids(tmp_path) == ["a"]

    with open_run(tmp_path, replace(RUN, started_at=MAY.replace(year=2024))) as opened:
        assert opened.done == {"a"}
    assert read_header(tmp_path) == RUN


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
    assert [json.loads(line) for line in lines] == [{"question_id": "a", "hypothesis": "It was teal."}]


@pytest.fixture
def data(tmp_path: Path, without_a_model: None) -> Path:
    return write_questions(tmp_path / "questions.json", count=3)


def command(*arguments: object) -> int:
    with pytest.raises(SystemExit) as ended:
        main([str(argument) for argument in arguments])
    return int(ended.value.code or 0)


def run(data: Path, *more: object) -> int:
    out, cache = data.parent / "run", data.parent / "vectors.sqlite"
    common = ("--data", data, "--out", out, "--cache", cache, "--concurrency", 1)
    return command("run", *common, "--retrieve-only", *more)


def asked(data: Path) -> list[str]:
    lines = (data.parent / "run" / "records.jsonl").read_text().splitlines()
    return [json.loads(line)["question_id"] for line in lines]


def test_a_run_asks_what_is_not_done_yet(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(data, "--limit", 2) == 0
    assert asked(data) == ["q0", "q1"]
    assert questions_ahead(data, data.parent / "run", limit=None, wanted=()) == 1

    assert run(data) == 0
    assert asked(data) == ["q0", "q1", "q2"]
    assert "1 asked, 0 failed, 2 were done before" in capsys.readouterr().err


def test_a_question_finds_nothing_after_the_sessions_that_it_sees(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = ("I keep my kayak in the garage.", "I like tea.", "I keep my kayak in the shed.")
    sessions = [
        {"session_id": text, "started_at": f"2024-05-0{day}", "turns": [{"role": "user", "content": text}]}
        for day, text in enumerate(told, start=1)
    ]
    common = {"question_type": "places", "question": "Where do I keep my kayak?", "asked_at": "2024-05-09"}
    lines: list[dict[str, Any]] = [{"history": "ada", "sessions": sessions}]
    for name, first in (("two", 2), ("three", 3), ("one", 1)):
        lines.append({**common, "question_id": name, "first_of": ["ada", first], "evidence": [[0, 0]]})
    (tmp_path / "ada.jsonl").write_text("\n".join(map(json.dumps, lines)))
    out = tmp_path / "run"
    given = (
        "--data",
        tmp_path / "ada.jsonl",
        "--out",
        out,
        "--cache",
        tmp_path / "v.sqlite",
        "--concurrency",
        1,
    )

    assert command("run", *given, "--retrieve-only") == 0
    capsys.readouterr()
    assert command("report", out, "--json") == 0

    seen = {one.question_id: {ranked.session for ranked in one.candidates} for one in records_of(out)}
    assert seen["one"] == {0}
    assert {2} <= seen["three"] <= {0, 1, 2}
    assert 2 not in seen["two"]
    figures = json.loads(capsys.readouterr().out)["session"]
    assert figures["recall_any@1"] == pytest.approx(2 / 3)
    assert figures["mrr"] == pytest.approx((1 + 1 + 1 / 2) / 3)


def test_a_preset_is_recorded_with_what_beats_it_and_says_what_it_lacks(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    common = ("--data", data, "--cache", data.parent / "vectors.sqlite", "--concurrency", 1, "--limit", 1)
    out = data.parent / "stack"

    assert command("run", *common, "--out", out, "--preset", "memorystack", "--set", "rrf_k=10") == 0

    told = capsys.readouterr().err
    settings = json.loads((out / "run.json").read_text())["settings"]
    assert (settings["preset"], settings["rrf_k"], settings["read_rounds"]) == ("memorystack", 10, 15)
    assert "memorystack without a chat model: " in told


@pytest.mark.parametrize(
    ("more", "problem"),
    [
        (("--preset", "stack"), "DAYBOOK_PRESET: Input should be 'classic'"),
        (("--set", "rrf_k"), "is not of the form NAME=VALUE"),
        (("--set", "rrf=1"), "no such setting"),
        (("--question-id", "q9"), "holds no question_id q9"),
    ],
)
def test_mistakes_are_told_in_one_line(
    data: Path, capsys: pytest.CaptureFixture[str], more: tuple[str, ...], problem: str
) -> None:
    assert run(data, *more) == 2
    assert problem in capsys.readouterr().err.splitlines()[-1]


def test_progress_tells_rate_and_what_is_left() -> None:
    moments = iter([0.0, 5.0, 12.0, 12.0, 12.0])
    stream = StringIO()
    progress = RunProgress(stream, total=8, clock=lambda: next(moments))

    progress.add(failed=False)  # after 5 s nothing is said yet
    progress.add(failed=True)  # after 12 s it is: 2 in 12 s are 1/6 a second, so 6 more take 36 s

    assert stream.getvalue() == "2 of 8 questions, 0.17/s, 12 s, about 36 s left, 1 failed\n"
