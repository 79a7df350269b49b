import pytest

from tests.interfaces.daybook_command import Command

QUESTION = ("ask", "Where did I park the car?", "--asked-at", "2024-03-10")


def round_ids(filled: Command) -> tuple[str, str]:
    """Those of the round about the car and of the one about the parrot."""
    car, parrot = (
        filled("search", word, "-k", "1", "--json").json["rounds"][0] for word in ("parked", "parrot")
    )
    return car["round_id"], parrot["round_id"]


def test_why_adds_one_key_to_the_json(filled: Command) -> None:
    plain, explained = (filled(*QUESTION, *more, "--json").json for more in ([], ["--why"]))

    assert set(explained) - set(plain) == {"why"}
    assert set(explained["why"]) == {
        *("plan", "rankings", "reranked", "candidates", "passages", "edges", "calls")
    }


def test_why_has_every_ranking_and_every_candidate_with_its_signals(filled: Command) -> None:
    car, parrot = round_ids(filled)

    why = filled(*QUESTION, "--why", "--json").json["why"]

    assert why["rankings"]["by_words"] == [car]
    assert why["rankings"]["merged"] == why["rankings"]["read"] == [car, parrot]
    assert [(candidate["found_rank"], candidate["ranked_rank"]) for candidate in why["candidates"]] == [
        (1, 1),
        (2, 2),
    ]
    assert set(why["candidates"][0]["signals"]) >= {"dense", "bm25", "fused", "dense_rank", "bm25_rank"}
    assert why["candidates"][0]["said_at"] == "2024-03-05T09:00:00+00:00"
    assert (why["reranked"], why["calls"]) == (False, [])


def test_the_pipeline_that_ran_is_in_the_answer_and_in_why(
    filled: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    by_default = filled(*QUESTION, "--why")
    monkeypatch.setenv("DAYBOOK_PRESET", "classic")
    classic = filled(*QUESTION, "--why")

    assert "search      all vectors compared in memory, merged by scores\n" in by_default.out
    assert "search      vectors searched by Chroma, merged by rrf (preset classic)\n" in classic.out
    assert filled(*QUESTION, "--json").json["pipeline"] == {
        "preset": "classic",
        "vectors": "chroma",
        "fusion": "rrf",
        "reranked": False,
    }


def test_why_says_what_the_reader_saw_of_a_round(filled: Command) -> None:
    packed = filled(*QUESTION, "--why", "--json").json["why"]["candidates"][0]["packed"]

    assert packed.pop("tokens") > 0
    assert packed == {"cut": [], "user": "I parked the car on level four.", "assistant": "Level four it is."}


def test_what_did_not_fit_the_budget_is_marked_as_left_out(
    filled: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DAYBOOK_CONTEXT_BUDGET", "35")

    done = filled(*QUESTION, "--why")

    assert "Packing: the reader saw 1 of 2, " in done.out
    assert done.out.count("\tleft out\t") == 1


def test_why_in_a_pipe_is_plain_and_names_every_step(filled: Command) -> None:
    out = filled(*QUESTION, "--why").out

    headings = ["Evidence", "Plan", "Rankings", "Candidates", "Reranking: none", "Packing: ", "Notes", "ms: "]
    places = [out.index(f"\n{heading}") for heading in headings]
    assert places == sorted(places)
    assert "\nby words    1\nmerged      1 2\n" in out
    assert "\x1b" not in out


def test_why_not_says_that_a_cited_round_was_not_lost(filled: Command) -> None:
    car, _ = round_ids(filled)

    done = filled("why-not", car, *QUESTION[1:])

    assert done.code == 0
    assert done.out.startswith("It was not lost: the answer cites it.\n")
    assert "\nmerged\t1\n" in done.out


def test_why_not_names_the_step_and_the_ranks(filled: Command) -> None:
    _, parrot = round_ids(filled)

    done = filled("why-not", parrot, *QUESTION[1:])
    shape = filled("why-not", parrot, *QUESTION[1:], "--json").json

    assert done.out.startswith("Lost in reading: the reader saw it, and took no note of it.\n")
    assert "\nby words\tshares no word with the question\n" in done.out
    assert (shape["lost_at"], shape["bm25_rank"], shape["found_rank"]) == ("read", None, 2)


def test_why_not_says_which_setting_would_have_kept_it(
    filled: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, parrot = round_ids(filled)
    monkeypatch.setenv("DAYBOOK_CONTEXT_BUDGET", "35")

    done = filled("why-not", parrot, *QUESTION[1:])

    assert done.out.startswith("Lost in packing: at rank 2 of 2")
    assert "(DAYBOOK_CONTEXT_BUDGET)" in done.out


def test_why_not_of_a_round_that_is_not_there_is_the_users_mistake(filled: Command) -> None:
    car, _ = round_ids(filled)

    unknown = filled("why-not", "r0", "Where?")
    somebody_elses = filled("why-not", car, "Where?", "--owner", "ada")

    assert (unknown.code, somebody_elses.code) == (2, 2)
    assert unknown.err == "daybook: 'me' has no round 'r0': `daybook search` lists round ids\n"
