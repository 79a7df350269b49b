"""Chat completions where no model is configured, and where the model is called in Daybook's own way."""

from pathlib import Path
from typing import Any

import openai
import pytest

from daybook.models.llm import ModelReply, ModelRequest, OnText
from tests.interfaces.server.http_server import Served, client_of, serving
from tests.interfaces.server.test_completions import DINNER, PEANUTS, WEATHER, say, words


class Heard:
    """A chat model of Daybook's protocol that says what it is told, and holds what it was asked."""

    name = fingerprint = "heard"

    def __init__(self, replies: list[str]) -> None:
        self.replies, self.asked = iter(replies), list[ModelRequest]()

    async def complete(self, request: ModelRequest, *, on_text: OnText | None = None) -> ModelReply:
        self.asked.append(request)
        text = next(self.replies)
        if on_text:
            for piece in text.partition(" "):
                on_text(piece)
        return ModelReply(text)


def test_without_a_model_rules_reply_as_in_a_chat(client: openai.OpenAI, served: Served) -> None:
    create = client.chat.completions.create
    create(model="x", messages=say("I live in Rome."))

    asked = create(model="x", messages=say("Where do I live?"))

    assert asked.choices[0].message.content == served.daybook.chat("Where do I live?", owner="me").text
    assert "Rome" in (asked.choices[0].message.content or "")
    assert (asked.model, asked.choices[0].finish_reason) == ("daybook", "stop")
    assert asked.usage
    assert asked.usage.total_tokens == 0
    assert client.models.list().data[0].id == "daybook"


def test_without_a_model_a_stream_has_openais_form_and_a_retry_is_kept_once(
    client: openai.OpenAI, served: Served
) -> None:
    for _ in range(2):
        stream = client.chat.completions.create(
            model="x", messages=say("I live in Rome."), stream=True, stream_options={"include_usage": True}
        )
        chunks = list(stream)

        assert chunks[0].choices[0].delta.role == "assistant"
        assert chunks[-1].usage
        assert chunks[-2].choices[0].finish_reason == "stop"
        assert len({chunk.id for chunk in chunks}) == 1
    assert [said for said, _ in words(served.daybook)] == ["I live in Rome."]


@pytest.mark.parametrize(
    "needs",
    [{"tools": [WEATHER]}, {"response_format": {"type": "json_object"}}, {"n": 2}],
    ids=["tools", "shape", "several"],
)
def test_without_a_model_what_needs_one_is_refused(client: openai.OpenAI, needs: dict[str, Any]) -> None:
    with pytest.raises(openai.BadRequestError, match="DAYBOOK_CHAT_MODEL"):
        client.chat.completions.create(model="x", messages=say(DINNER), **needs)


def test_without_a_model_a_wish_to_forget_says_where_that_is_done(
    client: openai.OpenAI, served: Served
) -> None:
    answer = client.chat.completions.create(model="x", messages=say("Forget my address."))

    assert "daybook forget" in (answer.choices[0].message.content or "")
    assert words(served.daybook) == []


def test_nothing_is_kept_where_the_client_says_so(client: openai.OpenAI, served: Served) -> None:
    headers = {"X-Daybook-Keep": "no"}
    client.chat.completions.create(model="x", messages=say(PEANUTS), extra_headers=headers)

    assert words(served.daybook) == []


def test_a_model_that_speaks_no_completions_replies_with_memory_before_the_message(tmp_path: Path) -> None:
    model = Heard(["Noted.", "Rice, then.", "Peas, then."])
    with serving(tmp_path / "own", chat_model=model, facts_by_model=False) as own, client_of(own) as client:
        client.chat.completions.create(model="x", messages=say(PEANUTS))
        answer = client.chat.completions.create(model="x", messages=say(DINNER), max_tokens=77)
        stream = client.chat.completions.create(model="x", messages=say("And tomorrow?"), stream=True)
        pieces = [chunk.choices[0].delta.content or "" for chunk in stream]
        kept = words(own.daybook)
        with pytest.raises(openai.BadRequestError, match="words only"):
            client.chat.completions.create(model="x", messages=say(DINNER), tools=[WEATHER])

    assert (answer.model, answer.choices[0].message.content) == ("heard", "Rice, then.")
    assert PEANUTS in model.asked[1].messages[-1].content
    assert model.asked[1].messages[-1].content.endswith(DINNER)
    assert model.asked[1].max_output_tokens == 77
    assert "".join(pieces) == "Peas, then."
    assert kept == [(PEANUTS, "Noted."), (DINNER, "Rice, then."), ("And tomorrow?", "Peas, then.")]
