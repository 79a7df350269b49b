from datetime import UTC, datetime

import pytest

from daybook.conversation import Role, Round, Turn
from daybook.retrieve.relevance import FLOOR, relevance_floor
from tests.store.indexed import words_of_rounds

SAID = datetime(2026, 3, 2, tzinfo=UTC)
SAILS = words_of_rounds(
    [
        Round(f"r{place}", "ada", "s", 0, place, SAID, Turn(Role.USER, "We sail on the sea."), None)
        for place in range(60)
    ]
)


@pytest.mark.parametrize(
    ("message", "texts", "added"),
    [
        ("Do we sail on the sea?", (), 0.0),
        ("Why is the sea salty?", (), 0.3 * 1 / 2 * 60 / 80),
        ("Why is the sea salty?", ("Salt makes it salty.",), 0.0),
        ("Who painted Guernica?", (), 0.3 * 60 / 80),
        ("", (), 0.0),
    ],
)
def test_what_was_never_spoken_of_has_to_be_nearer(
    message: str, texts: tuple[str, ...], added: float
) -> None:
    assert relevance_floor(message, SAILS, texts) == pytest.approx(FLOOR + added)


def test_a_young_memory_lacks_most_words() -> None:
    young = words_of_rounds(
        [Round("r", "ada", "s", 0, 0, SAID, Turn(Role.USER, "I love Italian food."), None)]
    )

    assert relevance_floor("Which restaurant tonight?", young) == pytest.approx(FLOOR + 0.3 / 21)
