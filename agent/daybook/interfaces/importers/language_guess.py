"""A cheap guess at the language of a text: by its script, and of Latin letters by its commonest words."""

from __future__ import annotations

import re
from collections.abc import Mapping

OTHER = "other"

_SCRIPTS: Mapping[str, re.Pattern[str]] = {
    "ja": re.compile(r"[\u3040-\u30ff]"),
    "ko": re.compile(r"[\uac00-\ud7af]"),
    "zh": re.compile(r"[\u4e00-\u9fff]"),
    "ru": re.compile(r"[\u0400-\u04ff]"),
    "el": re.compile(r"[\u0370-\u03ff]"),
    "ar": re.compile(r"[\u0600-\u06ff]"),
    "he": re.compile(r"[\u0590-\u05ff]"),
    "hi": re.compile(r"[\u0900-\u097f]"),
    "th": re.compile(r"[\u0e00-\u0e7f]"),
}
"""A script that one language writes most; a text of which a fifth is in it counts as of that language."""
_WORDS: Mapping[str, frozenset[str]] = {
    "en": frozenset(
        "the and to of is it i you that in for my was have with what on not are this do can".split()
    ),
    "de": frozenset(
        "der die das und ich ist nicht ein eine mit zu es du auf für wie wir den im auch".split()
    ),
    "fr": frozenset("le la les et je est pas un une des que pour dans vous tu en du avec mais sur".split()),
    "es": frozenset("el la los y que de en un una es no por con para me mi lo se como pero".split()),
    "it": frozenset("il la che di e un una non per con sono mi ho del è in si ma come anche".split()),
    "pt": frozenset("o a os que de e um uma não para com em eu é do da meu minha mas como".split()),
    "nl": frozenset("de het een en ik is niet van dat je in op te met voor maar zijn wat er ook".split()),
}
_WORD = re.compile(r"[^\W\d_]+")
_READ = 1_000
"""Characters of a text that are looked at."""


def language_of(text: str) -> str:
    """Guess the language of a text: a code of two letters, or "other" where too little tells it."""
    beginning = text[:_READ].lower()
    letters = sum(sign.isalpha() for sign in beginning)
    for code, script in _SCRIPTS.items():
        if letters and 5 * len(script.findall(beginning)) > letters:
            return code
    words = _WORD.findall(beginning)
    shares = {code: sum(word in common for word in words) for code, common in _WORDS.items()}
    best = max(shares, key=lambda code: shares[code])
    return best if shares[best] and 10 * shares[best] >= len(words) else OTHER
