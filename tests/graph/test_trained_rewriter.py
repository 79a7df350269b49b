"""The rewrite step by a trained rewriter, and by rules where it fails."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest

from daybook import Daybook
from daybook.conversation import Answer, Role, Turn
from daybook.conversation.errors import ModelUnavailable
from daybook.models.llm import Finish, ModelReply
from tests.graph.test_model_steps import EVERY_STEP, EXPAND, models, script
from tests.models.llm.scripted_chat import ScriptedChat
from tests.scripted_server import ScriptedServer
from tests.small_memory import ASKED, OpenDaybook

DIALOGUE = (Turn(Role.USER, "Tell me about Pixel."), Turn(Role.ASSISTANT, "She is your cat."))
QUESTION = "How long ago did I adopt her?"
ALONE = "How long ago did I adopt Pixel?"


@contextmanager
def served(daybook: Daybook, *replies: str | ModelReply | Exception) -> Iterator[Daybook]:
    """The memory with a rewriter that writes what the test says."""
    rewriter = ScriptedChat(*replies)
    yield Daybook(replace(daybook.parts, rewriter=rewriter))
    rewriter.assert_spent()


def ask(memory: Daybook, *dialogue: Turn) -> Answer:
    return memory.ask(QUESTION, owner="ada", asked_at=ASKED, dialogue=dialogue)


def test_the_rewriter_makes_the_question_stand_alone_and_costs_nothing(daybook: Daybook) -> None:
    with served(daybook, f" {ALONE}\n") as memory:
        answer = ask(memory, *DIALOGUE)

    assert answer.plan.question == ALONE
    assert answer.degraded == ()
    assert answer.usage.calls == 0


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        ("", "it is empty"),
        ("How long ago did I adopt a crocodile?", "nobody said 'crocodil'"),
        ("adopt Pixel " * 4, "it repeats itself"),
        (ModelReply(ALONE, finish=Finish.LENGTH), "did not come to an end"),
        (ModelUnavailable("the folder cannot be read"), "the folder cannot be read"),
    ],
)
def test_what_cannot_be_the_question_is_done_by_rules_and_named(
    daybook: Daybook, reply: str | ModelReply | Exception, reason: str
) -> None:
    by_rules = ask(daybook, *DIALOGUE)

    with served(daybook, reply) as memory:
        answer = ask(memory, *DIALOGUE)

    assert answer.plan.question == by_rules.plan.question
    assert answer.degraded == ("rewrite",)
    assert reason in answer.degraded_reasons["rewrite"]


def test_it_comes_before_the_chat_model_which_does_the_other_steps(
    open_daybook: OpenDaybook, server: ScriptedServer
) -> None:
    script(server)

    with served(open_daybook(**EVERY_STEP, **models(server)), ALONE) as memory:
        answer = ask(memory, *DIALOGUE)

    assert answer.plan.question == ALONE
    assert any(EXPAND in body["messages"][0]["content"] for body in server.requests)
