"""Seeded damage to a JSON or JSON Lines file: to its bytes, to its values, and to its encoding.

Values are replaced while the file is parsed, and what no JSON writer would write (nesting of 100,000 levels,
numbers of 5,000 digits) is put into the text behind a marker.
"""

import gzip
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, TypeAlias

FIGURES = (
    "mutations",
    "imported",
    "refused",
    "tracebacks",
    "half-written",
    "unsound",
    "unreadable error lines",
    "stuck",
)
"""What is counted of them."""
SLOW = 20.0
"""Seconds from which the reading of some kilobytes counts as stuck."""
_WILD_DATES = (
    "9999-12-31T23:59:59-23:59",
    "0001-01-01T00:00:00+01:00",
    "2024-02-30T10:00:00Z",
    "2024-13-01",
    "2024-W01-1",
    "20240101T24:00:00",
    "2024-01-01T10:00:00.123456789+05:30",
    "2024-01-01T10:00:00+99:99",
    "٢٠٢٤-٠١-٠١",
    "2023/05/30 (Tue) 99:99",
    "0000/00/00 (Mon) 00:00",
    "1:56 pm on 31 February, 2023",
    "0:56 am on 8 May, 2023",
    "1:56 pm on 8 May, 0000",
    "yesterday",
    "",
    -62135596800,
    253402300800,
    1e308,
    -1,
    0,
)
_RAW = {
    "@raw-lists@": "[" * 100_000 + "]" * 100_000,
    "@raw-objects@": '{"a":' * 5_000 + "1" + "}" * 5_000,
    "@raw-shallow@": "[" * 300 + "]" * 300,
    "@raw-digits@": "9" * 5_000,
    "@raw-number@": "9" * 400,
    "@raw-exponent@": "1e999999",
    "@raw-nan@": "NaN",
    "@raw-infinity@": "-Infinity",
    "@raw-surrogate@": r'"\ud800 half a pair \udfff"',
    "@raw-nul@": r'"nul \u0000 bell \u0007 right to left \u202e"',
    "@raw-unfinished@": '"no end',
    "@raw-nothing@": "",
}
"""What stands for a marker in the text; the marker takes its quotation marks with it."""
_OTHER_VALUES: tuple[object, ...] = (
    None,
    True,
    False,
    0,
    -1,
    2**63,
    0.5,
    "",
    " ",
    "x" * 70_000,
    [],
    {},
    [[]],
)
_Path: TypeAlias = tuple[int | str, ...]


@dataclass(frozen=True, slots=True)
class Mutation:
    """A changed file, and what was done to it."""

    how: str
    content: bytes


def mutate(content: bytes, random: Random, *, lines: bool, is_json: bool = True) -> Mutation:
    """Change a file once; one in five is damaged in its encoding, two in five in its bytes.

    JSON Lines are changed by lines; of what is no JSON only bytes and encoding change. The same state of
    `random` makes the same mutation.
    """
    kind = random.choices(("value", "bytes", "encoding"), (4 if is_json else 0, 4, 2))[0]
    if kind == "value":
        return _mutate_values(content, random, lines=lines)
    ways = _BYTES if kind == "bytes" else _ENCODINGS
    name = random.choice(sorted(ways))
    return Mutation(f"{kind}: {name}", ways[name](content, random))


def _mutate_values(content: bytes, random: Random, *, lines: bool) -> Mutation:
    text = content.decode("utf-8")
    document: Any = [json.loads(line) for line in text.splitlines()] if lines else json.loads(text)
    names = []
    for _ in range(random.choice((1, 1, 1, 3))):
        names.append(random.choice(sorted(_VALUES)))
        if places := list(_places(document)):
            _VALUES[names[-1]](document, random.choice(places), random)
    written = "\n".join(map(_written, document)) if lines else _written(document)
    return Mutation("value: " + ", ".join(names), written.encode("utf-8", "surrogatepass"))


def _written(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    for marker, raw in _RAW.items():
        text = text.replace(f'"{marker}"', raw)
    return text


def _places(value: Any, above: _Path = ()) -> Iterator[_Path]:
    if isinstance(value, dict | list):
        for step in value if isinstance(value, dict) else range(len(value)):
            yield (*above, step)
            yield from _places(value[step], (*above, step))


def _parent(document: Any, path: _Path) -> tuple[Any, Any]:
    for step in path[:-1]:
        document = document[step]
    return document, path[-1]


def _put(values: Sequence[object]) -> Callable[[Any, _Path, Random], None]:
    def put(document: Any, path: _Path, random: Random) -> None:
        parent, step = _parent(document, path)
        parent[step] = random.choice(values)

    return put


def _delete(document: Any, path: _Path, random: Random) -> None:
    parent, step = _parent(document, path)
    del parent[step]


def _duplicate(document: Any, path: _Path, random: Random) -> None:
    """Put an item there twice; a field becomes a list of itself."""
    parent, step = _parent(document, path)
    if isinstance(parent, list):
        parent.insert(random.randint(0, len(parent)), json.loads(json.dumps(parent[step])))
    else:
        parent[step] = [parent[step], parent[step]]


def _rename(document: Any, path: _Path, random: Random) -> None:
    parent, step = _parent(document, path)
    if isinstance(parent, dict):
        parent[random.choice((step.upper(), f"{step} ", "", "role", "session_01"))] = parent.pop(step)
    else:
        parent.reverse()


def _retype(document: Any, path: _Path, random: Random) -> None:
    """Write the same value as another type: 1 as "1", a text as a list of it."""
    parent, step = _parent(document, path)
    value = parent[step]
    parent[step] = random.choice((str(value), [value], {"text": value}, {str(step): value}))


def _swap(document: Any, path: _Path, random: Random) -> None:
    other = random.choice(list(_places(document)))
    if path[: len(other)] != other and other[: len(path)] != path:
        (one, here), (two, there) = _parent(document, path), _parent(document, other)
        one[here], two[there] = two[there], one[here]


_VALUES: Mapping[str, Callable[[Any, _Path, Random], None]] = {
    "deleted": _delete,
    "duplicated": _duplicate,
    "renamed": _rename,
    "retyped": _retype,
    "swapped": _swap,
    "another value": _put(_OTHER_VALUES),
    "wild date": _put(_WILD_DATES),
    "unwritable": _put(tuple(_RAW)),
}


def _flip(content: bytes, random: Random) -> bytes:
    changed = bytearray(content)
    for _ in range(random.choice((1, 2, 8, 64))):
        changed[random.randrange(len(changed))] ^= 1 << random.randrange(8)
    return bytes(changed)


def _from_somewhere(change: Callable[[bytes, Random], bytes]) -> Callable[[bytes, Random], bytes]:
    def changed(content: bytes, random: Random) -> bytes:
        start = random.randrange(len(content))
        return content[:start] + change(content[start:], random)

    return changed


_BYTES: Mapping[str, Callable[[bytes, Random], bytes]] = {
    "flipped": _flip,
    "cut off": lambda content, random: content[: random.randrange(len(content))],
    "without a stretch": _from_somewhere(lambda rest, random: rest[random.randint(1, 200) :]),
    "a stretch twice": _from_somewhere(lambda rest, random: rest[: random.randint(1, 400)] + rest),
    "noise inserted": _from_somewhere(
        lambda rest, random: random.randbytes(random.choice((1, 3, 100))) + rest
    ),
    "nothing but noise": lambda content, random: random.randbytes(random.randint(1, 500)),
    "NULs at the end": lambda content, random: content + bytes(random.randint(1, 5_000)),
    "something after the end": lambda content, random: (
        content + random.choice((b"]", b"{}", b"null", b"\xff"))
    ),
}


def _text(content: bytes) -> str:
    return content.decode("utf-8", "replace")


def _packed(content: bytes) -> bytes:
    return gzip.compress(content, mtime=0)  # else the second of the clock stands in it


_ENCODINGS: Mapping[str, Callable[[bytes, Random], bytes]] = {
    "UTF-16": lambda content, random: _text(content).encode(random.choice(("utf-16", "utf-16-be"))),
    "UTF-32": lambda content, random: _text(content).encode("utf-32"),
    "Latin-1": lambda content, random: _text(content).encode("latin-1", "replace") + b"\xe9",
    "a byte order mark": lambda content, random: b"\xef\xbb\xbf" * random.randint(1, 2) + content,
    "other line ends": lambda content, random: content.replace(
        b"\n", random.choice((b"\r\n", b"\r", b"\n\n"))
    ),
    "gzip": lambda content, random: _packed(content),
    "gzip twice": lambda content, random: _packed(_packed(content)),
    "gzip flipped": lambda content, random: _flip(_packed(content), random),
    "gzip cut off": lambda content, random: _BYTES["cut off"](_packed(content), random),
    "gzip and more": lambda content, random: _packed(content) + random.randbytes(9),
    "gzip in two parts": lambda content, random: _packed(content[:99]) + _packed(content[99:]),
}
