"""`daybook profile`: what is known on one page, for a reader and for the hooks of assistants."""

from tests.interfaces.daybook_command import Command

TOLD = ["I live in Leeds.", "I'm allergic to peanuts.", "My wife Elke works at Google."]


def test_the_profile_is_markdown_and_a_hook_gets_it_in_one_json_object(daybook: Command) -> None:
    assert daybook("chat", "--asked-at", "2024-03-05T10:00", stdin="\n".join(TOLD)).code == 0

    printed = daybook("profile")

    assert (printed.code, printed.err) == (0, "")
    assert printed.out.startswith("# What is known about the user\n")
    lines = [line for line in printed.out.splitlines() if line.startswith("- ")]
    assert '- "I\'m allergic to peanuts." (2024-03-05)' in lines
    assert '- "I live in Leeds." (2024-03-05)' in lines
    for line in lines:  # only what was said stands in quotation marks
        written = line.removeprefix("- ").rpartition(" (")[0]
        assert written.startswith('"') is (written.strip('"') in " ".join(TOLD))
    hook = daybook("profile", "--hook").json["hookSpecificOutput"]
    assert hook == {"hookEventName": "SessionStart", "additionalContext": printed.out.removesuffix("\n")}


def test_of_nobody_it_says_that_nothing_is_known(daybook: Command) -> None:
    printed = daybook("profile", "--owner", "nobody")

    assert printed.code == 0
    assert "Nothing is known about the user yet" in printed.out
