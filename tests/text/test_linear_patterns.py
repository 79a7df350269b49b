"""No regular expression of the package takes four times as long for a text twice as long."""

import ast
import importlib
import pkgutil
import re
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from itertools import islice
from pathlib import Path
from random import Random
from re import _constants as op, _parser  # type: ignore[attr-defined]
from time import process_time
from typing import Any

import pytest
import regex  # type: ignore[import-untyped]

import daybook
import daybook_prompts
from daybook.answer import quotes
from daybook.retrieve import packing
from daybook.text import redaction
from daybook.text.english.patterns import LazyPattern
from daybook.text.unicode_text import phrase_pattern

FIRST, LAST = 64, 8_192
"""Characters of the shortest and of the longest text."""
SEEN = 0.02
"""Seconds of processor from which on a cost is compared with that of a quarter of the text."""
MAX_RATIO = 7
"""Four times the text costs four times as much where the cost is linear, else sixteen times."""
TRIES = 4
"""Of a comparison: another program may have been in the way."""
CONFIRMED = 3
"""Comparisons that a pattern has to fail, each measured anew."""
MAX_TEXTS = 80
"""Kinds of text that a pattern is given."""
PIECES = (
    " ",
    "\n",
    "\t",
    "a",
    "A",
    "1",
    ".",
    "-",
    "'",
    '"',
    "\u201c",
    ":",
    "(",
    "[",
    "a ",
    "A ",
    "a, ",
    "1 ",
)
_WALKED = re.compile(r"finditer|findall|search|sub|split")
_TAKE_A_PATTERN = "compile match fullmatch finditer findall search sub subn split highlight_regex".split()
MADE = {
    "quotes.find_quote": re.compile(quotes._pattern('I said "a - b"\u2026 so it is.')),
    "packing._words_like": packing._words_like(["cat", "dog"]),
    "redaction._finder": redaction._finder("Auntie Ana's cat"),
    "found_facts._support": re.compile(r"a\s+cat\s+of\s+mine", re.IGNORECASE),
    "unicode_text.phrase_pattern": phrase_pattern("a a cat", joints="'-"),
    "stand_alone_form._named": re.compile(r"\b(?:my|our|(?:i|we) have an?)\s+cat", re.IGNORECASE),
    "patterns.compiled": None,
    "patterns.any_of": None,
    "secrets._named": None,
    "replies._day_of": None,
}
"""What functions put together that a sample cannot fill in; None for what modules hold once it is made."""
_OPTIONAL = "ray_embedder", "local_generation", "migrations.env", "__main__"
"""Modules that import what may not be installed, or run."""


@dataclass(frozen=True)
class Found:
    name: str
    pattern: re.Pattern[str]
    walks: bool
    """Whether it is looked for from every character on, and not only at one."""


def _patterns() -> Iterator[Found]:
    """Give every pattern of the package, each once: those that modules hold, and those within functions."""
    found = {(it.pattern, it.walks): it for it in (*_of_modules(), *_of_functions())}
    yield from found.values()


def _of_modules() -> Iterator[Found]:
    for info in pkgutil.walk_packages(daybook.__path__, "daybook."):
        if info.name.endswith(_OPTIONAL):
            continue
        module = importlib.import_module(info.name)
        source = Path(module.__file__ or "").read_text(encoding="utf-8")
        for name, value in vars(module).items():
            methods = " ".join(re.findall(rf"\b{name}\.(\w+)", source))
            for pattern in _within(value):
                walks = not methods or _WALKED.search(methods) is not None
                yield Found(f"{info.name}.{name}: {pattern.pattern[:60]!r}", pattern, walks)


def _of_functions() -> Iterator[Found]:
    for call, name in _calls():
        method, text = ast.unparse(call.func).rpartition(".")[2], _filled_in(call.args[0])
        if text is None or name in MADE:
            pattern = MADE[name]
        else:
            pattern = re.compile(text, re.IGNORECASE if "IGNORECASE" in ast.unparse(call) else 0)
        if pattern is not None:
            yield Found(f"{name}: {pattern.pattern[:60]!r}", pattern, method not in ("match", "fullmatch"))


def _calls() -> Iterator[tuple[ast.Call, str]]:
    """Find the calls within functions that take a pattern, with the names of module and function."""
    roots = [Path(path) for package in (daybook, daybook_prompts) for path in package.__path__]
    for path in sorted(path for root in roots for path in root.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
            for call in (node for node in ast.walk(function) if isinstance(node, ast.Call) and node.args):
                module, _, method = ast.unparse(call.func).rpartition(".")
                if method in _TAKE_A_PATTERN and (module in ("re", "regex") or method == "highlight_regex"):
                    yield call, f"{path.stem}.{function.name}"


def _filled_in(pattern: ast.expr) -> Any:
    """Return a pattern as it is written, with a word for what is put into it; None if it is computed."""
    if isinstance(pattern, ast.Constant):
        return pattern.value if isinstance(pattern.value, str | bytes) else None
    if not isinstance(pattern, ast.JoinedStr):
        return None
    return "".join(str(part.value) if isinstance(part, ast.Constant) else "cat" for part in pattern.values)


def _within(value: object, depth: int = 3) -> Iterator[re.Pattern[str]]:
    value = value.compiled if isinstance(value, LazyPattern) else value
    if isinstance(value, re.Pattern | regex.Pattern):
        yield value
        return
    parts: list[object] = []
    if isinstance(value, Mapping):
        parts = list(value.values())
    elif isinstance(value, tuple | list | set | frozenset):
        parts = list(value)
    elif is_dataclass(value) and not isinstance(value, type):
        parts = [getattr(value, field.name) for field in fields(value)]
    for part in parts if depth else ():
        yield from _within(part, depth - 1)


def _texts(pattern: re.Pattern[str], chance: Random) -> Iterator[tuple[str, str]]:
    """Give what a text begins with and what is repeated in it, made of the pieces of a pattern."""
    yield from (("", piece) for piece in PIECES)
    if not isinstance(pattern, re.Pattern):
        yield from (("", sign) for sign in sorted(set(pattern.pattern)) if not sign.isalnum())
        return
    loops = list(_loops(_parser.parse(pattern.pattern, pattern.flags), []))
    for before, body in chance.sample(loops, len(loops)):
        first, again = _sample(before, chance), _sample(body, chance)
        yield from (("", again), (first, again), ("", first + again), (first, again[-1:]), ("", first))


def _loops(tree: Any, before: list[Any]) -> Iterator[tuple[list[Any], Any]]:
    """List what is repeated in a pattern, each with what stands before it."""
    for kind, value in tree:
        inner: list[Any] = []
        if kind in (op.MAX_REPEAT, op.MIN_REPEAT, op.POSSESSIVE_REPEAT):
            yield before, value[2]
            inner = [value[2]]
        elif kind is op.BRANCH:
            inner = value[1]
        elif kind is op.ATOMIC_GROUP:
            inner = [value]
        elif kind in (op.SUBPATTERN, op.ASSERT, op.ASSERT_NOT):
            inner = [value[-1]]
        for part in inner:
            yield from _loops(part, before)
        before = [*before, (kind, value)]


def _sample(tree: Any, chance: Random) -> str:
    """Write a text that a pattern is likely to match."""
    makers: dict[Any, Callable[[Any], str]] = {
        op.LITERAL: chr,
        op.NOT_LITERAL: lambda code: "b" if code == ord("a") else "a",
        op.ANY: lambda _: chance.choice("a "),
        op.IN: lambda items: chance.choice(_members(items)),
        op.BRANCH: lambda value: _sample(chance.choice(value[1]), chance),
        op.SUBPATTERN: lambda value: _sample(value[-1], chance),
        op.ATOMIC_GROUP: lambda value: _sample(value, chance),
        **dict.fromkeys(
            (op.MAX_REPEAT, op.MIN_REPEAT, op.POSSESSIVE_REPEAT),
            lambda value: _sample(value[2], chance) * min(value[1], value[0] + chance.randrange(2)),
        ),
    }
    return "".join(makers[kind](value) for kind, value in tree if kind in makers)


def _members(items: Any) -> str:
    """List some characters of a class."""
    examples = {op.CATEGORY_DIGIT: "1", op.CATEGORY_SPACE: " ", op.CATEGORY_NOT_WORD: "-"}
    signs = ""
    for kind, value in items:
        if kind is op.CATEGORY:
            signs += examples.get(value, "a")
        elif kind is op.RANGE:
            signs += chr(value[0]) + chr(value[1])
        elif kind is op.LITERAL:
            signs += chr(value)
    if items[0][0] is op.NEGATE:
        signs = "".join(set('a 1.-\n"').difference(signs)) or "b"
    return signs


def _cost(found: Found, before: str, again: str, size: int, tries: int = 1) -> float:
    """Measure the processor's seconds of a search, the least of several tries."""
    text: Any = f"{before}{again * max(1, size // len(again))}\x01x!"
    if isinstance(found.pattern.pattern, bytes):
        text = text.encode("latin-1", "replace")
    costs = []
    for _ in range(tries):
        began = process_time()
        if found.walks:
            deque(found.pattern.finditer(text), maxlen=0)
        else:
            found.pattern.match(text)
            found.pattern.fullmatch(text)
        costs.append(process_time() - began)
    return min(costs)


def _is_quadratic(found: Found, before: str, again: str) -> bool:
    size = FIRST
    while size <= LAST:
        if _cost(found, before, again, size) >= SEEN and _cost(found, before, again, size, TRIES) >= SEEN:
            return all(
                _cost(found, before, again, size, TRIES)
                > MAX_RATIO * _cost(found, before, again, size // 4, TRIES)
                for _ in range(CONFIRMED)
            )
        size *= 2
    return False


@pytest.mark.slow
def test_no_pattern_takes_the_square_of_a_text_s_length() -> None:
    slow = {}
    for found in _patterns():
        texts = islice(dict.fromkeys(_texts(found.pattern, Random(7))), MAX_TEXTS)
        slow[found.name] = [text for text in texts if text[1] and _is_quadratic(found, *text)]
    assert len(slow) > 240
    assert not {name: texts for name, texts in slow.items() if texts}


def test_a_quadratic_pattern_is_told() -> None:
    quadratic = Found("", re.compile(r"\s+x"), walks=True)
    assert _is_quadratic(quadratic, "", " ")
    assert not _is_quadratic(Found("", re.compile(r"(?<!\s)\s++x"), walks=True), "", " ")
