"""When a failed call is retried."""

from __future__ import annotations

import random
import time
from collections.abc import Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime


@dataclass(frozen=True, slots=True)
class Backoff:
    """Waits that double: first, 2 x first, 4 x first, …, each shortened at random by up to a quarter."""

    retries: int = 2
    first: float = 0.5
    """Seconds."""

    def wait(self, failures: int, *, asked: float | None, left: float) -> float | None:
        """Seconds to wait before the next attempt; None: give up.

        It gives up at once where the wait would outlast the deadline, since the caller has rules to fall
        back on and nothing to gain from waiting.

        Args:
            failures: attempts that have failed so far, at least 1.
            asked: what the server asked for with Retry-After, in seconds; at least that is waited.
            left: seconds until the deadline.
        """
        if failures > self.retries:
            return None
        own = self.first * 2 ** (failures - 1) * random.uniform(0.75, 1.0)
        wait = own if asked is None else max(own, asked)
        return wait if wait < left else None


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Read how many seconds a server asks to wait (Retry-After: seconds or a date; retry-after-ms)."""
    if (milliseconds := _number(headers.get("retry-after-ms"))) is not None:
        return milliseconds / 1000
    value = headers.get("retry-after")
    if (seconds := _number(value)) is not None:
        return seconds
    try:
        return max(0.0, parsedate_to_datetime(value or "").timestamp() - time.time())
    except ValueError:
        return None


def _number(value: str | None) -> float | None:
    try:
        number = float(value or "")
    except ValueError:
        return None
    return number if 0 <= number < float("inf") else None
