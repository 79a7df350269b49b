"""A cache of replies on disk, so that an evaluation can be repeated at no cost."""

import asyncio
import json
import logging
import os
import tempfile
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from pathlib import Path

from daybook.conversation.errors import StoreError
from daybook.models.llm.chat_model import Finish, ModelReply, ModelRequest, OnText, WrappedChat

log = logging.getLogger(__name__)


class ReplyCache:
    """One small JSON file a reply, named by the hash of everything that decided it.

    Threads and processes may share the folder: a file appears whole or not at all. A damaged file counts as
    absent; one that cannot be written is logged once. Replies quote what memory holds: whoever forgets
    something calls `clear`.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._warned = False

    def get(self, key: str) -> ModelReply | None:
        """Return the cached reply of a key; None if there is none."""
        try:
            stored = json.loads(self._file(key).read_text("utf-8"))
            return ModelReply(
                text=str(stored["text"]),
                input_tokens=int(stored["input_tokens"]),
                output_tokens=int(stored["output_tokens"]),
                finish=Finish(stored["finish"]),
                cached=True,
            )
        except (OSError, ValueError, TypeError, LookupError):
            return None

    def put(self, key: str, reply: ModelReply) -> None:
        """Cache a reply."""
        file = self._file(key)
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(
                "w", encoding="utf-8", dir=file.parent, prefix=file.stem, suffix=".part", delete=False
            ) as part:
                json.dump(asdict(reply), part)
            os.replace(part.name, file)
        except OSError as error:
            if not self._warned:
                log.warning("%s: replies cannot be cached: %s", self._folder, error)
            self._warned = True

    def clear(self) -> int:
        """Delete every reply; return how many there were. Raises StoreError where one cannot be deleted."""
        files = [*self._folder.glob("??/*.json"), *self._folder.glob("??/*.part")]
        try:
            for file in files:
                file.unlink(missing_ok=True)
        except OSError as error:
            raise StoreError(f"{self._folder}: cached replies cannot be deleted: {error}") from error
        return len(files)

    def _file(self, key: str) -> Path:
        return self._folder / key[:2] / f"{key}.json"


@dataclass(frozen=True, slots=True)
class CachedChat(WrappedChat):
    """A model whose replies are cached."""

    cache: ReplyCache

    async def complete(self, request: ModelRequest, *, on_text: OnText | None = None) -> ModelReply:
        """Return the cached reply, or call the model and cache it, unreadable ones too: runs then repeat."""
        key = cache_key(self.fingerprint, request)
        cached = await asyncio.to_thread(self.cache.get, key)
        if cached is None:
            reply = await self.model.complete(request, on_text=on_text)
            await asyncio.to_thread(self.cache.put, key, replace(reply, cached=False))
            return reply
        if on_text and cached.text:
            on_text(cached.text)
        return cached


def cache_key(fingerprint: str, request: ModelRequest) -> str:
    """Hash what determines a reply: server, model, sampling, messages, shape and limit."""
    decided_by = [fingerprint, asdict(request)]
    return sha256(json.dumps(decided_by, sort_keys=True, default=dict).encode()).hexdigest()
