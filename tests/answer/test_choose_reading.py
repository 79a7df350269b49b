"""Which reading is shown: the table of `daybook.answer.choose_reading`, case by case."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from daybook.answer import choose_reading
from daybook.conversation import (
    Evidence,
    FoundPassage,
    Note,
    Passage,
    Question,
    Reading,
    RetrievalPlan,
    without_documents,
)
from daybook.text.english import ENGLISH
from daybook.text.english.reading import choose_source, read_by_document

MAY = datetime(2023, 5, 2, tzinfo=UTC)
QUESTION = "What is my cat called?"
CAT = "I adopted a grey cat yesterday and named her Pixel."
DOG = "My neighbour has a dog called Rex."


def quoted(quote: str, round_id: str = "cat") -> Evidence:
    return Evidence(round_id, f"session of {round_id}", MAY, quote)


def reading(text: str, *evidence: Evidence, not_known: bool = False, **more: Any) -> Reading:
    notes = tuple(Note(one.round_id, one.session_id, one.said_at, one.quote, "") for one in evidence)
    return Reading(text, not_known, notes, evidence, **{"holding": evidence, **more})


RULES = reading(f"You said on 2 May 2023: “{CAT}”", quoted(CAT))
RULES_DO_NOT_KNOW = reading("I do not know.", not_known=True)
IN_THE_CAT = quoted("named her Pixel")
IN_THE_QUESTION = quoted("a grey cat yesterday and named her Pixel")
IN_THE_DOG = quoted(DOG, "dog")

MODELS, BY_RULES, MODELS_FIRST, RULES_FIRST = (
    "the model's",
    "the rules'",
    "the model's first",
    "the rules' first",
)

CASES: dict[str, tuple[Reading, str, str]] = {
    "no quote": (reading("Pixel."), BY_RULES, BY_RULES),
    "no quote holds it, nor its names": (
        reading("Tom.", IN_THE_QUESTION, holding=(), unsupported=("Tom",)),
        BY_RULES,
        BY_RULES,
    ),
    "no quote holds it": (reading("A pet.", IN_THE_QUESTION, holding=()), RULES_FIRST, RULES_FIRST),
    "a number that no quote holds": (
        replace(
            reading("Pixel, and she is 7.", IN_THE_QUESTION, unsupported=("7",)), unsupported_number=True
        ),
        MODELS_FIRST,
        RULES_FIRST,
    ),
    "a name that no quote holds": (
        reading("Pixel, or Tom.", IN_THE_QUESTION, unsupported=("Tom",)),
        MODELS,
        MODELS,
    ),
    "yes": (replace(reading("Yes.", IN_THE_QUESTION), own_words=False), MODELS_FIRST, RULES_FIRST),
    "the words that the rules quote": (reading("Pixel.", IN_THE_QUESTION), MODELS, MODELS),
    "words that do not bear on the question": (reading("Pixel.", IN_THE_CAT), MODELS_FIRST, MODELS),
    "words of another round": (reading("Rex.", IN_THE_DOG), MODELS_FIRST, MODELS),
    "words of another place in the round": (reading("Grey.", quoted("a fair price")), MODELS_FIRST, MODELS),
    "not known, quoting nothing": (reading("No.", not_known=True), BY_RULES, MODELS),
    "not known, quoting another round": (reading("No.", IN_THE_DOG, not_known=True), BY_RULES, MODELS),
    "not known, quoting what the rules quote": (
        reading("No.", IN_THE_CAT, not_known=True),
        MODELS_FIRST,
        MODELS,
    ),
}


@pytest.mark.parametrize("rules_know", [True, False])
@pytest.mark.parametrize("case", CASES)
def test_evidence_decides_which_reading_is_shown(case: str, rules_know: bool) -> None:
    by_model, where_they_quote, where_they_do_not_know = CASES[case]
    by_rules = RULES if rules_know else RULES_DO_NOT_KNOW
    expected = where_they_quote if rules_know else where_they_do_not_know

    shown, reason = choose_reading(by_model, by_rules, QUESTION, ENGLISH)

    first, second = (by_model, by_rules) if expected in (MODELS, MODELS_FIRST) else (by_rules, by_model)
    assert shown.text.startswith(first.text)
    assert shown.text.endswith(second.text) is (expected in (MODELS_FIRST, RULES_FIRST))
    assert shown.not_known is first.not_known
    assert bool(reason) is (first is by_rules)


@pytest.mark.parametrize("case", CASES)
def test_what_the_rules_quote_is_never_taken_silently_away(case: str) -> None:
    by_model = CASES[case][0]

    shown, _ = choose_reading(by_model, RULES, QUESTION, ENGLISH)

    kept = {(item.round_id, item.quote) for item in shown.evidence}
    assert ("cat", CAT) in kept or (shown == by_model and any(quote in CAT for _, quote in kept))
    assert len(kept) == len(shown.evidence)


def test_a_length_of_time_that_the_rules_compute_otherwise_leaves_both() -> None:
    by_rules = reading("29 days ago: it was on 1 May 2023.", quoted(CAT), computed="29 days ago: it was on …")

    wrong, _ = choose_reading(reading("28 days ago.", IN_THE_QUESTION), by_rules, QUESTION, ENGLISH)
    right, _ = choose_reading(reading("29 days ago.", IN_THE_QUESTION), by_rules, QUESTION, ENGLISH)

    assert wrong.text.startswith("28 days ago.")
    assert "29 days ago: " in wrong.text
    assert right.text == "29 days ago."


AT = datetime(2024, 3, 1, tzinfo=UTC)
SAID = Evidence("r1", "s1", AT, "The harbour opens at six.")
MEMORY = Reading("You said that it opens at six.", False, (), (SAID,), doubt=0.6)
UNKNOWN = replace(MEMORY, text="I do not know.", not_known=True, evidence=())
PASSAGE = Passage(
    "d1", "Port rules", 0, "Harbour › Hours", 2, "The harbour opens at five. Boats wait outside."
)
FOUND = [FoundPassage(PASSAGE, 2.0, {"dense": 0.8})]


def read(question: str, found: list[FoundPassage] = FOUND) -> Reading | None:
    return read_by_document(Question(question, "ada", AT), RetrievalPlan(question, (question,)), found)


DOCUMENT = read("When does the harbour open?")


def test_a_passage_is_quoted_with_where_it_stands_and_its_doubt() -> None:
    assert DOCUMENT is not None
    assert DOCUMENT.text.startswith(
        "From “Port rules”, Harbour › Hours, page 2: “The harbour opens at five.”"
    )
    assert DOCUMENT.doubt is not None
    assert DOCUMENT.doubt < 0.2


def test_a_passage_that_hardly_bears_on_the_question_does_not_answer() -> None:
    assert read("When does the library in Porto close?", [replace(FOUND[0], signals={"dense": 0.2})]) is None


def test_memory_stands_where_there_is_no_document() -> None:
    assert choose_source(MEMORY, None, "When does it open?") is MEMORY


def test_a_document_answers_what_memory_does_not_know() -> None:
    assert choose_source(UNKNOWN, DOCUMENT, "When does my harbour open?") is DOCUMENT


def test_memory_stands_where_the_question_is_about_its_asker() -> None:
    assert choose_source(MEMORY, DOCUMENT, "When did I say that it opens?") is MEMORY


def test_memory_stands_where_it_has_as_little_doubt_or_a_record() -> None:
    for known in (replace(MEMORY, doubt=0.1), replace(MEMORY, doubt=None)):
        assert choose_source(known, DOCUMENT, "When does the harbour open?") is known


def test_a_document_with_much_less_doubt_leads_and_memory_follows() -> None:
    assert DOCUMENT is not None

    both = choose_source(MEMORY, DOCUMENT, "When does the harbour open?")

    assert both.text.index("at five") < both.text.index("at six")
    assert both.evidence == (*DOCUMENT.evidence, SAID)


def test_citations_of_documents_are_told_apart_from_those_of_rounds() -> None:
    assert DOCUMENT is not None
    both = choose_source(MEMORY, DOCUMENT, "When does the harbour open?")

    of_rounds, documents = without_documents(both, {one.place: one for one in FOUND})

    assert of_rounds.evidence == (SAID,)
    assert [(one.title, one.page) for one in documents] == [("Port rules", 2)] * len(documents)
    assert documents[0].quote == "The harbour opens at five."
