"""Loss and rewards by step, as an SVG file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean

from daybook_eval.report.page.markup import Html, join, tag

_WIDTH, _HEIGHT, _LEFT, _TOP = 300.0, 180.0, 52.0, 34.0
_SMOOTH = 5
"""Steps that the thick line averages."""
_COLOURS = {"loss": "#1f5fa8", "reward": "#2e7d4f"}


def training_curves(steps: Mapping[str, Sequence[Mapping[str, float]]]) -> Html:
    """Draw a panel a stage: the loss of supervised training, the mean reward of training by rewards.

    Args:
        steps: the steps of each stage, as `read_steps` gives them.
    """
    wide = _WIDTH + _LEFT + 24
    panels = [
        tag(
            "g",
            _panel(stage, "loss" if stage == "sft" else "reward", entries),
            transform=f"translate({place * wide:g},0)",
        )
        for place, (stage, entries) in enumerate(steps.items())
    ]
    return tag(
        "svg",
        tag("title", "Training by step"),
        tag("rect", width=wide * max(len(panels), 1), height=_HEIGHT + 80, fill="#ffffff"),
        *panels,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {wide * max(len(panels), 1):g} {_HEIGHT + 80:g}",
        font_family="sans-serif",
        role="img",
    )


def _panel(stage: str, name: str, entries: Sequence[Mapping[str, float]]) -> Html:
    points = [(entry["step"], entry[name]) for entry in entries if name in entry]
    if not points:
        return tag("text", f"{stage}: no steps", x=_LEFT, y=_TOP)
    last = max(step for step, _ in points)
    low, high = min(value for _, value in points), max(value for _, value in points)

    def at(step: float, value: float) -> str:
        up = (value - low) / (high - low) if high > low else 0.5
        return f"{_LEFT + step / last * _WIDTH:.1f},{_TOP + (1 - up) * _HEIGHT:.1f}"

    smooth = [
        (step, fmean(value for _, value in points[max(place - _SMOOTH + 1, 0) : place + 1]))
        for place, (step, _) in enumerate(points)
    ]
    bottom = _TOP + _HEIGHT
    return join(
        [
            tag("text", f"{stage}: {name} by step", x=_LEFT, y=20, font_size=14, fill="#222222"),
            tag("rect", x=_LEFT, y=_TOP, width=_WIDTH, height=_HEIGHT, fill="none", stroke="#cccccc"),
            tag("text", f"{high:.2f}", x=_LEFT - 40, y=_TOP + 8, font_size=12),
            tag("text", f"{low:.2f}", x=_LEFT - 40, y=bottom, font_size=12),
            tag("text", "0", x=_LEFT, y=bottom + 18, font_size=12),
            tag("text", f"{last:g}", x=_LEFT + _WIDTH - 20, y=bottom + 18, font_size=12),
            _line([at(*point) for point in points], _COLOURS[name], 0.8, 0.4),
            _line([at(*point) for point in smooth], _COLOURS[name], 2.0, 1.0),
        ]
    )


def _line(points: Sequence[str], colour: str, width: float, opacity: float) -> Html:
    return tag(
        "polyline",
        points=" ".join(points),
        fill="none",
        stroke=colour,
        stroke_width=width,
        stroke_opacity=opacity,
    )
