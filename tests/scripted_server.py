"""An OpenAI-compatible server on loopback that says what a test has written, and nothing else.

Replies are given in the order of the script; one with `when` waits for a request that holds those words and
goes before those without, so that calls made side by side find their own. A call that the script does not
foresee, and a reply that nobody fetched, fail the test in `assert_spent`.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import urlsplit

Body = dict[str, Any]
Said = str | Mapping[str, object] | None
CHUNK: Mapping[str, object] = {"object": "chat.completion.chunk", "id": "1", "model": "m", "created": 1}
PATIENCE = 60.0
"""Seconds after which a stalled call is given up, should nobody hang up before."""


@dataclass(frozen=True)
class Line:
    """One line of the script."""

    when: str
    answer: Callable[[Wire, Body], None]


@dataclass
class ScriptedServer:
    """The script, and what was asked."""

    url: str
    requests: list[Body] = field(default_factory=list)
    """The bodies, in the order in which they came."""
    keys: list[str] = field(default_factory=list)
    """The Authorization headers."""
    headers: list[Mapping[str, str]] = field(default_factory=list)
    """By their names in lower case."""
    paths: list[str] = field(default_factory=list)
    """With their queries."""
    hung_up: threading.Event = field(default_factory=threading.Event)
    """Set when a client leaves a stalled or dripping reply."""
    most_at_once: int = 0
    _script: list[Line] = field(default_factory=list)
    _always: Line | None = None
    _unscripted: list[str] = field(default_factory=list)
    _under_way: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def reply(
        self,
        text: Said | Callable[[Body], Said],
        *,
        when: str = "",
        tokens: tuple[int, int] | None = (100, 20),
        finish: str = "stop",
        refusal: str | None = None,
        thought: str | None = None,
        thinking_tokens: int = 0,
        delay: float = 0.0,
        pause: float = 0.0,
        heard: threading.Event | None = None,
    ) -> None:
        """Say something; a streaming client gets it word by word, with a pause before each, others at once.

        With `heard` only the first word is sent until that event is set.

        A function makes what is said of the request: numbers of rounds, say, that only the request shows.
        A thought comes before it, apart from the text.
        """
        usage: Body | None = None
        if tokens is not None:
            usage = {"prompt_tokens": tokens[0], "completion_tokens": tokens[1]}
            if thinking_tokens:
                usage["completion_tokens_details"] = {"reasoning_tokens": thinking_tokens}
        apart = {"reasoning_content": thought} if thought else {}

        def answer(wire: Wire, body: Body) -> None:
            time.sleep(delay)
            said = _written(text(body) if callable(text) else text)
            if body.get("stream"):
                first = [_chunk(apart)] if apart else []
                events = [*first, *_chunks(said or ""), _last_chunk(finish, usage), "[DONE]"]
                wire.send_events(events[:1] if heard else events, pause)
                if heard:
                    heard.wait(PATIENCE)
                    wire.send_event_lines(events[1:], pause)
                return
            message = {"role": "assistant", "content": said, "refusal": refusal, **apart}
            choice = {"index": 0, "message": message, "finish_reason": finish}
            wire.send_json(200, {"object": "chat.completion", "choices": [choice], "usage": usage})

        self._script.append(Line(when, answer))

    def call(self, tool: str, *, when: str = "", **arguments: str) -> None:
        """Call a tool instead of saying something; its arguments come to a streaming client in two pieces."""

        def answer(wire: Wire, body: Body) -> None:
            text = json.dumps(arguments)
            head = {"index": 0, "id": "call-1", "type": "function"}
            if body.get("stream"):
                first = {**head, "function": {"name": tool, "arguments": text[:5]}}
                rest = {"index": 0, "function": {"arguments": text[5:]}}
                pieces = [_chunk({"tool_calls": [one]}) for one in (first, rest)]
                wire.send_events([*pieces, _last_chunk("tool_calls", None), "[DONE]"])
                return
            calls = [{"id": "call-1", "type": "function", "function": {"name": tool, "arguments": text}}]
            message = {"role": "assistant", "content": None, "tool_calls": calls}
            choice = {"index": 0, "message": message, "finish_reason": "tool_calls"}
            wire.send_json(200, {"object": "chat.completion", "choices": [choice]})

        self._script.append(Line(when, answer))

    def always(self, text: Callable[[Body], Said] | None = None) -> None:
        """Say something to every call from now on; without a text what the script's last line says."""
        if text is not None:
            self.reply(text)
        self._always = self._script.pop()

    def fail(
        self,
        status: int,
        message: str,
        *,
        when: str = "",
        code: str | None = None,
        param: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        """Answer with an error as OpenAI words it."""
        error = {"message": message, "type": "error", "code": code, "param": param}
        self.fail_with(status, {"error": error}, when=when, headers=headers)

    def fail_with(
        self, status: int, body: object, *, when: str = "", headers: Mapping[str, str] | None = None
    ) -> None:
        """Answer with a body of any form; with status 200 as the only event of a stream, if one is wanted."""

        def answer(wire: Wire, request: Body) -> None:
            if status == 200 and request.get("stream"):
                wire.send_events([body, "[DONE]"])
            else:
                wire.send_json(status, body, headers)

        self._script.append(Line(when, answer))

    def send(self, text: str, content_type: str, *, when: str = "") -> None:
        """Answer 200 with something that is no completion."""
        self._script.append(Line(when, lambda wire, body: wire.send_text(200, text, content_type)))

    def break_off(self, *pieces: str, when: str = "") -> None:
        """Close the connection: without a word, or in the middle of a stream after some pieces."""

        def answer(wire: Wire, body: Body) -> None:
            if pieces:
                wire.send_head(200, "text/event-stream", length=10_000)
                wire.send_event_lines(_chunks(*pieces))

        self._script.append(Line(when, answer))

    def stall(self, *, when: str = "") -> None:
        """Send the head of a reply and then nothing, until the client hangs up."""

        def answer(wire: Wire, body: Body) -> None:
            wire.send_head(200, "application/json", length=1_000)
            wire.connection.settimeout(PATIENCE)
            if wire.connection.recv(1) == b"":
                self.hung_up.set()

        self._script.append(Line(when, answer))

    def drip(self, *, every: float, when: str = "") -> None:
        """Send a space now and then, so that no single read takes long."""

        def answer(wire: Wire, body: Body) -> None:
            wire.send_head(200, "application/json", length=1_000)
            for _ in range(int(PATIENCE / every)):
                wire.wfile.write(b" ")
                time.sleep(every)

        self._script.append(Line(when, answer))

    def drop_rest(self) -> None:
        """Forget the replies that nobody fetched."""
        self._script.clear()

    def assert_spent(self) -> None:
        """Fail if something was asked that the script does not have, or something was left."""
        assert self._unscripted == [], f"unscripted calls: {self._unscripted}"
        assert self._script == [], f"replies that nobody fetched: {[line.when for line in self._script]}"

    def answer(self, wire: Wire, path: str, body: Body) -> None:
        with self._lock:
            self.requests.append(body)
            self.keys.append(wire.headers.get("Authorization", ""))
            self.headers.append({name.lower(): value for name, value in wire.headers.items()})
            self.paths.append(path)
            self._under_way += 1
            self.most_at_once = max(self.most_at_once, self._under_way)
            line = self._next(path, json.dumps(body, ensure_ascii=False))
        try:
            if line is None:
                wire.send_json(418, {"error": {"message": "this call is not in the script"}})
            else:
                line.answer(wire, body)
        except ConnectionError:
            self.hung_up.set()
        finally:
            with self._lock:
                self._under_way -= 1

    def _next(self, path: str, text: str) -> Line | None:
        script = self._script if urlsplit(path).path.endswith("/chat/completions") else []
        if fitting := [line for line in script if line.when in text]:
            line = next((line for line in fitting if line.when), fitting[0])
            script.remove(line)
            return line
        if self._always and path == "/v1/chat/completions":
            return self._always
        self._unscripted.append(f"{path} {text[:300]}")
        return None


class Wire(BaseHTTPRequestHandler):
    """One connection; it is closed after one reply."""

    script: ScriptedServer

    def do_POST(self) -> None:
        length = int(self.headers.get("Content-Length", 0))
        self.script.answer(self, self.path, json.loads(self.rfile.read(length)))

    def send_json(self, status: int, body: object, headers: Mapping[str, str] | None = None) -> None:
        self.send_text(status, json.dumps(body), "application/json", headers)

    def send_text(
        self, status: int, text: str, content_type: str, headers: Mapping[str, str] | None = None
    ) -> None:
        data = text.encode()
        self.send_head(status, content_type, length=len(data), headers=headers)
        self.wfile.write(data)

    def send_events(self, events: Sequence[object], pause: float = 0.0) -> None:
        self.send_head(200, "text/event-stream")
        self.send_event_lines(events, pause)

    def send_event_lines(self, events: Sequence[object], pause: float = 0.0) -> None:
        for event in events:
            time.sleep(pause)
            line = event if isinstance(event, str) else json.dumps(event)
            self.wfile.write(f"data: {line}\n\n".encode())
            self.wfile.flush()

    def send_head(
        self,
        status: int,
        content_type: str,
        *,
        length: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        self.send_response(status)
        self.send_header("Content-Type", content_type)
        if length is not None:
            self.send_header("Content-Length", str(length))
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        pass


@contextmanager
def scripted_server() -> Iterator[ScriptedServer]:
    """Run a server; at the end its script must be spent."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Wire) as listener:
        script = ScriptedServer(f"http://127.0.0.1:{listener.server_address[1]}/v1")
        listener.RequestHandlerClass = type("ScriptedWire", (Wire,), {"script": script})
        thread = threading.Thread(target=listener.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield script
        finally:
            listener.shutdown()
            thread.join()
    script.assert_spent()


def _written(said: Said) -> str | None:
    return said if isinstance(said, str) or said is None else json.dumps(said)


def _chunks(*texts: str) -> list[object]:
    words = [word for text in texts for word in text.splitlines(keepends=True) or [""]]
    pieces = [piece for word in words for piece in _spaced(word)]
    return [_chunk({"role": "assistant", "content": piece}) for piece in pieces]


def _chunk(delta: Body) -> object:
    return {**CHUNK, "choices": [{"index": 0, "delta": delta, "finish_reason": None}]}


def _spaced(line: str) -> list[str]:
    first, *others = line.split(" ")
    return [first, *(f" {word}" for word in others)]


def _last_chunk(finish: str, usage: object) -> object:
    return {**CHUNK, "choices": [{"index": 0, "delta": {}, "finish_reason": finish}], "usage": usage}
