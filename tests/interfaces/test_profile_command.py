"""`daybook profile`: what is known on one page, for a reader and for the hooks of assistants."""

import json

from tests.interfaces.daybook_command import Command

TOLD = "I live in Leeds.\nI'm allergic to peanuts.\n"


def test_the_profile_is_markdown_with_what_every_reply_has_to_heed_and_facts_with_their_day(
    daybook: Command,
) -> None:
    assert daybook("chat", "--asked-at", "2024-03-05T10:00", stdin=TOLD).code == 0

    printed = daybook("profile")

    assert (printed.code, printed.err) == (0, "")
    assert printed.out.startswith("# What is known about the user\n")
    assert '- "I\'m allergic to peanuts." (2024-03-05)' in printed.out
    assert '- "I live in Leeds." (2024-03-05)' in printed.out


def test_a_hook_gets_the_same_text_in_one_json_object(daybook: Command) -> None:
    daybook("chat", stdin=TOLD)

    told = json.loads(daybook("profile", "--hook").out)["hookSpecificOutput"]

    assert told["hookEventName"] == "SessionStart"
    assert told["additionalContext"] == daybook("profile").out.removesuffix("\n")


def test_of_nobody_it_says_that_nothing_is_known(daybook: Command) -> None:
    printed = daybook("profile", "--owner", "nobody")

    assert printed.code == 0
    assert "Nothing is known about the user yet" in printed.out


def test_only_what_was_said_stands_in_quotation_marks(daybook: Command) -> None:
    daybook(
        "chat", "--asked-at", "2024-03-05T10:00", stdin="My wife Elke works at Google.\nI live in Leeds.\n"
    )
    lines = [line for line in daybook("profile").out.splitlines() if line.startswith("- ")]

    assert '- "I live in Leeds." (2024-03-05)' in lines
    for line in lines:
        written = line.removeprefix("- ").rpartition(" (")[0]
        said = written.strip('"') in "My wife Elke works at Google. I live in Leeds."
        assert written.startswith('"') is said
