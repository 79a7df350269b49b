"""The systems that Daybook is compared with, in the box, a file each."""

from __future__ import annotations

from collections.abc import Mapping

from eval.systems.daybook import DAYBOOK
from eval.systems.system import System

SYSTEMS: Mapping[str, System] = {system.name: system for system in (DAYBOOK,)}
"""Everything that can be measured, by name."""
