"""What a server says is wrong: read from whatever it sends, and translated into Daybook's errors.

OpenAI answers `{"error": {"message", "type", "param", "code"}}`. Others send a list, a string, other fields,
the error of a provider behind them as JSON inside the message, or an error within a reply of status 200.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import openai

from daybook.conversation.errors import (
    BadSettings,
    ContextTooLong,
    DaybookError,
    ModelError,
    ModelUnavailable,
)
from daybook.text.secrets import masked

_MESSAGE_KEYS = ("", "error", "message", "msg", "detail", "raw")
"""Where servers say something to people."""
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
    r"context ?(length|size|window|limit)|exceed_context|context_length_exceeded|prompt is too long"
    r"|input token",
    re.IGNORECASE,
)
"""Names the context window."""


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
    said: str
    """All texts and numbers in it, those for programs among them."""
    code: str = ""
    """What it is to programs."""
    unreached: str = ""
    """Why no answer came at all; "" where one came."""

    @property
    def is_transient(self) -> bool:
        """True if a retry may work."""
        if self.unreached:
            return True
        busy = self.status is not None and (self.status in (408, 409, 429) or self.status >= 500)
        return busy and self.code != "insufficient_quota" and not self.exceeds_window

    @property
    def is_of_the_request(self) -> bool:
        """True if it may be about the request's form: not about key, model, filter or connection."""
        no_form = self.unreached or self.code in ("content_filter", "model_not_found")
        return not (no_form or _NO_SUCH_MODEL.search(self.message) or _WRONG_KEY.search(self.message))

    @property
    def exceeds_window(self) -> bool:
        """True if the messages and the reply exceed the context window."""
        return self.status == 413 or bool(_CONTEXT.search(self.said))


def read_fault(error: openai.APIError | ErrorInReply) -> Fault:
    """Read an error of the SDK, or one that came with status 200."""
    if isinstance(error, openai.APIConnectionError):
        cause = str(error.__cause__ or error) or type(error.__cause__).__name__
        return Fault(None, "", "", unreached=cause)
    leaves = list(_leaves(error.body))
    messages = dict.fromkeys(value for key, value in leaves if key in _MESSAGE_KEYS)
    codes = [value for key, value in leaves if key == "code"]
    if isinstance(error, openai.APIStatusError):
        status: int | None = error.status_code
    else:
        status = next((int(code) for code in codes if re.fullmatch(r"[45]\d\d", code)), None)
        status = 500 if status is None and codes[:1] == ["server_error"] else status
    message = ": ".join(messages) or str(error)
    said = " ".join(value for _, value in leaves) or message
    return Fault(status, message, said, codes[0] if codes else "")


def translate(fault: Fault, url: str, model: str, setting: str) -> DaybookError:
    """Translate a fault into one line, naming the setting to change; a key's refusal is not quoted."""
    if fault.unreached:
        return ModelUnavailable(
            f"{url} cannot be reached ({_shorten(fault.unreached)}); OPENAI_BASE_URL names the server"
        )
    status, code = fault.status, fault.code
    if fault.exceeds_window:
        return ContextTooLong(f"model {model!r} at {url} has a smaller context window than the request")
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
