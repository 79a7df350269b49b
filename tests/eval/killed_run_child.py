# ruff: noqa: T201 - its output is read by the test
"""A run that is killed again and again: `python killed_run_child.py KILLS SEED FOLDER`.

It is made once without a kill and once with KILLS of them, each at a random moment by the signal that cannot
be caught, and then to its end. Children are forked, so that a kill costs no new start of Python.
"""

import os
import random
import signal
import sys
import time
import traceback
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import chromadb  # noqa: F401 - so that children need not import it
import langgraph.graph  # noqa: F401

from daybook.models.embedding import Embedder
from daybook_eval import embedders
from daybook_eval.data.cases import read_cases
from daybook_eval.records import QuestionRecord, record_to_line
from daybook_eval.runs.execute_run import execute_run
from daybook_eval.runs.executor import SequentialExecutor
from daybook_eval.runs.question_job import QuestionJob, run_of, settings_of
from daybook_eval.runs.run_folder import records_of
from tests.eval.small_questions import write_questions
from tests.store.bag_of_words import BagOfWords


def bag_of_words(*_: object, **__: object) -> Embedder:
    return BagOfWords()


def main(kills: int, seed: int, folder: Path) -> None:
    embedders.load_embedder = bag_of_words  # type: ignore[attr-defined]
    data = write_questions(folder / "questions.json", count=6)
    job = QuestionJob(
        "daybook", settings_of("daybook"), answers=True, cache=folder / "vectors.sqlite", scratch=Path()
    )
    run = run_of(job, data)

    def ask_all(out: Path) -> None:
        execute_run(
            run, job, read_cases(data), folder=out, executor=SequentialExecutor(), report=lambda _: None
        )

    seconds = in_child(lambda: ask_all(folder / "whole"), patience=None)
    chance, happened, torn = random.Random(seed), 0, 0
    while happened < kills:
        if in_child(lambda: ask_all(folder / "killed"), patience=chance.uniform(0, seconds * 0.6)) == 0:
            happened += 1
            torn += tear(folder / "killed" / "records.jsonl", chance)
    in_child(lambda: ask_all(folder / "killed"), patience=None)
    whole, killed = without_times(folder / "whole"), without_times(folder / "killed")
    left = sorted(path.name for path in (folder / "killed").iterdir())
    print("kills", happened, "torn", torn, "same", whole == killed, "records", len(killed), "files", *left)


def in_child(work: Callable[[], None], patience: float | None) -> float:
    """Work in a child; seconds that it took, 0 where it was killed."""
    began = time.monotonic()
    child = os.fork()
    if child == 0:
        os._exit(exit_code_of(work))
    while (ended := os.waitpid(child, os.WNOHANG))[0] == 0:
        if patience is not None and time.monotonic() - began > patience:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            return 0
        time.sleep(0.001)
    if ended[1]:
        raise SystemExit(f"a child failed: {ended[1]}")
    return time.monotonic() - began


def exit_code_of(work: Callable[[], None]) -> int:
    """Never return into the parent's code."""
    try:
        work()
    except BaseException:
        traceback.print_exc()
        return 1
    return 0


def tear(path: Path, chance: random.Random) -> bool:
    """Cut the last line where chance has it: a kill within a write is too rare to wait for."""
    content = path.read_bytes() if path.exists() else b""
    if not content or chance.random() < 0.5:
        return False
    path.write_bytes(content[: -chance.randint(1, min(len(content), 200))])
    return True


def without_times(folder: Path) -> list[str]:
    def plain(record: QuestionRecord) -> str:
        return record_to_line(replace(record, timings={}))

    return sorted(plain(record) for record in records_of(folder))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3]))
