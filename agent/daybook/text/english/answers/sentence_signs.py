"""What a sentence tells by its wording."""

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
_FIRST_PERSON = re.compile(
    r"\b(?:I|me|my|mine|myself|we|us|our|ours)\b(?:['\u2019]\w+)?|^(?:been|just|gonna)\b", re.IGNORECASE
)
_SECOND_PERSON = re.compile(
    r"(?<!thank )(?<!show )(?<!tell )(?<!told )(?<!miss )\b(?:you|your|yours|yourself|ya)\b(?! know\b)",
    re.IGNORECASE,
)
_POINTS_BACK = re.compile(
    r"^(?:(?:and|but|so|then),? )?(?:it|that|this|they|these|those|she|he)\b"
    r"|\bthere\b(?! (?:is|are|was|were|has|have|will|must|might|may)\b)",
    re.IGNORECASE,
)
_CHOOSES = re.compile(
    r"\bI(?:['\u2019]d| would|['\u2019]ll)? (?:\w+ly )?"
    r"(?:pick|choose|go (?:with|for)|start with|recommend|suggest)\b"
    r"|\bmy (?:\w+ )?(?:pick|choice|recommendation|favou?rite)\b"
    r"|\b(?:only|just) one\b.{0,20}\b(?:start|go|pick|choose|take|try|make it|read)\b",
    re.IGNORECASE,
)
_SUPPOSES = re.compile(r"\W*(?:(?:and|but|so)\s+)?(?:if|once|unless|should|in\s+case)\b", re.IGNORECASE)


def states_preference(sentence: str) -> bool:
    """True if a sentence states a preference that advice to its speaker should respect."""
    return _STATES.search(sentence) is not None


def persons_in(sentence: str) -> tuple[bool, bool]:
    """Tell whether a sentence between two people speaks of the one who says it, and of the other one."""
    return _FIRST_PERSON.search(sentence) is not None, _SECOND_PERSON.search(sentence) is not None


def points_back(sentence: str) -> bool:
    """True if a sentence needs the one before it to be understood: "It …", "there"."""
    return _POINTS_BACK.search(sentence) is not None


def supposes(sentence: str) -> bool:
    """True if a sentence tells of a case that has not come: "if we move, our vet will be …"."""
    return _SUPPOSES.match(sentence) is not None


def states_choice(sentence: str) -> bool:
    """True if a sentence says which of several its speaker would take: "I'd pick the second"."""
    return _CHOOSES.search(sentence) is not None
