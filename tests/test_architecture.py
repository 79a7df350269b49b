"""The lines that the rooms are built along, read off the imports themselves."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCE_ROOTS = ("agent", "prompts", "eval")
ROOMS = (
    {"conversation"},
    {"english", "settings"},
    {"llm", "embedding"},
    {"store"},
    {"understand", "retrieve", "read", "remember"},
    {"papers"},
    {"documents"},
    {"reply"},
    {"graph"},
    {"library"},
    {"interfaces"},
)
"""The rooms of `daybook`, lowest first: a room imports from itself and from those below it only."""
FOR_ALL = {"errors", "extras"}
VENDORS = {
    "alembic": {"daybook/store"},
    "bs4": {"daybook/documents/convert"},
    "chromadb": {"daybook/store/chroma"},
    "datasets": {"daybook_eval/training"},
    "docx": {"daybook/documents/convert"},
    "fastapi": {"daybook/interfaces/server"},
    "jinja2": {"daybook/interfaces/server/page"},
    "langchain": {"daybook/llm/langchain", "daybook/interfaces/langchain"},
    "langgraph": {"daybook/graph", "daybook/interfaces/langchain", "daybook/interfaces/langgraph_store"},
    "markdown_it": {"daybook/documents/convert"},
    "mcp": {"daybook/interfaces/mcp"},
    "onnx": {"daybook/embedding"},
    "onnxruntime": {"daybook/embedding", "daybook_eval/nli"},
    "openai": {"daybook/embedding/openai.py", "daybook/llm/openai"},
    "opentelemetry": {"daybook/graph/tracing.py"},
    "peft": {"daybook_eval/training"},
    "prometheus_client": {"daybook/interfaces/server/metrics.py"},
    "prompt_toolkit": {"daybook/interfaces"},
    "pypdfium2": {"daybook/documents/convert"},
    "rank_bm25": {"daybook/store/bm25.py", "daybook_eval/baselines/rankings.py"},
    "ray": {"daybook/embedding/ray_embedder.py"},
    "rich": {"daybook/interfaces", "daybook_eval"},
    "sqlalchemy": {"daybook/store"},
    "starlette": {"daybook/interfaces/server", "daybook/interfaces/mcp"},
    "tiktoken": {"daybook/retrieve/token_counting.py"},
    "tokenizers": {"daybook/embedding", "daybook_eval/nli"},
    "torch": {"daybook/llm/local", "daybook_eval/nli", "daybook_eval/training"},
    "transformers": {"daybook/llm/local", "daybook_eval/nli", "daybook_eval/training"},
    "trl": {"daybook_eval/training"},
    "typer": {"daybook/interfaces", "daybook_eval"},
    "uvicorn": {"daybook/interfaces/server", "daybook_eval"},
}


@cache
def modules() -> dict[str, list[str]]:
    """List what every module imports, wherever in it."""
    return {
        path.relative_to(ROOT / source_root).as_posix(): list(imported(ast.parse(path.read_text("utf-8"))))
        for source_root in SOURCE_ROOTS
        for path in sorted((ROOT / source_root).rglob("*.py"))
    }


def imported(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            yield node.module


def level_of(room: str) -> int:
    return next(level for level, rooms in enumerate(ROOMS) if room in rooms)


def allowed(name: list[str], target: list[str]) -> bool:
    if target[0] != "daybook" or len(target) == 1 or name[1].endswith(".py"):
        return target[0] != "daybook_eval"
    if target[1] in FOR_ALL | {name[1]}:
        return True
    return level_of(target[1]) < level_of(name[1])


def test_imports_between_rooms_run_one_way() -> None:
    wrong = [
        f"{name} imports {target}"
        for name, targets in modules().items()
        for target in targets
        if name.startswith("daybook/") and not allowed(name.split("/"), target.split("."))
    ]

    assert wrong == []


def test_a_vendor_is_imported_by_its_adapter_only() -> None:
    wrong = [
        f"{name} imports {target}"
        for name, targets in modules().items()
        for target in targets
        if (homes := VENDORS.get(target.partition(".")[0]))
        and not any(name.startswith(home) for home in homes)
        and not name.startswith("daybook_eval/bench/")
    ]

    assert wrong == []


def test_the_conversation_room_needs_the_standard_library_only() -> None:
    allowed = sys.stdlib_module_names | {
        "daybook",
        "typing_extensions",
    }  # the library's own, for older Pythons

    assert {
        target
        for name, targets in modules().items()
        if name.startswith("daybook/conversation/")
        for target in targets
        if target.partition(".")[0] not in allowed
    } == set()


def test_interfaces_use_the_public_methods_of_a_memory_and_none_of_its_parts() -> None:
    reaching = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in (ROOT / "agent/daybook/interfaces").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Attribute)
        and node.attr in ("parts", "_parts")
        and "daybook" in ast.unparse(node.value)
    ]

    assert reaching == []


def test_no_module_imports_itself_by_way_of_others() -> None:
    every = {
        path.removesuffix(".py").removesuffix("/__init__").replace("/", "."): targets
        for path, targets in modules().items()
    }
    needs = {name: every.keys() & set(targets) for name, targets in every.items()}
    while free := {name for name, targets in needs.items() if not targets - {name} & needs.keys()}:
        needs = {name: targets & needs.keys() - free for name, targets in needs.items() if name not in free}

    assert needs == {}


@pytest.mark.parametrize("module", ["daybook", "daybook.conversation", "daybook.settings", "daybook.errors"])
def test_importing_the_package_loads_nothing_heavy(module: str) -> None:
    program = (
        f"import sys, {module}; "
        "print(*{'chromadb', 'langgraph', 'onnxruntime', 'openai', 'sqlalchemy'} & set(sys.modules))"
    )

    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT
    )

    assert done.stdout.strip() == ""


def test_every_path_of_a_module_that_the_pages_name_exists() -> None:
    pages = [*(ROOT / "docs").rglob("*.md"), ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
    files = {
        path.relative_to(ROOT).as_posix()
        for folder in (*SOURCE_ROOTS, "tests", "examples")
        for path in (ROOT / folder).rglob("*.py")
    }
    named = {
        (page.name, path)
        for page in pages
        for path in re.findall(r"`([\w./]+/\w+\.py)`", page.read_text("utf-8"))
    }

    missing = [
        (page, path) for page, path in named if not any(f"/{file}".endswith(f"/{path}") for file in files)
    ]

    assert len(named) > 100
    assert missing == []
