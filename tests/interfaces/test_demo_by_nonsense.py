"""The questions of the demo with a chat model that talks nonsense: nothing right is lost to it."""

from collections.abc import Iterator, Mapping, Sequence

import pytest
from pydantic import SecretStr

from daybook import Daybook
from daybook.conversation import Answer
from daybook.interfaces.demo.demonstration import DemoQuestion, bundled_history, read_demo_questions
from daybook.models.embedding import Embedder, load_embedder
from daybook.settings import Settings
from tests.nonsense import KINDS
from tests.scripted_server import ScriptedServer

pytestmark = pytest.mark.slow

QUESTIONS = read_demo_questions()


@pytest.fixture(scope="module")
def minilm() -> Embedder:
    return load_embedder("minilm")


@pytest.fixture(scope="module")
def memory(tmp_path_factory: pytest.TempPathFactory, minilm: Embedder) -> Iterator[Daybook]:
    with Daybook.open(tmp_path_factory.mktemp("demo"), embedder=minilm) as daybook:
        daybook.add(bundled_history(), owner="me")
        yield daybook


def is_right(question: DemoQuestion, answer: Answer) -> bool:
    return question.expects in answer.text if question.expects else answer.not_known


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
