"""Which files of a folder or a zip are imported, each in its own format."""

from __future__ import annotations

import re
from dataclasses import dataclass

from daybook.errors import BadInput
from daybook.interfaces.formats import Format
from daybook.interfaces.importers.detect import recognise
from daybook.interfaces.importers.sources import Source, files_of

_MEANT = re.compile(r"conversations|result|myactivity|_chat|whatsapp", re.IGNORECASE)
"""In names of files that hold chats: one of these that cannot be read is no file to pass over."""


@dataclass(frozen=True, slots=True)
class ImportFile:
    """A file, and how it is read."""

    source: Source
    kind: Format


@dataclass(frozen=True, slots=True)
class ChosenFiles:
    """What an import takes."""

    files: tuple[ImportFile, ...]
    """One at least."""
    passed_over: tuple[str, ...] = ()
    """Files of a folder or a zip that are of no known format: each with the reason."""


def choose_files(given: Source, kind: Format | None, limit: int) -> ChosenFiles:
    """List the files that an import takes.

    Args:
        given: a file, a folder or a zip.
        kind: the format of every file; None to tell it from each.
        limit: bytes that the files of a zip may hold together, unpacked.

    Raises:
        BadInput: nothing of it can be imported, or a file that holds chats by its name cannot be read.
    """
    found = files_of(given, limit)
    if kind is not None:
        return ChosenFiles(tuple(ImportFile(source, kind) for source in found))
    if found == [given]:
        return ChosenFiles((ImportFile(given, recognise(given)),))
    files, errors = [], []
    for source in found:
        try:
            files.append(ImportFile(source, recognise(source)))
        except BadInput as error:
            if "not JSON" in error.problem and _MEANT.search(source.name):
                raise
            errors.append(error)
    if not files:
        if len(errors) == 1:
            raise errors[0]
        problem = f"none of its {len(errors)} files can be imported; {found[0].name}: {errors[0].problem}"
        raise BadInput(problem, source=str(given))
    return ChosenFiles(tuple(files), tuple(str(error) for error in errors))
