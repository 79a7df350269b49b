"""Reading without a model: answers from the ledger, the diary, rounds and documents, by rules of English."""

from dataclasses import replace

from daybook.conversation import Reading
from daybook.conversation.language import ReadingSwitches, ToRead
from daybook.text.english.answers import WORD_FOR_WORD
from daybook.text.english.questions.question_content import speaks_of_asker
from daybook.text.english.reading.by_diary import read_by_diary as read_by_diary
from daybook.text.english.reading.by_document import read_by_document as read_by_document
from daybook.text.english.reading.by_quotes import read_by_quotes as read_by_quotes
from daybook.text.english.reading.by_record import read_by_record as read_by_record

_CLEARLY = 0.3
"""By how much less doubt a passage answers clearly better than memory."""


def answer(found: ToRead, switches: ReadingSwitches) -> Reading:
    """Answer from a record that holds what is asked for, from the diary, or by quotes of what holds."""
    asked, plan = found.question, found.plan
    by_document = read_by_document(asked, plan, found.passages) if found.passages else None
    by_memory = (
        (switches.record_answers and read_by_record(plan, found.ledger, found.excerpts))
        or (switches.diary_answers and read_by_diary(asked, plan, found.ledger))
        or read_by_quotes(asked, plan, found.standing, options=switches)
    )
    return choose_source(by_memory, by_document, plan.question)


def choose_source(by_memory: Reading, by_document: Reading | None, question: str) -> Reading:
    """Choose between what memory and what documents answer by rules, or put one before the other.

    Memory's answer stands wherever it knows one, unless the question is not about its asker and a passage
    answers with much less doubt: then the document leads and memory follows.
    """
    if by_document is None:
        return by_memory
    if by_memory.not_known:
        return by_document
    doubt, other = by_memory.doubt, by_document.doubt
    if doubt is None or other is None or other > doubt - _CLEARLY or speaks_of_asker(question):
        return by_memory
    return replace(
        by_memory,
        text=f"{by_document.text}\n\n{WORD_FOR_WORD}\n{by_memory.text}",
        evidence=(*by_document.evidence, *by_memory.evidence),
        doubt=other,
    )
