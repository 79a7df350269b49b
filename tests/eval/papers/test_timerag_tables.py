"""What people say again of themselves, and what each way of remembering finds of it."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from daybook.conversation import Status
from daybook_eval.data.msc import read_dialogues
from daybook_eval.papers.tables import Inputs, make_table
from daybook_eval.papers.timerag.memory import (
    PAPER,
    THIRD,
    Person,
    Variant,
    by_words,
    people_of,
    restated_by,
    said_at,
    written,
)
from daybook_eval.papers.timerag.recall import figures, prepare
from daybook_eval.papers.timerag.writing import facts_of, written_at
from tests.eval.nli.tiny_classifier import write_classifier
from tests.eval.papers.msc_talk import msc_folder
from tests.interfaces.daybook_command import Command
from tests.scripted_server import ScriptedServer
from tests.store.bag_of_words import BagOfWords

pytestmark = pytest.mark.slow


def inputs(folder: Path, **settings: str) -> Inputs:
    return Inputs(msc_folder(folder), folder / "cache", settings=tuple(settings.items()))


def test_a_query_comes_before_a_turn_that_says_again_what_was_known(tmp_path: Path) -> None:
    dialogues = list(read_dialogues(msc_folder(tmp_path) / "msc_session3_valid.json.gz"))

    tea, sister = (restated for person in people_of(dialogues) for restated in restated_by(person))

    assert (tea.place, tea.heard, tea.from_first) == (3, "Do you still drink so much tea?", True)
    assert tea.query() == "Do you still drink so much tea?\nFine. I have a sister."
    assert [tea.known[place].text for place in tea.wanted] == ["I love green tea."]
    # told in this session, by turn 1
    assert (sister.place, sister.from_first) == (5, False)
    assert {sister.known[place].turn for place in sister.wanted} == {1}


async def test_only_what_was_said_by_then_is_kept_and_ranked(tmp_path: Path) -> None:
    recall = await prepare(inputs(tmp_path))
    tea, sister = recall.queries

    def texts(items: object, one: object) -> set[str]:
        return {kept.text for kept in items(one, recall.meaning)}  # type: ignore[operator]

    first = {"I love green tea.", "I have two dogs.", "I live in Ulm."}
    assert texts(recall.records(Variant()), tea) == first | {"I have a sister."}
    assert texts(recall.annotated(Variant()), tea) == first | {"I have a sister."}
    assert texts(recall.summary, tea) == first | {"I have a sister."}
    assert texts(recall.turns, tea) == first | {"Fine. I have a sister."}
    assert "Yes, I love green tea." in texts(recall.turns, sister)


async def test_figures_count_what_is_not_kept_as_missed_and_know_chance(tmp_path: Path) -> None:
    recall = await prepare(inputs(tmp_path))

    nothing = figures(recall.find(lambda one, similarity: ()))
    whole = figures(recall.find(recall.annotated(Variant()), lexical=True))

    assert set(nothing.values()) == {0}
    # four items at the first query: any order of them has the right one in five
    assert (whole["held"], whole["recall_5"], whole["chance_5"]) == (1, 1, 1)


def test_texts_are_as_near_as_the_words_that_they_share() -> None:
    query, texts = by_words("the green tea", ["green tea", "a green boat", "nothing of it"])

    cosines = (texts @ query[0]).tolist()

    assert cosines[0] == pytest.approx(1)
    assert 0 < cosines[1] < cosines[0]
    assert cosines[2] == 0


async def test_a_variant_without_updates_has_what_was_superseded_stand_beside_it(tmp_path: Path) -> None:
    (dialogue,) = read_dialogues(msc_folder(tmp_path) / "msc_session3_valid.json.gz")
    person = list(people_of([dialogue]))[1]
    moved = replace(
        person.third, turns=(*person.third.turns, replace(person.third.turns[-1], content="I moved to Bonn."))
    )
    memory = await written(person.rounds(person.first, moved), person.owner, BagOfWords(), at=THIRD)

    def homes(variant: Variant) -> dict[str, Status]:
        ledger = memory.at(said_at(99), variant)
        return {
            record.value: record.status
            for record in ledger.records.values()
            if record.slot == "identity.residence"
        }

    assert homes(Variant()) == {"Ulm": Status.SUPERSEDED, "Bonn": Status.ACTIVE}
    assert homes(Variant(updates=False)) == {"Ulm": Status.ACTIVE, "Bonn": Status.ACTIVE}


async def test_over_the_budget_and_under_the_weight_records_are_decayed(tmp_path: Path) -> None:
    (dialogue,) = read_dialogues(msc_folder(tmp_path) / "msc_session3_valid.json.gz")
    person = list(people_of([dialogue]))[1]
    memory = await written(person.rounds(person.first, person.third), person.owner, BagOfWords(), at=THIRD)

    def active(variant: Variant) -> int:
        return sum(1 for _ in memory.at(said_at(99), variant).with_status(Status.ACTIVE))

    assert active(Variant()) == 4
    assert active(Variant(budget=1)) == 1
    # one session since the first: exp(-0.25) = 0.78; tea and the sister were said in the third as well
    assert active(Variant(options=PAPER.model_copy(update={"decayed_below": 0.8}))) == 2


def test_the_tables_have_a_row_for_every_method_and_variant(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("daybook_eval.papers.timerag.retrieval.SEEDS", (1,))
    monkeypatch.setattr("daybook_eval.papers.timerag.retrieval.RATES", (0.0, 0.25))
    given = inputs(tmp_path)

    found, decay, ablation, budget = (
        make_table(f"timerag-{name}", given) for name in ("retrieval", "decay", "ablation", "budget")
    )

    assert [row[0] for row in found.rows][::2] == [
        "Full-History", "Summary-Memory", "TimeRAG-Memory", "TimeRAG-Memory, written by the annotators",
        "the same, 0 turns before", "the same, 3 turns before",
    ]  # fmt: skip
    assert "told in the first session" in found.details["TimeRAG-Memory, MiniLM"]  # type: ignore[operator]
    assert [row[0] for row in decay.rows][:2] == ["λ = 0 a session", "λ = 0.25 a session"]
    rows = {row[0]: row for row in ablation.rows}
    # planted Recall@1: the penalty keeps what was superseded below what took its place
    assert rows["whole, λ a year"][5] >= rows["without update and forgetting, λ a year"][5]  # type: ignore[operator]
    assert [row[0] for row in budget.rows] == [10, 20, 40, 80, 160]
    kept = [row[1] for row in budget.rows]
    assert kept == sorted(kept)  # type: ignore[type-var]
    assert kept[0] == 10
    for table in (found, decay, ablation, budget):
        assert {len(row) for row in table.rows} == {len(table.columns)}
    differs = ablation.details["planted MRR against the whole"]
    assert "slots by intent, +0.1, λ a year" in differs  # type: ignore[operator]


def test_each_method_replies_by_its_own_memory(
    tmp_path: Path, evaluate: Command, server: ScriptedServer
) -> None:
    for _ in range(8):  # two turns, four methods
        server.reply("I do not sail.")
    nli = write_classifier(tmp_path / "nli")

    ran = evaluate(
        *("papers", "timerag-generation", "--data", str(msc_folder(tmp_path / "data")), "--json"),
        *("--cache", str(tmp_path / "cache"), "--set", "chat_model=small", "--set", f"nli={nli}"),
        *("--set", "model_concurrency=1"),
    )

    rows = {row[0]: row for row in ran.json["rows"]}
    assert list(rows) == ["No-Memory", "Full-History", "Summary-Memory", "TimeRAG-Memory"]
    assert [row[1] for row in rows.values()] == [2, 2, 2, 2]
    assert [row[4] for row in rows.values()] == [1, 1, 1, 1]  # the classifier of the test tells denials
    sent = [request["messages"][-1]["content"] for request in server.requests]
    assert "I have two dogs." not in sent[0]
    assert "I have two dogs." in sent[2]
    assert "[possession.pet] I have two dogs. (time=2021-05-01)" in sent[6]


def test_without_a_model_the_nearest_thing_kept_is_the_reply(tmp_path: Path) -> None:
    table = make_table("timerag-generation", inputs(tmp_path))

    rows = {row[0]: row for row in table.rows}
    assert rows["No-Memory"][4] is None
    # ROUGE-L of what was really said again
    assert rows["TimeRAG-Memory"][2] > rows["No-Memory"][2]  # type: ignore[operator]
    assert "nearest thing kept, without a model" in table.on


def test_a_folder_without_a_classifier_is_refused_before_anything_is_read(
    tmp_path: Path, evaluate: Command
) -> None:
    ran = evaluate("papers", "timerag-generation", "--data", str(tmp_path), "--set", f"nli={tmp_path}")

    assert ran.code == 2
    assert f"nli: {tmp_path} has no tokenizer.json" in ran.err


def test_what_is_shown_is_counted_in_tokens(tmp_path: Path) -> None:
    rows = json.loads(json.dumps(make_table("timerag-efficiency", inputs(tmp_path)).rows))

    memory = {row[0]: row[1] for row in rows}
    context = {row[0]: row[2] for row in rows}
    assert memory["No-Memory"] == 0 < memory["Summary-Memory"] < memory["Full-History"]
    assert context["TimeRAG-Memory"] - memory["TimeRAG-Memory"] == pytest.approx(context["No-Memory"])


def test_what_was_said_in_two_sessions_passes_a_threshold_that_once_said_does_not(tmp_path: Path) -> None:
    (dialogue,) = read_dialogues(msc_folder(tmp_path) / "msc_session3_valid.json.gz")
    person = Person(dialogue, "bot_1")
    once, twice = (
        {record.text: record.confidence for record in written_at(0.3, person, facts_of(person, sessions))}
        for sessions in ([person.first], [person.first, person.third])
    )

    between = (once["I love green tea."] + twice["I love green tea."]) / 2
    kept = written_at(between, person, facts_of(person, [person.first, person.third]))

    assert twice["I love green tea."] > once["I love green tea."]
    assert "I love green tea." in [record.text for record in kept]
    assert "I love green tea." not in [
        record.text for record in written_at(between, person, facts_of(person, [person.first]))
    ]


def test_records_are_held_against_what_annotators_wrote_of_the_same_session(tmp_path: Path) -> None:
    table = make_table("timerag-writing", Inputs(msc_folder(tmp_path), tmp_path / "cache"))

    rows = {(row[0], row[1]): row[2:7] for row in table.rows}
    # of the third session both found "I have a sister" and "I love green tea", which are all there is
    assert rows["TimeRAG-Memory, the gate at 0.55", "third session"] == (1.0, 1.0, 1.0, 2, 2)
    assert rows["TimeRAG-Memory, the gate at 0.55", "first session"] == (1.0, 1.0, 1.0, 4, 4)
    assert table.details["curve"][0]["tau"] == 0.3  # type: ignore[index]
