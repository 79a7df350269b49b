"""Chat completions as OpenAI writes them: whole, and in the chunks of a stream."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any
from uuid import uuid4

from daybook.interfaces.server.completions.speaking import Spoken
from daybook.interfaces.server.json_response import json_bytes

DONE = b"data: [DONE]\n\n"


class Completion:
    """One completion of ours.

    Args:
        model: its name.
        created: when, in seconds since 1970.
        counts_usage: whether a stream ends with a count of tokens.
    """

    def __init__(self, model: str, created: int, *, counts_usage: bool) -> None:
        self._same = {"id": f"chatcmpl-{uuid4().hex}", "created": created, "model": model}
        self._counts_usage = counts_usage

    def whole(self, spoken: Spoken) -> dict[str, Any]:
        """Write it whole."""
        message = {"role": "assistant", "content": spoken.text, "refusal": None}
        choice = {"index": 0, "message": message, "logprobs": None, "finish_reason": spoken.finish}
        return {**self._same, "object": "chat.completion", "choices": [choice], "usage": _usage(spoken)}

    def first(self) -> bytes:
        """Begin a stream."""
        return self._chunk({"role": "assistant", "content": ""})

    def piece(self, text: str) -> bytes:
        """Write some words."""
        return self._chunk({"content": text})

    def end(self, spoken: Spoken) -> Iterator[bytes]:
        """End a stream."""
        yield self._chunk({}, spoken.finish)
        if self._counts_usage:
            yield self._event({"choices": [], "usage": _usage(spoken)})
        yield DONE

    def _chunk(self, delta: Mapping[str, str], finish: str | None = None) -> bytes:
        choice = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}
        counted = {"usage": None} if self._counts_usage else {}
        return self._event({"choices": [choice], **counted})

    def _event(self, more: Mapping[str, object]) -> bytes:
        return b"data: " + json_bytes({**self._same, "object": "chat.completion.chunk", **more}) + b"\n\n"


def _usage(spoken: Spoken) -> dict[str, int]:
    return {
        "prompt_tokens": spoken.input_tokens,
        "completion_tokens": spoken.output_tokens,
        "total_tokens": spoken.input_tokens + spoken.output_tokens,
    }
