"""What a user chooses, and the options of retrieval and reading."""

from daybook.settings.models import ModelRole, ModelSettings, Price
from daybook.settings.settings import (
    DEFAULT_OWNER,
    PREFIX,
    Keying,
    Ranking,
    ReadFormat,
    ReadMode,
    Settings,
    TimeMode,
)

__all__ = [
    "DEFAULT_OWNER",
    "PREFIX",
    "Keying",
    "ModelRole",
    "ModelSettings",
    "Price",
    "Ranking",
    "ReadFormat",
    "ReadMode",
    "Settings",
    "TimeMode",
]
