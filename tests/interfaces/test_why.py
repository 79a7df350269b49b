"""`daybook ask --why`: how an answer came about."""

import pytest

from tests.interfaces.daybook_command import FIRST, Command

QUESTION = ("ask", "Where did I park the car?", "--asked-at", "2024-03-10")


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
    assert set(why) == {"candidates", "passages", "calls"}
    assert [candidate["round_id"] for candidate in why["candidates"]] == [car, parrot]
    ranks = [(candidate["found_rank"], candidate["ranked_rank"]) for candidate in why["candidates"]]
    assert ranks == [(1, 1), (2, 2)]
    first = why["candidates"][0]
    assert set(first["signals"]) >= {"dense", "bm25", "fused", "dense_rank", "bm25_rank"}
    assert first["said_at"] == FIRST
    assert first["packed_tokens"] is None  # no model reads
    assert why["calls"] == []


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
