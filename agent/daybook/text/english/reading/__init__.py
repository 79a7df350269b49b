"""Reading without a model: answers from rounds and documents, by rules of English."""

from dataclasses import replace

from daybook.conversation import Reading
from daybook.conversation.language import ReadingSwitches, ToRead
from daybook.text.english.answers import WORD_FOR_WORD
from daybook.text.english.questions.question_content import speaks_of_asker
from daybook.text.english.reading.by_document import read_by_document as read_by_document
from daybook.text.english.reading.by_quotes import read_by_quotes as read_by_quotes

_CLEARLY = 0.3
"""By how much less doubt a passage answers clearly better than memory."""


def answer(found: ToRead, switches: ReadingSwitches) -> Reading:
    """Answer by quotes of what holds."""
    asked, plan = found.question, found.plan
    by_document = read_by_document(asked, plan, found.passages) if found.passages else None
    by_memory = read_by_quotes(asked, plan, found.standing, options=switches)
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
