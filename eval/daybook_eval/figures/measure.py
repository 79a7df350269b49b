"""Measures the parts of the page of figures, and keeps each so that a stopped command goes on."""

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from daybook.conversation.errors import BadInput
from daybook.models.embedding import Embedder
from daybook.settings import Settings
from daybook_eval import everyday, forgeteval, speed
from daybook_eval.ablations.measure import Ablate, Measured
from daybook_eval.ablations.study import is_answerable
from daybook_eval.cli.options import chosen
from daybook_eval.data.cases import read_cases
from daybook_eval.embedders import open_embedder
from daybook_eval.everyday.contexts import measure_contexts
from daybook_eval.figures.page import write_page
from daybook_eval.figures.sets import FINDING, SETS
from daybook_eval.figures.sizes import installed_sizes
from daybook_eval.robustness import result as robustness
from daybook_eval.runs.execute_run import RunProgress, executor_for
from daybook_eval.runs.question_job import code_version, data_file

Part = Callable[[Path, int | None, Embedder], Any]
"""Measures a part of the page, given the folder of data, how many questions or cases to take of each list,
and the embedder by default, its vectors kept from run to run; its value is kept as JSON."""


def report(
    data: Path,
    out: Path,
    write: Path | None,
    only: Sequence[str] | None,
    limit: int | None,
    concurrency: int | None,
    cache: Path,
) -> str | None:
    """Measure what `out` does not hold yet, and write the page of all that it holds.

    Returns the page where `write` names no folder for docs/figures.md and the table of README.md.

    Raises:
        BadInput: a part is unknown, a file cannot be read, or `out` holds figures of other code or data.
    """
    if only == ["list"]:
        return "\n".join((*SETS, *PARTS))
    out.mkdir(parents=True, exist_ok=True)
    commit = _commit_of(out)
    for name in chosen(only, [*SETS, *PARTS]):
        if name in PARTS:
            _keep_part(name, out / f"{name}.json", commit, data, limit, cache)
        elif path := SETS[name].path_in(data):
            _measure_set(path, out / f"{name}.jsonl", commit, limit, concurrency, cache)
        else:
            print(f"{SETS[name].title}: left out, no {SETS[name].files[0]} in {data}", file=sys.stderr)
    return write_page(out, write)


def _commit_of(out: Path) -> str:
    """Return the commit that all figures of a folder are of: the one at which the first was measured.

    Raises:
        BadInput: the sources are others now.
    """
    kept, code = out / "code.json", code_version()
    now = {"commit": f"{code.commit[:8]}{'+' * code.dirty}", "sources": code.sources}
    if not kept.exists():
        kept.write_text(json.dumps(now), encoding="utf-8")
    stamp: dict[str, str] = json.loads(kept.read_text(encoding="utf-8"))
    if stamp["sources"] != now["sources"]:
        raise BadInput("holds figures of other code: name another --out", source=out)
    return stamp["commit"]


def _measure_set(
    path: Path, kept: Path, commit: str, limit: int | None, concurrency: int | None, cache: Path
) -> None:
    """Put every question that is not kept yet to every system, and append what it came to."""
    done = _open_rows(kept, {"data": asdict(data_file(path)), "commit": commit})
    cases = islice(filter(is_answerable, read_cases(path)), limit)
    executor = executor_for(concurrency, models=False, at_once=1)
    progress = RunProgress(sys.stderr, total=None)
    with TemporaryDirectory() as scratch, kept.open("a", encoding="utf-8") as file:
        job = Ablate((FINDING.name,), (), cache, Path(scratch), catalogue="daybook_eval.figures.sets")
        try:
            for found in executor.each(job, (case for case in cases if case.question_id not in done)):
                file.write(f"{json.dumps(_row(found))}\n")
                file.flush()
                progress.add(failed=False)
        finally:
            progress.end()


def _row(found: Sequence[Measured]) -> dict[str, Any]:
    return {"question_id": found[0].question_id, "arms": {one.arm: dict(one.values) for one in found}}


def _open_rows(kept: Path, header: Mapping[str, Any]) -> set[str]:
    """Begin a file of rows with its header, or drop what a stopped command left of its last line.

    Returns the questions that it has.
    """
    if not kept.exists():
        kept.write_text(f"{json.dumps(header)}\n", encoding="utf-8")
    text = kept.read_text(encoding="utf-8")
    whole = text[: text.rfind("\n") + 1]
    if whole != text:
        kept.write_text(whole, encoding="utf-8")
    first, *rows = map(json.loads, whole.splitlines())
    if first["data"] != header["data"]:
        raise BadInput("holds figures of other data: name another --out", source=kept)
    return {row["question_id"] for row in rows}


def _keep_part(name: str, kept: Path, commit: str, data: Path, limit: int | None, cache: Path) -> None:
    if kept.exists():
        return
    if (found := PARTS[name](data, limit, open_embedder(Settings.of(), cache=cache))) is not None:
        kept.write_text(json.dumps({"commit": commit, "found": found}), encoding="utf-8")


def _everyday(limit: int | None, embedder: Embedder) -> Any:
    """Ask the everyday lists without a model: by list, what is shown, misleads, is refused, and given."""
    found = {}
    for name in everyday.LISTS:
        questions = everyday.bundled_questions(name)[:limit]
        asked = everyday.STUDY.shape({"all": list(everyday.ask_everyday(questions, embedder))})["all"]
        contexts: Any = measure_contexts(questions, embedder=embedder).shape
        found[name] = {**asked, "contexts": contexts["all"]}
    return found


def _forgeteval(data: Path, limit: int | None, embedder: Embedder) -> Any:
    path = data / "forgeteval" / "adversarial.jsonl"
    return forgeteval.measure(path, embedder, limit) if path.exists() else None


def _faults(limit: int | None) -> Any:
    often = min(limit or 40, 40)
    broken: Any = robustness.report(None, None, 1, kills=often, damages=often, truth_damages=5, forgets=often)
    return broken.shape["parts"]


PARTS: Mapping[str, Part] = {
    "everyday": lambda data, limit, embedder: _everyday(limit, embedder),
    "forgeteval": _forgeteval,
    "faults": lambda data, limit, embedder: _faults(limit),
    "speed": lambda data, limit, embedder: speed.measure(),
    "size": lambda data, limit, embedder: installed_sizes("daybook-memory"),
}
