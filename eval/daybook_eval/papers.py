"""One table for each of the five papers: what its pipeline does here, beside the figures that it prints."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from importlib.resources import files
from pathlib import Path
from statistics import fmean
from tempfile import gettempdir

from daybook.conversation.errors import BadInput
from daybook.graph.event_loop import run
from daybook.graph.parts import Components
from daybook.graph.write_facts import write_facts
from daybook.settings import PRESETS, Keying, PresetName, Searches
from daybook.settings.environment import read_settings
from daybook_eval.ablations.measure import Ablate, Collected, Row, measure
from daybook_eval.ablations.study import PLAIN, Arm, Study, find, is_answerable, values_of
from daybook_eval.data.cases import read_cases
from daybook_eval.rewriting.example import read_topics
from daybook_eval.rewriting.measure import rewritten_by_rules, score_examples
from daybook_eval.systems.bench import Bench
from daybook_eval.systems.daybook import keep
from daybook_eval.tables import Cell, Report, Table, markdown
from daybook_prompts.replies import FactFound

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
    by_type: bool = False
    """Whether its rows are the question types of the first arm, not the arms."""
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
_NO_MODEL = "Facts are written by a model: without DAYBOOK_CHAT_MODEL the preset has none, and says so."
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
    "longmemeval": PaperTable(
        "LongMemEval, Table 3: recall by key design",
        "longmemeval_s",
        (_keying(Keying.CONCAT), _preset(PresetName.LONGMEMEVAL), _DEFAULT),
        ("session recall_all@5", "session ndcg_any@5", "round recall_all@5", "round ndcg_any@5"),
        ("sessions, R@5 and nDCG@5, published", "rounds, R@5 and nDCG@5, published"),
        {
            "concat": ("V: .706 .617", "V: .582 .481"),
            "longmemeval": ("V + fact: .732 .620", "V + fact: .644 .498"),
        },
        notes=("Histories are those of S (about 48 sessions), the paper's of M (about 500).", _NO_MODEL),
    ),
    "timerag": PaperTable(
        "TimeRAG-Memory: its pipeline beside the default, and tokens of context",
        "longmemeval_s",
        (_DEFAULT, _preset(PresetName.TIMERAG)),
        (*_FOUND, *_READ),
        ("tokens of context on MSC, published",),
        {"timerag": (1_150,)},
        notes=(
            "The paper measures replies on MSC by a model (ROUGE-L .223, BERTScore .772, ContradRate .121).",
            _NO_MODEL,
        ),
    ),
    "memorystack": PaperTable(
        "MemoryStack, Tables 2 and 3: by question type",
        "longmemeval_s",
        (_preset(PresetName.MEMORYSTACK),),
        ("read evidence", "round recall_all@10", "session recall_all@5", "answer contains_words"),
        ("accuracy, published", "full context, published"),
        {
            "single-session-user": (0.986, 0.814),
            "single-session-assistant": (0.911, 0.946),
            "single-session-preference": (0.933, 0.200),
            "temporal-reasoning": (0.902, 0.714),
            "knowledge-update": (0.974, 0.782),
            "multi-session": (0.895, 0.443),
        },
        by_type=True,
        notes=(
            "Published: a model's lenient judgement of answers by Gemini 2.0 Flash.",
            _NO_MODEL,
        ),
    ),
    "presets": PaperTable(
        "The papers' own pipelines beside the default",
        "longmemeval_s",
        (_DEFAULT, *map(_preset, PRESETS)),
        (*_FOUND, *_READ),
    ),
}
HIMES, RECORDS = "himes", "records"
FACTS_OWNER = "conv-30"
"""The history of LoCoMo whose facts were written by hand, for `records`."""


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
    if name == RECORDS:
        return run(records(inputs))
    if name not in TABLES:
        raise BadInput(f"{name!r} is none of {', '.join(TABLES)}, {HIMES}, {RECORDS}, list", source="NAME")
    table, file = TABLES[name], inputs.file(TABLES[name].data)
    study = table.study(name)
    job = Ablate((name,), inputs.settings, inputs.cache, Path(gettempdir()), __name__)
    collected = measure(file, job, limit=inputs.limit, concurrency=inputs.concurrency)
    rows = list(_rows(table, study, collected))
    count = len(collected.held[study.name, table.arms[0].name].questions) if rows else 0
    width = len(table.headings)
    cells: list[Sequence[Cell]] = [
        (label, *(row.mean(column) for column in table.measures), *_published(table, label, width))
        for label, row in rows
    ]
    columns = ("type" if table.by_type else "pipeline", *table.measures, *table.headings)
    return Table(table.title, columns, cells, f"{count} answerable questions of {file.name}", table.notes)


def _rows(table: PaperTable, study: Study, collected: Collected) -> Iterator[tuple[str, Row]]:
    if table.by_type:
        yield from collected.types(study, table.arms[0].name).items()
    else:
        yield from collected.rows(study)


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


async def records(inputs: Inputs) -> Table:
    """Ask the pipelines that go by records about one history, without a record and then with all."""
    cases = [
        case for case in filter(is_answerable, read_cases(inputs.file("locomo"))) if case.owner == FACTS_OWNER
    ][: inputs.limit]
    if not cases:
        raise BadInput(f"has no history {FACTS_OWNER}", source=f"--data {inputs.data}")
    rows: list[Sequence[Cell]] = []
    presets = (PresetName.LONGMEMEVAL, PresetName.TIMERAG, PresetName.MEMORYSTACK)
    for arm in (_DEFAULT, *map(_preset, presets)):
        settings = read_settings(**{**dict(inputs.settings), **arm.changes})
        with Bench.open(settings, cache=inputs.cache).parts() as parts:
            await keep(max(cases, key=lambda case: len(case.sessions)), parts)
            for label in ("none", "by hand"):
                if label != "none":
                    await _write_facts(parts, cases[0].asked_at)
                values = [values_of(case, await find(case, parts, answers=False)) for case in cases]
                means = (fmean(value[name] for value in values if name in value) for name in _FOUND)
                rows.append((arm.name, label, *means))
    count = sum(map(len, facts_by_hand().values()))
    notes = (
        f"{count} facts, by the prompt extract_facts in 29 calls; whoever wrote the replies saw the requests "
        "alone, and knew this house and the data set.",
    )
    columns = ("pipeline", "records", *_FOUND)
    on = f"{len(cases)} answerable questions of {FACTS_OWNER}"
    return Table("With records of the ledger and without", columns, rows, on, notes)


def facts_by_hand() -> Mapping[str, Sequence[FactFound]]:
    """Read the facts that were written by hand, by the id of their round."""
    found: dict[str, list[FactFound]] = {}
    for line in (files(__package__) / "facts_by_hand.jsonl").read_text("utf-8").splitlines():
        fact = json.loads(line)
        found.setdefault(fact.pop("round_id"), []).append(FactFound.model_validate(fact))
    return found


async def _write_facts(parts: Components, moment: datetime) -> None:
    facts, parts = facts_by_hand(), replace(parts, clock=lambda: moment)
    for round_ in parts.store.rounds(FACTS_OWNER, facts):
        await write_facts(parts, round_, facts[round_.round_id])


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
        titles = {key: table.title for key, table in TABLES.items()} | {
            HIMES: "HiMeS: rewriting on CAsT 2019",
            RECORDS: "Pipelines that go by records, with records and without",
        }
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
