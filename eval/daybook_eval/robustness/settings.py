"""How often each part of the robustness run does its work, where, and from which seed."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from daybook.settings import Settings


@dataclass(frozen=True, slots=True)
class RobustnessSettings:
    """What a part is handed. A part reads its own count and leaves the others alone."""

    work_dir: Path
    """An existing directory that the part has for itself; the command removes it afterwards."""
    seed: int = 1
    """The same seed draws the same operations; when a signal or a thread comes in is left to chance."""
    database_url: str | None = None
    """A SQLAlchemy URL to keep the rounds in, instead of a SQLite file in each data directory."""
    kills: int = 20
    operations: int = 400
    """Operations of `walls`."""
    histories: int = 200
    """Operations of all processes of `histories` together."""
    damages: int = 10
    """Damaged derived files."""
    truth_damages: int = 5
    """Damages of the database itself."""
    mutations: int = 20
    """Mutated files for each importer."""
    forgets: int = 20

    def memory(self, data_dir: Path) -> Settings:
        """Make the settings of a memory with its data there: nothing is read from the environment."""
        given: dict[str, object] = {"data_dir": data_dir}
        if self.database_url is not None:
            given["database_url"] = self.database_url
        return Settings.of(**given)
