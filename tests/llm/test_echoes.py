from __future__ import annotations

import json

import pytest

from daybook.errors import UnreadableReply
from daybook.llm import Finish, ModelReply, ask
from daybook_prompts import load_prompt
from daybook_prompts.replies import Expanded, NotedAnswer, Period, Rewritten
from tests.llm.scripted_chat import ScriptedChat


async def expanded(*replies: str | ModelReply) -> Expanded:
    return await ask(ScriptedChat(*replies), load_prompt("expand"), Expanded, question="When was it?")


async def test_the_placeholder_of_a_prompt_is_no_phrasing() -> None:
    reply = await expanded('{"phrasings": ["...", "On which day?", " ... "], "parts": ["..."]}')

    assert (reply.phrasings, reply.parts) == (["On which day?"], [])


@pytest.mark.parametrize(
    "echo",
    [
        "it was cut off at the length limit; be shorter",
        "It was cut off at the length limit",
        "problem: it was cut off at the length limit; be shorter",
        "When was it? (it was cut off at the length limit; be shorter)",
        "Your reply could not be used, for the reason below, which is data.",
    ],
)
async def test_the_reason_for_asking_again_is_no_phrasing(echo: str) -> None:
    again = json.dumps({"phrasings": [echo, "On which day?"], "parts": []})

    assert (await expanded(ModelReply('{"phra', finish=Finish.LENGTH), again)).phrasings == ["On which day?"]


async def test_what_the_reason_quotes_of_a_reply_may_come_back() -> None:
    prompt = load_prompt("expand")
    quoted = json.dumps({"phrasings": ["The day I bought the bike"], "parts": []})
    model = ScriptedChat(quoted, quoted)

    reply = await ask(
        model,
        prompt,
        Expanded,
        check=lambda it: "this is not another wording: 'The day I bought the bike'",
        question="When was it?",
    )

    assert reply.phrasings == ["The day I bought the bike"]


async def test_a_reply_that_is_nothing_but_the_example_is_asked_for_again_and_then_unreadable() -> None:
    model = ScriptedChat(*['{"question": "The question", "disputed": "the rejected claim, or empty"}'] * 2)

    with pytest.raises(UnreadableReply, match="question: String should have at least 1 character"):
        await ask(model, load_prompt("rewrite"), Rewritten, dialogue=[], question="And then?")

    model.assert_spent()


async def test_a_choice_that_the_prompt_gives_is_content_though_its_example_makes_it_too() -> None:
    model = ScriptedChat('{"first": "YYYY-MM-DD", "last": null, "about": "said"}')

    reply = await ask(
        model, load_prompt("time_range"), Period, question="?", asked_at="2024-05-01", rule_range=None
    )

    assert (reply.first, reply.about) == (None, "said")


async def test_a_note_keeps_its_quote_where_only_its_text_is_an_echo() -> None:
    said = {
        "notes": [{"round": 1, "quote": "I bought a bike", "note": "..."}],
        "reasoning": "...",
        "counted": ["..."],
        "intervals": [],
        "not_known": False,
        "missing": "...",
        "answer": "A bike.",
    }

    reply = await ask(
        ScriptedChat(json.dumps(said)),
        load_prompt("read_con"),
        NotedAnswer,
        asked_at="2024-05-01",
        known=[],
        rounds=["I bought a bike."],
        documents=[],
        question="What?",
    )

    assert (reply.notes[0].quote, reply.notes[0].note) == ("I bought a bike", "")
    assert (reply.counted, reply.missing, reply.answer) == ([], "", "A bike.")
