"""Precision and calibration of written facts, from the labels of a part of them."""

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from daybook.conversation.errors import BadInput
from daybook_eval.fact_labels.facts import (
    ANSWERING,
    DataSet,
    FoundFact,
    Half,
    of_half,
    read_labels,
    turns_of,
    written_facts,
)
from daybook_eval.report.page.markup import Html, join, tag
from daybook_eval.tables import Report, figure

_WIDTH = 0.05
"""Of a bin of reliability."""


@dataclass(frozen=True, slots=True)
class Precision:
    """How many facts of a kind there are, were judged, and are right."""

    found: int
    judged: int
    right: int
    share: float | None
    """Of all that were found, by strata: every judged fact stands for the facts of its stratum that it was
    drawn from. None where nothing was judged."""


@dataclass(frozen=True, slots=True)
class Bin:
    """Facts of nearly the same reliability."""

    reliability: float
    """Their mean."""
    share: float
    """How much of them is right, by strata."""
    judged: int


def precision(facts: Sequence[FoundFact]) -> Precision:
    """Count what is right."""
    judged = [found for found in facts if found.label is not None]
    share = _right_share(judged, _weights(facts)) if judged else None
    return Precision(len(facts), len(judged), sum(found.is_right for found in judged), share)


def precision_by(facts: Sequence[FoundFact], name_of: Callable[[FoundFact], str]) -> Mapping[str, Precision]:
    """Count what is right of every kind, most frequent kinds first."""
    kinds: dict[str, list[FoundFact]] = defaultdict(list)
    for found in facts:
        kinds[name_of(found)].append(found)
    return {name: precision(kinds[name]) for name in sorted(kinds, key=lambda name: -len(kinds[name]))}


def calibration(facts: Sequence[FoundFact]) -> list[Bin]:
    """Put judged facts into bins by reliability, surest last."""
    weights = _weights(facts)
    bins: dict[int, list[FoundFact]] = defaultdict(list)
    for found in facts:
        if found.label is not None:
            bins[_bin_of(found.fact.reliability)].append(found)
    return [_bin(bins[place], weights) for place in sorted(bins)]


def expected_error(facts: Sequence[FoundFact], bins: Sequence[Bin]) -> float | None:
    """Mean distance of reliability and share right over bins, weighted by the facts found in each.

    Source: Naeini, Cooper and Hauskrecht, AAAI 2015 (expected calibration error).
    """
    found = Counter(_bin_of(fact.fact.reliability) for fact in facts)
    sizes = [found[_bin_of(bin_.reliability)] for bin_ in bins]
    if not sum(sizes):
        return None
    off = (size * abs(bin_.reliability - bin_.share) for size, bin_ in zip(sizes, bins, strict=True))
    return sum(off) / sum(sizes)


def _bin_of(reliability: float) -> int:
    return int(reliability / _WIDTH + 1e-9)


def _bin(facts: Sequence[FoundFact], weights: Mapping[str, float]) -> Bin:
    total = sum(weights[found.stratum] for found in facts)
    mean = sum(weights[found.stratum] * found.fact.reliability for found in facts) / total
    return Bin(mean, _right_share(facts, weights), len(facts))


def _right_share(judged: Sequence[FoundFact], weights: Mapping[str, float]) -> float:
    right = sum(weights[found.stratum] for found in judged if found.is_right)
    return right / sum(weights[found.stratum] for found in judged)


def _weights(facts: Sequence[FoundFact]) -> Mapping[str, float]:
    """How many facts each judged one of a stratum stands for."""
    found = Counter(fact.stratum for fact in facts)
    judged = Counter(fact.stratum for fact in facts if fact.label is not None)
    return {stratum: found[stratum] / judged[stratum] for stratum in judged}


_SIZE, _LEFT, _TOP, _LOWEST = 400.0, 48.0, 40.0, 0.5
_COLOURS = ("#1f5fa8", "#b0402c", "#2e7d4f")


def reliability_diagram(halves: Mapping[str, Sequence[Bin]], *, title: str) -> Html:
    """Draw the share right against reliability, both from 0.5 to 1; the diagonal is perfect calibration."""
    drawing = (
        tag("rect", width=_SIZE + 80, height=_SIZE + 90, fill="#ffffff"),
        tag("text", title, x=_LEFT, y=22, font_size=14, fill="#222222"),
        *(_grid(0.5 + step / 10) for step in range(6)),
        _line((_LOWEST, _LOWEST), (1.0, 1.0), "#888888", "5 4"),
        *(_series(name, bins, place) for place, (name, bins) in enumerate(halves.items())),
        tag("text", "reliability of the template", x=_x(0.68), y=_y(_LOWEST) + 36, font_size=12),
    )
    return tag(
        "svg",
        tag("title", title),
        *drawing,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {_SIZE + 80:g} {_SIZE + 90:g}",
        font_family="sans-serif",
        role="img",
    )


def _x(value: float) -> float:
    return _LEFT + (max(value, _LOWEST) - _LOWEST) / (1 - _LOWEST) * _SIZE


def _y(value: float) -> float:
    return _TOP + (1 - max(value, _LOWEST)) / (1 - _LOWEST) * _SIZE


def _grid(value: float) -> Html:
    label = f"{value:.1f}"
    line = _line((_LOWEST, value), (1.0, value), "#e4e4e4")
    beside = tag("text", label, x=_LEFT - 30, y=_y(value) + 4, font_size=12)
    below = tag("text", label, x=_x(value) - 9, y=_y(_LOWEST) + 18, font_size=12)
    return join([line, beside, below])


def _series(name: str, bins: Sequence[Bin], place: int) -> Html:
    colour, points, marks = _COLOURS[place], [], []
    for bin_ in bins:
        x, y = f"{_x(bin_.reliability):.1f}", f"{_y(bin_.share):.1f}"
        told = f"{name}: {bin_.reliability:.2f} sure, {bin_.share:.2f} right, {bin_.judged} judged"
        size = f"{2.5 + min(bin_.judged, 150) ** 0.5 / 2:.1f}"
        points.append(f"{x},{y}")
        marks.append(tag("circle", tag("title", told), cx=x, cy=y, r=size, fill=colour, fill_opacity=0.75))
    line = tag("polyline", points=" ".join(points), fill="none", stroke=colour, stroke_width=1.5)
    legend = tag("text", name, x=_LEFT + 12, y=_TOP + 20 + 18 * place, font_size=13, fill=colour)
    return join([line, *marks, legend])


def _line(start: tuple[float, float], end: tuple[float, float], colour: str, dash: str | None = None) -> Html:
    (x1, y1), (x2, y2) = ((f"{_x(x):.1f}", f"{_y(y):.1f}") for x, y in (start, end))
    return tag("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=colour, stroke_dasharray=dash)


_CONTEXT = 150
"""Characters of a turn before and after a statement that a reader sees."""


def shape(facts: Sequence[FoundFact], turns: Mapping[Half, int]) -> dict[str, object]:
    """Give the figures of both halves for JSON."""
    return {half.value: _half_shape(of_half(facts, half), turns[half]) for half in Half}


def _half_shape(facts: Sequence[FoundFact], turns: int) -> dict[str, object]:
    bins = calibration(facts)
    by_slot = precision_by(facts, lambda found: found.fact.slot)
    return {
        "turns": turns,
        "facts_per_1000_turns": round(_per_thousand(facts, turns), 2),
        "all": asdict(precision(facts)),
        "answering": asdict(precision(_answering(facts))),
        "calibration_error": expected_error(facts, bins),
        "bins": [[bin_.reliability, bin_.share, bin_.judged] for bin_ in bins],
        "by_slot": {name: asdict(counted) for name, counted in by_slot.items()},
    }


def tables(facts: Sequence[FoundFact], turns: Mapping[Half, int]) -> Iterator[str]:
    """Yield the lines of a report: totals of both halves, calibration, then slots and templates."""
    for half in Half:
        own = of_half(facts, half)
        bins = calibration(own)
        yield f"half {half}: {turns[half]} turns, {_per_thousand(own, turns[half]):.1f} facts per 1,000"
        rows = {"all written": precision(own), "slots that answer": precision(_answering(own))}
        yield from _rows({**rows, **precision_by(own, _kind_of_chat)})
        yield f"  calibration error {figure(expected_error(own, bins))}; reliability: share right (judged)"
        yield "  " + "  ".join(f"{bin_.reliability:.2f}: {bin_.share:.2f} ({bin_.judged})" for bin_ in bins)
        yield ""
    own = of_half(facts, Half.A)
    yield "by slot, half A"
    yield from _rows(precision_by(own, lambda found: found.fact.slot))
    yield "\nby template, half A"
    yield from _rows(precision_by(own, lambda found: found.template))
    yield ""


def unlabelled(facts: Sequence[FoundFact], half: Half, limit: int, seed: int) -> Iterator[str]:
    """Yield facts that nobody judged, for a reader: all of slots that answer, then others at random."""
    waiting = [found for found in of_half(facts, half) if found.label is None]
    others = [found for found in waiting if found.fact.slot not in ANSWERING]
    for found in (*_answering(waiting), *random.Random(seed).sample(others, min(limit, len(others)))):
        turn, fact, support = found.turn, found.fact, found.fact.support
        before = turn.text[max(0, support.start - _CONTEXT) : support.start]
        after = turn.text[support.stop : support.stop + _CONTEXT]
        yield f"{turn.data} {turn.name} {support.start}-{support.stop} {fact.slot} {fact.polarity} {fact.act}"
        yield f"  {fact.value!r}: {fact.text}"
        yield f"  < {turn.before[-_CONTEXT:]!r}"
        yield f"  > {before!r} [[{support.quote!r}]] {after!r}"


def _answering(facts: Sequence[FoundFact]) -> list[FoundFact]:
    return [found for found in facts if found.fact.slot in ANSWERING]


def _per_thousand(facts: Sequence[FoundFact], turns: int) -> float:
    return 1000 * len(facts) / max(1, turns)


def _rows(kinds: Mapping[str, Precision]) -> Iterator[str]:
    width = max(map(len, kinds), default=0)
    for name, counted in kinds.items():
        share = "   –" if counted.share is None else f"{counted.share:4.2f}"
        judged = f"{counted.right} of {counted.judged} judged"
        yield f"  {name:{width}}  {share} right of {counted.found:4} ({judged})"


def _kind_of_chat(found: FoundFact) -> str:
    return "with an assistant" if found.turn.data is DataSet.LONGMEMEVAL else "between two people"


def report(
    data: Path | None,
    locomo: Path | None,
    msc: Path | None,
    realtalk: Path | None,
    tau: float,
    plot: Path | None,
    show_unlabelled: int,
    half: str,
    seed: int,
) -> Report | list[str]:
    """Find facts in the turns of the given files, and count what is right; or list `unlabelled` ones."""
    files = {DataSet.LONGMEMEVAL: data, DataSet.MSC: msc, DataSet.LOCOMO: locomo, DataSet.REALTALK: realtalk}
    if not any(files.values()):
        raise BadInput("give at least one file (--help shows examples)", source="fact-labels")
    if half not in list(Half):
        raise BadInput(f"should be A or B, not {half!r}", source="--half")
    turns = [turn for name, path in files.items() if path for turn in turns_of(name, path)]
    counts = Counter(turn.half for turn in turns)
    facts = list(written_facts(turns, read_labels(), tau))
    if plot is not None:
        bins = {f"half {half}": calibration(of_half(facts, half)) for half in Half}
        plot.write_text(reliability_diagram(bins, title="How often templates are right"), encoding="utf-8")
    if show_unlabelled:
        return list(unlabelled(facts, Half(half), show_unlabelled, seed))
    return Report(list(tables(facts, counts)), shape(facts, counts))
