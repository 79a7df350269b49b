from datetime import UTC, datetime

import pytest

from daybook.answer.quotes import check_quotes, find_quote
from daybook.conversation import Answer, Evidence, Note, RetrievalPlan, Role, Round, Turn

SAID_AT = datetime(2023, 5, 3, 10, tzinfo=UTC)
USER = "I don\u2019t drive \u2014 I  take\nthe 9:15 bus\u2026 Always."
ROUND = Round(
    round_id="r1",
    owner="me",
    session_id="s",
    occurrence=0,
    position=0,
    said_at=SAID_AT,
    user=Turn(Role.USER, USER),
    assistant=Turn(Role.ASSISTANT, "The bus (line 4) costs $2.50."),
)


@pytest.mark.parametrize(
    ("quote", "found"),
    [
        ("Always.", "Always."),
        ("  Always. ", "Always."),
        (
            "I don't drive - I take the 9:15 bus... Always",
            "I don\u2019t drive \u2014 I  take\nthe 9:15 bus\u2026 Always",
        ),
        ("\u201cthe 9:15 bus\u201d", "the 9:15 bus"),
        ("...take the 9:15 bus", "take\nthe 9:15 bus"),
        ("The bus (line 4) costs $2.50.", "The bus (line 4) costs $2.50."),
        ("i don't drive", None),
        ("I take the 9:30 bus", None),
        ("the 9:15 bus. The bus", None),
        ("", None),
        ('"..."', None),
    ],
)
def test_a_quote_is_found_whatever_its_white_space_and_signs(quote: str, found: str | None) -> None:
    assert find_quote(quote, ROUND) == found


def test_only_quotes_that_stand_in_the_round_that_they_name_are_left() -> None:
    quotes = ("I don't drive", "I fly")
    reading = Answer(
        "You take the bus.",
        not_known=False,
        notes=(
            *(Note("r1", "s", SAID_AT, quote, "") for quote in quotes),
            Note("r2", "s", SAID_AT, "Always.", ""),
        ),
        cited=tuple(Evidence("r1", "s", SAID_AT, quote) for quote in quotes),
        plan=RetrievalPlan("How?", ("How?",)),
    )

    checked = check_quotes(reading, [ROUND])

    assert [note.quote for note in checked.notes] == ["I don\u2019t drive"]
    assert [evidence.quote for evidence in checked.evidence] == ["I don\u2019t drive"]
    assert checked.text == reading.text
