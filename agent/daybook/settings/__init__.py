"""What a user chooses (`Settings`), and the options of retrieval and reading (`Options`)."""

from daybook.settings.choices import (
    DocumentAttention,
    Keying,
    PaperName,
    Ranking,
    ReadFormat,
    ReadMode,
    SupersededRounds,
    TimeMode,
)
from daybook.settings.facts import FactSettings
from daybook.settings.models import THINKING_TOKENS, ModelRole, ModelSettings, Price
from daybook.settings.options import (
    DocumentOptions,
    LedgerOptions,
    Options,
    ReadOptions,
    RerankOptions,
    SearchOptions,
    SignalOptions,
)
from daybook.settings.presets import PRESETS, preset, preset_needs
from daybook.settings.settings import DEFAULT_OWNER, OPTIONS, PREFIX, SETTINGS, Settings

__all__ = [
    "DEFAULT_OWNER",
    "OPTIONS",
    "PREFIX",
    "PRESETS",
    "SETTINGS",
    "THINKING_TOKENS",
    "DocumentAttention",
    "DocumentOptions",
    "FactSettings",
    "Keying",
    "LedgerOptions",
    "ModelRole",
    "ModelSettings",
    "Options",
    "PaperName",
    "Price",
    "Ranking",
    "ReadFormat",
    "ReadMode",
    "ReadOptions",
    "RerankOptions",
    "SearchOptions",
    "Settings",
    "SignalOptions",
    "SupersededRounds",
    "TimeMode",
    "preset",
    "preset_needs",
]
