"""The write policy of an owner: which slots may be written, by rules over cautious defaults."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import Self

from daybook.errors import BadInput, StoreError
from daybook.remember.slots import SLOTS

EVERYTHING = "*"
"""Names all slots, in a rule."""
_FAMILIES = frozenset(slot.family for slot in SLOTS.values())


@dataclass(frozen=True, slots=True)
class Policy:
    """Which slots may be written.

    A rule names a slot, a family of slots, or "*" for all. The closest rule decides; of two that are
    equally close, the one that denies. Where no rule speaks, all is allowed but the sensitive slots,
    for which "*" is not clear enough either: they are allowed by name or family only.
    """

    allow: frozenset[str] = frozenset()
    deny: frozenset[str] = frozenset()

    def permits(self, slot: str) -> bool:
        """Whether facts of a slot, a key of `SLOTS`, may be written."""
        for rule in (slot, SLOTS[slot].family):
            if rule in self.deny or rule in self.allow:
                return rule not in self.deny
        if SLOTS[slot].sensitive:
            return False
        return EVERYTHING in self.allow or EVERYTHING not in self.deny

    def with_allowed(self, rule: str) -> Self:
        """Allow a slot, a family or "*".

        Raises:
            BadInput: there is no such slot or family.
        """
        _require_known(rule)
        return replace(self, allow=self.allow | {rule}, deny=self.deny - {rule})

    def with_denied(self, rule: str) -> Self:
        """Deny a slot, a family or "*".

        Raises:
            BadInput: there is no such slot or family.
        """
        _require_known(rule)
        return replace(self, allow=self.allow - {rule}, deny=self.deny | {rule})

    def with_default(self, rule: str) -> Self:
        """Remove the rule of a slot, a family or "*"."""
        return replace(self, allow=self.allow - {rule}, deny=self.deny - {rule})

    def to_json(self) -> str:
        """Serialise the policy as JSON."""
        return json.dumps({name: sorted(getattr(self, name)) for name in _FIELDS})

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Parse the JSON of `to_json`; rules about slots that no longer exist have no effect.

        Raises:
            StoreError: it is something else.
        """
        try:
            given = json.loads(text)
            return cls(**{name: frozenset(map(str, given[name])) for name in _FIELDS})
        except (ValueError, KeyError, TypeError) as error:
            raise StoreError(f"the owner's policy is unreadable ({error}): set it again") from error


_FIELDS = ("allow", "deny")


def default_policy() -> Policy:
    """Return the default policy: all slots but the sensitive ones."""
    return Policy()


def policy_from(kept: str | None) -> Policy:
    """Parse the stored policy of `Ledgers.policy`; the default policy if there is none."""
    return default_policy() if kept is None else Policy.from_json(kept)


def _require_known(rule: str) -> None:
    if rule not in SLOTS and rule not in _FAMILIES and rule != EVERYTHING:
        families = ", ".join(sorted(_FAMILIES))
        raise BadInput(f"there is no slot {rule!r}: the families are {families}; `daybook policy` lists all")
