"""What the graphs are built from. Parts are bound when a graph is built, never found at run time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime

from daybook.embedding import Embedder
from daybook.llm import ChatModels
from daybook.reply import ContextFinder
from daybook.retrieve import TokenCounter
from daybook.settings import Settings
from daybook.store import Store
from daybook_prompts import Prompt


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts of every graph, made by `daybook.library.wiring`."""

    store: Store
    embedder: Embedder
    """For questions; the store has its own, with a cache, for what it keeps."""
    settings: Settings
    count_tokens: TokenCounter
    models: ChatModels
    """Of each role that has one; without any, every step works by rules and nothing is sent anywhere."""
    finder: ContextFinder
    """Looks up what bears on a chat message."""
    prompts: Mapping[str, Prompt]
    """By name."""
    clock: Callable[[], datetime]
    """Timezone-aware; asked only where a caller names no moment."""
    default_owner: str | None = None
    """Whose memory it is where a run of a graph names nobody. None where others than one are served."""
