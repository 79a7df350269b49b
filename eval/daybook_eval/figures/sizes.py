"""The size of an installation: the distributions that it requires, and their files."""

import re
from collections.abc import Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

_NAME = re.compile(r"[\w.-]+")


def installed_sizes(name: str) -> dict[str, float]:
    """Give the megabytes of a distribution and of each that it brings along here, extras left out."""
    found: dict[str, Distribution] = {}
    ahead = [name]
    while ahead:
        wanted = ahead.pop()
        if wanted not in found:
            try:
                found[wanted] = distribution(wanted)
            except PackageNotFoundError:  # for another platform
                continue
            ahead += required_by(found[wanted])
    return {wanted: _bytes_of(held) / 1e6 for wanted, held in sorted(found.items())}


def required_by(held: Distribution) -> Iterator[str]:
    """Name the distributions that one requires itself, extras left out."""
    for text in held.requires or ():
        if "extra ==" not in text and (match := _NAME.match(text)):
            yield re.sub(r"[-_.]+", "-", match[0]).lower()


def _bytes_of(held: Distribution) -> int:
    paths = [Path(str(held.locate_file(file))) for file in held.files or ()]
    return sum(path.stat().st_size for path in paths if path.is_file())
