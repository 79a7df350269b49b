"""The schemas of the graphs' input and output, and the tools that are made of them."""

from collections.abc import Callable
from typing import Any

import pytest

from daybook import Daybook, build_chat_graph, build_recall_graph
from daybook.conversation.answer_json import AnswerJson
from daybook.graph.remember import build_remember_graph

ASKING = "question asked_at as_of owner messages"
BUILDERS: list[tuple[Callable[..., Any], str, str]] = [
    (
        build_recall_graph,
        ASKING,
        "answer not_known pipeline evidence notes plan degraded degraded_reasons usage timings",
    ),
    (
        build_chat_graph,
        f"{ASKING} session_id proposal consent",
        "messages evidence memory_context learned degraded usage degraded_reasons round_id proposal"
        " consent timings",
    ),
    (build_remember_graph, "owner agreed", "posted refused degraded timings"),
]


@pytest.mark.parametrize(("build", "given", "gotten"), BUILDERS)
def test_a_graph_says_in_json_schema_what_it_takes_and_gives(
    daybook: Daybook, build: Callable[..., Any], given: str, gotten: str
) -> None:
    graph = build(daybook.parts)

    assert set(graph.get_input_jsonschema()["properties"]) == set(given.split())
    assert set(graph.get_output_jsonschema()["properties"]) == set(gotten.split())


def test_what_recall_gives_is_described_as_the_json_of_an_answer(daybook: Daybook) -> None:
    given = build_recall_graph(daybook.parts).get_output_jsonschema()
    described = AnswerJson.model_json_schema(mode="serialization")

    assert given["properties"] == described["properties"]
    assert given["$defs"] == described["$defs"]


LENIENT = pytest.mark.filterwarnings(
    "ignore:This API is in beta:langchain_core._api.beta_decorator.LangChainBetaWarning"
)


@LENIENT
def test_each_graph_is_a_tool_with_the_arguments_that_a_model_is_to_fill_in(daybook: Daybook) -> None:
    question: dict[str, type] = {"question": str}
    recall = build_recall_graph(daybook.parts, owner="ada").as_tool(arg_types=question, name="recall")
    chat = build_chat_graph(daybook.parts, owner="ada").as_tool(arg_types=question, name="chat")
    remember = build_remember_graph(daybook.parts, owner="ada").as_tool(arg_types={"dry": bool}, name="post")

    assert set(recall.args) == {"question"}
    assert chat.invoke({"question": "I moved to Lisbon last week."})["round_id"]
    assert "Pixel" in recall.invoke({"question": "What is my cat called?"})["answer"]
    assert remember.invoke({"dry": True})["posted"] == 0
