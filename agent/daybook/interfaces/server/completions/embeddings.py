"""`/v1/embeddings`: texts to the vectors of the configured embedder, in the form of OpenAI's."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from daybook.embedding import Embedder
from daybook.interfaces.server.completions.completion_turns import read_body
from daybook.interfaces.server.problems import Refused

_FORMATS = ("float", "base64")


async def embed(raw: bytes, embedder: Embedder) -> Mapping[str, Any]:
    """Embed what a request hands in, and answer as OpenAI does.

    Of a text that is longer than the embedder's window the beginning counts. Tokens are not counted: each
    embedder has its own.

    Args:
        raw: the body of the request.
        embedder: whatever model the request names.

    Raises:
        Refused: it is no JSON, or names what this cannot do.
        ModelError: the embedder failed.
    """
    body = read_body(raw)
    given, form, dim = body.get("input"), body.get("encoding_format", "float"), body.get("dimensions")
    texts = [given] if isinstance(given, str) else given
    if not isinstance(texts, list) or not texts or not all(isinstance(text, str) and text for text in texts):
        raise Refused("input: text, or a list of texts, is needed", HTTPStatus.BAD_REQUEST)
    if form not in _FORMATS:
        raise Refused(f"encoding_format: {' and '.join(_FORMATS)} are known", HTTPStatus.BAD_REQUEST)
    if dim not in (None, embedder.dim):
        raise Refused(f"dimensions: this embedder gives {embedder.dim}", HTTPStatus.BAD_REQUEST)
    vectors = (await embedder.embed(texts)).astype("<f4")
    written = (
        b64encode(vector.tobytes()).decode() if form == "base64" else vector.tolist() for vector in vectors
    )
    data = [{"object": "embedding", "index": place, "embedding": one} for place, one in enumerate(written)]
    usage = {"prompt_tokens": 0, "total_tokens": 0}
    return {"object": "list", "data": data, "model": embedder.fingerprint, "usage": usage}
