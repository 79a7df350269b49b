"""Whole questions and messages with the real model: what it says may be wrong, what code promises may not."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from daybook import Daybook
from daybook.answer.quotes import find_quote
from daybook.conversation import Answer, Evidence, Note, Role, Round, Turn
from daybook.interfaces.demo.demonstration import read_demo_questions
from daybook.models.embedding import Embedder
from daybook.settings import Settings
from tests.real_model.conftest import OWNER, OpenDaybook

pytestmark = pytest.mark.real_model

ALWAYS = {"rewrite", "read"}
"""Steps that a model has in every question with a dialogue."""
QUESTIONS = read_demo_questions()


def rounds_of(daybook: Daybook) -> dict[str, Round]:
    sessions = daybook.sessions(owner=OWNER)
    rounds = (daybook.rounds(owner=OWNER, session_id=each.session_id) for each in sessions)
    return {each.round_id: each for session in rounds for each in session}


def assert_quotes_stand(answer: Answer, rounds: dict[str, Round]) -> None:
    items: list[Evidence | Note] = [*answer.evidence, *answer.notes]
    for item in items:
        assert item.quote
        assert find_quote(item.quote, rounds[item.round_id]) == item.quote


@pytest.mark.parametrize("prompts", ["default", "memorystack"])
def test_an_answer_names_each_step_that_no_model_did_and_quotes_only_what_was_said(
    open_demo: OpenDaybook, by_model: dict[str, Any], prompts: str
) -> None:
    daybook = open_demo(**by_model, prompts=prompts)
    dialogue = (Turn(Role.USER, "I love our dog."), Turn(Role.ASSISTANT, "She sounds sweet."))

    explained = daybook.explain(
        "What did I name her?", owner=OWNER, asked_at=QUESTIONS[0].asked_at, dialogue=dialogue
    )

    answer = explained.answer
    replied = {call.stage for call in explained.calls if not call.failed}
    assert answer.text
    assert set(answer.degraded) <= {*ALWAYS, "rerank"}
    assert all(answer.degraded_reasons.values())
    assert ALWAYS - set(answer.degraded) <= replied
    assert_quotes_stand(answer, rounds_of(daybook))


def test_a_question_ends_at_its_deadline_whatever_the_model_is_at(
    open_demo: OpenDaybook, by_model: dict[str, Any]
) -> None:
    daybook = open_demo(**{**by_model, "question_timeout": 4.0, "call_timeout": 3.0})

    answer = daybook.ask(QUESTIONS[1].question, owner=OWNER, asked_at=QUESTIONS[1].asked_at)

    assert "read" in answer.degraded
    assert answer.evidence
    assert_quotes_stand(answer, rounds_of(daybook))


def test_chat_replies_and_no_junk_enters_the_ledger(
    tmp_path: Path, minilm: Embedder, by_model: dict[str, Any]
) -> None:
    said = [
        "I work at the harbour office now, and I can't eat walnuts.",
        "Write me one line about the sea.",
    ]
    chosen = Settings.of(data_dir=tmp_path, **by_model, facts_by_model=True)
    with Daybook.open(settings=chosen, embedder=minilm) as daybook:
        replies = [daybook.chat(text, owner=OWNER, session_id="talk").text for text in said]
        daybook.remember(owner=OWNER, by_model=True)
        records = daybook.ledger.records(owner=OWNER)

    assert all(replies)
    for record in records:
        for support in record.support:
            assert any(support.quote in text for text in said)
            assert not strange_words(record.value, said)


def strange_words(value: str, said: Iterable[str]) -> set[str]:
    """Words of a value that nobody said, in any form that begins alike."""
    told = {word for text in said for word in plain_words(text)}
    return {word for word in plain_words(value) if not any(word[:4] == each[:4] for each in told)}


def plain_words(text: str) -> list[str]:
    return "".join(sign if sign.isalnum() else " " for sign in text.casefold()).split()
