"""Opening memory for a command."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from agent.interfaces.cli.environment import environment

if TYPE_CHECKING:
    from agent.daybook import Daybook
    from agent.settings import Settings


def settings_for(data_dir: Path | None) -> Settings:
    """Read the settings; `--data-dir` beats the environment, which beats `.env`.

    Raises:
        BadInput: `.env` cannot be read.
        BadSettings: a setting is unknown or out of range.
    """
    from agent.settings import Settings

    return Settings.from_env(environment(), data_dir=data_dir)


def open_daybook(data_dir: Path | None) -> Daybook:
    """Open the memory that the settings name.

    Raises:
        UserError, StoreError: see `settings_for` and `Daybook.open`.
    """
    from agent.daybook import Daybook

    return Daybook.open(settings=settings_for(data_dir))
