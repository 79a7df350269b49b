"""Question to plan: kinds, phrasings, time range; and what a chat message wants.

The rules are those of the language; what a model does instead stands here.
"""

from daybook.conversation.language import ForgetRequest, Intent, WithholdRequest
from daybook.english.messages import intent_of, only_asks, request_of, says_no, says_yes
from daybook.english.questions import (
    disputed_answer,
    kinds_of,
    leans_on_dialogue,
    phrasings_of,
    rewrite_by_rules,
    time_range_of,
)
from daybook.understand.retrieval_plan import asked_slots, make_plan
from daybook.understand.steps_by_model import (
    kinds_by_model,
    phrasings_by_model,
    rewrite_by_model,
    time_range_by_model,
)
from daybook.understand.trained_rewriter import rewrite_by_trained_model

__all__ = [
    "ForgetRequest",
    "Intent",
    "WithholdRequest",
    "asked_slots",
    "disputed_answer",
    "intent_of",
    "kinds_by_model",
    "kinds_of",
    "leans_on_dialogue",
    "make_plan",
    "only_asks",
    "phrasings_by_model",
    "phrasings_of",
    "request_of",
    "rewrite_by_model",
    "rewrite_by_rules",
    "rewrite_by_trained_model",
    "says_no",
    "says_yes",
    "time_range_by_model",
    "time_range_of",
]
