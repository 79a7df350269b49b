"""The time between two dates, computed and put in words."""

from __future__ import annotations

from datetime import date


def whole_months(first: date, second: date) -> int:
    """Count the whole calendar months from the earlier date to the later one."""
    months = (second.year - first.year) * 12 + second.month - first.month
    return months - (second.day < first.day)


def elapsed(first: date, second: date, unit: str | None) -> str:
    """Say how long it is from one date to another, in either order.

    Args:
        first: one date.
        second: the other date.
        unit: "day", "week", "month" or "year"; None for what fits the length.

    Returns:
        "21 days"; "3 weeks", or "about 3 weeks (20 days)" where it is no whole number of them.
    """
    first, second = min(first, second), max(first, second)
    days = (second - first).days
    if unit is None:
        unit = "day" if days < 60 else "month" if whole_months(first, second) < 24 else "year"
    if unit == "day":
        return _counted(days, "day")
    if unit == "week":
        count, exact = round(days / 7), days % 7 == 0
    else:
        count, exact = _months_or_years(first, second, unit, days)
    if exact:
        return _counted(count, unit)
    return f"about {_counted(count, unit)} ({_counted(days, 'day')})"


def _months_or_years(first: date, second: date, unit: str, days: int) -> tuple[int, bool]:
    months = whole_months(first, second)
    same_day = first.day == second.day
    if unit == "month":
        return (months, True) if same_day else (round(days / 30.44), False)
    return (months // 12, True) if same_day and months % 12 == 0 else (round(days / 365.25), False)


def _counted(count: int, unit: str) -> str:
    return f"{count} {unit}" + ("" if count == 1 else "s")
