"""What an index holds of a round, and the bytes that a database row keeps of it.

Numbers are little-endian. Words are hashes of stems: they say no word by themselves, and they are compared
without being spelled out.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from daybook.conversation import Round
from daybook.embedding.protocol import Vectors
from daybook.english.words import words_of
from daybook.store.keys import FieldName, Key, searchable, spans_of

WORD = np.dtype([("word", "<u8"), ("side", "u1"), ("count", "<u2")])
"""How often a word stands on a side of a round; the side is its place in SIDES."""
SIDES: tuple[FieldName, ...] = ("user", "assistant")
VECTOR = np.dtype("<f4")
_MOST = np.iinfo(np.uint16).max


@dataclass(frozen=True, slots=True)
class IndexRow:
    """A round in an index, as it is stored."""

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
        named = repr((self.round_id, self.keys)) + json.dumps(self.speakers, sort_keys=True)
        value = crc32(named.encode("utf-8", "surrogatepass"))
        for content in (self.spans, self.words, self.vectors):
            value = crc32(content, value)
        return value

    def values(self) -> dict[str, Any]:
        """Return it as the columns of a database row."""
        return {
            "round_id": self.round_id,
            "keys": self.keys,
            "spans": self.spans,
            "words": self.words,
            "speakers": self.speakers,
            "checksum": self.checksum,
            "vectors": self.vectors,
        }


def index_row(round_: Round, keys: Sequence[Key], vectors: Vectors) -> IndexRow:
    """Make the row of a round from its keys and their vectors, shape (keys, dim)."""
    return IndexRow(
        round_.round_id,
        len(keys),
        spans_of(keys).tobytes(),
        counted_words(searchable(round_)).tobytes(),
        {turn.role.value: turn.speaker for turn in round_.turns if turn.speaker} or None,
        np.ascontiguousarray(vectors, dtype=VECTOR).tobytes(),
    )


def decoded_vectors(contents: Iterable[bytes], dim: int) -> Vectors:
    """Return the vectors of rows, one below the other: shape (keys of all, dim)."""
    return np.frombuffer(b"".join(contents), dtype=VECTOR).reshape(-1, dim)


def hashes_of(text: str) -> list[int]:
    """Return the numbers that stand for a text's stems, each once, in order: 64 bits, alike everywhere."""
    return list(dict.fromkeys(map(_hash, words_of(text))))


def counted_words(texts: Mapping[FieldName, str]) -> NDArray[np.void]:
    """Count the stems of each side: an array of WORD."""
    counted = [
        (_hash(word), side, min(count, _MOST))
        for side, field in enumerate(SIDES)
        for word, count in Counter(words_of(texts.get(field, ""))).items()
    ]
    return np.array(counted, dtype=WORD)


@lru_cache(maxsize=100_000)
def _hash(word: str) -> int:
    return int.from_bytes(blake2b(word.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little")
