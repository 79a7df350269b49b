"""Question to plan: kinds, phrasings, time range; and what a chat message wants."""

from daybook.understand.asked_slots import asked_slots
from daybook.understand.assent import says_no, says_yes
from daybook.understand.by_model import (
    kinds_by_model,
    phrasings_by_model,
    rewrite_by_model,
    time_range_by_model,
)
from daybook.understand.by_trained_model import rewrite_by_trained_model
from daybook.understand.forget_requests import ForgetRequest, WithholdRequest, request_of
from daybook.understand.intent import Intent, intent_of, only_asks
from daybook.understand.kinds import kinds_of
from daybook.understand.phrasings import phrasings_of
from daybook.understand.plan import make_plan
from daybook.understand.rewrite import disputed_answer, leans_on_dialogue, rewrite_by_rules
from daybook.understand.time_range import time_range_of

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
