"""The calls of a chat model that each preset makes, in which order, and with what in them."""

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
from tests.small_memory import ASKED, HISTORY, OpenDaybook, said
from tests.written_facts import learn

QUERY, IN_ORDER, KNOWLEDGE = "rewriting queries", "how relevant search results are", "from the knowledge base"
"""As in the sets of prompts of HiMeS, MemoryStack and HiMeS."""
SILENT = {"quotes": [], "counted": [], "intervals": [], "not_known": True, "missing": "", "answer": "No."}
REPLIES: Mapping[str, Mapping[str, Any]] = {
    ANSWER: SILENT,
    KNOWLEDGE: SILENT,
    REWRITE: {"question": "Which restaurant should I try near my work in Bath?", "disputed": ""},
    QUERY: {"query_rewritten": "Which restaurant should I try near my work in Bath?"},
    CLASSIFY: KINDS,
    EXPAND: PHRASINGS,
    TIME: NO_PERIOD,
    RERANK: SCORES,
    IN_ORDER: {"scores": [0.1, 0.2, 0.9, 0.4]},
    READ: {**ANSWERED, "notes": [], "intervals": [], "not_known": True, "answer": "I do not know."},
}
CALLS: Mapping[PresetName, tuple[set[str], ...]] = {
    PresetName.CLASSIC: ({REWRITE}, {CLASSIFY, EXPAND, TIME}, {RERANK}, {READ}),
    PresetName.LONGMEMEVAL: ({TIME}, {READ}),
    PresetName.MAX_SIM: ({READ},),
    PresetName.TIMERAG: ({ANSWER},),
    PresetName.MEMORYSTACK: ({EXPAND}, {IN_ORDER}, {ANSWER}),
    PresetName.HIMES: ({QUERY}, {KNOWLEDGE}),
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

FACTS = [
    ("I live in Bath", "identity.residence", "Bath"),
    ("I have a dog named Rex", "possession.pet", "dog Rex"),
    ("I love green tea", "preference.food", "green tea"),
    ("I love running", "preference.other", "running"),
    ("I am allergic to peanuts", "constraint.allergy", "peanuts"),
    ("I moved to Leeds", "identity.residence", "Leeds"),
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
    assert answer.pipeline.reranked is any({RERANK, IN_ORDER} & step for step in CALLS[name])


def test_timerag_gives_the_generator_the_five_best_of_its_records_and_their_words(
    open_daybook: OpenDaybook, server: ScriptedServer
) -> None:
    server.reply(dict(REPLIES[ANSWER]), when=ANSWER)
    daybook = open_daybook(preset="timerag", **models(server))
    daybook.add(TOLD, owner="ada")
    learn(daybook, FACTS, owner="ada")

    explanation = daybook.explain("Where do I live?", owner="ada", asked_at=ASKED)

    known = block(server, ANSWER, "known")
    # what one took the place of stands with it, as its "before"
    assert len(explanation.ledger.records) > sum(1 + ("before" in line) for line in known) == 5
    assert known[0]["fact"] == "I moved to Leeds"
    assert [excerpt.round for excerpt in explanation.packed] == sorted(
        (hit.round for hit in explanation.ranked[:5]), key=lambda round_: round_.said_at
    )


def test_timerag_searches_with_the_utterance_and_the_turn_before_it(
    open_daybook: OpenDaybook, server: ScriptedServer
) -> None:
    dialogue = (*DIALOGUE, Turn(Role.USER, "I am thirsty."), Turn(Role.ASSISTANT, "A cup of green tea?"))
    for _ in range(2):
        server.reply(dict(REPLIES[ANSWER]), when=ANSWER)
    windowed = open_daybook(preset="timerag", **models(server))
    windowed.add(TOLD, owner="ada")
    alone = open_daybook(preset="timerag", query_window=0, **models(server))

    by_window, by_utterance = (
        daybook.explain("What would suit me?", owner="ada", asked_at=ASKED, dialogue=dialogue)
        for daybook in (windowed, alone)
    )

    assert by_window.answer.plan.phrasings == ("What would suit me?\nA cup of green tea?",)
    assert by_window.answer.plan.question == by_utterance.answer.plan.phrasings[0]  # what is answered
    assert by_window.ranked[0].round.session_id == "tea" != by_utterance.ranked[0].round.session_id


def test_memorystack_scores_in_order_and_himes_searches_with_the_query_that_the_papers_field_holds(
    open_daybook: OpenDaybook, server: ScriptedServer
) -> None:
    server.reply({"scores": [0.2, 0.9, 0.4]}, when=IN_ORDER)
    server.reply({"scores": [0.2, 0.9, 0.4, 0.0]}, when="could not be used")
    server.reply(SILENT, when=ANSWER)
    stacked = open_daybook(
        preset="memorystack", steps_by_rules=("rewrite", "classify", "expand", "time_range"), **models(server)
    )

    found = stacked.explain("What did I name the cat?", owner="ada", asked_at=ASKED).ranked

    first, _, _ = server.requests
    items = json.JSONDecoder().raw_decode(first["messages"][1]["content"].partition("results: ")[2])[0]
    scores = {hit.round.session_id: hit.signals["rerank"] for hit in found}
    by_text = {turn.content: one.session_id for one in HISTORY for turn in one.turns}
    assert [scores[by_text[item.get("user") or item["assistant"]]] for item in items] == [0.2, 0.9, 0.4, 0.0]
    assert list(first["response_format"]["json_schema"]["schema"]["properties"]) == ["scores"]


@pytest.mark.parametrize(
    ("given", "sent", "read"), [({}, QUERY, KNOWLEDGE), ({"prompts": "default"}, REWRITE, READ)]
)
def test_a_preset_has_its_papers_prompts_unless_others_are_named(
    open_daybook: OpenDaybook, server: ScriptedServer, given: Mapping[str, str], sent: str, read: str
) -> None:
    for step in (sent, read):
        server.reply(dict(REPLIES[step]), when=step)
    daybook = open_daybook(preset="himes", **models(server), **given)

    found = daybook.explain("And there, near work?", owner="ada", asked_at=ASKED, dialogue=DIALOGUE)

    assert found.answer.plan.question == "Which restaurant should I try near my work in Bath?"
