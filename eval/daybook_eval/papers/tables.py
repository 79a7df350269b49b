"""The tables of the papers: what each says whatever is measured (`tables.toml`), and how they are made."""

import json
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

from daybook.conversation.errors import BadInput
from daybook_eval.tables import Cell, Report, Table, markdown


@dataclass(frozen=True, slots=True)
class Inputs:
    """The options of `daybook-eval papers`."""

    data: Path
    """A folder with the data sets' files, named as their sources name them."""
    cache: Path
    """The file that keeps vectors from run to run."""
    limit: int | None = None
    """Only the first so many questions, or dialogues."""
    concurrency: int | None = None
    """Questions at a time; None for as many as there are processors."""
    settings: tuple[tuple[str, str], ...] = ()
    """Settings by name, which beat those of the environment."""

    def file(self, name: str) -> Path:
        """Find the one file whose name begins so ("longmemeval_s"); raises BadInput if there is not one."""
        found = sorted(self.data.glob(f"{name}*")) if self.data.is_dir() else []
        if len(found) != 1:
            told = f"has {len(found) or 'no'} files whose names begin with {name!r}"
            raise BadInput(f"{told}; one is needed", source=f"--data {self.data}")
        return found[0]


@dataclass(frozen=True, slots=True)
class PaperTable:
    """A table as `tables.toml` has it, before anything is measured."""

    about: str
    code: str
    """The function that makes it of `Inputs` and this: "module:name" below this package."""
    title: str
    columns: Sequence[str]
    notes: Sequence[str]
    data: str = ""
    told: Mapping[str, str] = field(default_factory=dict)
    published: Mapping[str, Any] = field(default_factory=dict)
    """What the paper prints, mostly by the names of rows."""

    def filled(
        self,
        rows: Sequence[Sequence[Cell]],
        on: str,
        *,
        notes: Sequence[str] = (),
        details: Mapping[str, object] | None = None,
        **values: object,
    ) -> Table:
        """Put what was measured in: rows, on what, further notes, and what the braces stand for."""
        given = {**_SHARED, **values}
        told = [note.format_map(given) for note in self.notes]
        columns = [column.format_map(given) for column in self.columns]
        title = self.title.format_map(given)
        return Table(title, columns, rows, on, [*filter(None, told), *notes], details or {})


_READ = tomllib.loads((Path(__file__).parent / "tables.toml").read_text("utf-8"))
_SHARED: Mapping[str, object] = _READ.pop("shared")
TABLES: Mapping[str, PaperTable] = {name: PaperTable(**told) for name, told in _READ.items()}


def make_table(name: str, inputs: Inputs) -> Table:
    """Make a table; raises what its data and settings give cause for."""
    module, _, function = TABLES[name].code.partition(":")
    make: Callable[[Inputs, PaperTable], Table] = getattr(import_module(f"{__package__}.{module}"), function)
    return make(inputs, TABLES[name])


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
    """Make a table, and keep it in a folder where one is named; "list" says which there are.

    Raises:
        BadInput: there is no such table.
    """
    if name == "list":
        return "\n".join(f"{key:<24}{table.about}" for key, table in TABLES.items())
    if name not in TABLES:
        raise BadInput(f"{name!r} is none of {', '.join(TABLES)}, list", source="NAME")
    table = make_table(name, Inputs(data, cache, limit, concurrency, given))
    options = [f"--limit {limit}"] if limit else []
    options += [f"--set {key}={value}" for key, value in given]
    command = " ".join([f"daybook-eval papers {name} --data {data}", *options])
    told, plain = as_markdown(table, command=command), {"command": command, **asdict(table)}
    del plain["figures"]
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
        (out / f"{name}.md").write_text(told, encoding="utf-8")
        (out / f"{name}.json").write_text(json.dumps(plain, indent=2) + "\n", encoding="utf-8")
    return Report([told], plain)
