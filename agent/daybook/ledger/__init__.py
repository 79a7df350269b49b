"""The ledger: facts that a model or a hand wrote, weighed and resolved against what is known."""

from daybook.ledger.confidence import Retention as Retention, WriteThresholds as WriteThresholds
from daybook.ledger.facts_by_model import facts_by_model as facts_by_model, own_words as own_words
from daybook.ledger.owner_changes import (
    confirm as confirm,
    correct as correct,
    reject as reject,
    undo_drafts as undo_drafts,
)
from daybook.ledger.resolver import Resolver as Resolver
from daybook.ledger.slot_timeline import PlainValues as PlainValues
from daybook.ledger.write_policy import (
    Policy as Policy,
    policy_from as policy_from,
)
