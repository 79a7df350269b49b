"""The papers' headline tables, with facts that were written by hand and without."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from daybook.conversation import Status, rounds_of
from daybook.graph.event_loop import run
from daybook.settings.environment import read_settings
from daybook_eval import paper_tables
from daybook_eval.data.case import Case
from daybook_eval.data.cases import read_cases
from daybook_eval.paper_tables import TABLES, by_latest, facts_by_hand, in_one_memory, post_facts
from daybook_eval.systems.bench import Bench
from daybook_eval.systems.daybook import keep
from daybook_prompts.replies import FactFound
from tests.eval.data_files import SHARED
from tests.eval.small_questions import question, write_questions
from tests.interfaces.daybook_command import Command

Facts = Mapping[tuple[str, int], Sequence[FactFound]]


def _lives(place: str, **more: str) -> FactFound:
    return FactFound(quote=f"in the {place} now", value=place, slot="identity.residence", **more)


FACTS: Facts = {
    ("s0b", 0): [_lives("garage")],
    ("s1b", 0): [_lives("attic")],
    ("s2c", 0): [FactFound(quote="something about trains", value="trains", slot="preference.other")],
}
"""Of what answers the first two of three questions, and of a filler in the history of the third."""


@pytest.fixture
def with_facts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paper_tables, "facts_by_hand", lambda: FACTS)


def _statuses(case: Case, people: Mapping[str, str], tmp_path: Path) -> list[Status]:
    """Post the facts of a history, and list what became of each."""

    async def posted() -> list[Status]:
        with Bench.open(read_settings(), cache=tmp_path / "vectors.sqlite").parts() as parts:
            await keep(case, parts)
            assert not await post_facts(case, parts, people)
            return [record.status for record in parts.store.ledgers.of(case.owner).records.values()]

    return run(posted())


@pytest.mark.usefixtures("with_facts", "without_a_model")
def test_records_find_the_rounds_that_they_rest_on_and_no_others(tmp_path: Path, evaluate: Command) -> None:
    write_questions(tmp_path / "longmemeval_oracle_dev.json", count=3)
    args = ("--data", str(tmp_path), "--out", str(tmp_path / "out"))

    ran = evaluate("papers", "timerag", *args, "--cache", str(tmp_path / "vectors.sqlite"))

    assert ran.code == 0, ran.err
    kept = json.loads((tmp_path / "out" / "timerag.json").read_text())
    rows = {name: cells for name, *cells in kept["rows"]}
    assert (
        rows["TimeRAG-Memory"] == [pytest.approx(2 / 3)] * 4
    )  # the third is nowhere: its record is a filler's
    assert rows["TimeRAG-Memory, published"] == [0.63, 0.82, None, 0.56]
    assert kept["on"].endswith("9 sessions, 3 facts")


@pytest.mark.slow
@pytest.mark.usefixtures("with_facts", "without_a_model")
@pytest.mark.parametrize(
    ("name", "row"),
    [("longmemeval", "K = V + fact"), ("memorystack", "all"), ("fielded-max-sim", "max-sim")],
)
def test_a_papers_table_is_made(name: str, row: str, tmp_path: Path, evaluate: Command) -> None:
    write_questions(tmp_path / f"{TABLES[name].data}_dev.json", count=3)

    ran = evaluate("papers", name, "--data", str(tmp_path), "--cache", str(tmp_path / "v.sqlite"), "--json")

    assert ran.code == 0, ran.err
    assert [cells for cells in ran.json["rows"] if cells[0] == row]
    assert all(len(cells) == len(ran.json["columns"]) for cells in ran.json["rows"])


@pytest.mark.usefixtures("with_facts", "without_a_model")
def test_in_one_memory_nobody_moves_because_somebody_else_does(tmp_path: Path) -> None:
    cases = list(read_cases(write_questions(tmp_path / "questions.json", count=2)))
    first, second = in_one_memory(cases)

    assert [turn.text for turn in second.evidence_turns] == ["I keep my violin in the attic now."]
    assert [turn.session for turn in second.evidence_turns] == [4]  # the fifth of six sessions
    people = {"s0b": "q0", "s1b": "q1"}
    assert _statuses(first, people, tmp_path) == [Status.ACTIVE, Status.ACTIVE]
    assert sorted(_statuses(first, {}, tmp_path)) == [Status.ACTIVE, Status.SUPERSEDED]


def test_what_changed_is_answered_by_what_was_told_last(tmp_path: Path) -> None:
    changed = question(0) | {"question_type": "knowledge-update"}
    changed["haystack_sessions"][2] = [
        {"role": "user", "content": "The kayak is in the shed now.", "has_answer": True}
    ]
    (case,) = read_cases(_written(tmp_path, changed))
    (other,) = read_cases(_written(tmp_path, changed | {"question_type": "multi-session"}))

    assert [turn.text for turn in by_latest(case).evidence_turns] == ["The kayak is in the shed now."]
    assert by_latest(other) is other


def _written(folder: Path, *questions: object) -> Path:
    path = folder / "questions.json"
    path.write_text(json.dumps(questions), encoding="utf-8")
    return path


def test_every_fact_by_hand_quotes_the_words_of_its_round() -> None:
    (data,) = SHARED.glob("longmemeval_oracle_dev*") if SHARED.exists() else (None,)
    if data is None:
        pytest.skip("needs the development data")
    said = {
        (round_.session_id, round_.position): " ".join(round_.user.content.split()).casefold()
        for case in read_cases(data)
        for session in case.sessions
        for round_ in rounds_of(session, case.owner)
        if round_.user
    }

    quoted = [(place, fact) for place, facts in facts_by_hand().items() for fact in facts]

    assert len(quoted) == 756
    assert all(" ".join(fact.quote.split()).casefold() in said[place] for place, fact in quoted)
    quotes = {fact.quote for _, fact in quoted}
    assert {fact.record for _, fact in quoted if fact.act != "states"} <= quotes


def test_what_is_no_table_is_the_users_mistake(tmp_path: Path, evaluate: Command) -> None:
    ran = evaluate("papers", "nothing", "--data", str(tmp_path))

    assert ran.code == 2
    assert "'nothing' is none of" in ran.err
