"""What a user chooses (`Settings`), and the options of retrieval and reading (`Options`)."""

from daybook.settings.choices import Keying, Ranking, ReadFormat, ReadMode, TimeMode
from daybook.settings.facts import FactSettings
from daybook.settings.models import THINKING_TOKENS, ModelRole, ModelSettings, Price
from daybook.settings.options import (
    LedgerOptions,
    Options,
    ReadOptions,
    RerankOptions,
    SearchOptions,
    SignalOptions,
)
from daybook.settings.settings import DEFAULT_OWNER, OPTIONS, PREFIX, SETTINGS, Settings

__all__ = [
    "DEFAULT_OWNER",
    "OPTIONS",
    "PREFIX",
    "SETTINGS",
    "THINKING_TOKENS",
    "FactSettings",
    "Keying",
    "LedgerOptions",
    "ModelRole",
    "ModelSettings",
    "Options",
    "Price",
    "Ranking",
    "ReadFormat",
    "ReadMode",
    "ReadOptions",
    "RerankOptions",
    "SearchOptions",
    "Settings",
    "SignalOptions",
    "TimeMode",
]
