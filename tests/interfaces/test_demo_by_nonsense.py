"""The questions of the demo with a chat model that talks nonsense: nothing right is lost to it."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest
from pydantic import SecretStr

from daybook import Daybook, build_recall_graph
from daybook.conversation import Answer
from daybook.graph.parts import Parts
from daybook.graph.read_nodes import ReadNodes
from daybook.graph.steps import run_separately
from daybook.interfaces.demo.demonstration import DemoQuestion, bundled_history, read_demo_questions
from daybook.models.embedding import Embedder, load_embedder
from daybook.models.llm import ChatModels, ModelReply, ModelRequest, ModelsWithFallback, OnText
from daybook.settings import Settings
from tests.nonsense import KINDS
from tests.scripted_server import ScriptedServer

pytestmark = pytest.mark.slow

State = Mapping[str, Any]
QUESTIONS = read_demo_questions()
UNQUOTED = list(KINDS)[: list(KINDS).index("not known")]
"""Replies whose quotes stand nowhere, so that what comes closest is shown."""


class NonsenseChat:
    """Talks one kind of nonsense."""

    name = fingerprint = "nonsense"

    def __init__(self, kind: str) -> None:
        self._kind = kind

    async def complete(self, request: ModelRequest, *, on_text: OnText | None = None) -> ModelReply:
        said = KINDS[self._kind]({"messages": [{"content": message.content} for message in request.messages]})
        return ModelReply(said if isinstance(said, str) else json.dumps(said), 100, 20)


@pytest.fixture(scope="module")
def minilm() -> Embedder:
    return load_embedder("minilm")


@pytest.fixture(scope="module")
def memory(tmp_path_factory: pytest.TempPathFactory, minilm: Embedder) -> Iterator[Daybook]:
    with Daybook.open(tmp_path_factory.mktemp("demo"), embedder=minilm) as daybook:
        daybook.add(bundled_history(), owner="me")
        yield daybook


async def searched(memory: Daybook, questions: Sequence[DemoQuestion]) -> Mapping[DemoQuestion, State]:
    """Run questions by rules, and give all that was found on the way."""
    graph = build_recall_graph(memory.parts, owner="me")
    return {
        question: await run_separately(graph, {"question": question.question, "asked_at": question.asked_at})
        for question in questions
    }


def is_right(question: DemoQuestion, answer: Answer) -> bool:
    return question.expects in answer.text if question.expects else answer.not_known


async def read_again(parts: Parts, state: State, models: ModelsWithFallback) -> Answer:
    nodes = ReadNodes.of(parts)
    again: Any = {**state, "models": models}
    again |= await nodes.read(again)
    result = (await nodes.check(again))["result"]
    assert isinstance(result, Answer)
    return result


@pytest.mark.parametrize(("prompts", "every"), [("default", 1), ("memorystack", 4)])
async def test_no_right_answer_is_lost_to_a_reader_that_talks_nonsense(
    memory: Daybook, prompts: str, every: int
) -> None:
    settings = Settings.of(data_dir=memory.parts.settings.data_dir, prompts=prompts)
    found = await searched(memory, QUESTIONS[::every])
    right = [question for question, state in found.items() if is_right(question, state["result"])]
    lost: dict[str, list[str]] = {}

    for kind in UNQUOTED:
        models = ChatModels(NonsenseChat(kind))
        parts = replace(memory.parts, settings=settings, models=models)
        for question in right:
            answer = await read_again(parts, found[question], ModelsWithFallback.begin(models))
            assert answer.not_known or answer.cited
            if not is_right(question, answer):
                lost.setdefault(kind, []).append(question.question)

    assert len(right) == {1: 11, 4: 3}[every]
    assert lost == {}


def asked_with(
    server: ScriptedServer, memory: Daybook, kind: str, questions: Sequence[DemoQuestion], **models: object
) -> Mapping[DemoQuestion, Answer]:
    """Ask over HTTP, by the genuine client."""
    server.always(KINDS[kind])
    settings = Settings.of(
        data_dir=memory.parts.settings.data_dir,
        openai_api_key=SecretStr("sk-loopback"),
        openai_base_url=server.url,
        model_retries=0,
        **models,
    )
    with Daybook.open(settings=settings, embedder=memory.parts.embedder) as daybook:
        return {
            question: daybook.ask(question.question, owner="me", asked_at=question.asked_at)
            for question in questions
        }


@pytest.mark.parametrize("kind", ["prose", "no quotes"])
def test_nor_where_every_step_has_that_model(server: ScriptedServer, memory: Daybook, kind: str) -> None:
    answers = asked_with(server, memory, kind, QUESTIONS, chat_model="nonsense")

    assert sum(is_right(question, answer) for question, answer in answers.items()) == 11
    for answer in answers.values():
        assert {"rerank", "read"} <= set(answer.degraded)
        assert all(answer.degraded_reasons.values())
