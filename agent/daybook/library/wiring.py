"""Settings to parts: the one place that knows which adapter stands behind which protocol.

What answers questions is imported by `open_parts`: whoever only lists what is stored opens the store alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from types import MappingProxyType
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from daybook.conversation.language import Analyzer
from daybook.models.embedding import (
    Embedder,
    LangChainEmbedder,
    load_embedder,
    load_reranker,
    question_embedder,
)
from daybook.settings import ModelSettings, Settings, VectorSearch
from daybook.store import EXACT_LIMIT, Store, StorePlace, open_store
from daybook.text.english import ENGLISH
from daybook.text.unicode_text import analyzer_of

if TYPE_CHECKING:
    from langchain_core.embeddings import Embeddings
    from langchain_core.language_models import BaseChatModel

    from daybook.graph.parts import Components
    from daybook.models.llm import ChatModel, ChatModels


EXACT_LIMITS: Mapping[VectorSearch, int | None] = MappingProxyType(
    {VectorSearch.AUTO: EXACT_LIMIT, VectorSearch.EXACT: None, VectorSearch.CHROMA: 0}
)
"""The keys of an owner up to which each way compares all; None for any number."""


INDEX_MEMORY = 1_000_000_000
"""Bytes that the indexes of the owners last asked about may take in a process."""


def open_parts(
    settings: Settings,
    *,
    embedder: Embedder | Embeddings | None = None,
    chat_model: ChatModel | BaseChatModel | None = None,
    clock: Callable[[], datetime] | None = None,
) -> Components:
    """Open what the settings name. Nothing is read from the environment, and nothing is sent anywhere.

    Args:
        settings: which data directory, embedder and way of searching.
        embedder: replaces the one of the settings; also one of LangChain's.
        chat_model: does every step, instead of the one of the settings.
        clock: gives the moment for callers that name none; the system's clock by default.

    Raises:
        StoreError: the data directory cannot be used.
        BadSettings: the settings name an embedder, a reranker or a rewriter that does not exist.
    """
    from daybook.answer.context_finder import ContextFinder
    from daybook.documents.passage_search import DocumentSearch
    from daybook.graph.parts import Components
    from daybook.retrieve.token_counter import fetch_encoding, token_counter
    from daybook_prompts import load_prompts

    rewriter, reranker = _rewriter(settings.models), load_reranker(settings.models.reranker)
    embedder = _embedder(settings) if embedder is None else _adapted(embedder)
    store = open_store_of(settings, embedder)
    embedder = question_embedder(embedder)
    if _calls_elsewhere(settings):
        fetch_encoding()
    count_tokens, documents = token_counter(), DocumentSearch(store)
    analyzer = _analyzer(settings)
    return Components(
        store=store,
        embedder=embedder,
        settings=settings,
        analyzer=analyzer,
        count_tokens=count_tokens,
        documents=documents,
        finder=ContextFinder(store, embedder, count_tokens, analyzer),
        models=_models(settings, chat_model),
        prompts=load_prompts(settings.models.prompts),
        rewriter=rewriter,
        reranker=reranker,
        clock=clock or _now,
    )


def open_store_of(settings: Settings, embedder: Embedder | None = None) -> Store:
    """Open the store that the settings name, for what needs no more of memory than that.

    Raises:
        StoreError, BadSettings: see `open_parts`.
    """
    return open_store(
        place_of(settings),
        embedder=embedder or _embedder(settings),
        keying=settings.options.search.keying,
        analyzer=_analyzer(settings),
        exact_limit=EXACT_LIMITS[settings.vectors],
        memory=INDEX_MEMORY,
        zone=settings.zone,
    )


def _analyzer(settings: Settings) -> Analyzer:
    return ENGLISH if settings.language == "en" else analyzer_of(settings.language)


def place_of(settings: Settings) -> StorePlace:
    """Say where the store is that the settings name."""
    url = settings.database_url
    return StorePlace(settings.data_dir, url.get_secret_value() if url else None, settings.chroma_url)


def _embedder(settings: Settings) -> Embedder:
    return load_embedder(
        settings.embedder, openai_api_key=settings.openai_api_key, openai_base_url=settings.openai_base_url
    )


def _adapted(embedder: Embedder | Embeddings) -> Embedder:
    from langchain_core.embeddings import Embeddings

    return LangChainEmbedder(embedder) if isinstance(embedder, Embeddings) else embedder


def _models(settings: Settings, chat_model: ChatModel | BaseChatModel | None) -> ChatModels:
    from daybook.models.llm import ChatModels, LangChainChat, load_chat_models

    if chat_model is None:
        return load_chat_models(settings)
    from langchain_core.language_models import BaseChatModel

    if isinstance(chat_model, BaseChatModel):
        chat_model = LangChainChat(chat_model, deadline=settings.models.call_timeout)
    return ChatModels(chat_model, settings.models.question_timeout)


def _rewriter(chosen: ModelSettings) -> ChatModel | None:
    if chosen.rewriter is None:
        return None
    from daybook.models.llm.local_chat import load_local_chat

    return load_local_chat(chosen.rewriter, setting="DAYBOOK_REWRITER", deadline=chosen.call_timeout)


def _now() -> datetime:
    return datetime.now(UTC)


def _calls_elsewhere(settings: Settings) -> bool:
    """True if a chat model is configured that is not served on this machine."""
    name = settings.models.chat_model
    here = urlsplit(settings.openai_base_url or "").hostname in ("localhost", "127.0.0.1", "::1")
    return name is not None and not name.startswith("ollama:") and not here


def how_tokens_are_counted() -> str:
    """Say by what tokens are counted, in a few words."""
    from daybook.retrieve.token_counter import ENCODING, estimate_tokens, token_counter

    if token_counter() is estimate_tokens:
        return f"an estimate: {ENCODING} is not in tiktoken's cache"
    return f"tiktoken's {ENCODING}"
