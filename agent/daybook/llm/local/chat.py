"""The chat model protocol over a model that runs in this process."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, Lock
from typing import TYPE_CHECKING

from daybook.errors import ModelUnavailable
from daybook.llm.protocol import ChatRequest, Finish, ModelReply, OnText

if TYPE_CHECKING:
    from daybook.llm.local.generation import LocalModel


@dataclass(slots=True)
class LocalChat:
    """A model of a folder, read when it is first called; it replies greedily, one request at a time."""

    folder: Path
    deadline: float
    """Seconds after which a reply is cut off."""
    _model: LocalModel | None = None
    _one_at_a_time: Lock = field(default_factory=Lock)

    @property
    def name(self) -> str:
        """The folder's name."""
        return self.folder.name

    @property
    def fingerprint(self) -> str:
        """See `ChatModel`; of the folder and of when its weights were written."""
        return f"local:{self.folder}:{(self.folder / 'config.json').stat().st_mtime_ns}"

    async def complete(self, request: ChatRequest, *, on_text: OnText | None = None) -> ModelReply:
        """See `ChatModel`. A reply that takes too long or too many tokens ends with `Finish.LENGTH`.

        Raises:
            ModelUnavailable: the folder's files cannot be read as a model.
        """
        stop = Event()
        try:
            reply = await asyncio.to_thread(self._reply, request, stop)
        finally:
            stop.set()  # a cancelled call leaves nothing running
        if on_text is not None:
            on_text(reply.text)
        return reply

    def _reply(self, request: ChatRequest, stop: Event) -> ModelReply:
        from daybook.llm.local.generation import LocalModel, generate

        with self._one_at_a_time:
            if self._model is None:
                try:
                    self._model = LocalModel.load(self.folder)
                except (OSError, ValueError, KeyError, RuntimeError) as error:
                    raise ModelUnavailable(f"{self.folder} cannot be read as a model: {error}") from error
            (made,) = generate(
                self._model,
                [request.messages],
                max_tokens=request.max_output_tokens,
                seconds=self.deadline,
                stop=stop,
            )
        return ModelReply(
            made.text, made.input_tokens, made.output_tokens, Finish.STOP if made.ended else Finish.LENGTH
        )
