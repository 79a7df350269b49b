"""Whether a message concerns its writer's own life, as examples of both sorts tell.

The thresholds are for the cosines of MiniLM.
"""

from __future__ import annotations

import re

import numpy as np

from daybook.embedding.protocol import Vectors
from daybook.reply.examples import Contrast

_PERSONAL, _IN_FIRST_PERSON = 0.08, 0.06
"""By how much a message must be nearer to an example of personal ones, and what it has of that by its "I"."""
_FIRST_PERSON = re.compile(
    r"\b(?:i|i['’](?:m|ve|d|ll)|my|mine|myself|we|we['’]\w+|us|our|ours)\b", re.IGNORECASE
)


def is_personal(message: str, vectors: Vectors, examples: Contrast) -> bool:
    """Whether a message concerns its writer's own life: what they eat, plan, own, whom they know.

    Args:
        message: in stand-alone form.
        vectors: of it and of its sentences, shape (n, dim).
        examples: of messages that do and that do not.
    """
    lead = _margin(vectors, examples) + _IN_FIRST_PERSON * bool(_FIRST_PERSON.search(message))
    return lead >= _PERSONAL


def is_about_food(vectors: Vectors, examples: Contrast) -> bool:
    """Whether a personal message is about eating or drinking."""
    return _margin(vectors, examples) > 0


def _margin(vectors: Vectors, examples: Contrast) -> float:
    """By how much the vectors are nearer to the positive examples, where that is most."""
    likes, unlikes = examples.nearest(vectors)
    return float(np.max(likes - unlikes))
