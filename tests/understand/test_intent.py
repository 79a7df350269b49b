import pytest

from daybook.understand import Intent, intent_of


@pytest.mark.parametrize(
    "message",
    [
        "sing me a song",
        "Pick a number between one and ten.",
        "please order us some pizza",
        "Turn off the lights, it's late.",
        "Don't use bullet points.",
        "let's play a game",
        "Be brief.",
        "Proofread this: all is well",
    ],
)
def test_a_command_states_nothing(message: str) -> None:
    assert intent_of(message) is Intent.OTHER


@pytest.mark.parametrize(
    "message",
    [
        "Moved to Porto yesterday.",
        "Love the new flat!",
        "Don't like coffee.",
        "Gave my sister a scarf.",
        "Feeding the neighbour's cat this week.",
        "Put the house on the market last week.",
        "Book club is on Thursday.",
        "Near the station there's a new bakery.",
        "Wow that was loud.",
    ],
)
def test_a_statement_may_leave_out_who_it_is_about(message: str) -> None:
    assert intent_of(message) is Intent.STATEMENT


def test_a_command_to_remember_asks_memory() -> None:
    assert intent_of("Remind me where I left the ladder.") is Intent.RECALL
