from __future__ import annotations

import json
from io import StringIO
from pathlib import Path

import pytest

from daybook.embedding import Embedder
from daybook_eval.cli import main
from daybook_eval.runs.counting import questions_ahead
from daybook_eval.runs.progress import RunProgress
from daybook_eval.systems import bench
from tests.eval.small_questions import write_questions
from tests.store.bag_of_words import BagOfWords


def bag_of_words(*_: object, **__: object) -> Embedder:
    return BagOfWords()


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(bench, "load_embedder", bag_of_words)
    return write_questions(tmp_path / "questions.json", count=3)


def command(*arguments: object) -> int:
    with pytest.raises(SystemExit) as ended:
        main([str(argument) for argument in arguments])
    return int(ended.value.code or 0)


def run(data: Path, *more: object) -> int:
    out, cache = data.parent / "run", data.parent / "vectors.sqlite"
    common = ("--data", data, "--out", out, "--cache", cache, "--concurrency", 1)
    return command("run", *common, "--retrieve-only", "--system", "official-bm25", *more)


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


def test_another_setting_in_the_same_folder_is_the_users_mistake(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(data, "--limit", 1)

    assert run(data, "--set", "rrf_k=10") == 2
    assert (
        capsys.readouterr()
        .err.splitlines()[-1]
        .endswith("holds a run made otherwise (settings: rrf_k): give --out another folder")
    )


def test_a_preset_is_recorded_with_what_beats_it_and_says_what_it_lacks(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    common = ("--data", data, "--cache", data.parent / "vectors.sqlite", "--concurrency", 1, "--limit", 1)
    out = data.parent / "stack"

    assert command("run", *common, "--out", out, "--preset", "memorystack", "--set", "rrf_k=10") == 0

    told = capsys.readouterr().err
    settings = json.loads((out / "run.json").read_text())["settings"]
    assert (settings["preset"], settings["rrf_k"], settings["read_rounds"]) == ("memorystack", 10, 15)
    assert "memorystack without a model to rerank: nothing is reranked" in told
    assert "memorystack without a model to understand: " in told


@pytest.mark.parametrize(
    ("more", "problem"),
    [
        (("--preset", "stack"), "DAYBOOK_PRESET: Input should be 'longmemeval'"),
        (("--system", "oracle"), "'oracle' is none of daybook, no-memory"),
        (("--set", "rrf_k"), "is not of the form NAME=VALUE"),
        (("--set", "rrf=1"), "no such setting"),
        (("--system", "summaries"), "summaries needs a chat model"),
        (("--question-id", "q9"), "no question with the id q9"),
    ],
)
def test_mistakes_are_told_in_one_line(
    data: Path, capsys: pytest.CaptureFixture[str], more: tuple[str, ...], problem: str
) -> None:
    assert run(data, *more) == 2
    assert problem in capsys.readouterr().err.splitlines()[-1]


def test_an_ablation_prints_its_tables_and_what_it_left_out(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    common = ("--data", data, "--cache", data.parent / "vectors.sqlite", "--concurrency", 1, "--json")

    assert command("ablate", *common, "--only", "rrf", "--only", "reading-modes") == 0

    printed = json.loads(capsys.readouterr().out)
    arms = printed["studies"]["rrf"]["arms"]
    assert list(arms) == ["max-sim", "BM25 alone", "k = 10", "k = 60", "k = 200"]
    assert arms["BM25 alone"]["questions"] == 3
    assert arms["BM25 alone"]["round recall_all@5"] == 1
    assert printed["skipped"] == {"reading-modes": "rules read in one way only: set DAYBOOK_CHAT_MODEL"}


def test_progress_tells_rate_and_what_is_left() -> None:
    moments = iter([0.0, 5.0, 12.0, 12.0, 12.0])
    stream = StringIO()
    progress = RunProgress(stream, total=8, clock=lambda: next(moments))

    progress.add(failed=False)  # after 5 s nothing is said yet
    progress.add(failed=True)  # after 12 s it is: 2 in 12 s are 1/6 a second, so 6 more take 36 s

    assert stream.getvalue() == "2 of 8 questions, 0.17/s, 12 s, about 36 s left, 1 failed\n"
