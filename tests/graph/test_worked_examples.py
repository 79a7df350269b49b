"""Examples that the papers work through, by default and under their presets."""

from __future__ import annotations

import pytest

from daybook.conversation import QuestionKind, RelationKind, Role, Session, Status
from tests.small_memory import ASKED, OpenDaybook, said

MICROSOFT = [
    said("before", 10, "I work at Microsoft.", "Good for you."),
    said("after", 24, "I just started at Google.", "Congratulations!"),
]
SEATTLE = [
    said("before", 1, "I live in Seattle.", "It rains there."),
    said("after", 24, "I moved from Seattle to Austin.", "It is warm there."),
]
BOOK = [
    said("book", 1, "Recommend me a book.", "You could read Middlemarch by George Eliot."),
    said("boats", 24, "I read a book on boats, by the way.", "Boats are lovely."),
]
PEANUTS = [
    said("allergy", 1, "I am allergic to peanuts.", "I will keep it in mind."),
    said("tea", 24, "I love green tea.", "So do many."),
]


@pytest.mark.parametrize("preset", [None, "classic", "memorystack", "timerag"])
@pytest.mark.parametrize(
    ("told", "question", "now", "before"),
    [
        (MICROSOFT, "Where do I work now?", "Google", "Microsoft"),
        (SEATTLE, "Where do I live now?", "Austin", "Seattle"),
    ],
)
def test_memorystack_what_changed_supersedes_what_was_so(
    open_daybook: OpenDaybook, preset: str | None, told: list[Session], question: str, now: str, before: str
) -> None:
    daybook = open_daybook(preset=preset)
    daybook.add(told, owner="ada")

    explanation = daybook.explain(question, owner="ada", asked_at=ASKED)

    edges = [edge for edge in explanation.ledger.relations if edge.kind is RelationKind.SUPERSEDES]
    records = explanation.ledger.records
    pairs = [(records[edge.source].value, records[edge.target].value) for edge in edges]
    assert (now, before) in pairs
    assert now in explanation.answer.text.partition(before)[0]
    assert explanation.answer.evidence[0].session_id == "after"
    if preset == "memorystack":  # section 3.9: update questions filter the superseded
        assert "before" not in {hit.round.session_id for hit in explanation.ranked}


@pytest.mark.parametrize("preset", [None, "classic", "memorystack"])
def test_memorystack_your_recommendation_was_is_asked_of_the_assistant(
    open_daybook: OpenDaybook, preset: str | None
) -> None:
    daybook = open_daybook(preset=preset)
    daybook.add(BOOK, owner="ada")

    explanation = daybook.explain("Your recommendation was which book?", owner="ada", asked_at=ASKED)
    other = daybook.explain("Which was your book recommendation?", owner="ada", asked_at=ASKED)

    for one in (explanation, other):
        assert QuestionKind.ASSISTANT in one.answer.plan.kinds
        sides = {span.role for hit in one.found for span in hit.matches}
        assert (sides == {Role.ASSISTANT}) is (preset == "memorystack")  # section 3.9: searched alone
        assert one.found[0].round.session_id == "book"


@pytest.mark.parametrize("preset", [None, "timerag"])
def test_timerag_a_snack_calls_the_allergy_to_mind(open_daybook: OpenDaybook, preset: str | None) -> None:
    daybook = open_daybook(preset=preset)
    daybook.add(PEANUTS, owner="ada")

    explanation = daybook.explain("Can you suggest a snack?", owner="ada", asked_at=ASKED)

    [allergy] = [one for one in daybook.ledger.records(owner="ada") if "peanut" in one.value.lower()]
    assert allergy.status is Status.ACTIVE
    assert "allergy" in {hit.round.session_id for hit in explanation.ranked[:5]}
