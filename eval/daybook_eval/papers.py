"""One table for each of the five papers: what its pipeline does here, beside the figures that it prints."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from daybook.conversation.errors import BadInput
from daybook.graph.event_loop import run
from daybook_eval.paper_tables import TABLES, make_table_of_arms
from daybook_eval.rewriting.example import read_topics
from daybook_eval.rewriting.measure import rewritten_by_rules, score_examples
from daybook_eval.tables import Cell, Report, Table, markdown

HIMES = "himes"


def _file(data: Path, name: str) -> Path:
    """Find the one file whose name begins so ("longmemeval_s"); raises BadInput if there is not one."""
    found = sorted(data.glob(f"{name}*")) if data.is_dir() else []
    if len(found) != 1:
        told = f"has {len(found) or 'no'} files whose names begin with {name!r}"
        raise BadInput(f"{told}; one is needed", source=f"--data {data}")
    return found[0]


def himes(data: Path, limit: int | None) -> Table:
    """Rewrite the questions of TREC CAsT 2019 by rules, by halves of its topics."""
    topics = read_topics(_file(data, "cast2019_topics").parent).items()
    asked = [(topic, example) for topic, examples in topics for example in examples][:limit]
    rows: list[Sequence[Cell]] = []
    for half, label in enumerate(("even topics", "odd topics")):
        examples = [example for topic, example in asked if topic % 2 == half]
        found = score_examples(examples, [rewritten_by_rules(example) for example in examples])
        f1s = (found.raw_f1, found.rewritten_f1, found.exact)
        rows.append((label, found.questions, *f1s, found.worse, found.stand_alone, found.damaged))
    columns = ("half", "questions", "raw F1", "F1", "exact", "worse", "stood alone", "damaged")
    notes = (
        "The paper prints a judge's QR on data of its own: 85.06 supervised, 90.85 by rewards (Table 3).",
        "F1 and exact are of questions that need rewriting; damaged ones stood alone and were changed.",
    )
    return Table("HiMeS: stand-alone questions on CAsT 2019", columns, rows, f"{len(asked)} questions", notes)


def as_markdown(table: Table, *, command: str) -> str:
    """Write a table as a page: its title, the command that makes it, the cells, the notes."""
    lines = [f"# {table.title}", "", f"    {command}", "", f"Measured on {table.on}.", ""]
    lines += [*markdown(table.columns, table.rows), "", *(f"- {note}" for note in table.notes)]
    return "\n".join(lines).rstrip() + "\n"


def report(
    name: str,
    data: Path,
    out: Path | None,
    limit: int | None,
    cache: Path,
    given: tuple[tuple[str, str], ...],
) -> Report | str:
    """Make a table, and keep it in a folder where one is named; "list" says which there are."""
    if name == "list":
        titles = {key: table.title for key, table in TABLES.items()}
        titles[HIMES] = "HiMeS: stand-alone questions on CAsT 2019"
        return "\n".join(f"{key:<18}{title}" for key, title in titles.items())
    if name != HIMES and name not in TABLES:
        known = ", ".join((*TABLES, HIMES, "list"))
        raise BadInput(f"{name!r} is none of {known}", source="NAME")
    if name == HIMES:
        table = himes(data, limit)
    else:
        file = _file(data, TABLES[name].data)
        table = run(make_table_of_arms(name, file, dict(given), cache, limit))
    options = [f"--limit {limit}"] if limit else []
    options += [f"--set {key}={value}" for key, value in given]
    command = " ".join([f"daybook-eval papers {name} --data {data}", *options])
    told, plain = as_markdown(table, command=command), {"command": command, **asdict(table)}
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
        (out / f"{name}.md").write_text(told, encoding="utf-8")
        (out / f"{name}.json").write_text(json.dumps(plain, indent=2) + "\n", encoding="utf-8")
    return Report([told], plain)
