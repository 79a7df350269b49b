"""Translates what the integrations raise: each its vendor's own errors, most with an HTTP status."""

from __future__ import annotations

import re

from daybook.errors import BadSettings, DaybookError, ModelError, ModelUnavailable

_NO_KEY = re.compile(r"authenticat|api[ _-]?key|credential", re.IGNORECASE)
_AWAY = re.compile(r"connect|unavailable|timeout|ratelimit|overloaded", re.IGNORECASE)
"""In the name of an error's class."""


def is_refused(error: Exception) -> bool:
    """Whether the request may have been refused as it was put, so that another one may be taken.

    An error without a status comes of the integration itself, or of a reply that it could not read, unless
    its name or words speak of the line or the key.
    """
    status = _status_of(error)
    if status is None:
        return not (_AWAY.search(type(error).__name__) or _NO_KEY.search(str(error)))
    return status in (400, 422)


def translate(error: Exception, name: str, setting: str) -> DaybookError:
    """Translate an error into one line, with the setting to change if it is the user's mistake.

    What is said about a key is left out, since some repeat the key.
    """
    status = _status_of(error)
    if status == 401 or (status in (None, 400) and _NO_KEY.search(str(error))):
        return BadSettings(f"{setting}: the key for {name} is missing or not accepted")
    if status == 403:
        return BadSettings(f"{setting}: the key does not let {name} be used")
    said = f"{type(error).__name__}: {error}"
    said = " ".join(said.split())[:200]
    if status == 404:
        return BadSettings(f"{setting}: there is no model {name} ({said})")
    away = status == 429 or (status or 0) >= 500 or (status is None and _AWAY.search(type(error).__name__))
    return (ModelUnavailable if away else ModelError)(f"model {name!r} failed: {said}")


def _status_of(error: BaseException | None) -> int | None:
    """Find the HTTP status in an error or in one that it came of."""
    while error is not None:
        response = getattr(error, "response", None)
        for found in (
            getattr(error, "status_code", None),
            getattr(error, "code", None),
            getattr(response, "status_code", None),
        ):
            if isinstance(found, int) and 400 <= found < 600:
                return found
        error = error.__cause__
    return None
