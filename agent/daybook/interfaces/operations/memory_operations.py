"""Keeping, forgetting and what bears on a message: what rows of `operation_table` share with other doors."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from hashlib import sha256

from daybook.conversation import (
    RecordDifference,
    Role,
    Round,
    Session,
    Status,
    Turn,
    rounds_of,
)
from daybook.conversation.errors import BadInput, UnknownItem
from daybook.conversation.language import Analyzer, Intent, Language
from daybook.interfaces.operations.answer_shapes import ContextShape, context_shape
from daybook.interfaces.operations.operation_results import (
    Forgotten,
    KnownFact,
    Remembered,
)
from daybook.library.daybook import Daybook
from daybook.library.results import Appended, ChatTurn
from daybook.remember.write_policy import Consent
from daybook.reply import ContextItem, MemoryContext, cited_in, repeated_items
from daybook.store import Preview, Selector

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
    consent: str = "",
) -> Remembered:
    """Keep a round word for word; or, where the words answer a question of consent, carry that out instead.

    Args:
        daybook: the memory.
        owner: whose.
        user_said: the owner's words; facts are taken from them alone.
        assistant_said: the reply, if it is to be kept.
        session_id: the conversation that it belongs to; that of the day by default.
        said_at: now by default.
        recalled: ids of the rounds that the reply was made from, so that nothing is learned from them again.
        consent: the `family` that the result before asked for, which words that only say yes or no answer.

    Raises:
        BadInput: there are no words, or nothing of the family needs consent.
    """
    if not user_said.strip():
        raise BadInput("say what is to be remembered, in the user's words", source="user_said")
    asked = Consent(family=consent.strip(), question="") if consent.strip() else None
    if answered := await answer_consent(daybook, owner, user_said, asked):
        return Remembered(
            stored=False,
            already_there=False,
            round_id="",
            session_id="",
            said_at=(said_at or daybook.now()).isoformat(),
            learned=_facts_in(answered.learned),
            consent=None,
            note=answered.text,
        )
    turns = [Turn(Role.USER, user_said)]
    if assistant_said.strip():
        turns.append(Turn(Role.ASSISTANT, assistant_said, sources=tuple(recalled) or None))
    appended = await _appended(daybook, owner, turns, session_id, said_at or daybook.now())
    return Remembered(
        stored=True,
        already_there=not appended.is_new,
        round_id=appended.round.round_id,
        session_id=appended.round.session_id,
        said_at=appended.round.said_at.isoformat(),
        learned=_facts_in(appended.learned),
        consent=await daybook.ledger.aask_consent(owner=owner, kept=appended.round),
    )


def _facts_in(changes: Iterable[RecordDifference]) -> list[KnownFact]:
    after = (change.after for change in changes)
    return [KnownFact.of(record) for record in after if record and record.status is Status.ACTIVE]


async def answer_consent(daybook: Daybook, owner: str, said: str, consent: Consent | None) -> ChatTurn | None:
    """Carry out the answer to a question of consent, as a chat does; the answer itself is not kept.

    Returns:
        The reply, and what was learned; None where nothing was asked, or `said` does not answer it.

    Raises:
        BadInput: nothing of the family needs consent.
    """
    message = daybook.language.read_message(said)
    if consent is None or not (message.says_yes or message.says_no):
        return None
    return await daybook.achat(said, owner=owner, consent={"family": consent.get("family", "")})


async def _appended(
    daybook: Daybook, owner: str, turns: Sequence[Turn], session_id: str | None, said_at: datetime
) -> Appended:
    """Append a round, unless the session has the same of that day already: a client may repeat its calls."""
    session = session_id or f"{said_at:%Y-%m-%d}"
    try:
        there = await daybook.arounds(owner=owner, session_id=session)
    except UnknownItem:
        there = []
    offered = rounds_of(Session(session, said_at, tuple(turns)), owner)
    if same := rounds_there(there, offered):
        return Appended(same[-1], False, ())
    return await daybook.aappend(turns, owner=owner, session_id=session_id, said_at=said_at)


def rounds_there(there: Sequence[Round], offered: Sequence[Round]) -> list[Round]:
    """Find all of the offered rounds in a session, the same words on the same day; none unless all are."""
    by_words = {(round_.said_at.date(), *round_.fields.items()): round_ for round_ in there}
    found = [by_words.get((round_.said_at.date(), *round_.fields.items())) for round_ in offered]
    return [] if None in found else [round_ for round_ in found if round_ is not None]


async def context(
    daybook: Daybook,
    owner: str,
    message: str,
    *,
    dialogue: Sequence[Turn] = (),
    session_id: str | None = None,
    budget: int | None = None,
    asked_at: datetime | None = None,
    as_of: datetime | None = None,
) -> ContextShape:
    """Give what memory holds that bears on a message, as `Daybook.acontext_for` does."""
    found = await daybook.acontext_for(
        message,
        owner=owner,
        dialogue=dialogue,
        session_id=session_id,
        budget=budget,
        asked_at=asked_at,
        as_of=as_of,
    )
    return context_shape(found)


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
    preview = await daybook.awould_forget(selector, owner=owner)
    needed = _confirmation(owner, selector, preview)
    if confirmation is None:
        return Forgotten(False, dict(preview.removed), list(preview.texts), needed, verified=False)
    if confirmation != needed:
        problem = (
            "it is not that of what would be forgotten now; ask without one, and show the owner what would go"
        )
        raise BadInput(problem, source="confirmation")
    receipt = await daybook.aforget(selector, owner=owner)
    return Forgotten(True, dict(receipt.removed), [], None, receipt.verified)


def _confirmation(owner: str, selector: Selector, preview: Preview) -> str:
    named = repr((owner, selector, sorted(preview.removed.items()), preview.texts))
    return sha256(named.encode("utf-8", "surrogatepass")).hexdigest()[:_CONFIRMATION]


def round_turns(
    said: str,
    reply: str,
    *,
    context: MemoryContext | None,
    language: Language,
    before: Sequence[Turn] = (),
    recalled: Iterable[str] = (),
    said_at: datetime | None = None,
) -> list[Turn]:
    """Write what the user said and the reply, of somebody else's conversation, as the turns of a round.

    A side without words is left out. A reply that says what memory gave has those rounds as its sources, and
    is no key: else it would be found tomorrow as if said. Nor is one that says what a document does, or a
    message that only asks memory.

    Args:
        said: the user's words.
        reply: what they were told.
        context: what of memory was before the model that replied.
        language: of the conversation.
        before: the dialogue until then, of which memory is not the source.
        recalled: ids of further rounds that the reply was made from.
        said_at: the moment of both; that of the round by default.
    """
    message, analyzer = language.read_message(said), language.analyzer
    asks_memory = message.intent is Intent.RECALL and message.only_asks
    sources = list(recalled)
    of_documents = False
    if context is not None and reply:
        known = [said, *(turn.content for turn in before)]
        taken = repeated_items(reply, context, known, analyzer)
        if asks_memory and not taken:
            taken = _shared_items(reply, context, known, analyzer)
        sources += [round_id for item in taken for round_id in item.round_ids]
        of_documents = bool(cited_in(reply, context.documents, (), known, analyzer))
    turns = [
        Turn(Role.USER, said, said_at, sources=() if asks_memory else None),
        Turn(
            Role.ASSISTANT,
            reply,
            said_at,
            sources=tuple(dict.fromkeys(sources)) or (() if of_documents else None),
        ),
    ]
    return [turn for turn in turns if turn.content.strip()]


def _shared_items(
    reply: str, context: MemoryContext, known: Sequence[str], analyzer: Analyzer
) -> list[ContextItem]:
    """Find the items that share with a reply any word that nobody said here: an answer may be one word."""
    words = analyzer.words
    own = set(words(reply)) - set(words(" ".join(known)))
    return [item for item in context.items if own.intersection(words(item.quote))]
