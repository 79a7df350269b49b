"""The user's choices (`Settings`), and the options of retrieval and reading (`Options`)."""

from daybook.settings.model_settings import (
    THINKING_TOKENS as THINKING_TOKENS,
    ModelSettings as ModelSettings,
)
from daybook.settings.options import (
    Fusion as Fusion,
    Keying as Keying,
    LedgerOptions as LedgerOptions,
    ModelStep as ModelStep,
    Options as Options,
    PaperSignals as PaperSignals,
    ReadOptions as ReadOptions,
    RerankOptions as RerankOptions,
    Searches as Searches,
    SearchOptions as SearchOptions,
    StepOptions as StepOptions,
    TimeMode as TimeMode,
    VectorSearch as VectorSearch,
)
from daybook.settings.presets import (
    PRESETS as PRESETS,
    WITHOUT_MODEL as WITHOUT_MODEL,
    PresetName as PresetName,
)
from daybook.settings.settings import (
    DEFAULT_OWNER as DEFAULT_OWNER,
    OPTIONS as OPTIONS,
    PREFIX as PREFIX,
    SETTINGS as SETTINGS,
    Settings as Settings,
    preset as preset,
    without_password as without_password,
)
