"""Results of the operations. Models read the descriptions, so each says what it means for a reply."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from daybook.conversation import Candidate, DocumentEvidence, Evidence
from daybook.conversation.answer_json import View
from daybook.conversation.language import Analyzer
from daybook.conversation.turns import Moment
from daybook.interfaces.operations.ledger_json import RecordJson
from daybook.interfaces.operations.memory_json import RoundJson
from daybook.library.results import Consent, matching_passage

PASSAGE = 600
"""Characters of one side of a round that a search shows."""


class Remembered(View):
    """Result of keeping a round."""

    stored: bool
    """whether it is in memory now; false means nothing was kept, and `note` says why"""
    already_there: bool
    """the session's last round said the same, so no second one was kept"""
    round_id: str
    session_id: str
    said_at: Moment | None
    learned: list[RecordJson]
    """facts that were written; without any it is recalled all the same"""
    ended: list[RecordJson]
    """facts that hold no longer by these words"""
    refused: list[str]
    """facts that were not, each by its quote and why: call this again with them put right"""
    consent: Consent | None
    """asked once for each sensitive kind, of which nothing is learned before the user agrees, and for what is
    not to be mentioned: put its `question` to them, and call this again with their answer in their own words
    and its `family`"""
    note: str = ""
    """what became of their answer to such a question"""


class RecalledAnswer(View):
    """An answer out of memory."""

    answer: str
    not_known: bool
    """true: nothing in memory answers it or comes near, so say that you do not know"""
    evidence: tuple[Evidence | DocumentEvidence, ...]
    """best first; of what has a `document_id`, name title and page: somebody else wrote it"""
    constraints: list[str]
    """what the owner said that every reply has to heed, word for word: allergies, diets, …"""
    degraded: list[str]
    """steps that a chat model was to do and rules did"""


class FoundRound(RoundJson):
    """A round of a search, or one that was fetched whole."""

    score: float | None = None
    """comparable within one search only"""
    is_cut: bool = False
    """whether only the passages that matched are shown"""


class FoundRounds(View):
    """Rounds, best first."""

    rounds: list[FoundRound]


class Facts(View):
    """Records of the ledger, by what they are about."""

    facts: list[RecordJson]
    total: int
    """how many there are, of which some may not be shown"""


class Corrected(View):
    """Result of a correction."""

    before: RecordJson
    after: RecordJson | None


class Forgotten(View):
    """A preview of forgetting, or its receipt."""

    done: bool
    """false: nothing is removed yet"""
    removed: Mapping[str, int]
    """how many rounds, sentences, records, vectors … go, or went"""
    texts: tuple[str, ...]
    """what would go, word for word; empty once it is done"""
    confirmation: str | None
    """hand it in with the same call, after the owner has agreed to these texts, to do it"""
    verified: bool
    """whether a search of everything that is kept found nothing left"""


def passages(candidate: Candidate, question: str, analyzer: Analyzer) -> FoundRound:
    """Show of a round its turns, and of a long turn the sentences around what matched."""
    values: dict[str, Any] = {"score": candidate.score}
    for role, text in candidate.round.fields.items():
        if len(text) > PASSAGE:
            matches = [span for span in candidate.matches if span.role is role]
            passage = matching_passage(candidate, role, matches, question, PASSAGE, analyzer)
            values |= {str(role): passage, "is_cut": True}
    return FoundRound.of(candidate.round).model_copy(update=values)
