"""Files that memory was written to: JSON Lines, of which those lines go that tell what is forgotten.

A text that is shorter than any needle stands in others by chance; a line with it is known by its ids alone.
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
from daybook.store.forgetting.erasing import Duties
from daybook.store.needles import SHORTEST, Needles


@dataclass(frozen=True, slots=True)
class Cleaned:
    """What became of the exports."""

    files: int
    """How many lost lines."""
    lines: int
    unreached: tuple[str, ...]
    """Why a file could not be cleaned, one line each."""
    is_clean: bool
    """Whether every file that is there was read to its end, and holds nothing any more."""


def clean_exports(duties: Duties) -> Cleaned:
    """Take lines out of every known export; each file is replaced at once or left as it was."""
    files = lines = 0
    unreached = []
    is_clean = True
    for path in map(Path, duties.exports):
        try:
            gone = _clean(path, duties)
        except FileNotFoundError:
            unreached.append(f"{path}: it is not there any more")
        except (OSError, UnicodeDecodeError) as error:
            reason = error.strerror if isinstance(error, OSError) else "it is no text"
            unreached.append(f"{path}: it cannot be cleaned ({reason}); delete it by hand")
            is_clean = False
        else:
            files, lines = files + (gone > 0), lines + gone
    return Cleaned(files, lines, tuple(unreached), is_clean)


def _clean(path: Path, duties: Duties) -> int:
    """Rewrite a file without the lines that tell; returns how many they were."""
    telling = _Telling(duties)
    with path.open(encoding="utf-8", newline="") as file:
        gone = {number for number, line in enumerate(file) if telling(line)}
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


class _Telling:
    """Whether a line names or says what is forgotten, in any string of its JSON."""

    def __init__(self, duties: Duties) -> None:
        self._names, self._phrases = frozenset(duties.names), duties.phrases
        encoded = (text.encode("utf-8", "surrogatepass") for text in duties.texts)
        self._texts = Needles(text for text in encoded if len(text) >= SHORTEST)

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
