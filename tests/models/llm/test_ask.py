from pathlib import Path
from typing import Any, Literal

import pytest
from pydantic import BaseModel, ConfigDict

from daybook.conversation.errors import ModelUnavailable, UnreadableReply
from daybook.models.llm import Finish, Message, ModelReply, ask, ask_for_reply
from daybook.models.llm.chat_model import shape_of
from daybook_prompts import Prompt, load_prompt
from daybook_prompts.replies import REPLIES, Marked, Reranked, Rewritten, Scored
from tests.models.llm.scripted_chat import ScriptedChat

PROMPT = load_prompt("classify")


class Sorted(BaseModel):
    model_config = ConfigDict(extra="ignore")

    kind: str
    sure: float


GOOD = '{"kind": "temporal", "sure": 0.9}'


async def sort(model: ScriptedChat, prompt: Prompt = PROMPT) -> Sorted:
    return await ask(model, prompt, Sorted, question="When was it?")


async def test_the_prompt_goes_out_as_instructions_and_data_with_the_wanted_shape() -> None:
    model = ScriptedChat(GOOD)

    assert await sort(model) == Sorted(kind="temporal", sure=0.9)

    request = model.requests[0]
    assert [message.role for message in request.messages] == ["system", "user"]
    assert request.messages[0].content == PROMPT.instructions
    assert request.messages[1].content == 'question: "When was it?"'
    assert request.shape is not None
    assert (request.shape.name, request.max_output_tokens) == ("classify", PROMPT.reply_tokens)


@pytest.mark.parametrize(
    "text",
    [
        f"```json\n{GOOD}\n```",
        f"Of course! Here it is:\n\n{GOOD}",
        '{"kind": "temporal", "sure": 0.9,}',
        '{"kind": "temporal", "sure": "0.9", "why": "it says when"}',
        f'<think>It is {{"kind": "update"}}, or rather not.</think>\n{GOOD}',
        f'First {{"kind": "update", "sure": 0.1}}; on reflection {GOOD}',
    ],
)
async def test_a_reply_is_read_whatever_is_around_it(text: str) -> None:
    assert await sort(ScriptedChat(text)) == Sorted(kind="temporal", sure=0.9)


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        ("I think it asks for a time.", "there is no JSON object in it"),
        ('{"kind": "temporal"}', "sure: Field required"),
        ('{"kind": "temporal", "sure": "very"}', "sure: Input should be a valid number"),
        ("", "it is empty"),
        ("  \n", "it is empty"),
        (ModelReply('{"kind": "temp', finish=Finish.LENGTH), "it was cut off at the length limit"),
        (ModelReply("I would rather not.", finish=Finish.REFUSED), "the request was declined"),
        (ModelReply("", finish=Finish.REFUSED), "the request was declined"),
    ],
)
async def test_an_unreadable_reply_goes_back_once_with_the_reason(
    reply: str | ModelReply, reason: str
) -> None:
    model = ScriptedChat(reply, GOOD)

    assert (await sort(model)).kind == "temporal"

    assert reason in model.requests[1].messages[-1].content
    assert "problem: " in model.requests[1].messages[-1].content
    model.assert_spent()


async def test_the_second_request_shows_the_model_its_first_reply() -> None:
    model = ScriptedChat("about time", GOOD)

    await sort(model)

    roles = [(message.role, message.content) for message in model.requests[1].messages]
    assert roles[:2] == [(message.role, message.content) for message in model.requests[0].messages]
    assert roles[2] == ("assistant", "about time")
    assert roles[3][0] == "user"


LOOP = '{"kind": "temporal", "why": ["it says when", "it says when", "it says when", "it says when", "it sa'


async def test_a_reply_that_repeats_itself_to_the_limit_gets_no_more_room_and_is_not_shown_again() -> None:
    model = ScriptedChat(ModelReply(LOOP, finish=Finish.LENGTH), GOOD)

    await sort(model)

    again = model.requests[1]
    assert again.max_output_tokens == PROMPT.reply_tokens
    assert [message.role for message in again.messages] == ["system", "user"]
    assert "it repeated itself until it was cut off" in again.messages[1].content
    assert "it says when" not in again.messages[1].content


async def test_a_whole_reply_counts_even_if_what_follows_it_was_cut_off() -> None:
    assert (await sort(ScriptedChat(ModelReply(GOOD + " And so", finish=Finish.LENGTH)))).sure == 0.9


async def test_a_second_unreadable_reply_is_an_error_that_keeps_the_reply() -> None:
    model = ScriptedChat("what?", '{"kind": 1, "sure": 1}')

    with pytest.raises(
        UnreadableReply, match="prompt 'classify' is unreadable: kind: Input should be"
    ) as raised:
        await sort(model)

    assert raised.value.reply == '{"kind": 1, "sure": 1}'
    model.assert_spent()


async def test_an_error_of_the_model_passes_through_unrepaired() -> None:
    model = ScriptedChat(ModelUnavailable("away"))

    with pytest.raises(ModelUnavailable, match="away"):
        await sort(model)


async def test_what_a_check_objects_to_goes_back_once() -> None:
    model = ScriptedChat('{"kind": "temporal", "sure": 7}', GOOD)

    reply = await ask(
        model, PROMPT, Sorted, check=lambda it: "" if it.sure <= 1 else "too sure", question="When?"
    )

    assert reply.sure == 0.9
    assert "too sure" in model.requests[1].messages[-1].content


@pytest.mark.parametrize(("second", "sure"), [('{"kind": "temporal", "sure": 8}', 8), ("sorry", 7)])
async def test_of_what_a_check_objects_to_twice_the_last_that_can_be_read_is_returned(
    second: str, sure: int
) -> None:
    model = ScriptedChat('{"kind": "temporal", "sure": 7}', second)

    reply = await ask(model, PROMPT, Sorted, check=lambda it: "too sure", question="When?")

    assert reply.sure == sure


VALUES: dict[str, Any] = {"memory": [], "now": "2024-05-01", "message": "Hi"}


async def test_prose_is_returned_trimmed_and_told_as_it_comes() -> None:
    model = ScriptedChat(" Hello there.\n")
    pieces: list[str] = []

    said = await ask_for_reply(model, load_prompt("chat_reply"), on_text=pieces.append, **VALUES)

    assert said.text == "Hello there."
    assert pieces == [" Hello there.\n"]
    assert model.requests[0].shape is None


async def test_a_dialogue_goes_before_the_data_and_always_alternates() -> None:
    model = ScriptedChat("Fine.")
    said: list[tuple[Literal["user", "assistant"], str]] = [
        ("assistant", "Hello!"),
        ("user", "One."),
        ("user", "Two."),
        ("assistant", "Three?"),
        ("user", "No."),
    ]

    await ask_for_reply(
        model, load_prompt("chat_reply"), dialogue=[Message(role, text) for role, text in said], **VALUES
    )

    messages = model.requests[0].messages
    assert [message.role for message in messages] == ["system", "user", "assistant", "user"]
    assert messages[1].content == "One.\n\nTwo."
    assert messages[3].content.startswith("No.\n\nmemory:")


@pytest.mark.parametrize(
    ("chosen", "name", "said", "read"),
    [
        ("himes", "rewrite", '{"query_rewritten": "Who?"}', Rewritten(question="Who?")),
        (
            "memorystack",
            "judge_temporal",
            '{"reason": "No.", "correct": false}',
            Marked(reason="No.", verdict="no"),
        ),
        (
            "memorystack",
            "rerank",
            '{"scores": [0.9, 0.4]}',
            Reranked(scores=[Scored(id=1, score=0.9), Scored(id=2, score=0.4)]),
        ),
    ],
)
async def test_a_papers_form_of_a_reply_is_read_as_what_its_step_takes(
    chosen: str, name: str, said: str, read: BaseModel | dict[str, Any]
) -> None:
    prompt, model = load_prompt(name, Path(chosen)), ScriptedChat(said)

    nothing: dict[str, Any] = dict.fromkeys(prompt.slots, "")
    reply = await ask(model, prompt, REPLIES[name], **nothing)

    wanted = read.model_dump() if isinstance(read, BaseModel) else read
    assert reply.model_dump() == wanted
    assert isinstance(reply, REPLIES[name])
    assert model.requests[0].shape == shape_of(type(reply), name)
