"""What a server says is wrong: read from whatever it sends, and translated into Daybook's errors.

OpenAI answers `{"error": {"message", "type", "param", "code"}}`. Others send a list, a string, other fields,
the error of a provider behind them as JSON inside the message, or an error within a reply of status 200.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import openai

from daybook.conversation.errors import BadSettings, DaybookError, ModelError, ModelUnavailable
from daybook.text.secrets import masked

_MESSAGE_KEYS = ("", "error", "message", "msg", "detail", "raw")
"""Where servers say something to people."""
_NAME_KEYS = ("param", "loc", "code", "type")
"""Where they name what is wrong for programs."""
_STATUS_OF = {
    "server_error": 500,
    "api_error": 500,
    "overloaded_error": 529,
    "rate_limit_error": 429,
    "rate_limit_exceeded": 429,
    "invalid_request_error": 400,
}
_NO_SUCH_MODEL = re.compile(
    r"\bmodel\b.{0,100}\b(not found|not exist|does ?n.t exist)|\b(unknown|invalid|no such) model\b",
    re.IGNORECASE,
)
_WRONG_KEY = re.compile(r"api.?key.{0,20}(not valid|invalid|expired)|(invalid|incorrect) api.?key", re.I)
_KEY = re.compile(
    r"\b(?:[a-z]{1,8}[-_])?(?:sk|key|gsk|xai|pplx|nvapi)[-_][\w*.-]{8,}|(?<=\bbearer )[\w*.~+/=-]{8,}"
    r"|(?<=\bkey[:=])[\w*.-]{8,}|(?<=\bkey )(?=\S*\d)[\w*.-]{12,}|(?<=\bkey: )[\w*.-]{8,}",
    re.IGNORECASE,
)
_CONTEXT = re.compile(
    r"context.{0,3}(length|size|window|limit)|exceed_context|prompt is too long|input token count"
    r"|input tokens exceed|max_tokens must be at least 1, got -",
    re.IGNORECASE,
)
"""Names the context window."""
_WINDOW = (
    r"context (?:length|window|size|limit) (?:is|of)(?: only)? (\d+)",
    r"context size \((\d+)",
    r"(?:context limit: \d+ \+ \d+|tokens) > (\d+)",
    r"tokens allowed \((\d+)",
    r"limit of (\d+)",
    r"with (\d+) maximum context",
)
"""Tokens of the window, in the words of each server."""
_INPUT = (
    r"(\d+) (?:in the messages|in your prompt|input tokens)",
    r"resulted in (\d+)",
    r"request \((\d+) tokens",
    r"prompt is too long: (\d+)",
    r"context limit: (\d+)",
    r"input token count \((\d+)",
    r"keep the first (\d+)",
    r"prompt contains (\d+)",
    r"requested (\d+)",
)
"""Tokens of the messages."""
_REPLY_LIMIT = re.compile(
    r"max_(completion_|output_)?tokens|maxoutputtokens|maximum tokens you requested", re.IGNORECASE
)
"""Names the limit of a reply."""
_OUTPUT = (
    r"at most (\d+)",
    r"\[\d+, ?(\d+)\]",
    r"(?:less than or equal to|<=|≤) [`'\"]?(\d+)",
    r"> (\d+), which is the maximum",
    r"model limit of (\d+)",
)
"""The most tokens of a reply."""


class ErrorInReply(Exception):
    """A reply of status 200 that holds an error; `body` is that error."""

    def __init__(self, body: object) -> None:
        super().__init__("an error in a reply of status 200")
        self.body = body


@dataclass(frozen=True, slots=True)
class Fault:
    """What a server said is wrong."""

    status: int | None
    """Of HTTP, or that which the error itself names; None where it names none."""
    message: str
    """What it says to people, all of it."""
    values: Mapping[str, str]
    """What it says to programs: type, code, param, n_ctx and so on, each as text."""
    named: str = ""
    """Parameters, codes and types that it names."""
    unreached: str = ""
    """Why no answer came at all; "" where one came."""

    @property
    def said(self) -> str:
        """All that may tell what the fault is about."""
        return f"{self.named} {self.message}"

    @property
    def is_transient(self) -> bool:
        """True if a retry may work."""
        if self.unreached:
            return True
        busy = self.status is not None and (self.status in (408, 409, 429) or self.status >= 500)
        return busy and self.values.get("code") != "insufficient_quota"


def read_fault(error: openai.APIError | ErrorInReply) -> Fault:
    """Read an error of the SDK, or one that came with status 200."""
    if isinstance(error, openai.APIConnectionError):
        cause = str(error.__cause__ or error) or type(error.__cause__).__name__
        return Fault(None, "", {}, unreached=cause)
    leaves = list(_leaves(error.body))
    values = dict(reversed(leaves))  # of a key that stands there twice, the first value
    messages = dict.fromkeys(value for key, value in leaves if key in _MESSAGE_KEYS)
    message = ": ".join(messages) or str(error)
    named = " ".join(value for key, value in leaves if key in _NAME_KEYS)
    status = error.status_code if isinstance(error, openai.APIStatusError) else _status_in(values)
    return Fault(status, message, values, named)


def translate(fault: Fault, url: str, model: str, setting: str) -> DaybookError:
    """Translate a fault into one line, naming the setting to change; a key's refusal is not quoted."""
    if fault.unreached:
        return ModelUnavailable(
            f"{url} cannot be reached ({_shorten(fault.unreached)}); OPENAI_BASE_URL names the server"
        )
    status, code = fault.status, fault.values.get("code")
    if status == 401 or (status == 400 and _WRONG_KEY.search(fault.message)):
        return BadSettings(f"OPENAI_API_KEY: {url} does not accept the key")
    if status == 403:
        return BadSettings(f"OPENAI_API_KEY: {url} does not let this key use model {model!r} ({setting})")
    if status in (400, 404) and (code == "model_not_found" or _NO_SUCH_MODEL.search(fault.message)):
        return BadSettings(f"{setting}: {url} has no model {model!r}")
    said = _shorten(fault.message)
    if status == 404:
        return BadSettings(
            f"OPENAI_BASE_URL or {setting}: {url} (often it ends with /v1) has no chat completions by model"
            f" {model!r}: {said}"
        )
    if status is None:
        return ModelError(f"model {model!r} at {url} failed: {said}")
    if status == 429:
        return ModelUnavailable(f"{url} allows no more calls for now: status {status}, {said}")
    if status >= 500:
        return ModelUnavailable(f"{url} is out of order: status {status}, {said}")
    if code == "content_filter":
        return ModelError(f"a content filter at {url} declined the request: {said}")
    return ModelError(f"model {model!r} at {url} refused the request: status {status}, {said}")


@dataclass(frozen=True, slots=True)
class WindowExceeded:
    """A request was refused since messages and reply exceed the context window."""

    window: int | None
    """Tokens of both together, as far as the server says."""
    messages: int | None
    """Tokens of the messages, as the server counted them."""


@dataclass(frozen=True, slots=True)
class ReplyLimitExceeded:
    """A request was refused since it allows a longer reply than the model gives."""

    most: int
    """Tokens of a reply."""


def read_limit(fault: Fault) -> WindowExceeded | ReplyLimitExceeded | None:
    """Read which limit a refusal names; None if it is about none."""
    said = re.sub(r"(?<=\d),(?=\d{3}\b)", "", fault.said)
    # Groq names the window only to say that the limit of a reply is below it.
    if _CONTEXT.search(said) and "must be less than or equal to" not in said:
        return WindowExceeded(
            _number(fault.values.get("n_ctx")) or _first(_WINDOW, said),
            _number(fault.values.get("n_prompt_tokens")) or _first(_INPUT, said),
        )
    most = _first(_OUTPUT, said) if _REPLY_LIMIT.search(said) else None
    return ReplyLimitExceeded(most) if most else None


def _first(patterns: tuple[str, ...], said: str) -> int | None:
    found = (re.search(pattern, said, re.IGNORECASE) for pattern in patterns)
    return next((int(match[1]) for match in found if match), None)


def _number(text: str | None) -> int | None:
    return int(text) if text and text.isdecimal() else None


def _status_in(values: Mapping[str, str]) -> int | None:
    """Read a status from an error that came with status 200, from its number or its words."""
    for key in ("code", "status", "type"):
        word = values.get(key, "")
        if re.fullmatch(r"[45]\d\d", word) or word in _STATUS_OF:
            return _STATUS_OF.get(word) or int(word)
    return None


def _leaves(body: object, key: str = "") -> Iterator[tuple[str, str]]:
    """Yield every text and number with the key it stands under, also those in JSON within a text."""
    if isinstance(body, str) and body.lstrip().startswith(("{", "[")):
        try:
            yield from _leaves(json.loads(body), key)
        except (ValueError, RecursionError):
            yield key, body
    elif isinstance(body, Mapping):
        for name, value in body.items():
            yield from _leaves(value, str(name))
    elif isinstance(body, list):
        for value in body:
            yield from _leaves(value, key)
    elif isinstance(body, str | int) and not isinstance(body, bool):
        yield key, str(body)


def without_keys(text: str) -> str:
    """Mask what looks like a key in what a server says: some repeat the key that they were sent."""
    return _KEY.sub("***", masked(text))


def _shorten(text: str) -> str:
    line = " ".join(without_keys(text).split())
    return line if len(line) <= 200 else line[:199] + "…"
