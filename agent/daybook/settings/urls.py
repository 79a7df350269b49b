"""Addresses of servers, fit to be shown."""

from __future__ import annotations

from urllib.parse import urlsplit


def without_password(url: str) -> str:
    """Mask what stands before the host of a URL: "https://***@host/v1" for "https://ada:secret@host/v1"."""
    try:
        parts = urlsplit(url)
    except ValueError:  # no URL: whatever stands before an "@" may be a password all the same
        return f"***@{url.rpartition('@')[2]}" if "@" in url else url
    _, credentials, host = parts.netloc.rpartition("@")
    return parts._replace(netloc=f"***@{host}").geturl() if credentials else url
