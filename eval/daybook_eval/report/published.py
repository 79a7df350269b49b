"""Figures that others have published."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class Published:
    """A figure that we did not reproduce."""

    system: str
    measure: str
    """Named as ours where it is the same measure."""
    value: float
    """A share, 0 to 1."""
    data: str
    source: str
    reader: str = ""
    """The model that answered; "" where nothing was answered."""
    judge: str = ""


def published_figures() -> tuple[Published, ...]:
    """Read `eval/daybook_eval/published.toml`, in its order."""
    entries = tomllib.loads(files("daybook_eval").joinpath("published.toml").read_text("utf-8"))["figure"]
    return tuple(Published(**entry) for entry in entries)
