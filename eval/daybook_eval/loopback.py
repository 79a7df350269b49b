"""A server on loopback that stands for others: what it replies to a request is made here."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any, TypeAlias

Body: TypeAlias = dict[str, Any]
"""The JSON of a request."""


@contextmanager
def serving(reply: Callable[[Body], tuple[str, str]]) -> Iterator[str]:
    """Serve, in threads, what `reply` makes of each request: content type and text; gives the address."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            content_type, text = reply(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            data = text.encode()
            self.send_response(200)
            self.send_header("Content-Type", content_type)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as listener:
        thread = Thread(target=listener.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield f"http://127.0.0.1:{listener.server_port}"
        finally:
            listener.shutdown()
            thread.join()
