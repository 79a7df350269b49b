"""The keys and words by which a round is found, and the bytes that a database row holds of them."""

import json
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from hashlib import blake2b
from typing import Any, Literal
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from daybook.conversation import Round
from daybook.conversation.language import Analyzer
from daybook.models.embedding.embedder import Embedder, Vectors
from daybook.settings import Keying
from daybook.store.arrays import Places, RoundAxis
from daybook.text.redaction import FORGOTTEN
from daybook.text.secrets import masked
from daybook.text.unicode_text import asks

FieldName = Literal["user", "assistant", "both", "statement"]
"""A side of a round, both together, or a sentence of the user's side that states something."""
Layout = Literal["fields+statements", "concat"]

MAX_SENTENCES = 16
"""A user's turn of more is a pasted text rather than talk, and its windows are keys enough."""
FEWEST_WORDS = 3
"""A sentence of fewer states nothing that a question could be about: "Thank you!"."""

FIELDS: tuple[FieldName, ...] = ("user", "assistant", "both", "statement")
"""Every field; its place here is the number that an index holds for it."""

SPAN = np.dtype([("field", "u1"), ("start", "<u4"), ("stop", "<u4")])
"""A key of a round as an index holds it: see `Key`."""
Spans = NDArray[np.void]

_CLOSING = "\"')]\u201d\u2019"


@dataclass(frozen=True, slots=True)
class Key:
    """A window of a field of a round: characters `start` (in) to `stop` (out); a statement is the user's."""

    round_id: str
    field: FieldName
    start: int
    stop: int


@dataclass(frozen=True, slots=True)
class KeyVectors:
    """Keys of rounds and their vectors; the keys of a round stand together, in the order of the rounds."""

    rounds: RoundAxis
    round_places: NDArray[np.int32]
    """Shape (keys,): the place of each key's round on the axis, ascending."""
    spans: Spans
    """Shape (keys,), of type SPAN."""
    matrix: Vectors
    """Shape (keys, dim): unit vectors."""
    found_by: str = "exact"
    """As `Pipeline.vectors` says it."""

    def __len__(self) -> int:
        return len(self.round_places)

    def __iter__(self) -> Iterator[Key]:
        return (self.key(row) for row in range(len(self)))

    @property
    def fields(self) -> NDArray[np.uint8]:
        """Shape (keys,): the number of each key's field, its place in FIELDS."""
        return self.spans["field"]

    def key(self, row: int) -> Key:
        """Return the key of a row."""
        field, start, stop = self.spans[row].tolist()
        return Key(self.rounds[int(self.round_places[row])], FIELDS[field], start, stop)

    def rows_of(
        self, names: Iterable[str] | None = None, *, fields: Collection[FieldName] = FIELDS
    ) -> Places:
        """Return the rows of the keys of those rounds, or of all, that are of those fields, ascending."""
        if names is None:
            rows: Places = np.arange(len(self))
        else:
            rows = rows_at(self.round_places, self.rounds.among(names))
        wanted = [FIELDS.index(field) for field in fields]
        return rows[np.isin(self.fields[rows], wanted)]


def first_of_each_field(keys: KeyVectors) -> KeyVectors:
    """Keep the first window of every side of every round, as if the encoder cut the rest, and statements."""
    order = np.lexsort((keys.spans["start"], keys.fields, keys.round_places))
    fields = np.stack([keys.round_places, keys.fields], axis=1)[order]
    _, first = np.unique(fields, axis=0, return_index=True)
    rows = np.union1d(order[first], keys.rows_of(fields=["statement"]))
    return replace(
        keys, round_places=keys.round_places[rows], spans=keys.spans[rows], matrix=keys.matrix[rows]
    )


def spans_of(keys: Iterable[Key]) -> Spans:
    """Return keys as an index holds them, without the ids of their rounds."""
    return np.array([(FIELDS.index(key.field), key.start, key.stop) for key in keys], dtype=SPAN)


def rows_at(round_places: NDArray[np.int32], places: Places) -> Places:
    """Return the rows that belong to those places, of rows that stand in the order of their places."""
    first = np.searchsorted(round_places, places, side="left")
    counts = np.searchsorted(round_places, places, side="right") - first
    before = np.concatenate([[0], np.cumsum(counts)[:-1]]) if len(counts) else counts
    rows: Places = np.arange(int(counts.sum())) + np.repeat(first - before, counts)
    return rows.astype(np.intp)


def layout_of(keying: Keying) -> Layout:
    """Return the key layout of a keying; the three that score fields separately share one."""
    return "concat" if keying is Keying.CONCAT else "fields+statements"


def under_language(name: str, analyzer: Analyzer) -> str:
    """Add the language to what an index is made under; an index says nothing of English, the first one."""
    return name if analyzer.code == "en" else f"{name}+{analyzer.code}"


def keys_of(round_: Round, embedder: Embedder, keying: Keying, analyzer: Analyzer) -> list[tuple[Key, str]]:
    """List a round's keys with their texts: windows of its fields, then each statement of the user's side.

    People mention in passing what is asked of them later, and the vector of a whole turn loses such an aside.
    An assistant begins with what its reply is about: its first window stands for all of it, which saves a
    tenth to a half of the keys and costs nothing that was measured. A round may have no keys.
    """
    texts: Mapping[FieldName, str]
    texts = {"both": both_text(round_)} if layout_of(keying) == "concat" else searchable(round_)
    keys = [
        (Key(round_.round_id, field, *span), text)
        for field, whole in texts.items()
        for span, text in _windows(round_, field, whole, embedder)
    ]
    said = texts.get("user", "")
    return keys + [
        (Key(round_.round_id, "statement", start + first, start + last), said[start + first : start + last])
        for start, stop in statements_of(said, analyzer)
        for first, last in embedder.windows(said[start:stop])
    ]


def _windows(
    round_: Round, field: FieldName, text: str, embedder: Embedder
) -> list[tuple[tuple[int, int], str]]:
    """List the characters that the keys of a field stand for, each with the text that is embedded."""
    windows = [((start, stop), text[start:stop]) for start, stop in embedder.windows(text)]
    if field == "assistant" and windows and not (round_.assistant and round_.assistant.speaker):
        return [((windows[0][0][0], windows[-1][0][1]), windows[0][1])]
    return windows


def statements_of(text: str, analyzer: Analyzer) -> list[tuple[int, int]]:
    """Find the spans of sentences that state something, in a text of two to MAX_SENTENCES sentences."""
    spans = analyzer.sentences(text)
    if not 2 <= len(spans) <= MAX_SENTENCES:
        return []
    return [
        (start, stop)
        for start, stop in spans
        if not asks(text[start:stop].rstrip(_CLOSING)) and analyzer.length(text[start:stop]) >= FEWEST_WORDS
    ]


def searchable(round_: Round) -> dict[FieldName, str]:
    """Return the searchable text of each side of a round: secrets and "[forgotten]" masked; spans stay.

    Turns that came out of memory are left out, and user turns that only asked for it (`Turn.sources`).
    """
    fields: dict[FieldName, str] = {}
    if round_.user and round_.user.is_key:
        fields["user"] = _shown(round_.user.content)
    if round_.assistant and round_.assistant.is_key:
        fields["assistant"] = _shown(round_.assistant.content)
    return fields


def both_text(round_: Round) -> str:
    """Join the searchable sides of a round into the text that a "both" key spans."""
    return "\n".join(searchable(round_).values())


def _shown(text: str) -> str:
    return masked(text).replace(FORGOTTEN, " " * len(FORGOTTEN))


WORD = np.dtype([("word", "<u8"), ("side", "u1"), ("count", "<u2")])
"""How often a word stands on a side of a round; the side is its place in SIDES."""
SIDES: tuple[FieldName, ...] = ("user", "assistant")
VECTOR = np.dtype("<f4")
_MOST = np.iinfo(np.uint16).max


@dataclass(frozen=True, slots=True)
class IndexRow:
    """A round's row in an index, as stored; numbers are little-endian, words are hashes of stems."""

    round_id: str
    keys: int
    spans: bytes
    words: bytes
    speakers: Mapping[str, str] | None
    """The name of who spoke, by side, where turns carry names."""
    vectors: bytes

    @property
    def checksum(self) -> int:
        """CRC-32 of all of it; a damaged row may hold values of any type."""
        speakers = "null" if self.speakers is None else json.dumps(self.speakers, sort_keys=True)
        named = repr((self.round_id, self.keys)) + speakers
        value = crc32(named.encode("utf-8", "surrogatepass"))
        for content in (self.spans, self.words, self.vectors):
            value = crc32(content, value)
        return value

    def values(self) -> dict[str, Any]:
        """Return it as the columns of a database row."""
        return {**asdict(self), "checksum": self.checksum}


def index_row(round_: Round, keys: Sequence[Key], vectors: Vectors, analyzer: Analyzer) -> IndexRow:
    """Make the row of a round from its keys and their vectors, shape (keys, dim)."""
    return IndexRow(
        round_.round_id,
        len(keys),
        spans_of(keys).tobytes(),
        counted_words(searchable(round_), analyzer).tobytes(),
        {turn.role.value: turn.speaker for turn in round_.turns if turn.speaker} or None,
        np.ascontiguousarray(vectors, dtype=VECTOR).tobytes(),
    )


def decoded_vectors(contents: Iterable[bytes], dim: int) -> Vectors:
    """Return the vectors of rows, one below the other: shape (keys of all, dim)."""
    return np.frombuffer(b"".join(contents), dtype=VECTOR).reshape(-1, dim)


def hashes_of(words: Iterable[str]) -> list[int]:
    """Return the numbers that stand for stems, each once, in order: 64 bits, alike everywhere."""
    return list(dict.fromkeys(map(_hash, words)))


def counted_words(texts: Mapping[FieldName, str], analyzer: Analyzer) -> NDArray[np.void]:
    """Count the stems of each side: an array of WORD."""
    counted = [
        (_hash(word), side, min(count, _MOST))
        for side, field in enumerate(SIDES)
        for word, count in Counter(analyzer.words(texts.get(field, ""))).items()
    ]
    return np.array(counted, dtype=WORD)


@lru_cache(maxsize=100_000)
def _hash(word: str) -> int:
    return int.from_bytes(blake2b(word.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little")
