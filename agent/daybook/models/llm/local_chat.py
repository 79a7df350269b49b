"""A small language model that runs in this process, by transformers: the trained question rewriter.

Importing this module imports neither PyTorch nor transformers; `load_local_chat` only looks for them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from threading import Event, Lock
from typing import TYPE_CHECKING

from daybook.conversation.errors import BadSettings, ModelUnavailable
from daybook.conversation.extras import install
from daybook.models.llm.chat_model import Finish, ModelReply, ModelRequest, OnText

if TYPE_CHECKING:
    from daybook.models.llm.local_generation import LocalModel

EXTRA = install("train")
SERVING = ("torch", "transformers")
"""Packages that running a model takes; training takes more."""


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

    async def complete(self, request: ModelRequest, *, on_text: OnText | None = None) -> ModelReply:
        """See `ChatModel`. A reply that takes too long or too many tokens ends with `Finish.LENGTH`."""
        stop = Event()
        try:
            reply = await asyncio.to_thread(self._reply, request, stop)
        finally:
            stop.set()  # a cancelled call leaves nothing running
        if on_text is not None:
            on_text(reply.text)
        return reply

    def _reply(self, request: ModelRequest, stop: Event) -> ModelReply:
        from daybook.models.llm.local_generation import LocalModel, generate

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
        finish = Finish.STOP if made.ended else Finish.LENGTH
        return ModelReply(made.text, made.input_tokens, made.output_tokens, finish)


def load_local_chat(folder: Path, *, setting: str, deadline: float) -> LocalChat:
    """Make the model of a folder that transformers saved; its weights are read when it is first called.

    A reply may take `deadline` seconds. Without a model or PyTorch, BadSettings names `setting`.
    """
    if not (folder / "config.json").is_file():
        raise BadSettings(
            f"{setting}: {folder} holds no model (a folder with config.json, as `daybook-eval train-rewriter`"
            " writes it)"
        )
    if missing := missing_packages(SERVING):
        raise BadSettings(f"{setting}: {' and '.join(missing)} cannot be imported; {EXTRA}")
    return LocalChat(folder.absolute(), deadline)


def missing_packages(names: Iterable[str]) -> list[str]:
    """List those packages that are not installed; imports none."""
    return [name for name in names if find_spec(name) is None]
