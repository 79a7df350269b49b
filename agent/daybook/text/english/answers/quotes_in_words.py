"""The words around quotes, whose they are, and what is said where there is nothing to quote."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum

from daybook.conversation import Evidence, FoundPassage, Role, Support, below_title, shown_page
from daybook.conversation.authorship import OWN, Authorship, Mode, is_correction
from daybook.text.english.questions.question_content import AnswerType, holds
from daybook.text.english.word_tables import written_date
from daybook.text.english.words import stems_of


class QuoteLead(Enum):
    """How quotes are introduced."""

    SAID = "it leads the answer"
    COMPUTED = "the answer was computed from them"
    LIST = "they belong together"
    ADVICE = "they are to be borne in mind"
    BEFORE = "they were said before what leads, and may be out of date"
    ALSO = "they bear on it as well, and are not written into the answer"
    NEAREST = "they are what comes nearest to an answer"


NOT_KNOWN = "I do not know: nothing that I remember bears on this."
NEAREST = "I do not know that. What comes nearest:"
WORD_FOR_WORD = "What was said, word for word:"
"""Leads from an answer by a model, or from what a document says, to what the rules found."""
BY_MODEL = "The chat model says, though not all of it stands in its quotes:"
"""Leads from what the rules found to what a model makes of it."""
NOTED = "Kept."
NO_CHAT_MODEL = (
    "That needs a chat model, and none is configured (DAYBOOK_CHAT_MODEL names one). What you tell me I "
    "keep, and answer from it."
)
MODEL_FAILED = "The chat model gave no answer just now. What you said is kept."
_MORE = "For more than that a chat model is needed (DAYBOOK_CHAT_MODEL names one)."
_OPENINGS = {
    QuoteLead.LIST: "These statements bear on it; what they add up to is left to you:",
    QuoteLead.ADVICE: "What was said before that bears on this:",
    QuoteLead.BEFORE: "Before that, which may be out of date:",
    QuoteLead.NEAREST: NEAREST,
}
_VERBS = {
    Mode.SAID: "said",
    Mode.ASKED: "asked",
    Mode.QUOTED: "quoted",
    Mode.FORWARDED: "forwarded",
    Mode.ATTACHED: "attached",
    Mode.PASTED: "pasted",
    Mode.GIVEN: "gave as a text",
    Mode.PLAYED: "wrote in play",
    Mode.SENT: "sent",
    Mode.CORRECTED: "corrected this",
}
_WORD = re.compile(r"\w+(?:['\u2019-]\w+)*")


@dataclass(frozen=True, slots=True)
class Quotation:
    """Words of a round that an answer quotes."""

    quote: str
    said_at: datetime
    role: Role
    speaker: str
    """The name of who said it; "" where the turn has none."""
    head: str
    """What it stands under, as a row of a table or an entry of a list; "" for nothing."""
    authorship: Authorship = OWN
    """How the words came into their turn."""


def write_quotes(groups: Iterable[tuple[QuoteLead, Sequence[Quotation]]], computed: str = "") -> str:
    """Write an answer that quotes, each group under what introduces it; `computed` leads it.

    Empty groups are left out, and so is what bears on it as well: it stands in the evidence.
    """
    shown = ((lead, quotations) for lead, quotations in groups if quotations and lead is not QuoteLead.ALSO)
    return "\n\n".join(_group(lead, quotations, computed) for lead, quotations in shown)


def _group(lead: QuoteLead, quotations: Sequence[Quotation], computed: str) -> str:
    first, *further = quotations
    if lead is QuoteLead.SAID or (computed and not further):
        said = how_said(first.authorship, _speaker(first), first.said_at)
        return f"{computed} {said[:1].upper()}{said[1:]}: {_quoted(first)}".strip()
    lines = [
        f"- {written_date(quotation.said_at)}, "
        f"{how_said_briefly(quotation.authorship, _speaker(quotation))}: {_quoted(quotation)}"
        for quotation in quotations
    ]
    return "\n".join([_OPENINGS.get(lead, f"{computed} Going by:"), *lines])


def name_missing(question: str, missing: frozenset[str]) -> str:
    """Say which words of a question nothing that was found holds, in the question's own spelling."""
    words = [word for word in _WORD.findall(question) if not missing.isdisjoint(stems_of(word))]
    return f"Nothing that was found mentions: {', '.join(dict.fromkeys(words))}."


def note_text(quote: str, topic: frozenset[str], answer_type: AnswerType) -> str:
    """Say what a quote has to do with a question: the words that they share, and what it holds."""
    surface = [word for word in _WORD.findall(quote) if not topic.isdisjoint(stems_of(word))]
    said = list(dict.fromkeys(word.lower() for word in surface))
    parts = [f"speaks of {', '.join(said)}" if said else "stands in a round that bears on the question"]
    if answer_type is not AnswerType.ANYTHING and holds(answer_type, quote):
        parts.append(f"holds a {answer_type.value}")
    return "; ".join(parts)


def write_passage(quotes: Sequence[str], found: FoundPassage) -> str:
    """Write what a document says: quotes of one passage, with its title, heading and page."""
    passage = found.passage
    heading = below_title(passage.heading, passage.title)
    place = [f"\u201c{passage.title}\u201d", *([heading] if heading else [])]
    page = shown_page(passage.page, passage.page_label)
    place += [f"page {page}"] if page is not None else []
    first, *rest = (f"\u201c{quote}\u201d" for quote in quotes)
    return "\n".join([f"From {', '.join(place)}: {first}", *(f"- {quote}" for quote in rest)])


def write_told(told: Iterable[Evidence], *, model_failed: bool) -> str:
    """Write what the owner told that bears on a message, where no model replies to it."""
    quotes = "; ".join(f"“{said.quote}” ({written_date(said.said_at)})" for said in told)
    return f"You told me: {quotes}. {MODEL_FAILED if model_failed else _MORE}"


def _quoted(quotation: Quotation) -> str:
    quote = f"\u201c{quotation.quote}\u201d"
    return f"{quote} (under \u201c{quotation.head}\u201d)" if quotation.head else quote


def _speaker(quotation: Quotation) -> str:
    return quotation.speaker or ("you" if quotation.role is Role.USER else "the assistant")


def how_said(authorship: Authorship, who: str, when: datetime) -> str:
    """Write who brought some words in, how and when: "you said on 4 March 2026"."""
    return f"{who} {_VERBS[authorship.mode]}{_source(authorship)} on {written_date(when)}"


def how_said_briefly(authorship: Authorship, who: str) -> str:
    """Write the same for an entry of a list that begins with its date: "you", "you forwarded from Bram"."""
    return who if authorship == OWN else f"{who} {_VERBS[authorship.mode]}{_source(authorship)}"


def supported(support: Support) -> str:
    """Quote the words that a record rests on: what its owner said, or typed to correct it."""
    day, quote = written_date(support.said_at), f"\u201c{support.quote}\u201d"
    if is_correction(support.session_id):
        return f"you {_VERBS[Mode.CORRECTED]} on {day}: {quote}"
    return f"on {day} you {_VERBS[Mode.SAID]}: {quote}"


def _source(authorship: Authorship) -> str:
    if not authorship.by:
        return ""
    return f" \u201c{authorship.by}\u201d" if authorship.mode is Mode.ATTACHED else f" from {authorship.by}"
