"""Addresses of servers, fit to be shown."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

_OF_THE_WEB = ("http", "https")
_CREDENTIALS = re.compile(r"^([\w+.-]+://)?.*@", re.DOTALL)
_IN_QUERY = re.compile(r"(?<=[?&])(\w*password)=[^&]*", re.IGNORECASE)


def without_password(url: str) -> str:
    """Mask what stands before the host of a URL: "https://***@host/v1" for "https://ada:secret@host/v1".

    The URL of a database may have a password in its query as well, and a "/" in that before its host.
    """
    try:
        parts = urlsplit(url)
    except ValueError:  # no URL: whatever stands before an "@" may be a password all the same
        return _CREDENTIALS.sub(r"\1***@", url)
    if parts.scheme not in _OF_THE_WEB:
        return _IN_QUERY.sub(r"\1=***", _CREDENTIALS.sub(r"\1***@", url))
    _, credentials, host = parts.netloc.rpartition("@")
    return parts._replace(netloc=f"***@{host}").geturl() if credentials else url
