"""From rounds to ledger events: extract facts, gate them by confidence, resolve them against the ledger."""

from daybook.remember.audit import Concern, ConcernKind, audit
from daybook.remember.by_model import facts_by_model, own_words
from daybook.remember.fact import Act, Fact
from daybook.remember.facts import facts_in
from daybook.remember.gate import Gate
from daybook.remember.policy import Policy, default_policy, policy_from
from daybook.remember.resolve.by_owner import confirm, correct, correction, reject
from daybook.remember.resolve.resolver import Resolver
from daybook.remember.retention import Decay, Retention
from daybook.remember.slots import SLOTS, Slot, slot_descriptions
from daybook.remember.undo import event_to_undo, undo_drafts

__all__ = [
    "SLOTS",
    "Act",
    "Concern",
    "ConcernKind",
    "Decay",
    "Fact",
    "Gate",
    "Policy",
    "Resolver",
    "Retention",
    "Slot",
    "audit",
    "confirm",
    "correct",
    "correction",
    "default_policy",
    "event_to_undo",
    "facts_by_model",
    "facts_in",
    "own_words",
    "policy_from",
    "reject",
    "slot_descriptions",
    "undo_drafts",
]
