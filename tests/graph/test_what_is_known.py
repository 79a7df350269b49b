from collections.abc import Sequence

import pytest

from daybook import Daybook
from daybook.interfaces.operations.answer_shapes import search_shape
from daybook.models.embedding.embedder import Vectors
from daybook.retrieve.papers.himes import Partition
from daybook.store import Everything
from tests.scripted_server import ScriptedServer
from tests.small_memory import ASKED, OpenDaybook, models_at, said

MOVED = [
    said("bath", 1, "I live in Bath.", "A lovely city."),
    said("rain", 3, "It has rained for a week here.", "Take an umbrella."),
    said("leeds", 9, "I moved to Leeds last week.", "How is it there?"),
]
WHERE = "Where do I live now?"


@pytest.fixture
def moved(open_daybook: OpenDaybook) -> Daybook:
    daybook = open_daybook()
    daybook.add(MOVED, owner="ada")
    return daybook


def test_where_things_changed_the_present_is_answered_and_what_was_before_beside_it(moved: Daybook) -> None:
    answer = moved.ask(WHERE, owner="ada", asked_at=ASKED)

    first, *_, last = answer.text.splitlines()
    assert "Leeds" in first
    assert "Bath" not in first
    assert last.startswith("Before that: Bath, until 11 May 2023.")
    assert [cited.session_id for cited in answer.evidence] == ["leeds", "bath"]


def test_the_note_of_what_no_longer_holds_says_so(moved: Daybook) -> None:
    answer = moved.ask(WHERE, owner="ada", asked_at=ASKED)

    by_session = {note.session_id: note for note in answer.notes}
    assert by_session["leeds"].superseded is None
    assert by_session["bath"].superseded is not None


def test_a_search_ranks_the_present_first_and_says_what_it_superseded(moved: Daybook) -> None:
    shown = search_shape(moved.search(WHERE, owner="ada", asked_at=ASKED))["rounds"]

    assert [one["session_id"] for one in shown[:2]] == ["leeds", "bath"]
    assert shown[0]["superseded"] == []
    [words] = shown[1]["superseded"]
    assert words["superseded_by"] == shown[0]["round_id"]
    assert words["superseded_on"].startswith("2023-05-11")


def test_what_was_so_before_is_answered_from_the_record_that_fell(moved: Daybook) -> None:
    then = moved.ask("Where did I live before?", owner="ada", asked_at=ASKED)

    assert then.text.splitlines()[0].startswith("Bath, until 11 May 2023.")


def test_without_the_ledger_nothing_is_marked(open_daybook: OpenDaybook) -> None:
    plain = open_daybook(ledger=False)
    plain.add(MOVED, owner="ada")

    found = plain.search(WHERE, owner="ada", asked_at=ASKED)

    assert all(not candidate.superseded for candidate in found.candidates)


def test_another_owner_has_another_ledger(moved: Daybook) -> None:
    moved.add([said("york", 2, "I live in York.", "Nice.")], owner="bob")

    assert "York" in moved.ask(WHERE, owner="bob", asked_at=ASKED).text
    assert "York" not in moved.ask(WHERE, owner="ada", asked_at=ASKED).text


@pytest.mark.parametrize(("setting", "signal"), [("attention", "attention"), ("topic", "topic")])
def test_a_setting_puts_a_signal_of_the_papers_in(
    open_daybook: OpenDaybook, setting: str, signal: str
) -> None:
    daybook = open_daybook(**{setting: 0.2})

    found = daybook.search("What is my cat called?", owner="ada", asked_at=ASKED)

    assert all(signal in candidate.signals for candidate in found.candidates)


def test_memory_can_be_searched_by_topic_alone_and_each_turn_is_tagged_once(
    open_daybook: OpenDaybook, monkeypatch: pytest.MonkeyPatch
) -> None:
    named: list[int] = []
    name_topics = Partition.topics_of

    def counted(partition: Partition, texts: Vectors) -> Sequence[str]:
        named.append(len(texts))
        return name_topics(partition, texts)

    monkeypatch.setattr(Partition, "topics_of", counted)
    daybook = open_daybook(topic_index=True)

    found = daybook.search("Which restaurant should I try?", owner="ada", asked_at=ASKED).candidates
    again = daybook.search("Which restaurant should I try?", owner="ada", asked_at=ASKED).candidates
    daybook.add([said("pub", 25, "Which restaurant has good soup?", "The Blue Pot.")], owner="ada")
    more = daybook.search("Which restaurant should I try?", owner="ada", asked_at=ASKED).candidates

    assert "food" in {candidate.round.session_id for candidate in found}
    assert len(found) < daybook.stats(owner="ada").rounds
    assert [one.round for one in again] == [one.round for one in found]
    assert {one.round.session_id for one in more} == {one.round.session_id for one in found} | {"pub"}
    assert named == [1, 4, 1, 1, 1]  # a question, the four turns; a question; a question, the new turn


def test_a_model_is_told_what_is_known_and_what_no_longer_holds(
    open_daybook: OpenDaybook, server: ScriptedServer
) -> None:
    silent = {"notes": [], "counted": [], "intervals": [], "missing": ""}
    answer = {**silent, "not_known": True, "answer": "Leeds."}
    server.reply(answer, when="First take notes")
    daybook = open_daybook(**models_at(server, read_model="small"))
    daybook.add(MOVED, owner="ada")

    daybook.ask(WHERE, owner="ada", asked_at=ASKED)

    [data] = [body["messages"][1]["content"] for body in server.requests]
    known = data.partition("known: ")[2].partition("rounds: ")[0]
    assert '"about": "identity.residence"' in known
    assert '"before": "I live in Bath' in known
    assert '"superseded": [{"words": "I live in Bath' in data.partition("rounds: ")[2]


def test_a_record_that_a_reply_rests_on_counts_as_used_until_it_is_forgotten(moved: Daybook) -> None:
    def used() -> dict[str, int]:
        return {rate.slot: rate.used for rate in moved.ledger.rates(owner="ada")}

    before = used()
    moved.chat(WHERE, owner="ada")
    after = used()
    moved.forget(Everything(), owner="ada")

    assert before["identity.residence"] == 0
    assert after["identity.residence"] >= 1
    assert used() == {}
