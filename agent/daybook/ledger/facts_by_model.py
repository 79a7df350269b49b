"""Facts found by a chat model: what one call is shown, and what code takes of its reply.

A call is shown rounds, what was said before each, and the records that come nearest.
"""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from daybook.conversation import SLOTS, Fact, Polarity, Record, Round
from daybook.conversation.language import Analyzer
from daybook.ledger.found_facts import ShownToModel, check_facts, waiting_constraints
from daybook.models.embedding.embedder import Vectors
from daybook.models.llm import ChatModel, ask
from daybook.store.arrays import cosines
from daybook.text.secrets import masked
from daybook.text.unicode_text import asks
from daybook_prompts import JsonValue, Prompt
from daybook_prompts.replies import FactsFound, facts_found_in

REPLY_TYPE = facts_found_in(tuple(SLOTS))
_OWNER = "me"
_CLAUSE = 3
"""Words before a comma that may state something."""
_LONGEST_VALUE = 80
"""Characters of a value that is shown."""
_DESCRIPTIONS = {name: slot.description for name, slot in SLOTS.items()}


async def facts_by_model(
    rounds: Sequence[Round],
    model: ChatModel,
    prompt: Prompt,
    analyzer: Analyzer,
    *,
    before: Mapping[str, str] | None = None,
    known: Sequence[Record] = (),
) -> list[Fact]:
    """Find what the owner says of themselves in some rounds, by one call.

    Where facts are refused (`check_facts` says which and why), all of them go back to the model once, with
    the reasons; what is still refused is dropped. A constraint never is: it waits for the owner.

    Args:
        rounds: of one session, in order; as many as one prompt holds.
        model: is called once or twice, and not at all where no round is worth it: see `may_tell`.
        prompt: `extract_facts`.
        analyzer: of the language of the rounds.
        before: what somebody else had said before the user turn of a round, by its id: see `words_before`.
        known: records of the owner that the rounds may be about: see `nearest_records`.

    Returns:
        The facts in the order of the replies.
    """
    analyzer = analyzer
    worth = [round_ for round_ in rounds if may_tell(round_, analyzer)]
    shown = shown_rounds(worth, analyzer, before=before, known=known)
    if not shown.said:
        return []
    values = prompt_values(shown)
    first: list[FactsFound] = []

    def objection(reply: FactsFound) -> str:
        first.append(reply)
        refused = check_facts(reply.facts, shown, analyzer)[1]
        return (
            "\n".join(["these facts are refused; give all facts again", *map(str, refused)])
            if refused
            else ""
        )

    reply = await ask(
        model,
        prompt,
        REPLY_TYPE,
        check=objection,
        slots=values["slots"],
        known=values["known"],
        rounds=values["rounds"],
    )
    replies = [*(earlier for earlier in first if earlier is not reply), reply]
    found = [fact for one in replies for fact in one.facts]
    facts = check_facts(found, shown, analyzer)[0]
    waiting = _distinct(waiting_constraints(found, shown, analyzer))
    return [*facts, *(fact for fact in waiting if not any(_tells(known, fact, analyzer) for known in facts))]


def _distinct(facts: Iterable[Fact]) -> list[Fact]:
    return list({(fact.address, fact.value.casefold()): fact for fact in facts}.values())


def _tells(known: Fact, constraint: Fact, analyzer: Analyzer) -> bool:
    """True if a fact that stands says what a constraint that waits says."""
    wanted = set(analyzer.words(constraint.value))
    return known.slot == constraint.slot and wanted <= set(analyzer.words(f"{known.value} {known.text}"))


def may_tell(round_: Round, analyzer: Analyzer) -> bool:
    """True if a round is worth a call: not a bare question.

    A question in whatever language may state something before a comma: "Ich esse kein Fleisch, was gibt es?"
    """
    words = own_words(round_, analyzer)
    if not words:
        return False
    reading = analyzer.read_message(words)
    before_comma = words.rpartition(",")[0]
    return reading.in_first_person or not reading.only_asks or len(before_comma.split()) >= _CLAUSE


def own_words(round: Round, analyzer: Analyzer) -> str:
    """Return what of a round a model is given to find facts in; "" where the owner said nothing of their own.

    Every position is that of the user's turn.
    """
    words = (
        analyzer.own_words(round.user.content).replace("\0", " ") if round.user and round.user.is_key else ""
    )
    return words if words.strip() else ""


def shown_rounds(
    rounds: Sequence[Round],
    analyzer: Analyzer,
    *,
    before: Mapping[str, str] | None = None,
    known: Sequence[Record] = (),
) -> ShownToModel:
    """Collect what one call shows; see `ShownToModel`."""
    own = {round_.round_id: words for round_ in rounds if (words := own_words(round_, analyzer))}
    return ShownToModel(rounds, own, before or {}, known)


def prompt_values(shown: ShownToModel) -> Mapping[str, JsonValue]:
    """Return what fills the slots of the prompt; a round's number is its place, from 1."""
    return {
        "slots": _DESCRIPTIONS,
        "known": [_known(f"m{place}", record) for place, record in enumerate(shown.known, 1)],
        "rounds": [_round(number, round_, shown) for number, round_ in shown.said.items()],
    }


def _round(number: int, round_: Round, shown: ShownToModel) -> Mapping[str, JsonValue]:
    before = shown.before.get(round_.round_id)
    said_before = {"before": before} if before else {}
    return {
        "round": number,
        "said_at": f"{round_.said_at:%A %Y-%m-%d}",
        **said_before,
        "user": shown.own[round_.round_id],
    }


def _known(name: str, record: Record) -> Mapping[str, JsonValue]:
    denied = {"denied": True} if record.polarity is Polarity.NEGATIVE else {}
    return {
        "id": name,
        "subject": record.subject or _OWNER,
        "attribute": record.attribute or SLOTS[record.slot].attribute,
        "value": masked(record.value)[:_LONGEST_VALUE],
        **denied,
        "said_at": f"{record.said_at:%Y-%m-%d}",
    }


LONGEST_BEFORE = 160
"""Characters. What is answered stands at the end of a turn, and every call pays for it."""
_LAST = 3
"""Sentences among which a question is looked for."""


def words_before(round_: Round, session: Iterable[Round], analyzer: Analyzer) -> str:
    """Return the end of the turn that a round of a session answers; "" where the owner spoke first.

    The end begins at the last question of the last three sentences, else at the last sentence. Secrets are
    masked, since it is sent to a model.

    Args:
        round_: whose user turn answers.
        session: rounds of the same session id, in any order.
        analyzer: of their language.
    """
    earlier = [
        other
        for other in session
        if other.occurrence == round_.occurrence and other.position < round_.position
    ]
    last = max(earlier, key=lambda other: other.position, default=None)
    if last is None or last.assistant is None:
        return ""
    text = masked(last.assistant.content)
    sentences = [text[start:stop] for start, stop in analyzer.sentences(text)][-_LAST:]
    asked = [place for place, words in enumerate(sentences) if asks(words.rstrip("\"')* "))]
    end = " ".join(" ".join(sentences[asked[-1] if asked else -1 :]).split())
    return end if len(end) <= LONGEST_BEFORE else f"…{end[-LONGEST_BEFORE:]}"


MAX_RECORDS = 12
"""Of one call: some 25 tokens each."""
MAX_FAR = 4
"""Of these, the latest that say who somebody is, and of constraints, however far: "she" is told in many
words, and "the test was wrong" has none of what it ends."""
_PEOPLE = frozenset({"family", "social"})
NEAR_FROM = 0.25
"""Least cosine of a record's text to a sentence of the rounds. Of 31 updates that were written by hand 30 are
as near to what they update, and 6% of other pairs are (MiniLM)."""
_STATEMENTS = 8
"""Sentences of a round that are compared, the first ones; and its words as a whole."""


def statements_of(round_: Round, analyzer: Analyzer) -> list[str]:
    """List what of a round is compared with records: the owner's own sentences."""
    words = own_words(round_, analyzer)
    sentences = [" ".join(words[start:stop].split()) for start, stop in analyzer.sentences(words)]
    return [sentence for sentence in sentences if sentence][:_STATEMENTS]


def nearest_records(
    records: Sequence[Record], vectors: Vectors, statements: Sequence[Vectors]
) -> list[Record]:
    """Choose what a model is shown: who is who, constraints, the nearest to every round, the second nearest.

    Args:
        records: that may be shown.
        vectors: unit vectors of their texts, shape (records, dim).
        statements: of every round the unit vectors of its statements, shape (statements, dim).

    Returns:
        At most `MAX_RECORDS`, in the order of `records`, each with a cosine of at least `NEAR_FROM` save the
        `MAX_FAR`.
    """
    nearness = [cosines(vectors, said).max(axis=1) for said in statements if len(said) and len(records)]
    if not nearness:
        return []
    slots = [SLOTS[record.slot] for record in records]
    people = [place for place, slot in enumerate(slots) if slot.family in _PEOPLE]
    constraints = [place for place, slot in enumerate(slots) if slot.constraint]
    chosen: dict[int, None] = dict.fromkeys([*people[-MAX_FAR:], *constraints[-MAX_FAR:]])
    for places in np.argsort(-np.stack(nearness), axis=1, kind="stable").T:  # of each round its next nearest
        by_nearness = sorted(zip(nearness, places.tolist(), strict=True), key=lambda pair: -pair[0][pair[1]])
        for near, place in by_nearness:
            if len(chosen) < MAX_RECORDS and near[place] >= NEAR_FROM:
                chosen.setdefault(place)
    return [records[place] for place in sorted(chosen)]
