"""Settings to parts: the one place that knows which adapter stands behind which protocol."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from daybook.documents.search import DocumentSearch
from daybook.embedding import Embedder, load_embedder
from daybook.graph.parts import Parts
from daybook.llm import ChatModel, ChatModels, LangChainChat, load_chat_models, one_model
from daybook.llm.local import load_local_chat
from daybook.reply import ContextFinder, DocumentFinder
from daybook.retrieve import token_counter
from daybook.settings import ModelSettings, Settings
from daybook.store import Place, open_store
from daybook_prompts import load_prompts

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel


def open_parts(
    settings: Settings,
    *,
    embedder: Embedder | None = None,
    chat_model: ChatModel | BaseChatModel | None = None,
    clock: Callable[[], datetime] | None = None,
) -> Parts:
    """Open what the settings name. Nothing is read from the environment, and nothing is sent anywhere.

    Args:
        settings: which data directory, embedder and way of searching.
        embedder: takes the place of the one that the settings name.
        chat_model: does every step, in the place of the models that the settings name.
        clock: gives the moment for callers that name none; the system's clock by default.

    Raises:
        StoreError: the data directory cannot be used.
        BadSettings: the settings name an embedder or a rewriter that does not exist.
    """
    rewriter = _rewriter(settings.models)
    embedder = embedder or load_embedder(
        settings.embedder,
        openai_api_key=settings.openai_api_key,
        openai_base_url=settings.openai_base_url,
    )
    store = open_store(
        place_of(settings),
        embedder=embedder,
        keying=settings.options.search.keying,
        exact_limit=settings.options.search.exact_limit,
        memory=settings.index_memory * 1_000_000,
    )
    count_tokens, documents = token_counter(), DocumentSearch(store)
    return Parts(
        store=store,
        embedder=embedder,
        settings=settings,
        count_tokens=count_tokens,
        documents=documents,
        finder=ContextFinder(
            store,
            embedder,
            count_tokens,
            DocumentFinder(documents, settings.options, count_tokens),
            ledger=settings.ledger,
        ),
        models=_models(settings, chat_model),
        prompts=load_prompts(settings.models.prompts),
        rewriter=rewriter,
        clock=clock or _now,
    )


def place_of(settings: Settings) -> Place:
    """Say where the store is that the settings name."""
    url = settings.database_url
    return Place(settings.data_dir, url.get_secret_value() if url else None, settings.chroma_url)


def _models(settings: Settings, chat_model: ChatModel | BaseChatModel | None) -> ChatModels:
    if chat_model is None:
        return load_chat_models(settings)
    from langchain_core.language_models import BaseChatModel

    if isinstance(chat_model, BaseChatModel):
        chat_model = LangChainChat(chat_model, deadline=settings.models.call_timeout)
    return one_model(chat_model, settings=settings.models)


def _rewriter(chosen: ModelSettings) -> ChatModel | None:
    if chosen.rewriter is None:
        return None
    return load_local_chat(chosen.rewriter, setting="DAYBOOK_REWRITER", deadline=chosen.call_timeout)


def _now() -> datetime:
    return datetime.now(UTC)
