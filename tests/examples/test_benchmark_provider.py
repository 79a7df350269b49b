"""The provider for the Agent Memory Benchmark, against the interface that the benchmark's repository states.

The benchmark is in no package index; what stands for it here has the names of its `memory/base.py` and
`models.py` as of November 2026, and calls them in the order of its runner.
"""

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest


@dataclass
class Document:
    id: str
    content: str
    user_id: str | None = None
    messages: list[dict[str, str]] | None = None
    timestamp: str | None = None
    context: str | None = None


@pytest.fixture
def provider(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Any]:
    modules = {name: ModuleType(name) for name in ("memory_bench", "memory_bench.memory")}
    modules |= {name: ModuleType(name) for name in ("memory_bench.memory.base", "memory_bench.models")}
    registry: dict[str, Any] = {}
    vars(modules["memory_bench.memory"])["REGISTRY"] = registry
    vars(modules["memory_bench.memory.base"])["MemoryProvider"] = object
    vars(modules["memory_bench.models"])["Document"] = Document
    for name, module in modules.items():
        monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.syspath_prepend(str(Path(__file__).parents[2] / "examples"))
    monkeypatch.delitem(sys.modules, "agent_memory_benchmark_provider", raising=False)
    import_module("agent_memory_benchmark_provider")
    made = registry["daybook"]()
    made.prepare(tmp_path / "store", unit_ids={"conv-1"}, reset=True)
    yield made
    made.cleanup()


SPOKEN = [
    {"speaker": "Ines", "dia_id": "D1:1", "text": "My spare key hangs at my neighbour Ivo's."},
    {"speaker": "Piet", "dia_id": "D1:2", "text": "Good to know, Ines."},
]
TYPED = [
    {"role": "user", "content": "I adopted a grey cat and named her Pixel."},
    {"role": "assistant", "content": "Congratulations!"},
]
WHEN = "2023-05-08T13:56:00+00:00"


def test_sessions_in_json_and_in_messages_are_found_as_dated_rounds_of_their_user(provider: Any) -> None:
    provider.ingest(
        [
            Document("conv-1_session_1", json.dumps(SPOKEN), user_id="conv-1", timestamp=WHEN),
            Document("conv-2_0", "", user_id="conv-2", messages=TYPED, timestamp="2023-05-09"),
        ]
    )

    (key,), raw = provider.retrieve("Who has the spare key?", k=10, user_id="conv-1", query_timestamp=WHEN)
    (cat,), _ = provider.retrieve("What is the cat called?", user_id="conv-2")

    assert raw is None
    assert key.content.splitlines() == [
        "Monday, 08 May 2023, 13:56",
        "Ines: My spare key hangs at my neighbour Ivo's.",
        "Piet: Good to know, Ines.",
    ]
    assert cat.content.startswith("Tuesday, 09 May 2023, 00:00\nuser: I adopted a grey cat")


def test_a_plain_text_is_a_session_and_daybook_answers_from_it(provider: Any) -> None:
    provider.ingest([Document("note", "I sold my red bicycle to a neighbour for 90 euros.", timestamp=WHEN)])

    answer, context, _ = provider.direct_answer("Who did I sell my bicycle to?", query_timestamp="2023-06-01")

    assert "neighbour" in answer
    assert context.startswith("08 May 2023: ")
