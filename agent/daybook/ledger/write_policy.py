"""The policy of an owner: which slots may be written, by rules over cautious defaults, and by consent."""

import json
import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import Self

from typing_extensions import TypedDict

from daybook.conversation import SLOTS, Fact, Record
from daybook.conversation.errors import BadInput, StoreError
from daybook.text import own_replies
from daybook.text.secrets import masked, secret_spans

_SURROGATE = re.compile("[\ud800-\udfff]")
EVERYTHING = "*"
"""Names all slots, in a rule."""
_FAMILIES = frozenset(slot.family for slot in SLOTS.values())


@dataclass(frozen=True, slots=True)
class Policy:
    """The slots that may be written.

    A rule names a slot, a family of slots, or "*" for all. The closest rule decides; of two that are
    equally close, the one that denies. Where no rule speaks, all is allowed but the sensitive slots: for
    these the owner is asked, and facts wait for the answer. "*" is not clear enough to allow them: they are
    allowed by name or family only.
    """

    allow: frozenset[str] = frozenset()
    deny: frozenset[str] = frozenset()
    asked: frozenset[str] = frozenset()
    """Families of which the owner was asked in chat whether their sensitive slots may be written."""

    def permits(self, slot: str) -> bool:
        """True if facts of a slot, a key of `SLOTS`, may be written."""
        for rule in (slot, SLOTS[slot].family):
            if rule in self.deny or rule in self.allow:
                return rule not in self.deny
        if SLOTS[slot].sensitive:
            return False
        return EVERYTHING in self.allow or EVERYTHING not in self.deny

    def asks(self, slot: str) -> bool:
        """True if the owner is to be asked before facts of a slot, a key of `SLOTS`, are written."""
        near = {slot, SLOTS[slot].family}
        return SLOTS[slot].sensitive and not near & self.allow and not (near | {EVERYTHING}) & self.deny

    def with_consent(self, family: str, *, given: bool) -> Self:
        """Allow, or deny for good, the sensitive slots of a family; its other slots stay as they are.

        Raises:
            BadInput: the family has no sensitive slot.
        """
        slots = [name for name, slot in SLOTS.items() if slot.sensitive and slot.family == family]
        if not slots:
            raise BadInput(f"nothing of {family!r} needs your consent; `daybook policy` lists what does")
        policy = replace(self, asked=self.asked | {family})
        for name in slots:
            policy = policy.with_allowed(name) if given else policy.with_denied(name)
        return policy

    def with_allowed(self, rule: str) -> Self:
        """Allow a slot, a family or "*".

        Raises:
            BadInput: there is no such slot or family.
        """
        rule = _known(rule)
        return replace(self, allow=self.allow | {rule}, deny=self.deny - {rule})

    def with_denied(self, rule: str) -> Self:
        """Deny a slot, a family or "*".

        Raises:
            BadInput: there is no such slot or family.
        """
        rule = _known(rule)
        return replace(self, allow=self.allow - {rule}, deny=self.deny | {rule})

    def with_default(self, rule: str) -> Self:
        """Remove the rule of a slot, a family or "*"; of what is sensitive the owner is asked again."""
        rule = rule.removesuffix(".*")
        asked = self.asked - {rule.partition(".")[0]}
        return replace(self, allow=self.allow - {rule}, deny=self.deny - {rule}, asked=asked)

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
            allow, deny = (frozenset(map(str, given[name])) for name in ("allow", "deny"))
            return cls(allow, deny, frozenset(map(str, given.get("asked", ()))))
        except (ValueError, KeyError, TypeError) as error:
            raise StoreError(f"the owner's policy is unreadable ({error}): set it again") from error


_FIELDS = ("allow", "deny", "asked")


def policy_from(kept: str | None) -> Policy:
    """Parse the stored policy of `Ledgers.policy`; the default policy if there is none."""
    return Policy() if kept is None else Policy.from_json(kept)


def _known(rule: str) -> str:
    """Return a rule as it is kept: "health.*" is the family "health"."""
    rule = rule.removesuffix(".*")
    if rule not in SLOTS and rule not in _FAMILIES and rule != EVERYTHING:
        families = ", ".join(sorted(_FAMILIES))
        raise BadInput(f"there is no slot {rule!r}: the families are {families}; `daybook policy` lists all")
    return rule


class Consent(TypedDict):
    """A question to the owner, to be handed in with the next message, which may say yes or no."""

    family: str
    """Of slots: "health", "identity"; of a constraint the id of its record."""
    question: str


def families_to_ask(held: Collection[str], policy: Policy) -> list[str]:
    """Name the families of slots for which the owner was not asked yet.

    Args:
        held: slots of which facts were held back.
        policy: of the owner.
    """
    return sorted({SLOTS[slot].family for slot in held if slot in SLOTS and policy.asks(slot)})


def consent_question(of: str | Record, words: str = "") -> Consent:
    """Word the question of a family of slots, with the words that it is about, or that of a constraint."""
    if isinstance(of, Record):
        return Consent(family=of.record_id, question=own_replies.heed_text(of.support[-1].quote.strip()))
    return Consent(family=of, question=own_replies.consent_text(of, words))


def allowed_facts(facts: Iterable[Fact], policy: Policy) -> tuple[Fact, ...]:
    """Filter out facts that the policy does not allow, and facts that are secrets.

    In the rest, secrets in quotes are masked and lone surrogates are replaced.
    """
    return tuple(
        _storable(fact)
        for fact in facts
        if policy.permits(fact.slot) and not any(map(secret_spans, (fact.value, fact.text)))
    )


def held_back(facts: Iterable[Fact], policy: Policy) -> frozenset[str]:
    """Name the slots of facts that wait for the owner's consent; nothing else is kept of them."""
    return frozenset(
        fact.slot
        for fact in facts
        if policy.asks(fact.slot) and not any(map(secret_spans, (fact.value, fact.text)))
    )


def _storable(fact: Fact) -> Fact:
    support = fact.support
    return replace(
        fact,
        value=without_surrogates(fact.value),
        text=without_surrogates(fact.text),
        support=replace(
            support,
            session_id=without_surrogates(support.session_id),
            quote=without_surrogates(masked(support.quote)),
        ),
    )


def without_surrogates(text: str) -> str:
    """Replace lone surrogates by U+FFFD, so that character positions stay the same."""
    return _SURROGATE.sub("\ufffd", text)
