"""ForgetEval's policies on a case of our own: one clause is superseded, the other kept."""

from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest

from daybook_eval.forgeteval import POLICIES, ForgetCase, Memory, read_written
from daybook_eval.study import memory
from tests.store.bag_of_words import BagOfWords

CASE = ForgetCase(
    id="ours",
    category="compound_fact",
    setup_facts=("User lives in Ulm and works at Bakery Lenz.", "The tram was late on Monday."),
    mutations=(("supersede", "user works", "User joined a school."), ("purge", "tram late")),
    final_query="user works lives tram",
    must_contain=("lives in Ulm", "joined a school"),
    must_not_contain=("Bakery Lenz", "tram"),
)
WRITTEN = {
    "facts": [
        {"message": 1, "subject": "me", "attribute": "home", "value": "Ulm", "quote": "User lives in Ulm"},
        {
            "message": 1,
            "subject": "me",
            "attribute": "employer",
            "value": "Bakery Lenz",
            "quote": "works at Bakery Lenz",
        },
        {
            "message": 2,
            "subject": "tram",
            "attribute": "delay",
            "value": "late",
            "quote": CASE.setup_facts[1],
        },
    ],
    "changes": [
        {
            "facts": [
                {"subject": "me", "attribute": "employer", "value": "a school", "quote": "joined a school"}
            ]
        },
        {"forget": [2]},
    ],
}


@pytest.fixture
def cases_memory() -> Iterator[Memory]:
    with memory(BagOfWords()) as daybook:
        yield Memory(daybook, "ours", count())


@pytest.mark.parametrize(
    ("policy", "passes", "loses"),
    [
        ("own verbs, facts by hand", True, False),
        ("own verbs, no facts", False, False),  # neither query stands in a message as a phrase
        ("best hit forgotten", False, True),  # the whole message goes, and where the user lives with it
        ("everything deleted", False, True),
    ],
)
def test_only_facts_let_one_clause_go_and_keep_the_other(
    cases_memory: Memory, policy: str, passes: bool, loses: bool
) -> None:
    found = POLICIES[policy](CASE, cases_memory, WRITTEN)

    assert (CASE.passes(found), CASE.loses(found)) == (passes, loses)


@pytest.mark.parametrize(("name", "cases"), [("ForgetEval", 112), ("siblings", 24)])
def test_every_fact_by_hand_has_its_words_and_its_message(name: str, cases: int) -> None:
    written = read_written(name)
    facts: list[Any] = [fact for one in written.values() for fact in one["facts"]]

    assert len(written) == cases
    assert all(fact["quote"] and fact["value"] and fact["message"] for fact in facts)
