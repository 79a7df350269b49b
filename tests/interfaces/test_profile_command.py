"""`daybook profile`: what is known on one page, for a reader and for the hooks of assistants."""

from tests.interfaces.daybook_command import Command


def test_the_profile_is_markdown_and_a_hook_gets_it_in_one_json_object(daybook: Command) -> None:
    assert daybook("ledger", "add", "I'm allergic to peanuts.", "--slot", "constraint.allergy").code == 0

    printed = daybook("profile")

    assert (printed.code, printed.err) == (0, "")
    assert printed.out.startswith("# What is known about the user\n")
    assert '- "I\'m allergic to peanuts."' in printed.out
    hook = daybook("profile", "--hook").json["hookSpecificOutput"]
    assert hook == {"hookEventName": "SessionStart", "additionalContext": printed.out.removesuffix("\n")}


def test_of_nobody_it_says_that_nothing_is_known(daybook: Command) -> None:
    printed = daybook("profile", "--owner", "nobody")

    assert printed.code == 0
    assert "Nothing is known about the user yet" in printed.out
