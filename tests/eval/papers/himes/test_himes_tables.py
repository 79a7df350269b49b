"""The data of HiMeS's tables, which must not give the answer away, and the tables made of it."""

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path

import pytest

from daybook.conversation import Role, Session, Turn
from daybook.conversation.errors import BadInput
from daybook_eval import embedders
from daybook_eval.data.case import Case, half_of
from daybook_eval.papers.himes import documents
from daybook_eval.papers.himes.follow_ups import document_id_of, documents_of, follow_ups, from_examples
from daybook_eval.papers.tables import Inputs, make_table
from tests.store.bag_of_words import BagOfWords

pytestmark = pytest.mark.slow

DAY = datetime(2024, 3, 1, tzinfo=UTC)


def long(text: str) -> str:
    return f"{text} " * 60


def session(day: int, *texts: str) -> Session:
    turns = (Turn(Role.USER if place % 2 == 0 else Role.ASSISTANT, text) for place, text in enumerate(texts))
    return Session(f"s{day}", DAY + timedelta(days=day), tuple(turns))


def case(*sessions: Session) -> Case:
    return Case("q1", "any", "?", "", DAY, sessions, abstention=False)


EARLIER = session(0, "Which barns are oldest?", long("Old barns stand in rows."), "And the newest?", "None.")
LATER = session(
    1, "Tell me of kelp forests.", long("Kelp grows."), "How deep do they reach?", long("Thirty metres.")
)


def test_a_follow_up_is_a_later_turn_that_leans_on_its_dialogue_with_the_reply_as_its_document() -> None:
    [found] = follow_ups(case(EARLIER, LATER), most=5)

    assert found.asked.text == "How deep do they reach?"
    assert found.document_id == document_id_of(LATER.turns[3].content)
    assert found.with_dialogue == "Tell me of kelp forests. How deep do they reach?"


def test_neither_the_turn_nor_its_session_is_in_the_history() -> None:
    [found] = follow_ups(case(LATER, EARLIER), most=5)

    assert set(found.earlier) == {"Which barns are oldest?", "And the newest?"}


def test_other_replies_of_the_same_history_are_no_documents_for_it() -> None:
    whole = case(EARLIER, LATER)
    [found] = follow_ups(whole, most=5)

    documents = documents_of([whole], BagOfWords())

    assert documents.keys() == {found.document_id, *found.excluded}
    assert found.document_id not in found.excluded
    assert not any(
        "kelp forests" in passage.text for _, passages in documents.values() for passage in passages
    )


def asked_and_answered(thing: str, answer: str) -> Session:
    return session(1, f"Tell me of the {thing}.", long("Well then."), "How far does it go?", long(answer))


def test_what_is_put_before_a_model_grows_less_with_the_cosine_that_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cases = [
        replace(case(EARLIER, asked_and_answered(thing, answer)), question_id=name)
        for name, thing, answer in (
            ("q1", "kelp", "The kelp goes thirty metres down."),
            ("q4", "tunnel", "The tunnel goes on for fifty miles."),
        )
    ]
    monkeypatch.setattr(embedders, "load_embedder", lambda *_, **__: BagOfWords())
    monkeypatch.setattr(documents, "read_longmemeval", lambda *_, **__: cases)
    (tmp_path / "longmemeval_s_small.json").touch()

    made = make_table("himes-chat", Inputs(tmp_path, tmp_path / "vectors.sqlite"))

    rows = [[cell for cell in row[1:] if isinstance(cell, float)] for row in made.rows]
    assert "2 follow-up questions" in made.on
    assert "beside 2 documents" in made.on
    assert half_of("q1") != half_of("q4")
    without_a_limit = [1.0, 3.0, 1.0]
    assert rows[0][:-1] == without_a_limit * 2
    assert rows[-1][-1] == 0.0
    assert all(later <= before for one, two in pairwise(rows) for before, later in zip(one, two, strict=True))


def examples(path: Path, *passages: str) -> Path:
    dialogue = [
        {"role": "user", "content": "Tell me of kelp."},
        {"role": "assistant", "content": "It grows."},
    ]
    lines = [
        {
            "id": f"e{place}",
            "source": "test",
            "dialogue": dialogue,
            "question": "How deep?",
            "rewrite": "How deep does kelp grow?",
            "passage": passage,
        }
        for place, passage in enumerate(passages)
    ]
    path.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    return path


def test_examples_with_a_passage_are_asked_of_their_passages(tmp_path: Path) -> None:
    found = from_examples(examples(tmp_path / "e.jsonl", "Kelp grows deep.", "", "Barns."), BagOfWords())

    assert [one.gold for one in found.asked] == ["How deep does kelp grow?"] * 2
    assert {one.document_id for one in found.asked} == found.documents.keys()


def test_examples_without_any_passage_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no example has a passage"):
        from_examples(examples(tmp_path / "e.jsonl", ""), BagOfWords())
