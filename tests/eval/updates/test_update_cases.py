import json
from collections import Counter
from typing import Any

import pytest

from daybook.conversation import SLOTS, Act, ValueType
from daybook.conversation.errors import BadInput
from daybook.models.embedding import load_embedder
from daybook_eval.tables import Proportion
from daybook_eval.updates import (
    DEVELOPMENT,
    HELD_OUT,
    CaseKind,
    UpdateCase,
    decide_cases,
    of_kind,
    parse_updates,
    read_updates,
    wrongly_retired,
)

HALVES = (DEVELOPMENT, HELD_OUT)


def case(**changed: Any) -> dict[str, Any]:
    fact = {
        "said_at": "2023-03-01T10:00:00+00:00",
        "session": "s1",
        "quote": "I live in Ulm.",
        "subject": "me",
        "attribute": "residence",
        "value": "Ulm",
        "type": "place",
        "act": "states",
        "slot": "identity.residence",
    }
    later = fact | {"said_at": "2023-05-01T10:00:00+00:00", "session": "s2", "value": "Bonn"}
    whole = {
        "id": "a",
        "kind": "update",
        "what": "moves",
        "facts": [fact, later],
        "active": [1],
        "superseded": [0],
    }
    return whole | changed


def read(*cases: object) -> tuple[UpdateCase, ...]:
    return parse_updates(json.dumps(cases).encode(), source="made_up.json")


@pytest.mark.parametrize("half", HALVES)
def test_a_set_holds_what_it_promises(half: str) -> None:
    cases = read_updates(half)
    facts = [fact for case in cases for fact in case.facts]
    kinds = Counter(case.kind for case in cases)
    updates = [case for case in cases if case.kind is CaseKind.UPDATE]

    assert min(kinds[CaseKind.UPDATE], kinds[CaseKind.LOOK_ALIKE]) >= 30
    assert kinds[CaseKind.MIDDLE] >= 5
    assert {fact.slot for fact in facts} <= SLOTS.keys()
    assert {fact.type for fact in facts} == set(ValueType)
    assert {fact.act for fact in facts} == set(Act)
    assert sum(all(fact.act is Act.STATES for fact in case.facts) for case in updates) >= 20
    assert sum(len({(fact.subject, fact.attribute) for fact in case.facts}) > 1 for case in updates) >= 25
    told = [[fact.said_at for fact in case.facts] for case in cases]
    assert any(moments != sorted(moments) for moments in told)
    for case in cases:  # facts of a session were said on one day
        days = {(fact.session, fact.said_at.date()) for fact in case.facts}
        assert len(days) == len({fact.session for fact in case.facts})


def test_no_case_is_in_both_halves() -> None:
    ids = [update.id for half in HALVES for update in read_updates(half)]
    quotes = [{fact.quote for update in read_updates(half) for fact in update.facts} for half in HALVES]

    assert len(set(ids)) == len(ids)
    assert not quotes[0] & quotes[1]


@pytest.mark.parametrize(
    ("changed", "problem"),
    [
        ({"active": [1, 0]}, "in two of"),
        ({"active": []}, "each fact"),
        ({"active": [2]}, "each fact"),
        ({"kind": "look-alike"}, "an update supersedes something"),
        ({"kind": "update", "asked": True}, "the owner is asked"),
        ({"active": [], "repeats": {"1": 1}}, "repeats an earlier fact"),
        ({"kind": "perhaps"}, "Input should be 'update'"),
        ({"facts": []}, "at least 2 items"),
        ({"note": "spare"}, "Extra inputs"),
    ],
)
def test_a_case_that_contradicts_itself_is_named(changed: dict[str, Any], problem: str) -> None:
    with pytest.raises(BadInput, match=rf"made_up\.json.*{problem}"):
        read(case(**changed))


def test_a_moment_without_an_offset_is_refused_where_it_stands() -> None:
    broken = case()
    broken["facts"][1] |= {"said_at": "2023-05-01T10:00:00"}

    with pytest.raises(BadInput, match=r"0\.facts\.1\.said_at"):
        read(broken)


def test_two_cases_of_one_id_are_refused() -> None:
    with pytest.raises(BadInput, match="two cases have the id 'a'"):
        read(case(), case())


def test_an_ending_fact_stands_in_no_list() -> None:
    ending = case()
    ending["facts"][1] |= {"act": "ends", "value": "Ulm"}

    assert read(ending | {"active": []})[0].superseded == (0,)
    with pytest.raises(BadInput, match="each fact"):
        read(ending)


def fact(day: str, subject: str, attribute: str, value: str, sort: str = "quantity") -> dict[str, object]:
    return {
        "said_at": f"2024-{day}T10:00:00+00:00",
        "session": day,
        "quote": f"{subject}: {attribute} is {value}.",
        "subject": subject,
        "attribute": attribute,
        "value": value,
        "type": sort,
        "act": "states",
        "slot": "other.fact",
    }


def case_measure(
    kind: str, *facts: dict[str, object], active: list[int], superseded: list[int]
) -> UpdateCase:
    return UpdateCase.model_validate(
        {
            "id": kind,
            "kind": kind,
            "what": kind,
            "facts": facts,
            "active": active,
            "superseded": superseded,
            "asked": kind == "middle",
        }
    )


def test_updates_look_alikes_and_what_only_the_owner_can_tell_are_counted_apart() -> None:
    rows = (fact("01-05", "scarf", "rows", "40"), fact("03-05", "scarf", "rows so far", "90"))
    seeds = (fact("01-05", "beans", "seeds sown", "40"), fact("03-05", "kale", "seeds sown", "90"))
    odd = (fact("01-05", "loft", "area", "40 m"), fact("03-05", "barn", "surface to be painted", "90 m"))
    calls = (fact("01-05", "me", "phone number", "555 1", "text"),) * 1
    office = fact("03-05", "me", "office phone number", "555 2", "text")
    cases = [
        case_measure("update", *rows, active=[1], superseded=[0]),
        case_measure("update", *odd, active=[1], superseded=[0]).model_copy(update={"id": "far apart"}),
        case_measure("look-alike", *seeds, active=[0, 1], superseded=[]),
        case_measure("middle", *calls, office, active=[0, 1], superseded=[]),
    ]
    embedder = load_embedder("minilm")
    figures = decide_cases(cases, embedder)
    named = decide_cases(cases, embedder, named=True)

    assert of_kind(figures, CaseKind.UPDATE)[:2] == (1, 2)
    assert of_kind(named, CaseKind.UPDATE)[:2] == (2, 2)
    assert of_kind(figures, CaseKind.LOOK_ALIKE)[:2] == (1, 1)
    assert of_kind(figures, CaseKind.MIDDLE) == (1, 1, 1)
    assert wrongly_retired(figures) == Proportion(0, 4, ".1%")
