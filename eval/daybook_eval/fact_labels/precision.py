"""Precision and calibration of written facts, from the labels of a part of them."""

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from daybook_eval.fact_labels.facts import ANSWERING, DataSet, FoundFact, Half, of_half
from daybook_eval.report.page.markup import Html, join, tag
from daybook_eval.tables import figure


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
    weights = _weights(facts)
    total = sum(weights[found.stratum] for found in judged)
    right = sum(weights[found.stratum] for found in judged if _is_right(found))
    count = sum(map(_is_right, judged))
    return Precision(len(facts), len(judged), count, right / total if total else None)


def precision_by(facts: Sequence[FoundFact], name_of: Callable[[FoundFact], str]) -> Mapping[str, Precision]:
    """Count what is right of every kind, most frequent kinds first."""
    kinds: dict[str, list[FoundFact]] = defaultdict(list)
    for found in facts:
        kinds[name_of(found)].append(found)
    return {name: precision(kinds[name]) for name in sorted(kinds, key=lambda name: -len(kinds[name]))}


def calibration(facts: Sequence[FoundFact], width: float = 0.05) -> list[Bin]:
    """Put judged facts into bins by reliability, surest last; `width` is that of a bin."""
    weights = _weights(facts)
    bins: dict[int, list[FoundFact]] = defaultdict(list)
    for found in facts:
        if found.label is not None:
            bins[int(found.fact.reliability / width + 1e-9)].append(found)
    return [_bin(bins[place], weights) for place in sorted(bins)]


def expected_error(facts: Sequence[FoundFact], bins: Sequence[Bin], width: float = 0.05) -> float | None:
    """Mean distance of reliability and share right over bins, weighted by the facts found in each.

    Source: Naeini, Cooper and Hauskrecht, AAAI 2015 (expected calibration error).
    """
    found = Counter(int(fact.fact.reliability / width + 1e-9) for fact in facts)
    sizes = [found[int(bin_.reliability / width + 1e-9)] for bin_ in bins]
    if not sum(sizes):
        return None
    off = (size * abs(bin_.reliability - bin_.share) for size, bin_ in zip(sizes, bins, strict=True))
    return sum(off) / sum(sizes)


def _bin(facts: Sequence[FoundFact], weights: Mapping[str, float]) -> Bin:
    total = sum(weights[found.stratum] for found in facts)
    right = sum(weights[found.stratum] for found in facts if _is_right(found))
    mean = sum(weights[found.stratum] * found.fact.reliability for found in facts) / total
    return Bin(mean, right / total, len(facts))


def _weights(facts: Sequence[FoundFact]) -> Mapping[str, float]:
    found = Counter(fact.stratum for fact in facts)
    judged = Counter(labelled.stratum for labelled in facts if labelled.label is not None)
    return {stratum: found[stratum] / judged[stratum] for stratum in judged}


def _is_right(found: FoundFact) -> bool:
    return found.label is not None and found.label.right


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
    return join(
        [
            _line((_LOWEST, value), (1.0, value), "#e4e4e4"),
            tag("text", label, x=_LEFT - 30, y=_y(value) + 4, font_size=12),
            tag("text", label, x=_x(value) - 9, y=_y(_LOWEST) + 18, font_size=12),
        ]
    )


def _series(name: str, bins: Sequence[Bin], place: int) -> Html:
    colour = _COLOURS[place]
    points = [f"{_x(bin_.reliability):.1f},{_y(bin_.share):.1f}" for bin_ in bins]
    marks = (
        tag(
            "circle",
            tag(
                "title", f"{name}: {bin_.reliability:.2f} sure, {bin_.share:.2f} right, {bin_.judged} judged"
            ),
            cx=f"{_x(bin_.reliability):.1f}",
            cy=f"{_y(bin_.share):.1f}",
            r=f"{2.5 + min(bin_.judged, 150) ** 0.5 / 2:.1f}",
            fill=colour,
            fill_opacity=0.75,
        )
        for bin_ in bins
    )
    line = tag("polyline", points=" ".join(points), fill="none", stroke=colour, stroke_width=1.5)
    legend = tag("text", name, x=_LEFT + 12, y=_TOP + 20 + 18 * place, font_size=13, fill=colour)
    return join([line, *marks, legend])


def _line(start: tuple[float, float], end: tuple[float, float], colour: str, dash: str | None = None) -> Html:
    return tag(
        "line",
        x1=f"{_x(start[0]):.1f}",
        y1=f"{_y(start[1]):.1f}",
        x2=f"{_x(end[0]):.1f}",
        y2=f"{_y(end[1]):.1f}",
        stroke=colour,
        stroke_dasharray=dash,
    )


_CONTEXT = 150
"""Characters of a turn before and after a statement that a reader sees."""


def shape(facts: Sequence[FoundFact], turns: Mapping[Half, int]) -> dict[str, object]:
    """Give the figures of both halves for JSON."""
    return {half.value: _half_shape(of_half(facts, half), turns[half]) for half in Half}


def tables(facts: Sequence[FoundFact], turns: Mapping[Half, int]) -> Iterator[str]:
    """Yield the lines of a report: totals of both halves, calibration, then slots and templates."""
    for half in Half:
        own = of_half(facts, half)
        answering = [found for found in own if found.fact.slot in ANSWERING]
        bins = calibration(own)
        error = expected_error(own, bins)
        yield f"half {half}: {turns[half]} turns, {_per_thousand(own, turns[half]):.1f} facts per 1,000"
        rows = {"all written": precision(own), "slots that answer": precision(answering)}
        yield from _rows({**rows, **precision_by(own, _kind_of_chat)})
        yield f"  calibration error {figure(error)}; reliability: share right (judged)"
        yield "  " + "  ".join(f"{bin_.reliability:.2f}: {bin_.share:.2f} ({bin_.judged})" for bin_ in bins)
        yield ""
    for kind, name_of in (("slot", _slot), ("template", _template)):
        yield f"by {kind}, half A"
        yield from _rows(precision_by(of_half(facts, Half.A), name_of))
        yield ""


def unlabelled(facts: Sequence[FoundFact], half: Half, limit: int, seed: int) -> Iterator[str]:
    """Yield facts that nobody judged, for a reader: all of slots that answer, then others at random."""
    waiting = [found for found in of_half(facts, half) if found.label is None]
    first = [found for found in waiting if found.fact.slot in ANSWERING]
    others = [found for found in waiting if found.fact.slot not in ANSWERING]
    for found in (*first, *random.Random(seed).sample(others, min(limit, len(others)))):
        yield from _for_a_reader(found)


def _for_a_reader(found: FoundFact) -> Iterator[str]:
    turn, fact, support = found.turn, found.fact, found.fact.support
    before = turn.text[max(0, support.start - _CONTEXT) : support.start]
    after = turn.text[support.stop : support.stop + _CONTEXT]
    yield f"{turn.data} {turn.name} {support.start}-{support.stop} {fact.slot} {fact.polarity} {fact.act}"
    yield f"  {fact.value!r}: {fact.text}"
    yield f"  < {turn.before[-_CONTEXT:]!r}"
    yield f"  > {before!r} [[{support.quote!r}]] {after!r}"


def _half_shape(facts: Sequence[FoundFact], turns: int) -> dict[str, object]:
    bins = calibration(facts)
    return {
        "turns": turns,
        "facts_per_1000_turns": round(_per_thousand(facts, turns), 2),
        "all": _plain(precision(facts)),
        "answering": _plain(precision([found for found in facts if found.fact.slot in ANSWERING])),
        "calibration_error": expected_error(facts, bins),
        "bins": [[bin_.reliability, bin_.share, bin_.judged] for bin_ in bins],
        "by_slot": {name: _plain(precision) for name, precision in precision_by(facts, _slot).items()},
    }


def _per_thousand(facts: Sequence[FoundFact], turns: int) -> float:
    return 1000 * len(facts) / max(1, turns)


def _plain(one: Precision) -> dict[str, object]:
    return {"found": one.found, "judged": one.judged, "right": one.right, "share": one.share}


def _rows(kinds: Mapping[str, Precision]) -> Iterator[str]:
    width = max(map(len, kinds), default=0)
    for name, precision in kinds.items():
        share = "   –" if precision.share is None else f"{precision.share:4.2f}"
        judged = f"{precision.right} of {precision.judged} judged"
        yield f"  {name:{width}}  {share} right of {precision.found:4} ({judged})"


def _slot(found: FoundFact) -> str:
    return found.fact.slot


def _kind_of_chat(found: FoundFact) -> str:
    return "with an assistant" if found.turn.data is DataSet.LONGMEMEVAL else "between two people"


def _template(found: FoundFact) -> str:
    return found.template
