import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from daybook_eval.cli import main
from daybook_eval.data.case import Case
from daybook_eval.data.cases import read_cases
from daybook_eval.records import record_to_line
from daybook_eval.runs.run_folder import records_of
from tests.eval.small_questions import write_questions
from tests.on_ray import NEEDS_RAY, FatalJob

pytestmark = NEEDS_RAY


@pytest.fixture(scope="module", autouse=True)
def _one_ray_for_all() -> Iterator[None]:
    from daybook.models.embedding.ray_embedder import ray_cluster

    with ray_cluster(2):
        yield


@pytest.fixture
def cases(tmp_path: Path) -> list[Case]:
    """Four questions, of which the first three share a history."""
    *shared, alone = read_cases(write_questions(tmp_path / "questions.json", count=4))
    return [*(replace(case, history="h") for case in shared), alone]


def names(job: FatalJob, cases: list[Case]) -> list[str]:
    from daybook_eval.runs.ray_executor import RayExecutor

    return sorted(RayExecutor().each(job, cases))


def test_groups_are_handed_out_and_each_question_comes_back(cases: list[Case]) -> None:
    assert names(FatalJob(), cases) == ["q0 of 3", "q1 of 3", "q2 of 3", "q3 of 1"]


def test_the_questions_of_a_worker_that_is_killed_are_asked_again(cases: list[Case], tmp_path: Path) -> None:
    remembered = tmp_path / "killed"

    assert names(FatalJob("q1", remembered), cases) == ["q0 of 3", "q1 of 3", "q2 of 3", "q3 of 1"]
    assert remembered.exists()


def test_a_run_on_ray_goes_on_and_has_the_records_of_one_without(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = write_questions(tmp_path / "questions.json", count=4)

    assert run(data, "local") == run(data, "ray", "--limit", "2") == run(data, "ray") == 0

    assert "2 asked, 0 failed, 2 were done before" in capsys.readouterr().err
    assert len(records(data, "ray")) == 4
    assert records(data, "ray") == records(data, "local")
    headers = [json.loads((data.parent / on / "run.json").read_text()) for on in ("ray", "local")]
    assert headers[0] | {"started_at": ""} == headers[1] | {"started_at": ""}


def run(data: Path, on: str, *more: str) -> int:
    """Run with a cache of vectors of its own."""
    folder = data.parent
    places = ["--data", str(data), "--out", str(folder / on), "--cache", str(folder / f"{on}.sqlite")]
    with pytest.raises(SystemExit) as ended:
        main(["run", *places, "--on", on, *more])
    return int(ended.value.code or 0)


def records(data: Path, on: str) -> list[str]:
    """The records without their timings."""
    kept = records_of(data.parent / on)
    return sorted(record_to_line(replace(record, timings={})) for record in kept)
