"""What the operations give. Models read the descriptions, so each says what it means for a reply."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from pydantic import ConfigDict

from daybook.conversation import Candidate, Round
from daybook.conversation.answer_json import Citation, DocumentCitation
from daybook.conversation.language import Analyzer
from daybook.interfaces.operations.answer_shapes import round_shape
from daybook.interfaces.operations.ledger_shapes import RecordShape
from daybook.library.results import Consent, matching_passage

PASSAGE = 600
"""Characters of one side of a round that a search shows."""


@dataclass(frozen=True, slots=True)
class Result:
    """Plain values that are not changed; times are ISO 8601 with an offset."""

    __pydantic_config__ = ConfigDict(use_attribute_docstrings=True)

    def plain(self) -> dict[str, Any]:
        """Write it as JSON has it."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Remembered(Result):
    """What became of a round that was to be kept."""

    stored: bool
    """whether it is in memory now; false means nothing was kept, and `note` says why"""
    already_there: bool
    """the session's last round said the same, so no second one was kept"""
    round_id: str
    session_id: str
    said_at: str
    learned: list[RecordShape]
    """facts that were written; without any it is recalled all the same"""
    refused: list[str]
    """facts that were not, each by its quote and why: call this again with them put right"""
    consent: Consent | None
    """asked once for each sensitive kind, of which nothing is learned before the user agrees, and for what is
    not to be mentioned: put its `question` to them, and call this again with their answer in their own words
    and its `family`"""
    note: str = ""
    """what became of their answer to such a question"""


@dataclass(frozen=True, slots=True)
class RecalledAnswer(Result):
    """An answer out of memory."""

    answer: str
    not_known: bool
    """true: nothing in memory answers it or comes near, so say that you do not know"""
    evidence: list[Citation | DocumentCitation]
    """best first; of what has a `document_id`, name title and page: somebody else wrote it"""
    constraints: list[str]
    """what the owner said that every reply has to heed, word for word: allergies, diets, …"""
    degraded: list[str]
    """steps that a chat model was to do and rules did"""


@dataclass(frozen=True, slots=True)
class FoundRound(Result):
    """A round of a search, or one that was fetched whole."""

    round_id: str
    session_id: str
    said_at: str
    user: str
    assistant: str
    score: float | None = None
    """comparable within one search only"""
    is_cut: bool = False
    """whether only the passages that matched are shown"""

    @classmethod
    def of(cls, round_: Round) -> FoundRound:
        """Show a round whole."""
        return cls(**round_shape(round_))


@dataclass(frozen=True, slots=True)
class FoundRounds(Result):
    """Rounds, best first."""

    rounds: list[FoundRound]


@dataclass(frozen=True, slots=True)
class Facts(Result):
    """Records of the ledger, by what they are about."""

    facts: list[RecordShape]
    total: int
    """how many there are, of which some may not be shown"""


@dataclass(frozen=True, slots=True)
class Corrected(Result):
    """What a correction did."""

    before: RecordShape
    after: RecordShape | None


@dataclass(frozen=True, slots=True)
class Forgotten(Result):
    """What forgetting would remove, or has removed."""

    done: bool
    """false: nothing is removed yet"""
    removed: dict[str, int]
    """how many rounds, sentences, records, vectors … go, or went"""
    texts: list[str]
    """what would go, word for word; empty once it is done"""
    confirmation: str | None
    """hand it in with the same call, after the owner has agreed to these texts, to do it"""
    verified: bool
    """whether a search of everything that is kept found nothing left"""


def passages(candidate: Candidate, question: str, analyzer: Analyzer) -> FoundRound:
    """Show of a round its turns, and of a long turn the sentences around what matched."""
    values: dict[str, Any] = {**round_shape(candidate.round), "score": candidate.score}
    for role, text in candidate.round.fields.items():
        if len(text) > PASSAGE:
            matches = [span for span in candidate.matches if span.role is role]
            passage = matching_passage(candidate, role, matches, question, PASSAGE, analyzer)
            values |= {str(role): passage, "is_cut": True}
    return FoundRound(**values)
