"""Removes lines that mention what is forgotten from exported JSON Lines files.

A text shorter than a search pattern occurs in others by chance; lines with it are found by their ids alone.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import NamedTemporaryFile

from daybook.english.redaction import holds
from daybook.store.byte_search import SHORTEST, BytePatterns
from daybook.store.forgetting.erasing import CleanupTasks


@dataclass(frozen=True, slots=True)
class Cleaned:
    """The result of cleaning the exports."""

    files: int
    """How many lost lines."""
    lines: int
    unreached: tuple[str, ...]
    """Why a file could not be cleaned, one line each."""
    is_clean: bool
    """Whether every file that is there was read to its end, and holds nothing any more."""


def clean_exports(tasks: CleanupTasks) -> Cleaned:
    """Remove lines from every known export; each file is replaced atomically or left as it was."""
    files = lines = 0
    unreached = []
    is_clean = True
    for path in map(Path, tasks.exports):
        try:
            gone = _clean(path, tasks)
        except FileNotFoundError:
            unreached.append(f"{path}: it is not there any more")
        except (OSError, UnicodeDecodeError) as error:
            reason = error.strerror if isinstance(error, OSError) else "it is no text"
            unreached.append(f"{path}: it cannot be cleaned ({reason}); delete it by hand")
            is_clean = False
        else:
            files, lines = files + (gone > 0), lines + gone
    return Cleaned(files, lines, tuple(unreached), is_clean)


def _clean(path: Path, tasks: CleanupTasks) -> int:
    """Rewrite a file without the lines that mention forgotten content; returns how many were removed."""
    mentions_forgotten = _MentionsForgotten(tasks)
    with path.open(encoding="utf-8", newline="") as file:
        gone = {number for number, line in enumerate(file) if mentions_forgotten(line)}
    if gone:
        with path.open(encoding="utf-8", newline="") as file:
            part = NamedTemporaryFile(  # noqa: SIM115
                "w", encoding="utf-8", newline="", dir=path.parent, prefix=path.name, delete=False
            )
            with part:
                part.writelines(line for number, line in enumerate(file) if number not in gone)
        shutil.copymode(path, part.name)
        os.replace(part.name, path)
    return len(gone)


class _MentionsForgotten:
    """Tests whether any string of a JSON line mentions forgotten content."""

    def __init__(self, tasks: CleanupTasks) -> None:
        self._names, self._phrases = frozenset(tasks.names), tasks.phrases
        encoded = (text.encode("utf-8", "surrogatepass") for text in tasks.texts)
        self._texts = BytePatterns(text for text in encoded if len(text) >= SHORTEST)

    def __call__(self, line: str) -> bool:
        try:
            strings = list(_strings(json.loads(line)))
        except ValueError:
            strings = [line]
        if not self._names.isdisjoint(strings) or any(holds(one, self._phrases) for one in strings):
            return True
        return bool(self._texts.found_in("\0".join(strings).encode("utf-8", "surrogatepass")))


def _strings(value: object) -> Iterator[str]:
    match value:
        case str():
            yield value
        case list():
            for one in value:
                yield from _strings(one)
        case dict():
            for name, one in value.items():
                yield name
                yield from _strings(one)
