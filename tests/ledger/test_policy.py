"""The policy: facts that may be written about an owner."""

import pytest

from daybook.conversation import SLOTS
from daybook.conversation.errors import StoreError
from daybook.ledger import Policy, policy_from
from daybook.ledger.write_policy import allowed_facts
from tests.ledger.facts import HOME, fact


def test_by_default_all_but_the_sensitive_slots_may_be_written() -> None:
    policy = Policy()

    assert {name for name in SLOTS if not policy.permits(name)} == {
        "identity.address",
        "identity.number",
        "identity.payment",
        "health.condition",
        "health.treatment",
        "money.note",
        "faith.note",
        "politics.note",
        "sexuality.note",
        "children.note",
        "telephone.note",
        "private.note",
    }
    assert policy.permits("constraint.allergy")
    assert policy.permits("constraint.diet")


def test_the_closest_rule_decides() -> None:
    policy = Policy().with_denied("preference").with_allowed("preference.food").with_allowed("health")

    assert policy.permits("preference.food")
    assert not policy.permits("preference.other")
    assert policy.permits("health.condition")
    assert policy.permits(HOME)


def test_allowing_everything_does_not_allow_what_is_sensitive() -> None:
    assert not Policy().with_allowed("*").permits("identity.payment")
    assert Policy().with_allowed("identity.payment").permits("identity.payment")


def test_a_policy_comes_back_as_it_was_kept() -> None:
    policy = Policy().with_denied("social").with_allowed("health")

    assert policy_from(policy.to_json()) == policy
    assert policy_from(None) == Policy()
    with pytest.raises(StoreError, match="policy is unreadable"):
        policy_from("[]")


def test_facts_of_denied_slots_are_left_out() -> None:
    kept, pet = fact(HOME, "Berlin"), fact("possession.pet", "dog")
    policy = Policy().with_denied("possession")

    assert allowed_facts([kept, pet], policy) == (kept,)


def test_a_secret_is_no_fact_whatever_the_policy_allows() -> None:
    card = fact("identity.payment", "4111 1111 1111 1111")

    assert allowed_facts([card], Policy().with_allowed("identity.payment")) == ()


def test_of_sensitive_slots_the_owner_is_asked_until_a_rule_speaks() -> None:
    assert {name for name in SLOTS if Policy().asks(name)} == {
        name for name, slot in SLOTS.items() if slot.sensitive
    }
    assert not Policy().with_allowed("health").asks("health.condition")
    assert not Policy().with_denied("health.condition").asks("health.condition")
    assert not Policy().with_denied("*").asks("identity.payment")
    assert Policy().with_allowed("*").asks("identity.payment")


def test_consent_is_a_rule_for_each_sensitive_slot_of_a_family() -> None:
    given, declined = (Policy().with_consent("identity", given=given) for given in (True, False))

    assert given.allow == {"identity.address", "identity.number", "identity.payment"}
    assert declined.deny == given.allow
    assert declined.permits("identity.name")
    assert Policy.from_json(given.to_json()) == given


def test_all_slots_of_a_family_are_the_family() -> None:
    assert Policy().with_denied("health.*").deny == {"health"}
    assert Policy().with_denied("health").with_default("health.*") == Policy()
