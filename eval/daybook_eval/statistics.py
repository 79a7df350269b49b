"""How sure a figure is, and whether two runs differ. Everything random is seeded.

A bootstrap of means is a few lines of NumPy; scipy has one too, and is 113 MB to install.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb

import numpy as np
from numpy.typing import NDArray

SAMPLES = 10_000
LEVEL = 0.95
_AT_ONCE = 500
"""Samples drawn at a time: memory is bounded by this many rows."""


@dataclass(frozen=True, slots=True)
class ConfidenceInterval:
    """A mean with its confidence interval."""

    mean: float
    low: float
    high: float

    @property
    def bounds(self) -> list[float]:
        """Low and high, as JSON holds them."""
        return [self.low, self.high]

    def __format__(self, spec: str) -> str:
        """Write it as "0.512 [0.480, 0.544]", each number by `spec`."""
        return f"{self.mean:{spec}} [{self.low:{spec}}, {self.high:{spec}}]"


@dataclass(frozen=True, slots=True)
class PairedDifference:
    """The mean paired difference of the second run from the first, with its interval and p-value."""

    interval: ConfidenceInterval
    """Of the mean over questions of second minus first."""
    p: float
    """Two-sided."""


@dataclass(frozen=True, slots=True)
class McNemar:
    """McNemar's test of two runs on the same questions, each right or wrong."""

    first_only: int
    second_only: int
    p: float
    """Two-sided, exact."""


def bootstrap_interval(values: Sequence[float], *, seed: int = 0) -> ConfidenceInterval:
    """Bound the mean of one value a question by the percentile bootstrap.

    Raises:
        ValueError: there are no values.

    Source: Efron and Tibshirani, An Introduction to the Bootstrap, 1993, chapter 13.
    """
    return _resampled(_array(values), seed, SAMPLES)[0]


def paired_bootstrap(
    first: Sequence[float], second: Sequence[float], *, samples: int = SAMPLES
) -> PairedDifference:
    """Compare two runs on the same questions in the same order, by resampling the questions.

    The p-value is the share of samples, the observed one counted in, whose difference, centred on 0, is as
    far from 0 as the observed one.

    Raises:
        ValueError: there are no values, or not as many of the one as of the other.

    Source: Efron and Tibshirani, chapter 16.4 (the shift to the null); Davison and Hinkley, Bootstrap Methods
    and their Application, 1997, section 4.2 (counting the observed one in).
    """
    if len(first) != len(second):
        raise ValueError(f"pairs need as many values: {len(first)} and {len(second)}")
    interval, means = _resampled(_array(second) - _array(first), 0, samples)
    as_far = int((np.abs(means - interval.mean) >= abs(interval.mean) - 1e-12).sum())  # rounding: no distance
    return PairedDifference(interval, (as_far + 1) / (samples + 1))


def mcnemar(first: Sequence[bool], second: Sequence[bool]) -> McNemar:
    """Compare two runs that get the same questions, in the same order, right or wrong.

    Only the questions on which they differ count: were the runs equally good, each would fall to either with
    probability 1/2. The p-value is twice the smaller binomial tail, at most 1.

    Raises:
        ValueError: there are not as many of the one as of the other.

    Source: McNemar, Psychometrika 1947, in its exact form.
    """
    pairs = list(zip(first, second, strict=True))
    first_only = sum(first and not other for first, other in pairs)
    second_only = sum(other and not first for first, other in pairs)
    count = first_only + second_only
    tail = sum(comb(count, place) for place in range(min(first_only, second_only) + 1))
    return McNemar(first_only, second_only, min(1.0, 2 * tail / 2**count))


def _array(values: Sequence[float]) -> NDArray[np.float64]:
    given = np.asarray(values, dtype=np.float64)
    if not given.size:
        raise ValueError("there are no values")
    return given


def _resampled(
    values: NDArray[np.float64], seed: int, samples: int
) -> tuple[ConfidenceInterval, NDArray[np.float64]]:
    """Bound the mean of values, with the means of the samples that were drawn."""
    random = np.random.default_rng(seed)
    sizes = (min(_AT_ONCE, samples - drawn) for drawn in range(0, samples, _AT_ONCE))
    means = np.concatenate(
        [values[random.integers(0, len(values), size=(rows, len(values)))].mean(axis=1) for rows in sizes]
    )
    low, high = np.quantile(means, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    return ConfidenceInterval(float(values.mean()), float(low), float(high)), means
