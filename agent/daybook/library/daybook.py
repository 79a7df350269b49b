"""Daybook as a library: one object, asynchronous methods with blocking twins."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from daybook.embedding import Embedder
from daybook.graph.event_loop import run
from daybook.library.keeping import Keeping
from daybook.library.recalling import Recalling
from daybook.library.wiring import open_parts
from daybook.llm import ChatModel
from daybook.settings import Settings
from daybook.settings.environment import read_settings

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel


class Daybook(Keeping, Recalling):
    """Long-term memory: rounds go in word for word, questions are answered from them with evidence.

    Every method has two forms that share one implementation: `await daybook.aask(…)` for asynchronous
    programs, `daybook.ask(…)` for all others. A Daybook is closed by leaving its `with` block, which is
    `async with` in asynchronous programs. One process at a time may use a data directory.

        with Daybook.open("memory") as daybook:
            daybook.add(sessions, owner="ada")
            print(daybook.ask("Where did I park?", owner="ada").text)
    """

    @classmethod
    def open(
        cls,
        data_dir: str | Path | None = None,
        *,
        settings: Settings | None = None,
        embedder: Embedder | None = None,
        chat_model: ChatModel | BaseChatModel | None = None,
        clock: Callable[[], datetime] | None = None,
    ) -> Self:
        """Open a memory, which is made where there is none.

        Args:
            data_dir: where it is kept; beats the settings.
            settings: read from the DAYBOOK_ variables of the environment by default.
            embedder: takes the place of the one that the settings name.
            chat_model: does every step that a model can do; a LangChain model is taken as it is.
            clock: gives the moment for calls that name none; the system's clock by default.

        Raises:
            BadSettings: a setting is unknown or out of range.
            StoreError: the data directory cannot be used.
        """
        settings = settings or read_settings()
        if data_dir is not None:
            settings = settings.changed(data_dir=Path(data_dir))
        return cls(open_parts(settings, embedder=embedder, chat_model=chat_model, clock=clock))

    async def aclose(self) -> None:
        """Let go of the data directory, and close the connections to chat models of this event loop."""
        self.parts.store.close()
        await self.parts.models.aclose()

    def close(self) -> None:
        """Let go of the data directory, and close the connections that the blocking methods opened."""
        run(self.aclose())

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.aclose()
