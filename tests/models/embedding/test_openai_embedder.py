"""The OpenAI adapter, through the genuine client."""

import json
from dataclasses import dataclass, field
from typing import Any

import httpx
import numpy as np
import pytest
from openai import AsyncOpenAI
from pydantic import SecretStr

from daybook.conversation.errors import BadSettings, ModelError, ModelUnavailable
from daybook.models.embedding import load_embedder, openai as adapter

KEY = SecretStr("sk-secret")


@dataclass
class Server:
    """Answers each request with the next scripted (status, body), then with vectors (3, 4n)."""

    script: list[tuple[int, Any]] = field(default_factory=list)
    inputs: list[list[str]] = field(default_factory=list)

    def answer(self, request: httpx.Request) -> httpx.Response:
        texts = json.loads(request.content)["input"]
        self.inputs.append(texts)
        status, body = self.script.pop(0) if self.script else (200, vectors(texts))
        return httpx.Response(status, json=body, headers={"Retry-After-Ms": "1"})


def vectors(texts: list[str]) -> dict[str, Any]:
    """Vectors (3, 4 times the text's length), the last text's first: order is by `index`."""
    data = [
        {"object": "embedding", "index": at, "embedding": [3.0, 4.0 * len(text)]}
        for at, text in enumerate(texts)
    ]
    usage = {"prompt_tokens": 1, "total_tokens": 1}
    return {"object": "list", "data": data[::-1], "model": "tiny", "usage": usage}


def refusal(message: str) -> dict[str, Any]:
    return {"error": {"message": message, "type": "invalid_request_error", "code": None, "param": None}}


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Server:
    server = Server()

    def client(**given: Any) -> AsyncOpenAI:
        http_client: Any = httpx.AsyncClient(transport=httpx.MockTransport(server.answer))
        return AsyncOpenAI(http_client=http_client, **given)

    monkeypatch.setattr(adapter, "AsyncOpenAI", client)
    return server


def embedder(model: str = "tiny") -> adapter.OpenAIEmbedder:
    return adapter.OpenAIEmbedder(model, api_key=KEY, base_url="http://server.test/v1")


async def test_rows_come_in_the_order_of_the_texts_and_have_length_one(server: Server) -> None:
    rows = await embedder().embed(["a", "aa"])

    assert rows.dtype == np.float32
    np.testing.assert_allclose(rows, [[0.6, 0.8], [3 / np.sqrt(73), 8 / np.sqrt(73)]], atol=1e-6)


async def test_an_unknown_models_dimension_is_learnt_from_its_first_reply(server: Server) -> None:
    tiny = embedder()
    with pytest.raises(ModelError, match="not known before its first reply"):
        _ = tiny.dim

    await tiny.embed(["a"])

    assert tiny.dim == 2


async def test_requests_are_cut_by_number_and_by_size(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(adapter, "MAX_TEXTS", 2)
    monkeypatch.setattr(adapter, "MAX_BYTES", 10)

    rows = await embedder().embed(["a", "b", "c", "é" * 4, "dd"])

    assert server.inputs == [["a", "b"], ["c", "é" * 4], ["dd"]]
    assert rows.shape == (5, 2)


async def test_a_rate_limit_is_waited_out(server: Server) -> None:
    server.script = [(429, refusal("slow down")), (500, refusal("oops"))]

    assert (await embedder().embed(["a"])).shape == (1, 2)
    assert len(server.inputs) == 3


@pytest.mark.parametrize(
    ("status", "error", "says"),
    [
        (401, ModelUnavailable, "refuses the key for tiny: check OPENAI_API_KEY"),
        (404, ModelUnavailable, "has no embedding model 'tiny'"),
        (400, ModelError, "maximum context length"),
    ],
)
async def test_a_refusal_is_one_clear_line_without_the_key(
    server: Server, status: int, error: type[ModelError], says: str
) -> None:
    server.script = [(status, refusal("maximum context length\nof sk-***"))]

    with pytest.raises(error, match=says) as caught:
        await embedder().embed(["a"])

    assert "\n" not in str(caught.value)
    assert "sk-secret" not in str(caught.value)


async def test_a_server_that_is_not_there_is_unavailable(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(adapter, "RETRIES", 0)
    nowhere = adapter.OpenAIEmbedder("tiny", api_key=KEY, base_url="http://127.0.0.1:9/v1")

    with pytest.raises(ModelUnavailable, match="cannot be reached"):
        await nowhere.embed(["a"])


@pytest.mark.parametrize("key", [None, SecretStr(" ")])
def test_a_missing_key_is_named(key: SecretStr | None) -> None:
    with pytest.raises(BadSettings, match="OPENAI_API_KEY"):
        load_embedder("openai:text-embedding-3-small", openai_api_key=key)
