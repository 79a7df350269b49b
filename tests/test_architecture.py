"""The lines that the rooms are built along, read off the imports themselves."""

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
    {"settings"},
    {"text"},
    {"models"},
    {"store"},
    {"ledger"},
    {"retrieve"},
    {"documents"},
    {"answer"},
    {"graph"},
    {"library"},
    {"interfaces"},
)
"""The rooms of `daybook`, lowest first: a room imports from itself and from those below it only."""

VENDORS = {
    "alembic": {"daybook/store"},
    "bs4": {"daybook/documents/convert"},
    "chromadb": {"daybook/store/chroma"},
    "datasets": {"daybook_eval/training"},
    "docx": {"daybook/documents/convert"},
    "fastapi": {"daybook/interfaces/server"},
    "jinja2": {"daybook/interfaces/server/page"},
    "langchain": {"daybook/models/llm/langchain", "daybook/interfaces/langchain"},
    "langgraph": {
        "daybook/graph",
        "daybook/interfaces/langchain",
        "daybook/interfaces/langgraph_store",
        "daybook_eval/peers",
    },
    "markdown_it": {"daybook/documents/convert"},
    "mcp": {"daybook/interfaces/mcp"},
    "onnxruntime": {"daybook/models/embedding"},
    "openai": {"daybook/models/embedding/openai.py", "daybook/models/llm/openai"},
    "peft": {"daybook_eval/training"},
    "prompt_toolkit": {"daybook/interfaces"},
    "pypdfium2": {"daybook/documents/convert"},
    "regex": {"daybook/text"},
    "rank_bm25": {"daybook/store/bm25.py", "daybook_eval/baselines/rankings.py", "daybook_eval/peers"},
    "ray": {"daybook/models/embedding/ray_embedder.py"},
    "rich": {"daybook/interfaces", "daybook_eval"},
    "sqlalchemy": {"daybook/store"},
    "starlette": {"daybook/interfaces/server", "daybook/interfaces/mcp"},
    "tiktoken": {"daybook/retrieve/token_counter.py"},
    "tokenizers": {"daybook/models/embedding"},
    "torch": {"daybook/models/llm/local", "daybook_eval/training"},
    "transformers": {"daybook/models/llm/local", "daybook_eval/training"},
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
    if target[1] == name[1]:
        return True
    return level_of(target[1]) < level_of(name[1])


BELOW_THE_LIBRARY = {"answer", "documents", "ledger", "retrieve"}
"""Rooms whose values interfaces have from the library, in `library/results.py`."""
SUB_ROOMS = {
    "daybook.text.english": (
        {"timex"}, {"questions"}, {"messages"}, {"events", "facts"}, {"model_facts"}, {"answers"},
        {"reading"},
    ),
    "daybook.models": ({"embedding"}, {"llm"}),
    "daybook.retrieve": (set(), {"papers"}),
    "daybook.store": ({"sql"}, {"forgetting"}),
}  # fmt: skip
"""The folders of some rooms, lowest first: none imports from one after it."""


def test_imports_between_folders_of_a_room_run_one_way() -> None:
    wrong = []
    for room, floors in SUB_ROOMS.items():
        level = {folder: floor for floor, folders in enumerate(floors) for folder in folders}
        inside = room.replace(".", "/") + "/"
        for name, targets in modules().items():
            here = name.removeprefix(inside).split("/")[0] if name.startswith(inside) else ""
            for target in targets:
                there = target.removeprefix(room + ".").split(".")[0]
                if here in level and target.startswith(room + ".") and level.get(there, -1) > level[here]:
                    wrong.append(f"{name} imports {target}")

    assert wrong == []


def test_interfaces_have_what_lies_below_the_library_from_the_library() -> None:
    wrong = [
        f"{name} imports {target}"
        for name, targets in modules().items()
        if name.startswith("daybook/interfaces/")
        for target in targets
        if target.startswith("daybook.") and target.split(".")[1] in BELOW_THE_LIBRARY
    ]

    assert wrong == []


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
        and name != "daybook_eval/speed.py"
    ]

    assert wrong == []


def test_the_conversation_room_needs_pydantic_alone() -> None:
    allowed = sys.stdlib_module_names | {
        "daybook",
        "pydantic",
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


def test_no_package_gives_the_name_of_one_of_its_modules_to_what_another_holds() -> None:
    """Importing the module would put it in the place of the other, and break whoever imports that later."""
    clashes = [
        f"{init.parent.name}: {alias.asname or alias.name}"
        for init in (ROOT / "agent/daybook").rglob("__init__.py")
        for node in ast.walk(ast.parse(init.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if (init.parent / f"{alias.asname or alias.name}.py").exists()
        and (node.module or "").rpartition(".")[2] not in (alias.asname or alias.name, init.parent.name)
    ]
    assert clashes == []


HEAVY = (
    "chromadb langchain_core langgraph onnxruntime openai sqlalchemy tokenizers torch transformers"
).split()


@pytest.mark.parametrize(
    "module",
    [
        "daybook",
        "daybook.conversation",
        "daybook.settings",
        "daybook.models.embedding",
        "daybook.models.llm.local_chat",
    ],
)
def test_importing_the_package_loads_nothing_heavy(module: str) -> None:
    program = f"import sys, {module}; print(*{set(HEAVY)} & set(sys.modules))"

    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT
    )

    assert done.stdout.strip() == ""


def test_every_path_of_a_module_that_the_pages_name_exists() -> None:
    pages = [*(ROOT / "docs").rglob("*.md"), ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
    files = {
        path.relative_to(ROOT).as_posix()
        for folder in (*SOURCE_ROOTS, "tests", "examples", "tools")
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

    assert len(named) > 40
    assert missing == []


ENGINE = {
    "answer",
    "conversation",
    "documents",
    "graph",
    "text",
    "models",
    "ledger",
    "retrieve",
    "store",
}
"""Rooms that hold no word of a language, but for `text/english`."""
NO_WORDS = {
    "in text/english/": "the rules of English",
    "in retrieve/papers/memorystack.py": "the paper's own pattern of preferences",
    "in models/llm/": "what servers and models answer in: protocol, not memory",
    "in models/embedding/minilm.py": "where a stretch without space is cut, as the tokenizer was trained",
}
"""Where words stand all the same, and why they are none that a memory's owner says or reads."""
FUNCTION_WORDS = frozenset(
    "about am and any are as be but can could did do does from had has have he her his how i if "
    "is it its me my never not or our she so than that the their them they this to was we were "
    "what when where which who whom why will with would yes yesterday you your".split()
)
"""Words that only stand where English is read or written: an identifier or a JSON field is none."""
REGEX_CALLS = {"compile", "search", "match", "fullmatch", "sub", "findall", "finditer", "split"}


def words_of_a_language(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Find words that are compared with a text, by where they stand in a program.

    Those are the alternatives of a regular expression that are function words; collections of lower-case
    words with a function word among them; and a question mark that a text is asked to end with.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            if node.func.attr == "endswith" and _literals(node.args) & {"?"}:
                yield node.lineno, "endswith ?"
            module = node.func.value
            if (
                isinstance(module, ast.Name)
                and module.id in ("re", "regex")
                and node.func.attr in REGEX_CALLS
            ):
                pattern = " ".join(_literals(node.args[:1]))
                plain = re.sub(r"\\[a-zA-Z]|\(\?P?[a-zA-Z<>]*[:)]?", " ", pattern)
                if found := FUNCTION_WORDS & {
                    word for word in re.findall(r"[a-z']+", plain) if len(word) > 1
                }:
                    yield node.lineno, f"pattern with {sorted(found)}"
        if isinstance(node, ast.Set | ast.Tuple | ast.List) and len(node.elts) > 1:
            words = _literals(node.elts)
            if FUNCTION_WORDS & words and all(word.isalpha() and word.islower() for word in words):
                yield node.lineno, f"words {sorted(words)}"


def _literals(nodes: list[ast.expr]) -> set[str]:
    found = (part for node in nodes for part in ast.walk(node) if isinstance(part, ast.Constant))
    return {constant.value for constant in found if isinstance(constant.value, str)}


def engine_files() -> Iterator[tuple[str, ast.Module]]:
    for room in sorted(ENGINE):
        for path in sorted((ROOT / "agent" / "daybook" / room).rglob("*.py")):
            name = path.relative_to(ROOT / "agent" / "daybook").as_posix()
            if not any(f"in {name}".startswith(place) for place in NO_WORDS):
                yield name, ast.parse(path.read_text("utf-8"))


def test_no_room_of_the_engine_knows_words_of_a_language() -> None:
    wrong = [
        f"{name}:{line}: {what}" for name, tree in engine_files() for line, what in words_of_a_language(tree)
    ]

    assert wrong == []


@pytest.mark.parametrize(
    "line",
    [
        'YES = {"yes", "no"}',
        'ASKS = sentence.endswith("?")',
        'PATTERN = re.compile(r"\\b(?:when|last week)\\b")',
        'said = re.search("you said", text)',
    ],
)
def test_words_in_such_a_room_would_be_found(line: str) -> None:
    assert list(words_of_a_language(ast.parse(line)))


@pytest.mark.parametrize(
    "line",
    [
        'FIELDS = {"user", "assistant"}',
        'PATTERN = re.compile(r"\\s*[,;]\\s*")',
        'raise ValueError("no such")',
    ],
)
def test_what_is_no_word_of_a_language_is_left_alone(line: str) -> None:
    assert not list(words_of_a_language(ast.parse(line)))


def test_rooms_meet_english_at_its_entry_only() -> None:
    wrong = [
        f"{name} imports {target}"
        for name, targets in modules().items()
        if name.startswith("daybook/") and not name.startswith("daybook/text/english/")
        for target in targets
        if target.startswith("daybook.text.english.")
        or (
            target == "daybook.text.english"
            and not name.startswith(("daybook/library/", "daybook/interfaces/"))
        )
    ]

    assert wrong == []
