"""What tells of illness or treatment goes where the policy guards it."""

from __future__ import annotations

import pytest

from daybook.remember import default_policy, facts_in
from tests.remember.said import a_round


@pytest.mark.parametrize(
    "message",
    [
        "I've been taking amoxicillin for a week.",
        "I started antidepressants last month.",
        "I take 20 mg of something every morning.",
        "I have an inhaler in every bag.",
        "I just had surgery on my knee.",
    ],
)
def test_a_treatment_is_written_only_where_it_is_allowed(message: str) -> None:
    slots = {fact.slot for fact in facts_in(a_round(message))}

    assert not any(default_policy().permits(slot) for slot in slots)


def test_work_and_likes_that_name_medicine_are_no_illness() -> None:
    (fact,) = facts_in(a_round("I work as a therapist."))

    assert fact.slot == "identity.work"
