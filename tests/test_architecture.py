"""The lines that the rooms are built along, read off the imports themselves."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ROOMS_BELOW: dict[str, set[str]] = {
    "conversation": set(),
    "llm": {"conversation"},
    "embedding": {"conversation"},
    "store": {"conversation", "embedding"},
    "understand": {"conversation", "llm", "store"},
    "retrieve": {"conversation", "llm", "embedding", "store"},
    "read": {"conversation", "llm", "store"},
    "remember": {"conversation", "llm", "embedding", "store", "understand"},
}
ROOMS_BELOW["graph"] = {*ROOMS_BELOW, "parts", "blocking", "forget"}
FOR_ALL = {"errors", "settings", "model_settings", "ledger_settings"}
VENDORS = {
    "alembic": {"agent/store"},
    "chromadb": {"agent/store/vectors.py", "agent/store/chroma.py"},
    "langgraph": {"agent/graph"},
    "onnx": {"agent/embedding"},
    "onnxruntime": {"agent/embedding"},
    "openai": {"agent/embedding/openai.py", "agent/llm/openai"},
    "prompt_toolkit": {"agent/interfaces"},
    "rank_bm25": {"agent/store/lexical.py", "eval/baselines/official_bm25.py"},
    "rich": {"agent/interfaces", "eval"},
    "sqlalchemy": {"agent/store"},
    "tiktoken": {"agent/retrieve/tokens.py"},
    "tokenizers": {"agent/embedding"},
    "typer": {"agent/interfaces", "eval"},
}


def modules() -> Iterator[tuple[str, ast.Module]]:
    for folder in ("agent", "prompts", "eval"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            yield path.relative_to(ROOT).as_posix(), ast.parse(path.read_text(encoding="utf-8"))


def imported(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            yield node.module


def allowed(name: list[str], target: list[str]) -> bool:
    if target[0] != "agent" or len(target) == 1 or name[1] not in ROOMS_BELOW:
        return target[0] != "eval"
    return target[1] in ROOMS_BELOW[name[1]] | FOR_ALL | {name[1]}


def test_imports_between_rooms_run_one_way() -> None:
    wrong = [
        f"{name} imports {target}"
        for name, tree in modules()
        for target in imported(tree)
        if name.startswith("agent/") and not allowed(name.split("/"), target.split("."))
    ]

    assert wrong == []


def test_a_vendor_is_imported_by_its_adapter_only() -> None:
    wrong = [
        f"{name} imports {target}"
        for name, tree in modules()
        for target in imported(tree)
        if (homes := VENDORS.get(target.partition(".")[0]))
        and not any(name.startswith(home) for home in homes)
        and not name.startswith("eval/bench/")
    ]

    assert wrong == []


def test_the_conversation_room_needs_the_standard_library_only() -> None:
    allowed = sys.stdlib_module_names | {"agent"}

    assert {
        target
        for name, tree in modules()
        if name.startswith("agent/conversation/")
        for target in imported(tree)
        if target.partition(".")[0] not in allowed
    } == set()


@pytest.mark.parametrize("module", ["agent", "agent.conversation", "agent.settings", "agent.errors"])
def test_importing_the_package_loads_nothing_heavy(module: str) -> None:
    program = (
        f"import sys, {module}; "
        "print(*{'chromadb', 'langgraph', 'onnxruntime', 'openai', 'sqlalchemy'} & set(sys.modules))"
    )

    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT
    )

    assert done.stdout.strip() == ""
