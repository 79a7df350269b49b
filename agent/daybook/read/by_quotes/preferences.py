"""Whether a sentence states a preference: what its speaker likes, or does not want."""

from __future__ import annotations

import re

_STATES = re.compile(
    r"\bI (?:\w+ly |do |always |just |also )?"
    r"(?:like|love|prefer|enjoy|adore|hate|dislike|avoid|loathe|gave up)\b"
    r"|\bI (?:can['\u2019]?t|cannot|don['\u2019]?t|do not|never|no longer) (?:\w+ )?"
    r"(?:stand|bear|eat|drink|have|like|want|do|use|fly|drive|care)\b"
    r"|\bI(?:['\u2019]m| am) (?:\w+ )?"
    r"(?:allergic|intolerant|vegan|vegetarian|fond of|keen on|into|a fan of)\b"
    r"|\bI(?:['\u2019]d| would) (?:\w+ )?(?:rather|prefer)\b"
    r"|\bmy favou?rite\b|\bplease (?:keep|avoid|leave|never|always|no)\b",
    re.IGNORECASE,
)


def states_preference(sentence: str) -> bool:
    """Whether a sentence states a preference that advice to its speaker should respect."""
    return _STATES.search(sentence) is not None
