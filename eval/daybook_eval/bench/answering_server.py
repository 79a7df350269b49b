"""An OpenAI-compatible server on loopback whose replies a function makes of the requests."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from time import sleep
from typing import Any, ClassVar, TypeAlias

Body: TypeAlias = dict[str, Any]
"""The JSON of a chat completion's request."""
Answer: TypeAlias = Callable[[Body], str]


@contextmanager
def answering_server(answer: Answer, *, delay: float = 0.0) -> Iterator[str]:
    """Run a server, and give the base URL that a client needs.

    Args:
        answer: makes the text of a reply; called in a thread for each request.
        delay: seconds that every reply takes.
    """

    class Handler(_Handler):
        made_by = (answer, delay)

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as listener:
        thread = threading.Thread(target=listener.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield f"http://127.0.0.1:{listener.server_address[1]}/v1"
        finally:
            listener.shutdown()
            thread.join()


class _Handler(BaseHTTPRequestHandler):
    """One request: its reply comes whole, or in two pieces where a stream is asked for."""

    made_by: ClassVar[tuple[Answer, float]]

    def do_POST(self) -> None:
        answer, delay = self.made_by
        body: Body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        text = answer(body)
        sleep(delay)
        if body.get("stream"):
            self._send("text/event-stream", "".join(map(_event, _chunks(text))) + "data: [DONE]\n\n")
        else:
            choice = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}
            self._send("application/json", json.dumps({"object": "chat.completion", "choices": [choice]}))

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""

    def _send(self, content_type: str, text: str) -> None:
        data = text.encode()
        self.send_response(200)
        self.send_header("Content-Type", content_type)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


def _chunks(text: str) -> Iterator[Body]:
    yield {"choices": [{"index": 0, "delta": {"content": text}, "finish_reason": None}]}
    yield {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]}


def _event(chunk: Body) -> str:
    return f"data: {json.dumps(chunk)}\n\n"
