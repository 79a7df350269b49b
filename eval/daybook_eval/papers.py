"""One table for each of the five papers: what its pipeline does here, beside the figures that it prints."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from tempfile import gettempdir

from daybook.conversation.errors import BadInput
from daybook.graph.event_loop import run
from daybook.settings import PRESETS, Keying, PresetName, Searches
from daybook_eval.ablations.measure import Ablate, measure
from daybook_eval.ablations.study import PLAIN, Arm, Study
from daybook_eval.papers_with_facts import FACT_TABLES, make_fact_table
from daybook_eval.rewriting.example import read_topics
from daybook_eval.rewriting.measure import rewritten_by_rules, score_examples
from daybook_eval.tables import Cell, Report, Table, markdown

_FOUND = ("round recall_all@5", "round recall_all@10", "round ndcg_any@10", "session recall_any@5")
_READ = ("read evidence", "read tokens", "answer contains_words")


@dataclass(frozen=True, slots=True)
class PaperTable:
    """A study of arms, and what the paper prints of them."""

    title: str
    data: str
    """The data set, by how the name of its file begins."""
    arms: tuple[Arm, ...]
    measures: tuple[str, ...]
    headings: tuple[str, ...] = ()
    """Of the columns with published figures."""
    published: Mapping[str, Sequence[Cell]] = field(default_factory=dict)
    """By the name of a row."""
    notes: tuple[str, ...] = ()

    def study(self, name: str) -> Study:
        """Give the study that measures the arms."""
        answers = any(column in _READ for column in self.measures)
        against = self.arms[0].name
        return Study(name, self.title, self.arms, self.measures, self.measures[0], against, answers=answers)


def _preset(name: PresetName) -> Arm:
    return Arm(name.value, {"preset": name})


def _keying(keying: Keying, **changes: object) -> Arm:
    return Arm(keying.value, {**PLAIN, "searches": Searches.DENSE, "keying": keying, **changes})


_DEFAULT = Arm("default")
TABLES: Mapping[str, PaperTable] = {
    "fielded-max-sim": PaperTable(
        "Fielded max-sim keying, Table 1: recall of rounds by keying",
        "longmemeval_s",
        (_keying(Keying.USER_ONLY), _keying(Keying.CONCAT), _keying(Keying.MAX_SIM), _DEFAULT),
        _FOUND,
        ("R@10, published", "nDCG@10, published"),
        {"user-only": (0.664, 0.617), "concat": (0.519, 0.479), "max-sim": (0.664, 0.621)},
        notes=("MiniLM (384 dimensions) stands for Stella EN 1.5B.",),
    ),
    "presets": PaperTable(
        "The papers' own pipelines beside the default",
        "longmemeval_s",
        (_DEFAULT, *map(_preset, PRESETS)),
        (*_FOUND, *_READ),
    ),
}
HIMES = "himes"


@dataclass(frozen=True, slots=True)
class Inputs:
    """The options of `daybook-eval papers`."""

    data: Path
    cache: Path
    limit: int | None = None
    concurrency: int | None = None
    settings: tuple[tuple[str, str], ...] = ()
    """Settings by name, which beat those of the environment."""

    def file(self, name: str) -> Path:
        """Find the one file whose name begins so ("longmemeval_s"); raises BadInput if there is not one."""
        found = sorted(self.data.glob(f"{name}*")) if self.data.is_dir() else []
        if len(found) != 1:
            told = f"has {len(found) or 'no'} files whose names begin with {name!r}"
            raise BadInput(f"{told}; one is needed", source=f"--data {self.data}")
        return found[0]


def make_table(name: str, inputs: Inputs) -> Table:
    """Measure a table; raises BadInput if there is no such table or its data is missing."""
    if name == HIMES:
        return himes(inputs)
    if name in FACT_TABLES:
        file = inputs.file("longmemeval_oracle")
        return run(make_fact_table(name, file, dict(inputs.settings), inputs.cache, inputs.limit))
    if name not in TABLES:
        known = ", ".join((*TABLES, *FACT_TABLES, HIMES, "list"))
        raise BadInput(f"{name!r} is none of {known}", source="NAME")
    table, file = TABLES[name], inputs.file(TABLES[name].data)
    study = table.study(name)
    job = Ablate((name,), inputs.settings, inputs.cache, Path(gettempdir()), __name__)
    collected = measure(file, job, limit=inputs.limit, concurrency=inputs.concurrency)
    rows = list(collected.rows(study))
    count = len(collected.held[study.name, table.arms[0].name].questions) if rows else 0
    width = len(table.headings)
    cells: list[Sequence[Cell]] = [
        (label, *(row.mean(column) for column in table.measures), *_published(table, label, width))
        for label, row in rows
    ]
    columns = ("pipeline", *table.measures, *table.headings)
    return Table(table.title, columns, cells, f"{count} answerable questions of {file.name}", table.notes)


def _published(table: PaperTable, label: str, width: int) -> Sequence[Cell]:
    return table.published.get(label, (None,) * width)


def himes(inputs: Inputs) -> Table:
    """Rewrite the questions of TREC CAsT 2019 by rules, by halves of its topics."""
    topics = read_topics(inputs.file("cast2019_topics").parent).items()
    asked = [(topic, example) for topic, examples in topics for example in examples][: inputs.limit]
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


STUDIES: Mapping[str, Study] = {name: table.study(name) for name, table in TABLES.items()}


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
    concurrency: int | None,
    cache: Path,
    given: tuple[tuple[str, str], ...],
) -> Report | str:
    """Make a table, and keep it in a folder where one is named; "list" says which there are."""
    if name == "list":
        titles = {key: table.title for key, table in TABLES.items()}
        titles |= {key: table.title for key, table in FACT_TABLES.items()}
        titles[HIMES] = "HiMeS: stand-alone questions on CAsT 2019"
        return "\n".join(f"{key:<18}{title}" for key, title in titles.items())
    table = make_table(name, Inputs(data, cache, limit, concurrency, given))
    options = [f"--limit {limit}"] if limit else []
    options += [f"--set {key}={value}" for key, value in given]
    command = " ".join([f"daybook-eval papers {name} --data {data}", *options])
    told, plain = as_markdown(table, command=command), {"command": command, **asdict(table)}
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
        (out / f"{name}.md").write_text(told, encoding="utf-8")
        (out / f"{name}.json").write_text(json.dumps(plain, indent=2) + "\n", encoding="utf-8")
    return Report([told], plain)
