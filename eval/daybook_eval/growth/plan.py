"""What the growth run is to measure, and where."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from daybook.settings import Settings


@dataclass(frozen=True, slots=True)
class GrowthPlan:
    """Sizes and counts."""

    work_dir: Path
    """An existing directory; the memories are made in it, and stay."""
    rounds: tuple[int, ...] = (1_000, 10_000)
    """Rounds of the one owner, a memory for each size."""
    owners: int = 0
    """Owners of a memory of many; 0 leaves it out."""
    owner_rounds: int = 1_000
    """Rounds of each of those owners."""
    facts: tuple[int, ...] = (1_000, 3_000)
    """Facts of the owner of a ledger that is folded, a ledger for each size."""
    at_once: int = 50
    """Questions that are asked at once."""
    repeats: int = 9
    """How often whatever takes little time is timed; the median counts."""
    seed: int = 1
    database_url: str | None = None
    chroma_url: str | None = None

    def memory(self, name: str) -> Settings:
        """Make the settings of one of the memories; nothing is read from the environment."""
        given: dict[str, object] = {"data_dir": self.work_dir / name}
        servers = {"database_url": self.database_url, "chroma_url": self.chroma_url}
        given |= {name: url for name, url in servers.items() if url is not None}
        return Settings.of(**given)
