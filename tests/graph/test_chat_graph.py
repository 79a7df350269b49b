from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from daybook import Daybook
from daybook.conversation import Role, Round
from daybook.library.results import ChatTurn
from daybook.text import own_replies
from tests.scripted_server import ScriptedServer
from tests.small_memory import ASKED, OpenDaybook, models_at


def kept_of(reply: ChatTurn) -> Round:
    assert reply.remembered is not None
    return reply.remembered


def test_without_a_model_a_statement_is_kept_and_quoted_in_a_later_session(daybook: Daybook) -> None:
    told = daybook.chat("My sister Ines lives in Lisbon.", owner="ada", session_id="monday", asked_at=ASKED)
    asked = daybook.chat(
        "Where does my sister live?", owner="ada", session_id="friday", asked_at=ASKED + timedelta(days=4)
    )

    assert told.text == own_replies.NOTED
    assert asked.answer is not None
    assert "Lisbon" in asked.text
    assert asked.answer.evidence[0].round_id == kept_of(told).round_id


def test_a_recollection_is_kept_with_its_sources_and_is_found_by_nothing(daybook: Daybook) -> None:
    first = daybook.chat("What is my cat called?", owner="ada", asked_at=ASKED)
    again = daybook.chat("What is my cat called?", owner="ada", asked_at=ASKED + timedelta(days=1))

    assert first.answer is not None
    assert again.answer is not None
    kept = kept_of(first).assistant
    assert kept is not None
    assert kept.sources == tuple(dict.fromkeys(item.round_id for item in first.answer.evidence))
    assert again.answer.evidence[0].session_id == "cat"
    found = {c.round.round_id for c in daybook.search("What is my cat called?", owner="ada").candidates}
    assert kept_of(first).round_id not in found
    assert daybook.rounds(owner="ada", session_id="chat-2023-05-30")[0] == kept_of(first)


def test_what_is_told_beside_a_question_is_found_all_the_same(daybook: Daybook) -> None:
    told = daybook.chat("I moved to Ghent in March. What is my cat called?", owner="ada", asked_at=ASKED)

    found = daybook.search("Which town did I move to?", owner="ada").candidates

    assert kept_of(told).round_id in [candidate.round.round_id for candidate in found]


def test_with_a_chat_model_a_reply_that_needs_no_memory_comes_piece_by_piece(
    open_daybook: OpenDaybook, server: ScriptedServer
) -> None:
    daybook = open_daybook(**models_at(server, chat_model="small", facts_by_model=False))
    server.reply("The capital is Lima.")
    events: list[Mapping[str, Any]] = []

    reply = daybook.chat("What is the capital of Peru?", owner="ada", on_stage=events.append)

    assert reply.text == "The capital is Lima."
    assert "".join(event["text"] for event in events if event["event"] == "text") == reply.text
    said = kept_of(reply).assistant
    assert said is not None
    assert said.is_key


def test_a_chat_model_that_fails_costs_a_word_and_not_the_round(
    open_daybook: OpenDaybook, server: ScriptedServer
) -> None:
    daybook = open_daybook(**models_at(server, chat_model="small", facts_by_model=False))
    server.break_off("The cap", "ital")

    reply = daybook.chat("My sister Ines lives in Lisbon.", owner="ada")

    assert reply.text == own_replies.MODEL_FAILED
    assert (
        "Lisbon" in daybook.search("Where does Ines live?", owner="ada").candidates[0].round.fields[Role.USER]
    )
