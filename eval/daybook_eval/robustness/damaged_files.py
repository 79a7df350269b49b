"""Seeded damage to the files of a data directory."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random

DATABASE = "daybook.sqlite"
"""The truth; every other file of a data directory is derived from it."""
_PAGE = 4096


def damage_derived(data_dir: Path, random: Random) -> str:
    """Damage one file that is no part of the database; returns which, and how."""
    files = sorted(
        path for path in data_dir.rglob("*") if path.is_file() and not path.name.startswith(DATABASE)
    )
    path = random.choice(files)
    how = random.choice(sorted(WAYS))
    if how == "swapped with another":
        other = random.choice([one for one in files if one != path] or files)
        ours, theirs = path.read_bytes(), other.read_bytes()
        path.write_bytes(theirs)
        other.write_bytes(ours)
    elif how == "gone":
        path.unlink()
    else:
        path.write_bytes(WAYS[how](path.read_bytes(), random))
    return f"{path.relative_to(data_dir)} {how}"


def damage_database_bytes(data_dir: Path, random: Random) -> str:
    """Change one byte of the database that is not 0, so that most hit a page in use; returns which."""
    path = data_dir / DATABASE
    content = bytearray(path.read_bytes())
    place = random.choice([place for place in _places(len(content), random) if content[place]])
    content[place] ^= random.randrange(1, 256)
    path.write_bytes(content)
    return f"byte {place} of {len(content)} changed"


def _places(size: int, random: Random) -> list[int]:
    """Draw places enough for one of them to have something."""
    return [random.randrange(size) for _ in range(1000)]


def _flipped(content: bytes, random: Random, share: float) -> bytes:
    changed = bytearray(content)
    for _ in range(max(1, int(len(content) * share)) if content else 0):
        changed[random.randrange(len(changed))] ^= random.randrange(1, 256)
    return bytes(changed)


def _zeroed(content: bytes, random: Random) -> bytes:
    start = random.randrange(len(content) + 1)
    stop = min(len(content), start + _PAGE)
    return content[:start] + bytes(stop - start) + content[stop:]


def _unchanged(content: bytes, random: Random) -> bytes:
    return content


WAYS: Mapping[str, Callable[[bytes, Random], bytes]] = {
    "with a byte flipped": lambda content, random: _flipped(content, random, 0.0),
    "with a hundredth flipped": lambda content, random: _flipped(content, random, 0.01),
    "with a third flipped": lambda content, random: _flipped(content, random, 0.33),
    "with a page of zeros": _zeroed,
    "cut off": lambda content, random: content[: random.randrange(len(content) + 1)],
    "emptied": lambda content, random: b"",
    "of noise": lambda content, random: random.randbytes(len(content)),
    "gone": _unchanged,
    "swapped with another": _unchanged,
}
"""What becomes of a file's bytes; the last two are about whole files."""
