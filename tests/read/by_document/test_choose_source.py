"""Whether memory or a document answers by rules."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from daybook.conversation import Evidence, FoundPassage, Passage, Question, RetrievalPlan
from daybook.read import Reading, choose_source, read_by_document, without_documents

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
