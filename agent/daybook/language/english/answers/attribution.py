"""Whose words are quoted, and how they came about: the only place that writes "you said"."""

from datetime import datetime

from daybook.conversation import Support
from daybook.conversation.authorship import OWN, Authorship, Mode, is_correction
from daybook.language.english.word_tables import written_date

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
