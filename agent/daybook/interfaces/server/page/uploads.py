"""Files that are sent to be imported: kept apart until their owner has seen what is in them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path, PurePath
from tempfile import NamedTemporaryFile

from daybook.conversation.errors import BadInput
from daybook.interfaces.importers.formats import ImportOptions
from daybook.interfaces.importers.import_run import import_files
from daybook.interfaces.importers.import_sources import KeptInput
from daybook.interfaces.importers.import_survey import ChosenFiles, Survey, choose_files, survey
from daybook.interfaces.rendering.live import Report
from daybook.interfaces.server.streaming import Telling
from daybook.library.daybook import Daybook
from daybook.store import Added

_STEPS = 50
"""How often a stage of an import is reported, about."""


@dataclass(slots=True)
class Upload:
    """A file, what is in it, and its import once that is wanted."""

    file: KeptInput
    owner: str
    """Whose memory it goes to."""
    options: ImportOptions
    kind: str | None = None
    """The format that its owner says it is of."""
    chosen: ChosenFiles | None = None
    found: Survey | None = None
    """None where it cannot be read."""
    problem: str = "not looked at yet"
    """Why it cannot be read; "" where it can."""
    work: Telling[str, Added] | None = None

    @classmethod
    def of(cls, data: bytes, name: str, owner: str, limit: int) -> Upload:
        """Write a file where this user alone may read it; `limit` is of the bytes that it holds, unpacked."""
        with NamedTemporaryFile(prefix="daybook-import-", delete=False) as file:
            file.write(data)
        base_name = PurePath(name.replace("\\", "/")).name or "the file"
        return cls(KeptInput(Path(file.name), base_name), owner, ImportOptions(limit=limit))

    def look(self, options: ImportOptions) -> None:
        """Read all of it as the options say, and note what is in it, or why it cannot be read."""
        self.options, self.chosen, self.found, self.problem = options, None, None, ""
        try:
            self.chosen = choose_files(self.file, self.kind, options.limit or 0)
            self.found = survey(self.chosen.files, options, lambda _: None)
            self.found.sample.clear()
        except BadInput as error:
            self.problem = str(error)

    def run(self, daybook: Daybook, begin: Callable[[str], Report]) -> Added:
        """Import it, and remove the file; an error says what was kept before it."""
        assert self.chosen is not None
        assert self.found is not None
        try:
            total = self.found.sessions
            (added,) = import_files(
                daybook, self.chosen.files, self.options, self.owner, total, lambda _: None, begin
            )
            return added
        finally:
            self.file.path.unlink(missing_ok=True)

    def discard(self) -> None:
        """Remove the file, unless it is being imported: that removes it in the end."""
        if self.work is None or self.work.is_done:
            self.file.path.unlink(missing_ok=True)


def reporting(tell: Callable[[str], None], name: str) -> Report:
    """Begin a stage of an import, which tells now and then how far it is."""
    told = -1

    def report(done: int, of: int | None) -> None:
        nonlocal told
        step = _STEPS * done // max(of or done, 1)
        if step != told:
            told = step
            tell(f"{name}: {done:,}" + (f" of {of:,}" if of else ""))

    return report
