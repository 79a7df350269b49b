"""Question to plan: kinds, phrasings, time range; and what a chat message wants."""

from agent.understand.by_model import (
    kinds_by_model,
    phrasings_by_model,
    rewrite_by_model,
    time_range_by_model,
)
from agent.understand.dating import date_of
from agent.understand.intent import Intent, intent_of
from agent.understand.kinds import kinds_of
from agent.understand.phrasings import phrasings_of
from agent.understand.requests import ForgetRequest, WithholdRequest, request_of
from agent.understand.rewrite import rewrite_by_rules
from agent.understand.time_range import time_range_of

__all__ = [
    "ForgetRequest",
    "Intent",
    "WithholdRequest",
    "date_of",
    "intent_of",
    "kinds_by_model",
    "kinds_of",
    "phrasings_by_model",
    "phrasings_of",
    "request_of",
    "rewrite_by_model",
    "rewrite_by_rules",
    "time_range_by_model",
    "time_range_of",
]
