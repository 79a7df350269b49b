"""Examples that the papers work through, by default and under their presets.

A paper's words stand where it gives any. LongMemEval's figure 1 has an example of each question type, which
our copy of the paper lacks: those are ours, one a type.
"""

from dataclasses import dataclass

import pytest

from daybook import Daybook
from daybook.conversation import Session
from tests.small_memory import ASKED, OpenDaybook, said

OWNER = "bo"
FILLERS = [
    said("starter", -40, "Can you explain how a sourdough starter works?", "Feed it daily."),
    said("boat", -30, "What is a good name for a boat?", "Perhaps Molly."),
    said("pan", -5, "How do I clean a cast iron pan?", "With salt and a cloth."),
]


@dataclass(frozen=True)
class Example:
    """What was told, in sessions; what is asked; and what the answer says and rests on."""

    name: str
    told: tuple[Session, ...]
    question: str
    answered: str
    """Stands in the answer, ahead of `before`; "" where it is to say that it does not know."""
    cites: tuple[str, ...] = ("now",)
    """The sessions that are cited first."""
    before: str = "\0"


TIMERAG = (
    Example(
        "a long-term goal (3.2)",
        (said("now", -60, "I am training for a marathon."),),
        "What am I training for?",
        "a marathon",
    ),
)
LONGMEMEVAL = (
    Example(
        "single-session-user",
        (said("now", -12, "Can you proofread this? I was an apprentice glazier in Ghent.", "Gladly."),),
        "Where was I an apprentice?",
        "Ghent",
    ),
    Example(
        "single-session-assistant (4.2)",
        (
            said("then", -60, "Which restaurant should I try in Leeds?", "Try the Blue Pot."),
            said("now", 24, "Which restaurant should I try in Bath?", "Try the Copper Quince."),
        ),
        "Which restaurant did you recommend last week?",
        "Copper Quince",
        before="Blue Pot",
    ),
    Example(
        "single-session-preference",
        (said("now", -12, "I love historical novels. What holds a bookmark in place?", "A clip."),),
        "Can you suggest some novels for me?",
        "historical novels",
    ),
    Example(
        "multi-session",
        (
            said("then", -12, "How do I oil a chain? I own a road bike.", "Sparingly."),
            said("now", 2, "I also own a folding bike. Does it fit a train rack?", "Mostly."),
        ),
        "Which bikes do I own?",
        "folding bike",
        cites=("now", "then"),
    ),
    Example(
        "knowledge-update",
        (
            said("then", -32, "My personal best for 5k is 27 minutes. How do I get faster?", "Intervals."),
            said("now", 2, "I ran a new personal best of 25 minutes for 5k! What do I eat now?", "Rice."),
        ),
        "What is my personal best for 5k?",
        "25 minutes",
        before="27 minutes",
    ),
    Example(
        "temporal-reasoning",
        (
            said("now", 2, "I planted tomatoes today. How often do I water them?", "Daily."),
            said("later", 16, "I picked my first strawberries today! Any recipe?", "Jam."),
        ),
        "How many days passed between planting tomatoes and picking strawberries?",
        "14 days",
    ),
    Example(
        "abstention",
        (said("now", 2, "My dog Rex is limping. Should I see a vet?", "Yes."),),
        "What is my cat called?",
        "",
    ),
    Example(
        "evidence in passing (3.2)",
        (said("now", 20, "Which car insurance do I need? I bought the car last month.", "Third party."),),
        "When did I buy my car?",
        "[April 2023]",
    ),
)
ASKED_OF = {"timerag": TIMERAG, "longmemeval": LONGMEMEVAL}
CASES = [
    pytest.param(
        example,
        preset,
        id=f"{paper}: {example.name}, {preset or 'by default'}",
        marks=[pytest.mark.slow] if preset else [],
    )
    for paper, examples in ASKED_OF.items()
    for example in examples
    for preset in (None, paper)
]


def told(open_daybook: OpenDaybook, sessions: tuple[Session, ...], **settings: object) -> Daybook:
    daybook = open_daybook(**settings)
    daybook.add([*FILLERS, *sessions], owner=OWNER)
    return daybook


@pytest.mark.parametrize(("example", "preset"), CASES)
def test_what_an_example_asks_is_answered(
    open_daybook: OpenDaybook, example: Example, preset: str | None
) -> None:
    daybook = told(open_daybook, example.told, preset=preset)

    answer = daybook.ask(example.question, owner=OWNER, asked_at=ASKED)

    assert answer.not_known is (not example.answered)
    assert example.answered in answer.text.partition(example.before)[0]
    cited = tuple(one.session_id for one in answer.evidence)
    assert cited[: len(example.cites)] == (example.cites if example.answered else ())


def test_max_sim_finds_a_recommendation_that_the_users_side_does_not_hold(open_daybook: OpenDaybook) -> None:
    sessions = (
        said("week", 20, "I am hungry and it rains.", "There is a restaurant I recommend, the Blue Pot."),
        said("visit", 22, "We ate at a restaurant that a friend had recommended.", "Lovely."),
    )
    question = "What restaurant did you recommend last week?"
    daybook = told(open_daybook, sessions, preset="max-sim")
    by_user = open_daybook(preset="max-sim", keying="user-only")

    def place(memory: Daybook) -> int:
        found = memory.search(question, owner=OWNER, asked_at=ASKED).candidates
        return [hit.round.session_id for hit in found].index("week")

    assert place(daybook) < place(by_user)
