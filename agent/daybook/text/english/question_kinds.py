"""The kinds of a question, by its wording."""

import re
import tomllib
from pathlib import Path

from daybook.conversation import QuestionKind
from daybook.text.english.word_tables import MONTH_NAME, WEEKDAY_NAME

_PATTERNS = tomllib.loads(Path(__file__).with_name("question_patterns.toml").read_text(encoding="utf-8"))
_WORDS = _PATTERNS["words"] | {"MONTH": MONTH_NAME, "WEEKDAY": WEEKDAY_NAME}


def _filled_in(pattern: str) -> str:
    """Put the lists of words into a pattern of `question_patterns.toml`."""
    return re.sub("<([A-Z_]+)>", lambda name: _WORDS[name[1]], pattern)


_KINDS = {
    QuestionKind(kind): {
        float(confidence): re.compile(_filled_in(rule), re.IGNORECASE | re.VERBOSE)
        for confidence, rule in rules.items()
    }
    for kind, rules in _PATTERNS["kinds"].items()
}
"""How sure each wording makes each kind."""
_FORMERLY = re.compile(
    r"\b(?:before|previous(?:ly)?|former(?:ly)?|used to|prior|originally|initially|at first|in the past"
    r"|back (?:then|when)|earlier|ex|(?:my|our) (?:old|last))\b",
    re.IGNORECASE,
)
_NOW = re.compile(r"\b(?:current(?:ly)?|now|still|these days|at the moment)\b", re.IGNORECASE)
_PRESENT = re.compile(
    r"\b(?:am|do|can) I\b|\b(?:is|are) (?:my|our|mine)\b|['’](?:s|re) (?:my|our)\b|\bI(?:['’]m| am)\b",
    re.IGNORECASE,
)


def kinds_of(text: str) -> dict[QuestionKind, float]:
    """Name what a question asks of memory, by its wording.

    Several kinds may hold, or none. A kind's confidence is that of its surest rule; it is a judgement
    about English wording, not a frequency.

    Source: the five detectors are those of MemoryStack, section 3.2; the rules are ours.
    """
    sure = {
        kind: max((confidence for confidence, rule in rules.items() if rule.search(text)), default=0.0)
        for kind, rules in _KINDS.items()
    }
    return {kind: confidence for kind, confidence in sure.items() if confidence}


def asks_before(question: str) -> bool:
    """True if a question asks of what was so before, and not of the present."""
    return _FORMERLY.search(question) is not None and not _NOW.search(question)


def asks_now(question: str) -> bool:
    """True if the wording of a question asks of the present."""
    return _PRESENT.search(question) is not None
