"""The OpenAI adapter, through the genuine client against a scripted server on loopback."""

import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import numpy as np
import pytest
from pydantic import SecretStr

from daybook.conversation.errors import BadSettings, ModelError, ModelUnavailable
from daybook.models.embedding import load_embedder, openai as adapter

KEY = SecretStr("sk-secret")


class Server:
    """Answers each request with the next scripted (status, body), then with vectors (n, 1 + n)."""

    def __init__(self) -> None:
        self.script: list[tuple[int, Any]] = []
        self.inputs: list[list[str]] = []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                outer.inputs.append(asked["input"])
                status, body = outer.script.pop(0) if outer.script else (200, vectors(asked["input"]))
                data = json.dumps(body).encode()
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(data)))
                self.send_header("Retry-After-Ms", "1")
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, format: str, *args: object) -> None:
                """Keep quiet."""

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.http.server_port}/v1"


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
def server() -> Iterator[Server]:
    server = Server()
    thread = Thread(target=server.http.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield server
    server.http.shutdown()
    server.http.server_close()
    thread.join()


def embedder(server: Server, model: str = "tiny") -> adapter.OpenAIEmbedder:
    return adapter.OpenAIEmbedder(model, api_key=KEY, base_url=server.url)


async def test_rows_come_in_the_order_of_the_texts_and_have_length_one(server: Server) -> None:
    rows = await embedder(server).embed(["a", "aa"])

    assert rows.dtype == np.float32
    np.testing.assert_allclose(rows, [[0.6, 0.8], [3 / np.sqrt(73), 8 / np.sqrt(73)]], atol=1e-6)


async def test_an_unknown_models_dimension_is_learnt_from_its_first_reply(server: Server) -> None:
    tiny = embedder(server)
    with pytest.raises(ModelError, match="not known before its first reply"):
        _ = tiny.dim

    await tiny.embed(["a"])

    assert tiny.dim == 2


async def test_nothing_is_asked_on_construction_or_for_no_texts(server: Server) -> None:
    small = embedder(server, "text-embedding-3-small")

    assert (small.dim, (await small.embed([])).shape) == (1536, (0, 1536))
    assert server.inputs == []


async def test_requests_are_cut_by_number_and_by_size(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(adapter, "MAX_TEXTS", 2)
    monkeypatch.setattr(adapter, "MAX_BYTES", 10)

    rows = await embedder(server).embed(["a", "b", "c", "é" * 4, "dd"])

    assert server.inputs == [["a", "b"], ["c", "é" * 4], ["dd"]]
    assert rows.shape == (5, 2)


async def test_texts_that_json_or_the_api_cannot_take_are_mended(server: Server) -> None:
    await embedder(server).embed(["", "\ud800x", "long " * 1000])

    assert [len(text) for text in server.inputs[0]] == [1, 2, 2000]
    assert server.inputs[0][:2] == [" ", "?x"]


async def test_a_rate_limit_is_waited_out(server: Server) -> None:
    server.script = [(429, refusal("slow down")), (500, refusal("oops"))]

    assert (await embedder(server).embed(["a"])).shape == (1, 2)
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
        await embedder(server).embed(["a"])

    assert "\n" not in str(caught.value)
    assert "sk-secret" not in str(caught.value)


@pytest.mark.parametrize("body", [{"data": []}, {"nothing": 1}, "words", {"data": [{"index": 0}]}])
async def test_a_reply_without_vectors_is_a_model_error(server: Server, body: object) -> None:
    server.script = [(200, body)]

    with pytest.raises(ModelError):
        await embedder(server).embed(["a"])


async def test_a_server_that_is_not_there_is_unavailable(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(adapter, "RETRIES", 0)
    nowhere = adapter.OpenAIEmbedder("tiny", api_key=KEY, base_url="http://127.0.0.1:9/v1")

    with pytest.raises(ModelUnavailable, match="cannot be reached"):
        await nowhere.embed(["a"])


@pytest.mark.parametrize("key", [None, SecretStr(" ")])
def test_a_missing_key_is_named(key: SecretStr | None) -> None:
    with pytest.raises(BadSettings, match="OPENAI_API_KEY"):
        load_embedder("openai:text-embedding-3-small", openai_api_key=key)
