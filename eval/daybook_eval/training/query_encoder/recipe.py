"""How the query encoder is trained."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class QueryRecipe:
    """How it is trained."""

    rank: int = 16
    steps: int = 1_500
    batch: int = 16
    rate: float = 6e-4
    dropout: float = 0.1
    nearness: float = 0.3
    """Weight of the cosine distance to the untrained vector, so that thresholds of cosines go on to hold."""
    share: float = 0.7
    """Of the trained differences that are kept: see `QueryEncoder.differences`."""
    seed: int = 0
