"""`daybook ask --why` and `daybook why-not`: how an answer came about, and where a round was lost."""

import pytest

from tests.interfaces.daybook_command import FIRST, Command

QUESTION = ("ask", "Where did I park the car?", "--asked-at", "2024-03-10")
WHY_NOT = QUESTION[1:]


@pytest.fixture
def rounds(filled: Command) -> tuple[str, str]:
    """The round about the car and the one about the parrot."""
    car, parrot = (
        filled("search", word, "-k", "1", "--json").json["rounds"][0] for word in ("parked", "parrot")
    )
    return car["round_id"], parrot["round_id"]


def test_why_adds_one_key_to_the_json_with_every_ranking_and_candidate(
    filled: Command, rounds: tuple[str, str]
) -> None:
    car, parrot = rounds

    plain, explained = (filled(*QUESTION, *more, "--json").json for more in ([], ["--why"]))

    assert set(explained) - set(plain) == {"why"}
    why = explained["why"]
    assert set(why) == set("plan rankings reranked candidates passages edges calls".split())
    assert why["rankings"]["by_words"] == [car]
    assert why["rankings"]["merged"] == why["rankings"]["read"] == [car, parrot]
    ranks = [(candidate["found_rank"], candidate["ranked_rank"]) for candidate in why["candidates"]]
    assert ranks == [(1, 1), (2, 2)]
    first = why["candidates"][0]
    assert set(first["signals"]) >= {"dense", "bm25", "fused", "dense_rank", "bm25_rank"}
    assert first["said_at"] == FIRST
    assert first["packed"].pop("tokens") > 0
    assert first["packed"] == {
        "cut": [],
        "user": "I parked the car on level four.",
        "assistant": "Level four it is.",
    }
    assert (why["reranked"], why["calls"]) == (False, [])


def test_the_pipeline_that_ran_is_in_the_answer_and_in_why(
    filled: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    by_default = filled(*QUESTION, "--why")
    monkeypatch.setenv("DAYBOOK_PRESET", "classic")

    assert "search      all vectors compared in memory, merged by scores\n" in by_default.out
    classic = "search      vectors searched by Chroma, merged by rrf (preset classic)\n"
    assert classic in filled(*QUESTION, "--why").out
    ran = {"preset": "classic", "vectors": "chroma", "fusion": "rrf", "reranked": False}
    assert filled(*QUESTION, "--json").json["pipeline"] == ran


def test_why_in_a_pipe_is_plain_and_names_every_step(filled: Command) -> None:
    out = filled(*QUESTION, "--why").out

    headings = ["Evidence", "Plan", "Candidates", "Reranking: none", "Packing: ", "ms: "]
    places = [out.index(f"\n{heading}") for heading in headings]
    assert places == sorted(places)
    table = out[out.index("\nCandidates\n") :].splitlines()
    assert table[2].split("\t")[:3] == ["no", "meaning", "words"]
    assert [line.split("\t")[0] for line in table[3:5]] == ["1", "2"]
    assert "\x1b" not in out


def test_what_did_not_fit_the_budget_is_marked(filled: Command) -> None:
    done = filled(*QUESTION, "--why", DAYBOOK_CONTEXT_BUDGET="35")

    assert "Packing: the reader saw 1 of 2, " in done.out
    assert done.out.count("\tleft out\t") == 1


def test_why_not_names_the_step_and_the_ranks(filled: Command, rounds: tuple[str, str]) -> None:
    cited, other = (filled("why-not", name, *WHY_NOT) for name in rounds)
    shape = filled("why-not", rounds[1], *WHY_NOT, "--json").json

    assert cited.code == 0
    assert cited.out.startswith("It was not lost: the answer cites it.\n")
    assert "\nmerged\t1\n" in cited.out
    assert "\nby words\tshares no word with the question\n" in other.out
    assert (shape["lost_at"], shape["bm25_rank"], shape["found_rank"]) == ("nowhere", None, 2)


def test_why_not_of_a_round_that_is_not_there_is_the_users_mistake(
    filled: Command, rounds: tuple[str, str]
) -> None:
    unknown = filled("why-not", "r0", "Where?")
    somebody_elses = filled("why-not", rounds[0], "Where?", "--owner", "ada")

    assert (unknown.code, somebody_elses.code) == (2, 2)
    assert unknown.err == "daybook: 'me' has no round 'r0': `daybook search` lists round ids\n"
