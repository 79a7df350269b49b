"""Writes the page of figures, and the README's table, from what `measure` kept."""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

from daybook.conversation.errors import BadInput
from daybook_eval.ablations.measure import Measured, Row
from daybook_eval.everyday import DEVELOPMENT
from daybook_eval.figures.sets import FINDING, KEPT_APART, LEVELS, RANKED, SETS
from daybook_eval.records import BUDGETS
from daybook_eval.statistics import bootstrap_interval
from daybook_eval.tables import Cell, markdown

PAGE = Path("docs", "figures.md")
_README_TABLE = re.compile(r"(<!-- figures[^\n]*-->\n).*?(<!-- /figures -->)", re.DOTALL)
_INTRODUCTION = """\
# How good it is

Made by one command, from public data sets; a stopped command goes on, and `--only list` names its parts:

```sh
daybook-eval figures --data FOLDER_OF_DATA --out runs/figures --write .
```

No chat model answered anything here but where a reader is named. Brackets are 95% intervals (percentile
bootstrap over questions). [Measures](measures.md) says what each figure means, [retrieval](retrieval.md) what
was tried and failed.
"""


def write_page(out: Path, write: Path | None) -> str:
    """Write what a folder holds as docs/figures.md and as the README's table below `write`; returns the page.

    Where `write` is given, the line returned says what was written.

    Raises:
        BadInput: README.md has no place for the table.
    """
    found = {name: _read_set(out / f"{name}.jsonl") for name in SETS if (out / f"{name}.jsonl").exists()}
    parts = {name: _read_part(out / f"{name}.json") for name in _SECTIONS}
    sections = [_INTRODUCTION, *(_finding(found) if found else ())]
    sections += [section(part) for name, section in _SECTIONS.items() if (part := parts[name]) is not None]
    page = "\n".join(sections)
    if write is None:
        return page
    readme = write / "README.md"
    text = readme.read_text(encoding="utf-8")
    if not _README_TABLE.search(text):
        raise BadInput("has no <!-- figures --> and <!-- /figures --> around its table", source=readme)
    table = "\n".join(_readme_table(found))
    readme.write_text(
        _README_TABLE.sub(lambda match: f"{match[1]}{table}\n{match[2]}", text), encoding="utf-8"
    )
    (write / PAGE).write_text(page, encoding="utf-8")
    return f"wrote {write / PAGE} and the table of {readme}"


_Set = tuple[dict[str, Any], Mapping[str, Row]]
"""Header of a data set, and a row of values for each system."""


def _read_set(kept: Path) -> _Set:
    header, *questions = map(json.loads, kept.read_text(encoding="utf-8").splitlines())
    rows = {arm.name: Row() for arm in FINDING.arms}
    for question in questions:
        for arm, values in question["arms"].items():
            rows[arm].add(Measured(FINDING.name, arm, question["question_id"], "", values))
    return header, rows


def _read_part(kept: Path) -> Any:
    """Read a part that was measured, or that comes with the package; None without either."""
    if kept.exists():
        return json.loads(kept.read_text(encoding="utf-8"))
    bundled = files("daybook_eval.figures").joinpath(kept.name)
    return json.loads(bundled.read_text("utf-8")) if bundled.is_file() else None


def _finding(found: Mapping[str, _Set]) -> Iterator[str]:
    yield "## Finding\n"
    columns = ("data", "what", "questions", "choices were made on it", "file", "sha256", "commit")
    yield _table(columns, (_origin(name, header, rows) for name, (header, rows) in found.items()))
    yield f"{KEPT_APART}\n"
    for level in LEVELS:
        yield f"Evidence among the first k {level}s: one piece (any), or all; MRR, 1 / rank of the first.\n"
        measures = [f"{level} {name}" for name in RANKED]
        yield _table(
            ("data", "system", *(name.replace("recall_", "").replace("mrr", "MRR") for name in RANKED)),
            _rows(found, measures),
        )
    yield "All evidence within a reader's budget of tokens (`evidence@B`):\n"
    yield _table(
        ("data", "system", *(f"{budget:,}" for budget in BUDGETS)),
        _rows(found, [f"evidence {budget}" for budget in BUDGETS]),
    )


def _origin(name: str, header: dict[str, Any], rows: Mapping[str, Row]) -> list[Cell]:
    made, file = SETS[name], header["data"]
    asked = len(rows[FINDING.arms[0].name].questions)
    return [
        made.title,
        made.about,
        asked,
        "yes" if made.chosen_on else "no",
        file["name"],
        file["sha256"][:8],
        header["commit"],
    ]


def _rows(found: Mapping[str, _Set], measures: Sequence[str]) -> Iterator[list[Cell]]:
    """Give a row for each set and system that has one of the measures."""
    for name, (_, rows) in found.items():
        for system, row in rows.items():
            intervals = [row.interval(measure) for measure in measures]
            if any(intervals):
                cells = [_short(f"{one:.3f}") if one else None for one in intervals]
                yield [SETS[name].title, system, *cells]


def _short(text: str) -> str:
    """Leave out the zero before a point."""
    return re.sub(r"\b0\.", ".", text)


def _readme_table(found: Mapping[str, _Set]) -> Iterator[str]:
    """Say of each set how often all evidence is found: rounds, or sessions where no round is named."""
    systems = [arm.name for arm in FINDING.arms]
    rows: list[list[Cell]] = []
    for name, (_, arms) in found.items():
        level = next(one for one in LEVELS if arms[systems[0]].mean(f"{one} recall_all@10") is not None)
        means = [arms[system].mean(f"{level} recall_all@10") for system in systems]
        asked = len(arms[systems[0]].questions)
        rows.append([f"{SETS[name].title}, {asked} questions, {level}s", *(_mean(one) for one in means)])
    yield from markdown(("all evidence among the first ten", *systems), rows)


def _mean(value: float | None) -> str | None:
    return None if value is None else _short(f"{value:.3f}")


def _everyday(part: Any) -> str:
    columns = (
        "list",
        "choices were made on it",
        "truth shown",
        "misleads",
        "never said: not known",
        "its words given to a model",
        "or all that it follows from",
        "nothing given without need",
    )
    rows: list[list[Cell]] = [
        [
            name.replace("_", " "),
            "yes" if name in DEVELOPMENT else "no",
            *(_of(*one[key]) for key in ("shown", "misleads", "refused")),
            *(_of(one["contexts"][key], one["contexts"]["asked"]) for key in ("given", "given_with_parts")),
            _of(one["contexts"]["empty"], one["contexts"]["messages"]),
        ]
        for name, one in part["found"].items()
    ]
    told = (
        "Everyday questions to whole histories of invented people who type tersely, in a second language or "
        f"at length (`daybook-eval everyday`, commit {part['commit']}); of the unseen ones only totals."
    )
    return f"## Answers without a model\n\n{told}\n\n{_table(columns, rows)}"


def _by_hand(part: Any) -> str:
    """Report answers of a strong reader who saw the prompts alone.

    The part is {"method", "notes": […], "commit", "questions": […]}, each question {"set", "question_id",
    "right", "calls", "tokens", "loss"}: one that is not marked has a "right" of null, and "loss" says why a
    wrong one is wrong.
    """
    sets: dict[str, list[Any]] = {}
    for question in part["questions"]:
        sets.setdefault(question["set"], []).append(question)
    columns = ("data", "questions", "right", "calls", "tokens")
    rows: list[list[Cell]] = [
        [name, len(asked), _right(asked), *_costs(asked)] for name, asked in sets.items()
    ]
    losses = [f"- {one['set']}: {one['loss']}" for one in part["questions"] if one.get("loss")]
    told = "\n".join(["Wrong, by cause:\n", *losses, ""]) if losses else ""
    head = f"## With a strong reader\n\n{part['method']} Commit {part['commit']}.\n\n"
    notes = "".join(f"{note}\n\n" for note in part.get("notes", ()))
    return f"{head}{_table(columns, rows)}\n{notes}{told}"


def _papers(part: Any) -> str:
    """Report the papers' tables that take facts by hand, as `daybook-eval papers NAME --out` keeps them."""
    told = [f"## The papers' tables\n\n{part['note']}\n"]
    for table in part["tables"]:
        notes = [f"- {note}" for note in table["notes"]]
        told += [f"### {table['title']}\n", f"On {table['on']}.\n", _table(table["columns"], table["rows"])]
        told += [*notes, ""]
    return "\n".join(told)


def _right(asked: Sequence[Any]) -> str:
    marks = [float(one["right"]) for one in asked if one["right"] is not None]
    if not marks:
        return "not marked"
    return f"{sum(marks):.0f} of {len(marks)}, {_short(format(bootstrap_interval(marks), '.2f'))}"


def _costs(asked: Sequence[Any]) -> tuple[str, str]:
    calls = sum(one["calls"] for one in asked) / len(asked)
    return f"{calls:.1f}", f"{sum(one['tokens'] for one in asked) / len(asked):,.0f}"


def _forgeteval(part: Any) -> str:
    found = part["found"]
    columns = ("cases", "category", *found["policies"])
    rows: list[list[Cell]] = [
        [title, category, *(_of(*counts[policy]) for policy in found["policies"])]
        for name, title in _FORGETEVAL.items()
        for category, counts in found[name]["categories"].items()
    ]
    lost: list[list[Cell]] = [
        [title, "lost what had to stay", *map(str, found[name]["lost"].values())]
        for name, title in _FORGETEVAL.items()
    ]
    told = _FORGETTING.format(commit=part["commit"])
    return f"## Updating and forgetting\n\n{told}\n\n{_table(columns, rows + lost)}"


_FORGETEVAL = {"ForgetEval": "ForgetEval-Adv", "siblings": "our siblings"}
_FORGETTING = (
    "Cases passed, by substrings (commit {commit}). ForgetEval-Adv: the 112 published cases, **which "
    "choices were made on**: who wrote their facts had seen how five are scored, and what counts as found "
    "was changed twice after results. Our siblings: 24 cases of the same form, **which nothing was tuned "
    "on**, written before their author had seen code or result; the facts, from the messages alone, once "
    "the code had been read and before any result. Published for the 112: Mem0 67.9, Lethe 62.5, "
    "LangGraph's store 61.6 per cent. With facts by hand, the ledger's records in force count as found, and "
    "the rounds that no record rests on; without facts, what `ask` shows, or the first ten rounds of a "
    "search."
)


def _peers(part: Any) -> str:
    table = _table(part["columns"], part["rows"])
    return f"## Other memories, by their own packages\n\n{part['note']}\n\n{table}"


def _faults(part: Any) -> str:
    rows: list[list[Cell]] = [
        [one["name"], one["runs"], _counted(one["figures"]), _counted(one["figures"], zero=True)]
        for one in part["found"]
    ]
    told = f"`daybook-eval robustness` (commit {part['commit']}); [Faults](faults.md) says what is done."
    return f"## Under faults\n\n{told}\n\n{_table(('part', 'runs', 'counted', 'never'), rows)}"


def _counted(figures: Mapping[str, float], *, zero: bool = False) -> str:
    """List what was counted, or what never was."""
    if zero:
        return ", ".join(name for name, number in figures.items() if not number)
    return ", ".join(f"{number:,} {name}" for name, number in figures.items() if number)


def _speed(part: Any) -> str:
    rows: list[list[Cell]] = [[name, f"{value:.3g}"] for name, value in part["found"].items()]
    told = f"Medians of one `daybook-eval bench`, with the demonstration's history (commit {part['commit']})."
    return f"## Speed\n\n{told}\n\n{_table(('', 'seconds of processor'), rows)}"


def _size(part: Any) -> str:
    sizes: dict[str, float] = part["found"]
    largest = sorted(sizes, key=lambda name: -sizes[name])[:6]
    told = ", ".join(f"{name} {sizes[name]:.0f}" for name in largest)
    return (
        f"## Size\n\n`daybook-memory` without extras brings {len(sizes) - 1} distributions, together "
        f"{sum(sizes.values()):.0f} MB installed by uv; the largest: {told} (commit {part['commit']}). "
        f"{BY_PIP}\n"
    )


BY_PIP = (
    "pip brings a Kubernetes client and a downloader of model hubs beside them, 485 MB in all; of the extras "
    "`[mcp]` adds 23, `[server]` 24, `[documents]` 22, `[encryption]` 21, `[postgres]` 11, `[cli]` 5, "
    "`[ray]` 204, and `[train]` 5,736, nearly all of it CUDA for PyTorch (28 November 2026, commit d70e7d11)."
)


_SECTIONS: Mapping[str, Callable[[Any], str]] = {
    "everyday": _everyday,
    "by_hand": _by_hand,
    "papers": _papers,
    "forgeteval": _forgeteval,
    "peers": _peers,
    "faults": _faults,
    "speed": _speed,
    "size": _size,
}
"""Sections by the file that their part is kept in: in the folder of figures, or beside this module."""


def _of(part: int, whole: int) -> str | None:
    return f"{part} of {whole}" if whole else None


def _table(columns: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    return "\n".join(markdown(columns, rows)) + "\n"
