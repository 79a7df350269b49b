"""From rounds to ledger events: extract facts, weigh them by confidence, resolve them against the ledger."""

from daybook.remember.audit import Concern as Concern
from daybook.remember.audit import ConcernKind as ConcernKind
from daybook.remember.audit import audit as audit
from daybook.remember.by_model import facts_by_model as facts_by_model
from daybook.remember.by_model import own_words as own_words
from daybook.remember.confidence import WriteThresholds as WriteThresholds
from daybook.remember.owner_changes import confirm as confirm
from daybook.remember.owner_changes import correct as correct
from daybook.remember.owner_changes import correction as correction
from daybook.remember.owner_changes import event_to_undo as event_to_undo
from daybook.remember.owner_changes import reject as reject
from daybook.remember.owner_changes import undo_drafts as undo_drafts
from daybook.remember.resolver import Resolver as Resolver
from daybook.remember.retention import Decay as Decay
from daybook.remember.retention import Retention as Retention
from daybook.remember.write_policy import Policy as Policy
from daybook.remember.write_policy import default_policy as default_policy
from daybook.remember.write_policy import policy_from as policy_from
