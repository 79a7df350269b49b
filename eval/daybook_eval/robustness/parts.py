"""The parts of the robustness run, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.util import find_spec

from daybook_eval.robustness.result import PartResult
from daybook_eval.robustness.settings import RobustnessSettings

PARTS: Mapping[str, str] = {
    "kills": "processes are killed at random moments",
    "histories": "several processes read and write one memory",
    "walls": "many owners in one memory",
    "damages": "files are damaged",
    "mutations": "files to import are damaged",
    "documents": "files of a knowledge base are damaged",
    "forgetting": "forgets, and a search for what is left",
}
"""What each does, in the order in which they run; each is a module of this package with a `measure`."""


def present() -> list[str]:
    """Give the names of the parts that are installed."""
    return [name for name in PARTS if find_spec(_module(name))]


def measure_part(name: str, settings: RobustnessSettings) -> PartResult:
    """Run a part."""
    measure: Callable[[RobustnessSettings], PartResult] = import_module(_module(name)).measure
    return measure(settings)


def _module(name: str) -> str:
    return f"daybook_eval.robustness.{name}"
