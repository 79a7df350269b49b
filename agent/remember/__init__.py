"""From rounds to the ledger: facts are found, weighed, and posted as events."""

from agent.remember.audit import Concern, ConcernKind, audit
from agent.remember.by_model import facts_by_model
from agent.remember.fact import Act, Fact
from agent.remember.facts import facts_in
from agent.remember.gate import Gate
from agent.remember.policy import Policy, default_policy, policy_from
from agent.remember.posting import undoable, undoings
from agent.remember.resolve import Resolver
from agent.remember.resolve_owner import confirm, correct, correction, reject
from agent.remember.retention import Retention
from agent.remember.slots import SLOTS, Slot

__all__ = [
    "SLOTS",
    "Act",
    "Concern",
    "ConcernKind",
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
    "facts_by_model",
    "facts_in",
    "policy_from",
    "reject",
    "undoable",
    "undoings",
]
