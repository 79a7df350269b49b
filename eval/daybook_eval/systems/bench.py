"""Shared by the questions of one process (embedder, models, prompts), and the parts for each history."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock

from daybook.answer.context_finder import ContextFinder
from daybook.documents.passage_search import DocumentSearch
from daybook.graph.parts import Components
from daybook.library.wiring import EXACT_LIMITS
from daybook.models.embedding import Embedder, question_embedder
from daybook.models.llm import ChatModels, load_chat_models
from daybook.retrieve.token_counter import TokenCounter, token_counter
from daybook.settings import Settings
from daybook.store import Store, open_store
from daybook.text.english import ENGLISH
from daybook_eval.embedders import open_embedder
from daybook_prompts import Prompt, load_prompts

_COUNTED = 4096
"""Texts whose tokens are remembered: packing under several budgets counts the same ones again."""


@dataclass(frozen=True, slots=True)
class Bench:
    """Embedder, models and prompts: opened once, while every history has a store of its own."""

    settings: Settings
    embedder: Embedder
    models: ChatModels
    prompts: Mapping[str, Prompt]
    count_tokens: TokenCounter
    opening: Lock = field(default_factory=Lock)
    """Held while a store is opened: what brings its tables up to date is not made for several threads."""

    @classmethod
    def open(cls, settings: Settings, *, cache: Path) -> Bench:
        """Open what the settings name; `cache` is the file that keeps vectors, for later runs as well.

        Raises:
            BadSettings: an embedder or a model is unknown, or its key is missing.
        """
        return cls(
            settings=settings,
            embedder=open_embedder(settings, cache=cache),
            models=load_chat_models(settings),
            prompts=load_prompts(settings.models.prompts),
            count_tokens=lru_cache(_COUNTED)(token_counter()),
        )

    @contextmanager
    def parts(self, scratch: Path | None = None, *, settings: Settings | None = None) -> Iterator[Components]:
        """Make the parts of questions about one history, in a store that is removed in the end."""
        settings = settings or self.settings
        with TemporaryDirectory(dir=scratch, ignore_cleanup_errors=True) as folder:
            with self.opening:
                store = open_store(
                    Path(folder),
                    embedder=self.embedder,
                    keying=settings.options.search.keying,
                    analyzer=ENGLISH,
                    exact_limit=EXACT_LIMITS[settings.vectors],
                )
            try:
                yield self._parts(store, settings)
            finally:
                store.close()

    def _parts(self, store: Store, settings: Settings) -> Components:
        documents, embedder = DocumentSearch(store), question_embedder(self.embedder)
        return Components(
            store=store,
            embedder=embedder,
            settings=settings,
            analyzer=ENGLISH,
            count_tokens=self.count_tokens,
            models=self.models,
            documents=documents,
            finder=ContextFinder(store, embedder, self.count_tokens, ENGLISH),
            prompts=self.prompts,
            clock=_no_clock,
        )


def _no_clock() -> datetime:
    raise LookupError("the questions of a data set bring their own moment")
