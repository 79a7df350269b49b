"""The pictures of `docs/architecture.md`, held against the graphs as they are compiled."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from daybook import Daybook
from daybook.graph.chat import build_chat_graph
from daybook.graph.recall import build_recall_graph
from daybook.graph.remember import build_remember_graph

PAGE = (Path(__file__).parents[2] / "docs" / "architecture.md").read_text(encoding="utf-8")
PICTURES = dict(re.findall(r"<!-- (\w+) -->\n```\n(.*?)\n```", PAGE, re.DOTALL))


of_every_flow = pytest.mark.parametrize(
    ("flow", "build"),
    [("recall", build_recall_graph), ("chat", build_chat_graph), ("remember", build_remember_graph)],
)


@of_every_flow
def test_every_box_is_a_step_of_the_graph_and_every_step_has_a_box(
    flow: str, build: Callable[..., Any], daybook: Daybook
) -> None:
    steps = set(build(daybook.parts).get_graph().nodes) - {"__start__", "__end__"}

    assert set(re.findall(r"[a-z_]{3,}", PICTURES[flow])) == steps


@of_every_flow
def test_boxes_that_stand_side_by_side_on_a_line_follow_each_other(
    flow: str, build: Callable[..., Any], daybook: Daybook
) -> None:
    follows = {(edge.source, edge.target) for edge in build(daybook.parts).get_graph().edges}

    drawn = set(re.findall(r"([a-z_]{3,}) ─(?:┬─)? (?=([a-z_]{3,}))", PICTURES[flow]))

    assert len(drawn) >= 3
    assert drawn <= follows
