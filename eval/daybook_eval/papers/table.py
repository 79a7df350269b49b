"""A table of a paper, made again: our figures beside those that were published."""

from dataclasses import asdict, dataclass
from pathlib import Path

from daybook.conversation.errors import BadInput
from daybook_eval.tables import Table, markdown


def as_markdown(table: Table, *, command: str) -> str:
    """Write a table as a page: its title, the command that makes it, the cells, the notes."""
    lines = [f"# {table.title}", "", f"    {command}", "", f"Measured on {table.on}.", ""]
    lines += [*markdown(table.columns, table.rows), ""]
    lines += [f"- {note}" for note in table.notes]
    return "\n".join(lines).rstrip() + "\n"


def as_plain(table: Table, *, command: str) -> dict[str, object]:
    """Write a table as JSON values."""
    plain = asdict(table)
    del plain["figures"]
    return {"command": command, **plain}


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
        """Find the file of a data set by how its name begins: "longmemeval_s".

        Raises:
            BadInput: the folder has none, or several.
        """
        found = sorted(self.data.glob(f"{name}*")) if self.data.is_dir() else []
        if len(found) != 1:
            told = f"has {len(found) or 'no'} files whose names begin with {name!r}"
            raise BadInput(f"{told}; one is needed", source=f"--data {self.data}")
        return found[0]
