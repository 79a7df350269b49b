import json
import re
from pathlib import Path

import pytest

from tests.interfaces.daybook_command import FIRST, SECOND, Command, HashedWords

USAGE = {"calls", "input_tokens", "output_tokens", "cost"}


def test_import_says_what_it_added_and_adds_it_once(daybook: Command, history: Path) -> None:
    first, again = daybook("import", str(history), "--json"), daybook("import", str(history), "--json")

    assert first.json["owners"] == [{"owner": "me", "sessions": 2, "rounds": 2, "added": 2, "skipped": 0}]
    assert again.json["owners"] == [{"owner": "me", "sessions": 2, "rounds": 2, "added": 0, "skipped": 2}]
    assert first.json["seconds"] > 0


def test_ask_has_the_shape_of_the_contract(filled: Command) -> None:
    done = filled("ask", "Where did I park the car?", "--asked-at", "2024-03-10", "--json")

    assert done.code == 0
    assert set(done.json) >= {
        "answer",
        "not_known",
        "evidence",
        "notes",
        "plan",
        "degraded",
        "degraded_reasons",
        "usage",
        "timings",
    }
    assert set(done.json["evidence"][0]) >= {"round_id", "session_id", "said_at", "quote"}
    assert set(done.json["notes"][0]) >= {"round_id", "said_at", "quote", "note"}
    assert set(done.json["plan"]) >= {"question", "kinds", "phrasings", "time_range"}
    assert set(done.json["usage"]) >= USAGE
    assert done.json["evidence"][0]["session_id"] == FIRST
    assert done.json["timings"]["total"] > 0


def test_ask_shows_its_answer_and_on_request_its_evidence_without_colour_in_a_pipe(filled: Command) -> None:
    done = filled("ask", "Where did I park the car?")
    explained = filled("ask", "Where did I park the car?", "--why")

    assert done.out.startswith("You said on 5 March 2024: \u201cI parked the car on level four.\u201d\n")
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

    assert done.code == 0
    assert done.json["not_known"] is True
    assert done.err == "daybook: nothing is kept for 'nobody'; --owner names another memory\n"


def test_search_has_the_shape_of_the_contract(filled: Command) -> None:
    done = filled("search", "parrot", "-k", "1", "--json")

    (found,) = done.json["rounds"]
    assert set(found) >= {"round_id", "session_id", "said_at", "score", "user", "assistant"}
    assert (found["session_id"], found["said_at"]) == (SECOND, SECOND)
    assert found["assistant"] == "Welcome, Coco!"
    assert done.json["timings"]


def test_search_in_a_pipe_is_one_line_for_each_round(filled: Command) -> None:
    done = filled("search", "parrot")

    assert done.out.splitlines()[0].split("\t")[3] == SECOND


def test_search_prints_the_sentences_around_the_match_and_with_full_the_whole_round(
    daybook: Command, tmp_path: Path
) -> None:
    chatter = "It rained and we stayed in. " * 20
    said = f"{chatter}My sister adopted a parrot named Coco. {chatter}"
    path = tmp_path / "long.json"
    path.write_text(json.dumps([{"role": "user", "content": said, "timestamp": FIRST}]), encoding="utf-8")
    daybook("import", str(path))

    (found,) = daybook("search", "parrot").out.splitlines()
    full = daybook("search", "parrot", "--full").out

    assert "[…] My sister adopted a parrot named Coco." in found
    assert found.endswith("[…]")
    assert len(found) < 400
    assert said.strip() in full


def test_sessions_are_listed_the_earliest_first(filled: Command) -> None:
    done = filled("sessions", "--json")

    assert [
        (session["session_id"], session["started_at"], session["rounds"]) for session in done.json["sessions"]
    ] == [(FIRST, FIRST, 1), (SECOND, SECOND, 1)]
    assert done.json["sessions"][0]["title"].startswith("I parked the car")


def test_show_prints_a_session_or_one_of_its_rounds(filled: Command) -> None:
    session = filled("show", SECOND, "--json").json["rounds"]

    assert filled("show", session[0]["round_id"], "--json").json["rounds"] == session
    assert "  Welcome, Coco!\n" in filled("show", SECOND).out


def test_show_of_what_is_not_there_is_the_users_mistake(filled: Command) -> None:
    done = filled("show", "nothing")

    assert (done.code, done.out) == (2, "")
    assert done.err.count("\n") == 1
    assert "has no session, round or record 'nothing'" in done.err


def test_stats_have_the_shape_of_the_contract(filled: Command) -> None:
    counted = filled("stats", "--owner", "me", "--json").json

    assert (counted["owners"], counted["sessions"], counted["rounds"]) == (1, 2, 2)
    assert counted["vectors"] == 4
    assert counted["bytes"] > 0
    assert counted["embedder"] == "hashed-words"


def test_forget_gives_a_receipt_and_an_import_does_not_bring_it_back(filled: Command, history: Path) -> None:
    done = filled("forget", "--session", FIRST, "--yes", "--json")

    assert done.json["removed"]["rounds"] == 1
    assert done.json["verified"] is True
    assert filled("import", str(history), "--json").json["owners"][0]["added"] == 0
    assert [session["session_id"] for session in filled("sessions", "--json").json["sessions"]] == [SECOND]


@pytest.mark.parametrize(("reply", "code", "left"), [("y\n", 0, 1), ("n\n", 130, 2), ("", 130, 2)])
def test_forget_asks_first(filled: Command, reply: str, code: int, left: int) -> None:
    done = filled("forget", "--session", FIRST, stdin=reply)

    assert done.code == code
    assert filled("stats", "--json").json["rounds"] == left


def test_forget_everything_of_one_owner_leaves_the_others(filled: Command, history: Path) -> None:
    filled("import", str(history), "--owner", "ada")

    done = filled("forget", "--all", "--yes", "--json")

    assert done.json["removed"]["rounds"] == 2
    assert filled("stats", "--json").json["rounds"] == 2
    assert filled("stats", "--owner", "ada", "--json").json["rounds"] == 2


@pytest.mark.parametrize("arguments", [[], ["--session", "s", "--all"]])
def test_forget_wants_one_thing_to_forget(filled: Command, arguments: list[str]) -> None:
    done = filled("forget", "--yes", *arguments)

    assert done.code == 2
    assert "name one thing: --session ID" in done.err


def test_reindex_makes_everything_anew(filled: Command) -> None:
    done = filled("reindex", "--json")

    assert (done.code, done.json["rounds"], done.json["vectors"]) == (0, 2, 4)


def test_reindex_keeps_what_another_embedder_made_where_it_is_told_to(
    filled: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    def use(name: str) -> None:
        embedder = HashedWords()
        monkeypatch.setattr(embedder, "fingerprint", name, raising=False)
        monkeypatch.setattr("daybook.library.wiring.load_embedder", lambda *args, **kwargs: embedder)

    use("another")
    assert filled("search", "car").code == 2
    assert filled("reindex", "--keep").code == 0
    assert filled("search", "car").code == 0
    use("hashed-words")
    assert filled("search", "car").code == 0

    use("another")
    assert filled("reindex").code == 0
    use("hashed-words")
    done = filled("search", "car")
    assert done.code == 2
    assert "daybook reindex" in done.err


def test_doctor_names_the_host_that_text_would_go_to(
    filled: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DAYBOOK_EMBEDDER", "openai:text-embedding-3-small")
    monkeypatch.setenv("OPENAI_BASE_URL", "https://models.example:8443/v1")

    leaving = filled("doctor", "--json").json["leaves_the_machine"]

    assert leaving == ["the text of every round and question, to models.example for embedding"]


def test_doctor_exits_with_1_where_the_store_is_damaged(filled: Command, tmp_path: Path) -> None:
    (tmp_path / "data" / "daybook.sqlite").write_bytes(b"this is no database, and never was one" * 100)

    done = filled("doctor", "--json")

    assert (done.code, done.json["sound"]) == (1, False)


def test_longmemeval_makes_each_question_an_owner_unless_one_is_named(
    daybook: Command, tmp_path: Path
) -> None:
    turns = [{"role": "user", "content": "I keep bees."}]
    questions = [
        {
            "question_id": name,
            "question_type": "t",
            "question": "?",
            "answer": "bees",
            "question_date": "2024/05/30 (Thu) 10:18",
            "haystack_dates": ["2024/05/01 (Wed) 08:00"],
            "haystack_session_ids": ["s1"],
            "haystack_sessions": [turns],
        }
        for name in ("q1", "q2")
    ]
    path = tmp_path / "lme.json"
    path.write_text(json.dumps(questions), encoding="utf-8")

    apart = daybook("import", str(path), "--json").json["owners"]
    together = daybook("import", str(path), "--owner", "ada", "--json").json["owners"]
    chosen = daybook("import", str(path), "--question-id", "q2", "--json").json["owners"]

    assert [one["owner"] for one in apart] == ["q1", "q2"]
    assert together == [{"owner": "ada", "sessions": 2, "rounds": 2, "added": 1, "skipped": 1}]
    assert chosen == [{"owner": "q2", "sessions": 1, "rounds": 1, "added": 0, "skipped": 1}]


def test_locomo_conversations_go_to_the_default_owner_which_is_said(daybook: Command, tmp_path: Path) -> None:
    talk = {
        "speaker_a": "Ana",
        "speaker_b": "Bo",
        "session_1_date_time": "9:00 am on 3 June, 2023",
        "session_1": [{"speaker": "Bo", "dia_id": "D1:1", "text": "Back from sea."}],
    }
    path = tmp_path / "locomo.json"
    path.write_text(
        json.dumps([{"sample_id": name, "conversation": talk} for name in ("t1", "t2")]), encoding="utf-8"
    )

    done = daybook("import", str(path), "--json")

    assert [(owner["owner"], owner["rounds"]) for owner in done.json["owners"]] == [("me", 2)]
    assert done.json["owners"][0]["added"] == 2
    assert done.err == "daybook: all 2 conversations go to one memory, 'me'\n"
    kept = daybook("show", "session_1", "--json").json["rounds"]
    assert [(one["user"], one["assistant"]) for one in kept] == [("", "Back from sea.")] * 2


def test_a_format_that_is_named_beats_what_the_file_looks_like(daybook: Command, history: Path) -> None:
    done = daybook("import", str(history), "--format", "locomo")

    assert (done.code, done.out) == (2, "")
    assert "[0].sample_id: is missing" in done.err


def test_a_file_that_is_bad_at_its_end_imports_nothing(daybook: Command, history: Path) -> None:
    history.write_text(history.read_text()[:-1] + ', {"role": "user"}]', encoding="utf-8")
    messages = json.loads(history.read_text())
    messages[-1]["content"] = 7
    history.write_text(json.dumps(messages), encoding="utf-8")

    done = daybook("import", str(history))

    assert done.code == 2
    assert done.err == f"daybook: {history}, [4].content: input should be a valid string, not 7\n"
    assert daybook("stats", "--json").json["rounds"] == 0


def test_stored_escape_sequences_do_not_reach_the_terminal(daybook: Command, tmp_path: Path) -> None:
    hostile = "The parrot says \x1b]0;owned\x07\x1b[31m[bold]hello[/bold] \x9b2J"
    path = tmp_path / "hostile.json"
    message = {"role": "user", "content": hostile, "timestamp": 0, "session_id": "s\x1b[1m"}
    path.write_text(json.dumps([message]), encoding="utf-8")
    daybook("import", str(path))

    shown = [
        daybook(*arguments).out
        for arguments in (("ask", "What does the parrot say?"), ("search", "parrot"), ("sessions",))
    ]

    assert all("␛" in text for text in shown)
    assert not any(sign in text for text in shown for sign in "\x1b\x07\x9b")
    assert "[bold]hello[/bold]" in shown[0]


def test_as_of_a_moment_only_what_had_been_said_by_then_is_found(filled: Command) -> None:
    before = filled("search", "What is the parrot named?", "--as-of", "2024-03-08", "--json").json
    after = filled("search", "What is the parrot named?", "--as-of", "2024-03-09", "--json").json

    assert [found["said_at"] for found in before["rounds"]] == [FIRST]
    assert {found["said_at"] for found in after["rounds"]} == {FIRST, SECOND}


def test_a_wrong_moment_of_as_of_is_named(filled: Command) -> None:
    ran = filled("ask", "Where did I park?", "--as-of", "yesterday-ish")

    assert ran.code == 2
    assert "--as-of" in ran.err


def test_further_quotes_are_counted_and_shown_on_request(daybook: Command, tmp_path: Path) -> None:
    lines = [
        {
            "role": "user",
            "content": f"I feed the hens {how}.",
            "timestamp": f"2024-0{month}-05T09:00:00+00:00",
        }
        for month, how in enumerate(("corn", "barley and oats", "some kitchen scraps"), start=1)
    ]
    path = tmp_path / "hens.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    daybook("import", str(path))

    told = daybook("ask", "What do I feed the hens?").out
    explained = daybook("ask", "What do I feed the hens?", "--why").out

    assert re.search(
        r"^(?:1 more quote: --why shows it|\d more quotes: --why shows them)$", told, re.MULTILINE
    )
    assert told.count("I feed the hens") == 1
    assert explained.count("I feed the hens") > 3
