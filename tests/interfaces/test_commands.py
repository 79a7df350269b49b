"""The commands around a question: ask, search, sessions, show, stats, reindex."""

from collections.abc import Mapping

import pytest

from tests.interfaces.daybook_command import FIRST, SECOND, Command, HashedWords
from tests.interfaces.exports import Imports

CAR = "Where did I park the car?"
ANSWER = "answer not_known evidence notes plan degraded degraded_reasons usage timings"


def assert_keys(shape: Mapping[str, object], names: str) -> None:
    assert set(shape) >= set(names.split())


def test_ask_has_the_shape_of_the_contract(filled: Command) -> None:
    done = filled("ask", CAR, "--asked-at", "2024-03-10", "--json")

    assert done.code == 0
    assert_keys(done.json, ANSWER)
    assert_keys(done.json["evidence"][0], "round_id session_id said_at quote")
    assert_keys(done.json["plan"], "question kinds phrasings time_range")
    assert_keys(done.json["usage"], "calls input_tokens output_tokens cost")
    assert done.json["evidence"][0]["session_id"] == FIRST
    assert done.json["timings"]["total"] > 0


def test_ask_shows_its_answer_and_on_request_its_evidence_without_colour_in_a_pipe(filled: Command) -> None:
    done, explained = filled("ask", CAR), filled("ask", CAR, "--why")

    assert "5 March 2024" in done.out
    assert "\u201cI parked the car on level four.\u201d\n" in done.out
    assert "Evidence" not in done.out
    assert f"2024-03-05\t{FIRST}\tI parked the car on level four.\n" in explained.out
    assert "\x1b" not in done.out + explained.out


@pytest.mark.parametrize("command", ["ask", "search"])
def test_a_question_needs_no_quotes(filled: Command, command: str) -> None:
    unquoted = filled(command, *"where did I park --asked-at 2024-03-10".split())

    assert unquoted.out == filled(command, "where did I park", "--asked-at", "2024-03-10").out
    assert "level four" in unquoted.out


def test_a_question_to_an_empty_memory_is_not_known_and_says_why(daybook: Command) -> None:
    done = daybook("ask", "Where did I park?", "--owner", "nobody", "--json")

    assert (done.code, done.json["not_known"]) == (0, True)
    assert done.err == (
        "daybook: nothing is kept for 'nobody': `daybook import FILE` or `daybook chat` fills it; "
        "--owner names another memory\n"
    )


def test_search_has_the_shape_of_the_contract_and_in_a_pipe_is_a_line_for_each_round(filled: Command) -> None:
    done = filled("search", "parrot", "-k", "1", "--json")

    (found,) = done.json["rounds"]
    assert_keys(found, "round_id session_id said_at score user assistant")
    assert (found["session_id"], found["said_at"]) == (SECOND, SECOND)
    assert found["assistant"] == "Welcome, Coco!"
    assert done.json["timings"]
    assert filled("search", "parrot").out.splitlines()[0].split("\t")[3] == SECOND


def test_search_prints_the_sentences_around_the_match_and_with_full_the_whole_round(imports: Imports) -> None:
    chatter = "It rained and we stayed in. " * 20
    said = f"{chatter}My sister adopted a parrot named Coco. {chatter}"
    imports([{"role": "user", "content": said, "timestamp": FIRST}])

    (found,) = imports.command("search", "parrot").out.splitlines()
    full = imports.command("search", "parrot", "--full").out

    assert "[…] My sister adopted a parrot named Coco." in found
    assert found.endswith("[…]")
    assert len(found) < 400
    assert said.strip() in full


def test_sessions_are_listed_the_earliest_first(filled: Command) -> None:
    first, second = filled("sessions", "--json").json["sessions"]

    assert (first["session_id"], first["started_at"], first["rounds"]) == (FIRST, FIRST, 1)
    assert (second["session_id"], second["started_at"], second["rounds"]) == (SECOND, SECOND, 1)
    assert first["title"].startswith("I parked the car")


def test_stats_have_the_shape_of_the_contract(filled: Command) -> None:
    counted = filled("stats", "--owner", "me", "--json").json

    assert (counted["owners"], counted["sessions"], counted["rounds"], counted["vectors"]) == (1, 2, 2, 4)
    assert counted["bytes"] > 0
    assert counted["embedder"] == "hashed-words"


def test_reindex_makes_anew_what_another_embedder_made(
    filled: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    def use(name: str) -> None:
        embedder = HashedWords()
        monkeypatch.setattr(embedder, "fingerprint", name, raising=False)
        monkeypatch.setattr("daybook.library.wiring.load_embedder", lambda *args, **kwargs: embedder)

    use("another")
    assert filled("search", "car").code == 2
    made = filled("reindex", "--json")
    assert (made.code, made.json["rounds"], made.json["vectors"]) == (0, 2, 4)
    use("hashed-words")
    done = filled("search", "car")
    assert done.code == 2
    assert "daybook reindex" in done.err


def test_stored_escape_sequences_do_not_reach_the_terminal(imports: Imports) -> None:
    hostile = "The parrot says \x1b]0;owned\x07\x1b[31m[bold]hello[/bold] \x9b2J"
    imports([{"role": "user", "content": hostile, "timestamp": 0, "session_id": "s\x1b[1m"}])

    shown = [
        imports.command(*arguments).out
        for arguments in (("ask", "What does the parrot say?"), ("search", "parrot"), ("sessions",))
    ]

    assert all("␛" in text for text in shown)
    assert not any(sign in text for text in shown for sign in "\x1b\x07\x9b")
    assert "[bold]hello[/bold]" in shown[0]


def test_as_of_a_moment_only_what_had_been_said_by_then_is_found(filled: Command) -> None:
    before, after = (
        filled("search", "What is the parrot named?", "--as-of", day, "--json").json["rounds"]
        for day in ("2024-03-08", "2024-03-09")
    )

    assert [found["said_at"] for found in before] == [FIRST]
    assert {found["said_at"] for found in after} == {FIRST, SECOND}
