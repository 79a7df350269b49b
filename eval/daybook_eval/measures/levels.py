"""Views of one ranking at three levels: rounds, sessions, and the official script's turns.

- round: a user turn and the reply; relevant when either turn is evidence.
- session: a session stands where its best round stands; relevant when one of its turns is evidence.
- official_turn: LongMemEval's script indexes the user's turns alone; relevant are those of them that are
  evidence. A round without a user's turn is passed over, and a question whose evidence is all the
  assistant's has nothing relevant: it is not measured at this level.

Source: the retrieval evaluation script of Wu et al., LongMemEval, ICLR 2025.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

Level: TypeAlias = Literal["round", "session", "official_turn"]


@dataclass(frozen=True, slots=True)
class RankedItem:
    """One round of a ranking."""

    round_id: str
    session: int
    """Place of its session in the history: session ids may repeat."""
    has_user: bool


@dataclass(frozen=True, slots=True)
class GoldRound:
    """A round with evidence."""

    round_id: str
    session: int
    user_side: bool
    """Whether the user's turn is evidence, and not the assistant's alone."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """A ranking, best first and each item once, with what is relevant."""

    items: tuple[str, ...]
    relevant: frozenset[str]


def levels(ranking: Sequence[RankedItem], gold: Iterable[GoldRound]) -> Mapping[Level, Ranked]:
    """Look at a ranking of rounds at every level.

    Args:
        ranking: best first, each round once.
        gold: the rounds with evidence.

    Returns:
        By level; a level at which nothing is relevant is left out.
    """
    gold = tuple(gold)
    every: dict[Level, Ranked] = {
        "round": Ranked(
            tuple(round.round_id for round in ranking), frozenset(round.round_id for round in gold)
        ),
        "session": Ranked(
            tuple(dict.fromkeys(str(round.session) for round in ranking)),
            frozenset(str(round.session) for round in gold),
        ),
        "official_turn": Ranked(
            tuple(round.round_id for round in ranking if round.has_user),
            frozenset(round.round_id for round in gold if round.user_side),
        ),
    }
    return {level: ranked for level, ranked in every.items() if ranked.relevant}
