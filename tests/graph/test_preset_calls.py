"""Which calls of a chat model each preset makes, in which order, and with what in them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest

from daybook.conversation import Role, Turn
from daybook.settings import PresetName
from tests.graph.test_model_steps import (
    ANSWER,
    ANSWERED,
    CLASSIFY,
    EXPAND,
    KINDS,
    NO_PERIOD,
    PHRASINGS,
    READ,
    RERANK,
    REWRITE,
    SCORES,
    TIME,
    asked,
    models,
)
from tests.scripted_server import ScriptedServer
from tests.small_memory import ASKED, OpenDaybook, said

REPLIES: Mapping[str, Mapping[str, Any]] = {
    REWRITE: {"question": "Which restaurant should I try near my work in Bath?", "disputed": ""},
    CLASSIFY: KINDS,
    EXPAND: PHRASINGS,
    TIME: NO_PERIOD,
    RERANK: SCORES,
    READ: {**ANSWERED, "notes": [], "intervals": [], "not_known": True, "answer": "I do not know."},
    ANSWER: {"quotes": [], "counted": [], "intervals": [], "not_known": True, "missing": "", "answer": "No."},
}
CALLS: Mapping[PresetName, tuple[set[str], ...]] = {
    PresetName.CLASSIC: ({REWRITE}, {CLASSIFY, EXPAND, TIME}, {RERANK}, {READ}),
    PresetName.LONGMEMEVAL: ({TIME}, {READ}),
    PresetName.MAX_SIM: ({READ},),
    PresetName.TIMERAG: ({ANSWER},),
    PresetName.MEMORYSTACK: ({EXPAND}, {RERANK}, {ANSWER}),
    PresetName.HIMES: ({REWRITE}, {ANSWER}),
}
"""One after the other; those of one set side by side."""
DIALOGUE = (Turn(Role.USER, "I am hungry in Bath."), Turn(Role.ASSISTANT, "What do you like?"))
TOLD = [
    said("live", 1, "I live in Bath."),
    said("dog", 2, "I have a dog named Rex."),
    said("tea", 3, "I love green tea."),
    said("run", 4, "I love running."),
    said("allergy", 5, "I am allergic to peanuts."),
    said("leeds", 25, "I moved to Leeds."),
]


def step_of(body: Mapping[str, Any]) -> str:
    [step] = [step for step in REPLIES if step in body["messages"][0]["content"]]
    return step


def block(server: ScriptedServer, when: str, name: str) -> Any:
    """The JSON that a request holds under that name."""
    _, _, rest = asked(server, when).partition(f"{name}: ")
    return json.JSONDecoder().raw_decode(rest)[0]


@pytest.mark.parametrize("name", CALLS)
def test_a_preset_calls_its_model_for_the_steps_that_it_names_and_for_no_other(
    open_daybook: OpenDaybook, server: ScriptedServer, name: PresetName
) -> None:
    for step in set().union(*CALLS[name]):
        server.reply(dict(REPLIES[step]), when=step)
    daybook = open_daybook(preset=name, **models(server))

    answer = daybook.ask(
        "Which restaurant should I try there, near work?", owner="ada", asked_at=ASKED, dialogue=DIALOGUE
    )

    steps = [step_of(body) for body in server.requests]
    for together in CALLS[name]:
        assert {*steps[: len(together)]} == together
        steps = steps[len(together) :]
    assert steps == []
    assert answer.pipeline.reranked is ({RERANK} in CALLS[name])
    server.assert_spent()


def test_timerag_gives_the_generator_the_five_best_of_its_records_and_their_words(
    open_daybook: OpenDaybook, server: ScriptedServer
) -> None:
    server.reply(dict(REPLIES[ANSWER]), when=ANSWER)
    daybook = open_daybook(preset="timerag", **models(server))
    daybook.add(TOLD, owner="ada")

    explanation = daybook.explain("Where do I live?", owner="ada", asked_at=ASKED)

    known = block(server, ANSWER, "known")
    # what one took the place of stands with it, as its "before"
    assert len(explanation.ledger.records) > sum(1 + ("before" in line) for line in known) == 5
    assert known[0]["fact"] == "I moved to Leeds."
    assert [excerpt.round for excerpt in explanation.packed] == sorted(
        (hit.round for hit in explanation.ranked[:5]), key=lambda round_: round_.said_at
    )


def ranked(daybook: Any, question: str) -> list[str]:
    found = daybook.search(question, owner="ada", asked_at=ASKED).candidates
    return [hit.round.session_id for hit in found]


def test_lambda_and_gamma_rank_without_a_model(open_daybook: OpenDaybook) -> None:
    question = "Where do I live?"
    plain = open_daybook(preset="timerag", record_decay=0.0, conflict_penalty=0.0)
    plain.add(TOLD, owner="ada")
    fading = open_daybook(preset="timerag", record_decay=5.0, record_decay_unit="day")
    punished = open_daybook(preset="timerag", record_decay=0.0, conflict_penalty=0.9)

    assert ranked(plain, question)[0] == "live"  # its words are nearest
    assert ranked(punished, question)[-1] == "live"  # something later took its place
    assert ranked(fading, question)[0] == "leeds"  # the latest
    assert "bike" not in ranked(plain, question)  # no record rests on it


def test_k_bounds_what_is_read_without_a_model(open_daybook: OpenDaybook) -> None:
    open_daybook(preset="timerag").add(TOLD, owner="ada")

    few = open_daybook(preset="timerag", read_rounds=2).explain("What do I love?", owner="ada")

    assert len(few.ranked) > len(few.packed) == 2


def test_himes_reads_the_rounds_of_its_topic_by_their_nearness_to_earlier_questions(
    open_daybook: OpenDaybook, server: ScriptedServer
) -> None:
    server.reply(dict(REPLIES[ANSWER]), when=ANSWER)
    daybook = open_daybook(preset="himes", **models(server))
    daybook.add([said("soup", 13, "Which cafe in Bath has good soup?", "The Blue Pot.")], owner="ada")

    explanation = daybook.explain("Where should I eat in Bath?", owner="ada", asked_at=ASKED)

    attention = [hit.signals["attention"] for hit in explanation.ranked]
    assert len(attention) > 1
    assert attention == sorted(attention, reverse=True)
    assert block(server, ANSWER, "known") == []
