"""Zones: in which one an owner's days begin, and how a moment is told in it."""

from datetime import UTC, datetime, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo

_NO_OFFSET = timedelta(0)


class SystemZone(tzinfo):
    """The zone that this machine is set to, with its summer time of every year."""

    def utcoffset(self, moment: datetime | None) -> timedelta | None:
        """Return the offset that the machine's clock has, or would have, at a moment of its own."""
        return None if moment is None else moment.replace(tzinfo=None).astimezone().utcoffset()

    def dst(self, moment: datetime | None) -> timedelta | None:
        """Return None: what of an offset is summer time is nobody's question here."""
        return None

    def tzname(self, moment: datetime | None) -> str | None:
        """Return the short name that the machine gives its zone."""
        return None if moment is None else moment.replace(tzinfo=None).astimezone().tzname()

    def fromutc(self, moment: datetime) -> datetime:
        """Tell a moment, which is in UTC whatever it says, by the machine's clock."""
        return moment.replace(tzinfo=UTC).astimezone().replace(tzinfo=self)

    def __str__(self) -> str:
        return "this machine's time zone"


def find_zone(name: str) -> tzinfo:
    """Return the zone of an IANA name, such as Europe/Oslo.

    Raises:
        ValueError: there is none of that name, or this system has no table of zones.
    """
    try:
        return UTC if name.upper() in ("UTC", "Z") else ZoneInfo(name)
    except (ValueError, OSError, KeyError):
        raise ValueError(
            f"{name!r} is no time zone such as Europe/Oslo (where none is known, `pip install tzdata`)"
        ) from None


def local(moment: datetime, zone: tzinfo) -> datetime:
    """Tell a moment as its owner does, who is in a zone.

    One without an offset is of the zone, and one in UTC says nothing of where it was: it is told in the zone.
    Any other offset says where its owner was just then, and stays.
    """
    if moment.utcoffset() is None:
        return moment.replace(tzinfo=zone)
    there = moment.astimezone(zone)
    return there if moment.utcoffset() in (_NO_OFFSET, there.utcoffset()) else moment


def offset_of(moment: datetime) -> int | None:
    """Return the seconds by which a moment's clock is ahead of UTC; None if it says UTC."""
    offset = moment.utcoffset() or _NO_OFFSET
    return round(offset.total_seconds()) or None


def told_at(moment: datetime, offset: int | None, zone: tzinfo) -> datetime:
    """Tell a stored moment by the offset that it was given with; without one, in its owner's zone.

    Its offset is a fixed one, so that two moments in the hour that a clock shows twice keep their order.
    """
    if offset is not None and abs(offset) < 86_400:
        return moment.astimezone(timezone(timedelta(seconds=offset)))
    return pinned(moment.astimezone(zone))


def pinned(moment: datetime) -> datetime:
    """Give a moment a fixed offset, the one that its zone has just then."""
    offset = moment.utcoffset()
    return moment if offset is None else moment.replace(tzinfo=timezone(offset), fold=0)
