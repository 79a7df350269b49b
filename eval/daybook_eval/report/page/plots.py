"""Drawings as inline SVG, made by hand. Colours are the styles'; no line is told by colour alone."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import floor, log

from daybook_eval.report.page.markup import Html, join, tag

HUES = 6
"""How many colours the styles have; they come again with another dash and another mark."""
_DASHES = (None, "7 4", "2 4")
_WIDTH, _HEIGHT = 340.0, 250.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 36.0, 10.0, 12.0, 42.0


@dataclass(frozen=True, slots=True)
class Series:
    """One line of a plot."""

    name: str
    points: Mapping[float, float]
    bounds: Mapping[float, Sequence[float]]
    """Low and high by x, where they are known."""


@dataclass(frozen=True, slots=True)
class _Frame:
    """Where values stand: x on a logarithmic scale, y from a floor to 1."""

    xs: tuple[float, ...]
    floor: float

    def x(self, value: float) -> float:
        first, last = log(self.xs[0]), log(self.xs[-1])
        share = (log(value) - first) / (last - first) if last > first else 0.5
        return _LEFT + share * (_WIDTH - _LEFT - _RIGHT)

    def y(self, value: float) -> float:
        share = (value - self.floor) / (1 - self.floor)
        return _HEIGHT - _BOTTOM - max(0.0, share) * (_HEIGHT - _TOP - _BOTTOM)


def line_plot(series: Sequence[Series], *, title: str, x_name: str) -> Html:
    """Draw shares against a quantity, as a figure with a legend."""
    xs = tuple(sorted({x for line in series for x in line.points}))
    lowest = min(value for line in series for value in line.points.values())
    frame = _Frame(xs, max(0.0, floor((lowest - 0.04) * 10) / 10))
    drawing = tag(
        "svg",
        tag("title", title),
        *_grid(frame, x_name),
        *(_band(frame, line, at) for at, line in enumerate(series) if len(series) <= 2 and line.bounds),
        *(_line(frame, line, at) for at, line in enumerate(series)),
        viewBox=f"0 0 {_WIDTH:g} {_HEIGHT:g}",
        role="img",
    )
    return tag("figure", tag("figcaption", title), legend([line.name for line in series]), drawing)


def legend(names: Sequence[str]) -> Html:
    """Say which mark and dash stands for what; nothing for one line alone."""
    if len(names) < 2:
        return Html("")
    entries = (
        tag(
            "li",
            tag(
                "svg",
                tag("line", x1=0, y1=7, x2=30, y2=7, class_=f"line hue{i % HUES}", stroke_dasharray=_dash(i)),
                _mark(15, 7, i),
                viewBox="0 0 30 14",
                width=30,
                height=14,
                aria_hidden="true",
            ),
            name,
        )
        for i, name in enumerate(names)
    )
    return tag("ul", *entries, class_="legend")


def whisker(value: float, low: float, high: float) -> Html:
    """Draw a share and its interval on a line from 0 to 1, to stand in a cell of a table."""
    return tag(
        "svg",
        tag("title", f"{value:.3f}, 95% from {low:.3f} to {high:.3f}"),
        tag("rect", x=0, y=6, width=100, height=4, rx=2, class_="track"),
        tag("rect", x=f"{low * 100:.1f}", y=6, width=f"{(high - low) * 100:.1f}", height=4, class_="range"),
        tag("circle", cx=f"{value * 100:.1f}", cy=8, r=4, class_="dot"),
        viewBox="-4 0 108 16",
        role="img",
        class_="whisker",
    )


def bar(share: float, label: str) -> Html:
    """Draw a bar of that share of the width there is."""
    return tag(
        "svg",
        tag("title", label),
        tag("rect", x=0, y=2, width=200, height=10, rx=2, class_="track"),
        tag("rect", x=0, y=2, width=f"{max(0.0, min(1.0, share)) * 200:.1f}", height=10, rx=2, class_="fill"),
        viewBox="0 0 200 14",
        role="img",
        class_="bar",
    )


def difference(value: float, low: float, high: float, reach: float) -> Html:
    """Draw a difference and its interval around 0; `reach` is the largest that there is room for."""

    def x(amount: float) -> float:
        return 100 + max(-1.0, min(1.0, amount / reach)) * 96

    sure = "sure" if low > 0 or high < 0 else "unsure"
    return tag(
        "svg",
        tag("title", f"{value:+.3f}, 95% from {low:+.3f} to {high:+.3f}"),
        tag("line", x1=100, y1=0, x2=100, y2=16, class_="axis"),
        tag("line", x1=f"{x(low):.1f}", y1=8, x2=f"{x(high):.1f}", y2=8, class_=f"span {sure}"),
        tag("circle", cx=f"{x(value):.1f}", cy=8, r=4, class_=f"point {sure}"),
        viewBox="0 0 200 16",
        role="img",
        class_="difference",
    )


def _grid(frame: _Frame, x_name: str) -> Iterator[Html]:
    """Draw the lines of y, the ticks of x, and the name of its axis."""
    steps = round((1 - frame.floor) * 10)
    stride = 2 if steps > 6 else 1
    for step in range(0, steps + 1, stride):
        value = 1 - step / 10
        y = f"{frame.y(value):.1f}"
        yield tag("line", x1=_LEFT, y1=y, x2=_WIDTH - _RIGHT, y2=y, class_="grid")
        yield tag("text", f"{value:.1f}", x=_LEFT - 8, y=y, class_="tick left")

    for value in frame.xs:
        label = f"{value / 1000:g}k" if value >= 1000 else f"{value:g}"
        x = f"{frame.x(value):.1f}"
        yield tag("line", x1=x, y1=_HEIGHT - _BOTTOM, x2=x, y2=_HEIGHT - _BOTTOM + 4, class_="grid")
        yield tag("text", label, x=x, y=_HEIGHT - _BOTTOM + 18, class_="tick")
    yield tag("text", x_name, x=(_LEFT + _WIDTH - _RIGHT) / 2, y=_HEIGHT - 6, class_="tick name")


def _line(frame: _Frame, series: Series, place: int) -> Html:
    points = [(x, frame.x(x), frame.y(y), y) for x, y in sorted(series.points.items())]
    path = " ".join(f"{x:.1f},{y:.1f}" for _, x, y, _ in points)
    marks = (
        tag("g", tag("title", f"{series.name}, {at:g}: {value:.3f}"), _mark(x, y, place))
        for at, x, y, value in points
    )
    line = tag("polyline", points=path, class_=f"line hue{place % HUES}", stroke_dasharray=_dash(place))
    return join([line, *marks])


def _band(frame: _Frame, series: Series, place: int) -> Html:
    at = sorted(series.bounds)
    lows = [f"{frame.x(x):.1f},{frame.y(series.bounds[x][0]):.1f}" for x in at]
    highs = [f"{frame.x(x):.1f},{frame.y(series.bounds[x][1]):.1f}" for x in reversed(at)]
    return tag("polygon", points=" ".join(lows + highs), class_=f"band hue{place % HUES}")


def _mark(x: float, y: float, place: int) -> Html:
    style = f"mark hue{place % HUES}"
    if place % 3 == 0:
        return tag("circle", cx=f"{x:.1f}", cy=f"{y:.1f}", r=4, class_=style)
    if place % 3 == 1:
        return tag("rect", x=f"{x - 3.6:.1f}", y=f"{y - 3.6:.1f}", width=7.2, height=7.2, class_=style)
    corners = f"{x:.1f},{y - 5:.1f} {x + 5:.1f},{y + 4:.1f} {x - 5:.1f},{y + 4:.1f}"
    return tag("polygon", points=corners, class_=style)


def _dash(place: int) -> str | None:
    return _DASHES[place // HUES % len(_DASHES)]
