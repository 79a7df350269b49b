"""Translates the SDK's errors into Daybook's, with advice on what to do."""

from __future__ import annotations

import re

import openai

from daybook.errors import BadSettings, DaybookError, ModelError, ModelUnavailable

_NO_SUCH_MODEL = re.compile(
    r"\bmodel\b.{0,100}\b(not found|not exist|does ?n.t exist)|\b(unknown|invalid|no such) model\b",
    re.IGNORECASE,
)


def is_transient(error: openai.APIError) -> bool:
    """Whether the error is transient, so that a retry may work."""
    if isinstance(error, openai.APIStatusError):
        busy = error.status_code in (408, 409, 429) or error.status_code >= 500
        return busy and error.code != "insufficient_quota"
    return isinstance(error, openai.APIConnectionError)


def translate(error: openai.APIError, url: str, model: str, setting: str) -> DaybookError:
    """Translate an error into one line, with the setting to change if it is the user's mistake.

    What a server says about a key is left out, since some repeat the key.
    """
    if isinstance(error, openai.AuthenticationError):
        return BadSettings(f"OPENAI_API_KEY: {url} does not accept the key")
    if isinstance(error, openai.PermissionDeniedError):
        return BadSettings(f"OPENAI_API_KEY: {url} does not let this key use model {model!r} ({setting})")
    if isinstance(error, openai.APIStatusError):
        return _translate_status(error, url, model, setting)
    if isinstance(error, openai.APIConnectionError):
        return ModelUnavailable(
            f"{url} cannot be reached ({_cause(error)}); OPENAI_BASE_URL names the server"
        )
    return ModelError(f"model {model!r} at {url} failed: {_said(error)}")


def _translate_status(error: openai.APIStatusError, url: str, model: str, setting: str) -> DaybookError:
    unknown = error.code == "model_not_found" or _NO_SUCH_MODEL.search(error.message)
    if error.status_code in (400, 404) and unknown:
        return BadSettings(f"{setting}: {url} has no model {model!r}")
    if error.status_code == 404:
        return BadSettings(
            f"OPENAI_BASE_URL or {setting}: {url} (often it ends with /v1) has no chat completions by model"
            f" {model!r}: {_said(error)}"
        )
    said = f"status {error.status_code}, {_said(error)}"
    if error.status_code == 429:
        return ModelUnavailable(f"{url} allows no more calls for now: {said}")
    if error.status_code >= 500:
        return ModelUnavailable(f"{url} is out of order: {said}")
    return ModelError(f"model {model!r} at {url} refused the request: {said}")


def _cause(error: openai.APIConnectionError) -> str:
    return _shorten(str(error.__cause__ or error) or type(error.__cause__).__name__)


def _said(error: openai.APIError) -> str:
    body = error.body
    message = body.get("message") if isinstance(body, dict) else None
    return _shorten(message if isinstance(message, str) else error.message)


def _shorten(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 200 else line[:199] + "…"
