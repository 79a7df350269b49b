"""Opening memory for a command."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from daybook.library.daybook import Daybook
    from daybook.settings import Settings


def settings_for(data_dir: Path | None) -> Settings:
    """Read the settings from the environment; `--data-dir` beats it.

    A `.env` file is not read: one that lies in somebody else's folder could send memory elsewhere.

    Raises:
        BadSettings: a setting is unknown or out of range.
    """
    from daybook.settings.environment import read_settings

    return read_settings(data_dir=data_dir)


def open_daybook(data_dir: Path | None) -> Daybook:
    """Open the memory that the settings name.

    Raises:
        UserError, StoreError: see `settings_for` and `Daybook.open`.
    """
    from daybook.library.daybook import Daybook

    return Daybook.open(settings=settings_for(data_dir))
