"""The worked examples of MemoryStack, by default and under its preset.

What is found here is found without a chat model: records, which supersede, come only from one or a hand.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from daybook import Daybook
from daybook.conversation import Role, Session, Turn
from daybook.models.embedding import Embedder
from daybook.settings import Settings

pytestmark = pytest.mark.slow

JANUARY = datetime(2025, 1, 10, 9, tzinfo=UTC)
ASKED = JANUARY + timedelta(days=100)
ROLES = (Role.USER, Role.ASSISTANT)


def session(day: int, *texts: str) -> Session:
    turns = tuple(Turn(ROLES[place % 2], text) for place, text in enumerate(texts))
    return Session(f"day {day}", JANUARY + timedelta(days=day), turns)


OTHERS = [
    session(3, "Can you help me plan a birthday party for my niece?", "Sure, what does she like?"),
    session(20, "How do I fix a flat bicycle tire?", "Remove the wheel first."),
    session(71, "I adopted a grey cat named Pixel.", "Lovely!"),
]


@contextmanager
def opened(folder: Path, minilm: Embedder, preset: str | None, *told: Session) -> Iterator[Daybook]:
    """A memory that was told this among other things."""
    settings = Settings.of(data_dir=folder, **({"preset": preset} if preset else {}))
    with Daybook.open(settings=settings, embedder=minilm, clock=lambda: ASKED) as daybook:
        daybook.add([*told, *OTHERS], owner="ada")
        yield daybook


@dataclass(frozen=True)
class Example:
    told: Mapping[int, tuple[str, ...]]
    """What was said, by day."""
    question: str
    asked: int = 100


MICROSOFT, SEATTLE = ("I work at Microsoft.",), ("I live in Seattle.",)
MOVED = ("I recently moved from Seattle to Austin.",)
STACK = {
    # 3.5.1, the concrete example, the templates of step 3, and section 1
    "started": Example({0: MICROSOFT, 70: ("I just started at Google.",)}, "Where do I work?"),
    "switched": Example({0: MICROSOFT, 70: ("I just switched jobs to Google.",)}, "Where do I work?"),
    "left": Example({0: MICROSOFT, 70: ("I left Microsoft.",)}, "Where do I work?"),
    "quit": Example({0: MICROSOFT, 70: ("I quit Microsoft.",)}, "Where do I work?"),
    "moved from": Example({0: SEATTLE, 70: ("I moved from Seattle.",)}, "Where do I live?"),
    "moved": Example({0: SEATTLE, 70: MOVED}, "Where do I live?"),
    "dislikes": Example({0: ("I prefer coffee.",), 30: ("I don't like coffee.",)}, "Do I prefer coffee?"),
    "is not": Example({0: ("I am a teacher.",), 70: ("I am not a teacher.",)}, "Am I a teacher?"),
    "seat": Example({0: ("I prefer window seats on flights.",)}, "Which seat do I prefer on flights?"),
    "recommended": Example(
        {
            0: (
                "Which restaurant should I try in Bath?",
                "I recommend the restaurant Copper Quince on Walcot Row.",
            )
        },
        "What restaurant did you recommend last week?",
        asked=9,
    ),
    "commute": Example({0: ("I take the train to work.",)}, "How long is my commute?"),
    "apartment": Example({0: SEATTLE, 70: MOVED}, "Where was my old apartment?"),
}


@pytest.mark.parametrize("preset", [None, pytest.param("memorystack", marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", STACK)
def test_what_an_example_of_memorystack_said_last_is_among_the_first_two(
    tmp_path: Path, minilm: Embedder, name: str, preset: str | None
) -> None:
    example = STACK[name]
    told = [session(day, *texts) for day, texts in example.told.items()]
    asked_at = JANUARY + timedelta(days=example.asked)
    with opened(tmp_path, minilm, preset, *told) as daybook:
        explanation = daybook.explain(example.question, owner="ada", asked_at=asked_at)

    found = [candidate.round.session_id for candidate in explanation.ranked]
    assert told[-1].session_id in found[:2]
