"""The words for numbers, with what they count."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType


def _from(start: int, step: int, words: str) -> Mapping[str, int]:
    return MappingProxyType({word: start + step * place for place, word in enumerate(words.split())})


ONES = _from(
    0,
    1,
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen",
)
TENS = _from(20, 10, "twenty thirty forty fifty sixty seventy eighty ninety")
ORDINALS = _from(
    1,
    1,
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth "
    "fifteenth sixteenth seventeenth eighteenth nineteenth",
)
TENTHS = _from(20, 10, "twentieth thirtieth")
DECADES: Mapping[str, int] = MappingProxyType({f"{word[:-1]}ies": value for word, value in TENS.items()})
"""The words for decades: "nineties"."""
CARDINAL = f"(?:{'|'.join([*ONES, *TENS][1:])}|hundred|thousand|million|dozen|once|twice|half|couple|several)"
"""Matches a word that counts, in small letters; zero is none."""
ORDINAL = f"(?:{'|'.join(list(ORDINALS)[:10])})"
"""Matches an ordinal up to "tenth", in small letters."""
