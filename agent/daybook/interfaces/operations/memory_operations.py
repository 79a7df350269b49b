"""Keeping, forgetting, and how what goes is named: what `operation_table` shares with other interfaces."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime, tzinfo
from hashlib import sha256

from pydantic import BaseModel

from daybook.conversation import RecordDifference, Role, Round, Session, Status, TimeRange, Turn, rounds_of
from daybook.conversation.errors import BadInput, UnknownItem
from daybook.interfaces.operations.ledger_json import RecordJson
from daybook.interfaces.operations.operation_results import Forgotten, Remembered
from daybook.interfaces.written_moments import written_moment
from daybook.library.daybook import Daybook
from daybook.library.results import Appended, ChatTurn, Consent
from daybook.models.llm.reply_text import without_thoughts
from daybook.store import (
    ByPhrase,
    ByRecord,
    ByRound,
    ByRounds,
    BySentences,
    BySession,
    BySlot,
    ByTime,
    Everything,
    Selector,
)
from daybook_prompts.replies import FactFound

_CONFIRMATION = 16
"""Characters of a confirmation."""


async def remember(
    daybook: Daybook,
    owner: str,
    user_said: str,
    *,
    assistant_said: str = "",
    session_id: str | None = None,
    said_at: datetime | None = None,
    recalled: Sequence[str] = (),
    facts: Sequence[BaseModel] = (),
    consent: str = "",
) -> Remembered:
    """Keep a round word for word; or, where the words answer a question of consent, carry that out instead.

    Args:
        daybook: the memory.
        owner: whose.
        user_said: the owner's words; facts are taken from them alone.
        assistant_said: the reply, if it is to be kept; its thoughts are not.
        session_id: that of the day by default.
        said_at: now by default.
        recalled: ids of the rounds that the reply was made from, so that nothing is learned from them again.
        facts: what a model of the caller's found in the words, each a `GivenFact`; no other reads them then.
        consent: the `family` that the result before asked for, which words that only say yes or no answer.

    Raises:
        BadInput: there are no words, or nothing of the family needs consent.
    """
    if not user_said.strip():
        raise BadInput("say what is to be remembered, in the user's words", source="user_said")
    moment = await daybook.amoment(said_at, owner=owner)
    asked = Consent(family=consent.strip(), question="") if consent.strip() else None
    if answered := await answer_consent(daybook, owner, user_said, asked):
        return Remembered(
            stored=False,
            already_there=False,
            round_id="",
            session_id="",
            said_at=moment,
            learned=_facts_in(answered.learned),
            ended=[],
            refused=[],
            consent=None,
            note=answered.text,
        )
    turns = [Turn(Role.USER, user_said)]
    if (replied := without_thoughts(assistant_said)).strip():
        turns.append(Turn(Role.ASSISTANT, replied, sources=tuple(recalled) or None))
    found = [FactFound(**dict(fact)) for fact in facts] or None
    appended = await _appended(daybook, owner, turns, session_id, moment, found)
    return Remembered(
        stored=True,
        already_there=not appended.is_new,
        round_id=appended.round.round_id,
        session_id=appended.round.session_id,
        said_at=appended.round.said_at,
        learned=_facts_in(appended.learned),
        ended=_ended_in(appended.learned),
        refused=[str(refusal) for refusal in appended.refused],
        consent=await daybook.ledger.aask_consent(appended.round),
    )


def _facts_in(changes: Iterable[RecordDifference]) -> list[RecordJson]:
    after = (change.after for change in changes)
    return [RecordJson.of(record) for record in after if record and record.status is Status.ACTIVE]


def _ended_in(changes: Iterable[RecordDifference]) -> list[RecordJson]:
    held = [change for change in changes if change.before and change.before.status is Status.ACTIVE]
    after = [change.after for change in held if change.after]
    return [RecordJson.of(record) for record in after if record.status is not Status.ACTIVE]


async def answer_consent(daybook: Daybook, owner: str, said: str, consent: Consent | None) -> ChatTurn | None:
    """Carry out the answer to a question of consent, as a chat does; the answer itself is not kept.

    None if nothing was asked, or `said` does not answer it. Raises BadInput if nothing of the family needs
    consent.
    """
    message = daybook.analyzer.read_message(said)
    if consent is None or not (message.says_yes or message.says_no):
        return None
    return await daybook.achat(said, owner=owner, consent={"family": consent.get("family", "")})


async def _appended(
    daybook: Daybook,
    owner: str,
    turns: Sequence[Turn],
    session_id: str | None,
    said_at: datetime,
    facts: Sequence[FactFound] | None,
) -> Appended:
    """Append a round, unless the session has the same of that day already: a client may repeat its calls."""
    session = session_id or f"{said_at:%Y-%m-%d}"
    try:
        there = await daybook.arounds(owner=owner, session_id=session)
    except UnknownItem:
        there = []
    offered = rounds_of(Session(session, said_at, tuple(turns)), owner)
    if same := rounds_there(there, offered):
        return await daybook.apost_facts(same[-1], facts or ())
    return await daybook.aappend(turns, owner=owner, session_id=session_id, said_at=said_at, facts=facts)


def rounds_there(there: Sequence[Round], offered: Sequence[Round]) -> list[Round]:
    """Find all of the offered rounds in a session, the same words on the same day; none unless all are."""
    by_words = {(round_.said_at.date(), *round_.fields.items()): round_ for round_ in there}
    wanted = [(round_.said_at.date(), *round_.fields.items()) for round_ in offered]
    return [by_words[words] for words in wanted] if all(words in by_words for words in wanted) else []


async def forget(
    daybook: Daybook, owner: str, selector: Selector, *, confirmation: str | None = None
) -> Forgotten:
    """Say what forgetting would remove; with the confirmation of that, remove it for good.

    The confirmation is a digest of owner, selector and every text that would go: nothing is held between the
    calls, and where something else would go meanwhile it no longer fits.

    Raises:
        UnknownItem: what is named is not there.
        BadInput: the confirmation is not that of what would go now.
    """
    preview = await daybook.apreview_forget(selector, owner=owner)
    named = repr((owner, selector, sorted(preview.removed.items()), preview.texts))
    needed = sha256(named.encode("utf-8", "surrogatepass")).hexdigest()[:_CONFIRMATION]
    if confirmation is None:
        return Forgotten(
            done=False, removed=preview.removed, texts=preview.texts, confirmation=needed, verified=False
        )
    if confirmation != needed:
        problem = (
            "it is not that of what would be forgotten now; ask without one, and show the owner what would go"
        )
        raise BadInput(problem, source="confirmation")
    receipt = await daybook.aforget(selector, owner=owner)
    return Forgotten(
        done=True, removed=receipt.removed, texts=(), confirmation=None, verified=receipt.verified
    )


_NAMED = {
    BySession: "session", ByRound: "round", ByRecord: "record", BySlot: "slot",
    ByPhrase: "every sentence with",
}  # fmt: skip


def selector_of(
    *,
    session: str | None = None,
    round: str | None = None,
    record: str | None = None,
    slot: str | None = None,
    phrase: str | None = None,
    between: tuple[str, str] | None = None,
    everything: bool = False,
    zone: tzinfo = UTC,
) -> Selector:
    """Read the one thing that is named; BadInput if there is not just one, or its moments cannot be read.

    Moments without an offset are of `zone`.
    """
    kinds: Sequence[tuple[Callable[[str], Selector], str | None]] = (
        (BySession, session), (ByRound, round), (ByRecord, record), (BySlot, slot), (ByPhrase, phrase)
    )  # fmt: skip
    named = [select(text) for select, text in kinds if text is not None]
    if between is not None:
        try:
            start, end = (written_moment(text, zone) for text in between)
            named.append(ByTime(TimeRange(start, end)))
        except ValueError as error:
            raise BadInput(str(error), source="between") from error
    if everything:
        named.append(Everything())
    if len(named) != 1:
        raise BadInput(
            "name one thing: a session, round, record, slot or phrase, a stretch of time (between), or all",
            source="forget",
        )
    return named[0]


def described(selector: Selector) -> str:
    """Say in words what a selector names."""
    match selector:
        case BySession(name) | ByRound(name) | ByRecord(name) | BySlot(name) | ByPhrase(name):
            return f"{_NAMED[type(selector)]} {name!r}"
        case ByRounds(names):
            return f"{len(names):,} rounds"
        case ByTime(during):
            return f"what was said from {during.start} until {during.end}"
        case BySentences(sentences, phrase):
            return f"every sentence with {phrase!r}, and {len(sentences)} by name"
        case Everything():
            return "everything"
