"""`daybook chat` and `daybook demo` in a pipe: what is printed, kept, asked and forgotten."""

import sys
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path

import pytest

from daybook.conversation.errors import ModelUnavailable
from daybook.interfaces.cli.program import run
from tests.interfaces.daybook_command import Command, HashedWords, Typed
from tests.interfaces.ledger_facts import post_facts
from tests.scripted_server import Body, scripted_server

INSULIN = "I take insulin every day.\n"
HEALTH = "something about your health: “I take insulin every day.” Shall I remember such things? (yes/no)"
FACT = {"round": 1, "quote": INSULIN.strip(), "slot": "health.treatment", "value": "insulin"}


@pytest.fixture
def learning(daybook: Command) -> Iterator[Command]:
    """The command with a model that finds the insulin in what is said, and replies in few words."""

    def said(body: Body) -> str | Mapping[str, object]:
        if "the kinds of facts that are kept" not in str(body["messages"]):
            return "Good to know."
        return {"facts": [FACT] if INSULIN.strip() in str(body["messages"][1:]) else []}

    with scripted_server() as server:
        server.always(said)
        given = {
            "DAYBOOK_CHAT_MODEL": "small",
            "OPENAI_BASE_URL": server.url,
            "OPENAI_API_KEY": "sk-loopback",
        }
        yield partial(daybook, **given)


def test_what_is_told_is_kept_and_answered_in_a_later_chat(daybook: Command) -> None:
    daybook("chat", "--asked-at", "2024-03-05T09:00", stdin="I parked the car on level four.\n")

    done = daybook("chat", "--asked-at", "2024-03-06T09:00", stdin="Where did I park the car?\n")

    assert done.code == 0
    assert "level four" in done.out
    assert "said on 2024-03-05" in done.out


def test_a_chat_is_a_session_of_its_own(daybook: Command) -> None:
    daybook("chat", "--asked-at", "2024-03-05T09:00", stdin="I keep bees.\nThey swarm in May.\n")
    daybook("chat", "--asked-at", "2024-03-05T09:00", stdin="I keep hens.\n")
    daybook("chat", "--session", "garden", "--asked-at", "2024-03-05T10:00", stdin="I sowed peas.\n")

    listed = daybook("sessions", "--json").json["sessions"]

    assert [(session["session_id"], session["rounds"]) for session in listed] == [
        ("chat-2024-03-05-0900", 2),
        ("chat-2024-03-05-0900-2", 1),
        ("garden", 1),
    ]


def learnt(daybook: Command) -> set[str]:
    return {record["slot"] for record in daybook("ledger", "--json").json["records"]}


@pytest.mark.parametrize(("answer", "slots"), [("yes", {"health.treatment"}), ("no", set())])
def test_what_is_sensitive_is_asked_for_once_below_the_reply_and_written_after_a_yes(
    learning: Command, answer: str, slots: set[str]
) -> None:
    done = learning("chat", stdin=f"{INSULIN}{answer}\nI keep bees.\n/ledger\n")

    assert done.out.count(HEALTH) == 1
    assert learning("review", "--json").json == {"waiting": []}
    assert learnt(learning) == slots


def test_what_waits_for_consent_is_listed_in_review_with_how_to_answer(learning: Command) -> None:
    shown = learning("chat", stdin=f"{INSULIN}/ledger\n").out
    (waiting,) = learning("review", "--json").json["waiting"]
    listed = learning("review").out.rstrip("\n").split("\t")

    assert (waiting["kind"], waiting["family"], waiting["record"]) == ("consent", "health", None)
    assert listed[0] == "consent"
    assert HEALTH in listed[1]
    assert shown.endswith("1 thing waits for your yes or no: `daybook review`\n")
    assert listed[-1] == "daybook policy --allow health (--deny if you do not want it)"


def test_the_commands_of_a_chat(filled: Command) -> None:
    questions = "/why\nWhere did I park the car?\n/why\n/help\n/dance\n/forget nothing\n/quit\nunread\n"
    done = filled("chat", stdin=questions)

    assert done.code == 0
    assert done.out.startswith("there is no reply to look at\n")
    assert "question   Where did I park the car?\n" in done.out
    assert "“I parked the car on level four.”" in done.out
    assert "\nms: " in done.out
    assert "/forget" in done.out
    assert "I do not know /dance: /help says what I know" in done.out
    assert "has no session 'nothing'" in done.out  # an error is one line, and the chat goes on
    assert filled("stats", "--json").json["rounds"] == 3


def test_forget_asks_and_forgets_this_chat(filled: Command) -> None:
    kept = filled("chat", stdin="I keep bees.\n/forget\nno\n")
    gone = filled("chat", stdin="I keep hens.\n/forget\nyes\n/why\n")

    assert kept.out.splitlines()[-1] == "kept"
    assert "forgotten: " in gone.out
    assert "hens" not in filled("search", "hens").out
    assert filled("stats", "--json").json["rounds"] == 3


def test_the_demo_answers_every_question(daybook: Command) -> None:
    done = daybook("demo", "--json")

    assert done.code == 0
    answers = done.json["answers"]
    assert len(answers) >= 9
    names = {"question", "kind", "answer", "evidence", "notes", "timings"}
    assert all(names <= set(answer) for answer in answers)
    assert daybook("stats", "--owner", "me", "--json").json["rounds"] == 0


def test_a_demo_that_was_forgotten_is_told_to_another_owner_and_stays_forgotten_for_its_own(
    daybook: Command,
) -> None:
    daybook("demo", "--owner", "ada", "--json")
    daybook("forget", "--all", "--owner", "ada", "--yes")

    again = daybook("demo", "--owner", "ada")

    assert "daybook forget --all --owner ada-2" in again.out
    kept = {
        owner: daybook("stats", "--owner", owner, "--json").json["sessions"] for owner in ("ada", "ada-2")
    }
    assert kept == {"ada": 0, "ada-2": 15}


@pytest.mark.slow
def test_the_demo_ends_with_three_questions_that_its_memory_answers(daybook: Command) -> None:
    """As typed in a shell, without quotes."""
    done = daybook("demo", "--data-dir", "kept", "--owner", "ada")

    tries = [line.split("daybook ", 1)[1].split() for line in done.out.splitlines() if "daybook ask" in line]
    assert len(tries) == 3
    assert all(daybook(*words, "--json").json["not_known"] is False for words in tries)
    assert daybook("stats", "--data-dir", "kept", "--json").json["sessions"] == 15


@pytest.mark.slow
def test_the_demo_prints_its_answers_in_a_few_lines(daybook: Command) -> None:
    short = daybook("demo").out

    asked = [part.splitlines() for part in short.split("\n\n") if "(asked on 29 June 2025)" in part]
    assert len(asked) == 16
    assert all(2 <= len(lines) <= 7 for lines in asked)


def test_a_demo_that_fails_prints_one_line(daybook: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    async def unavailable(*_: object) -> None:
        raise ModelUnavailable("the model is not here: get it")

    monkeypatch.setattr(HashedWords, "embed", unavailable)

    done = daybook("demo")

    assert (done.code, done.out, done.err) == (1, "", "daybook: the model is not here: get it\n")


@pytest.mark.usefixtures("filled")
def test_a_chat_without_a_model_says_so_once_and_what_works_and_with_one_what_leaves(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", Typed("sing me a song\nI keep bees.\n"))
    run(["chat"])

    greeting, told, how, sang, noted, *_ = capsys.readouterr().out.splitlines()
    assert greeting.startswith("Daybook.")
    assert told.startswith("No chat model is configured (DAYBOOK_CHAT_MODEL names one)")
    assert "`daybook doctor --local`" in how
    assert (sang, noted) == ("Kept.", "Kept.")

    monkeypatch.setenv("DAYBOOK_CHAT_MODEL", "small")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:1/v1")
    monkeypatch.setattr(sys, "stdin", Typed("/quit\n"))
    run(["chat"])

    assert len(capsys.readouterr().out.splitlines()) == 1

    monkeypatch.setenv("OPENAI_BASE_URL", "https://models.example/v1")
    monkeypatch.setattr(sys, "stdin", Typed("/quit\n"))
    run(["chat"])

    (_, leaves) = capsys.readouterr().out.splitlines()
    sent = "questions and the rounds that bear on them, to models.example for the chat model"
    assert leaves == f"This leaves the machine: {sent}."


def test_in_a_pipe_a_reply_is_plain_and_why_shows_what_memory_and_the_model_did(filled: Command) -> None:
    with scripted_server() as server:
        server.always(lambda body: "I do not know \x1b[31myet." if body.get("stream") else "no JSON")
        given = {
            "DAYBOOK_CHAT_MODEL": "small",
            "DAYBOOK_FACTS_BY_MODEL": "false",
            "OPENAI_BASE_URL": server.url,
        }

        done = filled("chat", stdin="What is my dentist's name?\n/why\n", **given)

    assert "\x1b" not in done.out
    assert done.out.startswith("I do not know ␛[31myet.\n1 call, 120 tokens\n")
    assert done.out.count("looked up  What is my dentist's name?") == 1
    assert done.out.count("\nreply\tsmall\t100\t20\t") == 1
    (steps,) = [line.split()[1::2] for line in done.out.splitlines() if line.startswith("ms: ")]
    assert {"rewrite", "search_vectors", "fuse"} <= set(steps)


def test_the_ledger_in_a_chat_counts_from_the_moment_that_is_asked_at(daybook: Command) -> None:
    daybook("chat", "--asked-at", "2024-03-05T09:00", stdin="I live in Leeds.\nI like it.\n")
    post_facts(Path("data"))

    for moment, age in (("2024-03-06T09:00", "1 d"), ("2024-04-06T09:00", "32 d")):
        assert f"\t{age}\t" in daybook("chat", "--asked-at", moment, stdin="/ledger\n").out
