"""How many requests each client may make: a token bucket for each, and only so many of these."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass

_MOST_CLIENTS = 10_000
"""Buckets that are held; beyond them the client that has been quiet for longest begins anew."""


@dataclass(slots=True)
class _Bucket:
    left: float
    """Requests that may be made at once."""
    at: float
    """When that was so, in seconds of a steady clock."""


class Rates:
    """Takes requests at a steady rate, and a minute's worth of them at once from who was quiet that long."""

    def __init__(self, per_minute: int) -> None:
        self._most, self._each = float(per_minute), 60.0 / per_minute
        self._buckets: OrderedDict[str, _Bucket] = OrderedDict()

    def wait(self, client: str, now: float) -> float:
        """Take a request of a client.

        Args:
            client: a token's name, or an address.
            now: seconds of a steady clock.

        Returns:
            0 where it was taken, else the seconds after which one will be.
        """
        bucket = self._buckets.pop(client, None) or _Bucket(self._most, now)
        bucket.left = min(self._most, bucket.left + (now - bucket.at) / self._each)
        bucket.at = now
        self._buckets[client] = bucket  # the last to ask stands last
        if len(self._buckets) > _MOST_CLIENTS:
            self._buckets.popitem(last=False)
        if bucket.left < 1:
            return (1 - bucket.left) * self._each
        bucket.left -= 1
        return 0.0
