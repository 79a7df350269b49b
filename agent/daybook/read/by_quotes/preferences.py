"""Whether a sentence tells a taste: what its speaker likes, or does not want."""

from __future__ import annotations

import re

_TELLS = re.compile(
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
    """Whether advice to the one who said this had better heed it."""
    return _TELLS.search(sentence) is not None
