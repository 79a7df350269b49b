"""OpenAI's embedding models, and servers that speak the same protocol."""

import asyncio
from collections.abc import Iterator, Sequence

import numpy as np
import openai
from openai import AsyncOpenAI
from pydantic import SecretStr

from daybook.conversation.errors import BadSettings, ModelError, ModelUnavailable
from daybook.models.embedding.embedder import Vectors, character_windows, sendable, unit_rows
from daybook.settings import without_password

DIMS = {"text-embedding-3-small": 1536, "text-embedding-3-large": 3072, "text-embedding-ada-002": 1536}
MAX_TEXTS = 2048
"""Texts that the API takes in one request."""
MAX_BYTES = 250_000
"""UTF-8 bytes in one request. A token is at least one byte, so the API's 300,000 tokens are kept."""
WINDOW = 2_000
"""Characters in a window. A character is at most 4 bytes and so at most 4 tokens: the API's 8191
cannot be exceeded. It is about 450 tokens of English; more would blur what a window is about."""
TIMEOUT = 60.0
"""Seconds that a server may stay silent, at each attempt."""
TOTAL_TIMEOUT = 300.0
"""Seconds that a request may take with all its attempts."""
RETRIES = 4
"""After rate limits, server errors and lost connections; the SDK waits longer each time."""


class OpenAIEmbedder:
    """An embedding model behind OpenAI's protocol. Nothing is asked of it before the first texts."""

    def __init__(self, model: str, *, api_key: SecretStr | None, base_url: str | None = None) -> None:
        if api_key is None or not api_key.get_secret_value().strip():
            raise BadSettings(
                f"embedder openai:{model} needs a key: set OPENAI_API_KEY, or choose the embedder minilm"
            )
        self._model, self._key, self._base_url = model, api_key, base_url
        self._dim = DIMS.get(model)

    @property
    def fingerprint(self) -> str:
        """Model and window; the server's address does not count."""
        return f"openai:{self._model}:{WINDOW}"

    @property
    def dim(self) -> int:
        """Known for OpenAI's own models, else learnt from the first reply; ModelError before that."""
        if self._dim is None:
            raise ModelError(f"the dimension of {self._model} is not known before its first reply")
        return self._dim

    def windows(self, text: str) -> list[tuple[int, int]]:
        """Cut at white space, at 2,000 characters."""
        return character_windows(text, WINDOW)

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """Embed in as few requests as the API allows, one after the other."""
        if not texts:
            return np.empty((0, self._dim or 0), dtype=np.float32)
        async with AsyncOpenAI(
            api_key=self._key.get_secret_value(),
            base_url=self._base_url,
            timeout=TIMEOUT,
            max_retries=RETRIES,
        ) as client:
            return np.concatenate([await self._request(client, part) for part in _requests(texts)])

    async def _request(self, client: AsyncOpenAI, texts: Sequence[str]) -> Vectors:
        try:
            async with asyncio.timeout(TOTAL_TIMEOUT):
                reply = await client.embeddings.create(
                    model=self._model, input=list(texts), encoding_format="float"
                )
            rows = [item.embedding for item in sorted(reply.data, key=lambda item: item.index)]
        except (openai.OpenAIError, TimeoutError) as error:
            raise _explained(error, self._model, _shown(client)) from error
        except (AttributeError, TypeError, ValueError) as error:  # the SDK checks no reply's shape
            raise ModelError(f"{_shown(client)} returned something else than vectors") from error
        vectors = unit_rows(rows, count=len(texts), dim=self._dim, source=self._model)
        self._dim = vectors.shape[1]
        return vectors


def _requests(texts: Sequence[str]) -> Iterator[list[str]]:
    request: list[str] = []
    size = 0
    for text in (sendable(text, WINDOW) for text in texts):
        length = len(text.encode())
        if request and (len(request) == MAX_TEXTS or size + length > MAX_BYTES):
            yield request
            request, size = [], 0
        request.append(text)
        size += length
    yield request


def _shown(client: AsyncOpenAI) -> str:
    return without_password(str(client.base_url))


def _explained(error: Exception, model: str, url: str) -> ModelError:
    """Explain an error to the user; the key and what the server says about it stay out."""
    if isinstance(error, openai.AuthenticationError | openai.PermissionDeniedError):
        return ModelUnavailable(f"{url} refuses the key for {model}: check OPENAI_API_KEY")
    if isinstance(error, openai.NotFoundError):
        return ModelUnavailable(f"{url} has no embedding model {model!r}: check DAYBOOK_EMBEDDER")
    if isinstance(error, openai.APIConnectionError | TimeoutError):
        return ModelUnavailable(
            f"{url} cannot be reached or does not answer: check OPENAI_BASE_URL and the network,"
            " or choose the embedder minilm"
        )
    said = " ".join(str(error).split())[:300]
    return ModelError(f"{url} failed to embed with {model}: {said}")
