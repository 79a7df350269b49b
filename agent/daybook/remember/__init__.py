"""From rounds to ledger events: extract facts, weigh them by confidence, resolve them against the ledger."""

from daybook.remember.audit import Concern, ConcernKind, audit
from daybook.remember.by_model import facts_by_model, own_words
from daybook.remember.confidence import WriteThresholds
from daybook.remember.owner_changes import confirm, correct, correction, event_to_undo, reject, undo_drafts
from daybook.remember.resolver import Resolver
from daybook.remember.retention import Decay, Retention
from daybook.remember.write_policy import Policy, default_policy, policy_from

__all__ = [
    "Concern",
    "ConcernKind",
    "Decay",
    "Policy",
    "Resolver",
    "Retention",
    "WriteThresholds",
    "audit",
    "confirm",
    "correct",
    "correction",
    "default_policy",
    "event_to_undo",
    "facts_by_model",
    "own_words",
    "policy_from",
    "reject",
    "undo_drafts",
]
