"""Records with a subject and an attribute of their own that answer a question.

A record answers where the question names its subject and its attribute, wants a value of its sort, and says
nothing besides that the record does not hold. A word that both merely share is never enough: "How much did
the boat cost?" does not ask for the boat fund.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from daybook.conversation import Ledger, Record, Status, ValueType
from daybook.text.english.questions.question_content import AnswerType, answer_type_of
from daybook.text.english.questions.slot_questions import content_of, told_stems
from daybook.text.english.word_tables import ACQUAINTANCES, RELATIVES

MAX_RECORDS = 6
"""Facts that one answer lists."""
GONE = frozenset({Status.LAPSED, Status.SUPERSEDED})
"""What was so once."""
_FILE = Path(__file__).parent / "attribute_questions.toml"
_TIMES = frozenset({ValueType.CLOCK_TIME, ValueType.DATE, ValueType.FREQUENCY})
_FIGURES = frozenset({ValueType.QUANTITY, ValueType.FREQUENCY})
_WANTED = (
    (re.compile(r"\bhow (?:often|frequently|regularly)\b|\bhow many times (?:a|per|each|every)\b"), _TIMES),
    (re.compile(r"\bhow (?:many|much|old|far|long|tall|big|high|fast|large|heavy)\b"), _FIGURES),
    (re.compile(r"\b(?:what time|when)\b"), _TIMES),
    (re.compile(r"\bwhere\b"), frozenset({ValueType.PLACE, ValueType.NAME})),
    (re.compile(r"\bwho(?:m|se)?\b"), frozenset({ValueType.NAME, ValueType.TEXT, ValueType.MEMBER})),
)
"""The sorts of values that question words want; "what" and "which" want any."""
_MEASURES = told_stems("many much old far long tall big high fast large heavy often")
_LIGHT = told_stems("use take go get have do make keep run need present currently")
"""Words that go with asking for anything."""
_IN_ORDER = re.compile(
    r",? ?\b(?:in (?:chronological )?order|from (?:the )?first to (?:the )?last|over time"
    r"|one after the other)\b"
)
_SO_ONCE = (Status.ACTIVE, Status.SUPERSEDED, Status.LAPSED)
_COUNTED = re.compile(r"\bhow (?:many|much) (\w+)")
_KIN = frozenset((*RELATIVES, *ACQUAINTANCES))
_ABOUT = re.compile(
    r"^(?:so |and )?(?:who (?:is|are)|tell me (?:more |something )?about"
    r"|what (?:do you (?:know|remember)|have i told you|did i tell you) about) (?P<whom>.+)$"
)
_OTHERS = ("family.", "social.", "possession.pet")
"""Slots whose values are people or animals."""


@dataclass(frozen=True, slots=True)
class RecordAnswer:
    """The records that answer a question, or one part of it."""

    records: tuple[Record, ...]
    """Best first."""
    opening: str = ""
    """What is said before the first: "Yes", "No"."""
    asked: frozenset[str] = frozenset()
    """Stems of what the question is about: later words that hold them may say otherwise."""
    sort: AnswerType = AnswerType.ANYTHING
    """What the question wants."""


def ended_without_successor(record: Record, ledger: Ledger) -> bool:
    """True if a record no longer holds, and no other one says what is so instead."""
    if record.status is Status.LAPSED:
        return True
    successor = ledger.records.get(record.superseded_by)
    return record.status is Status.SUPERSEDED and (successor is None or successor.status is Status.LAPSED)


def last_ended(records: Iterable[Record], ledger: Ledger) -> RecordAnswer | None:
    """Answer with the last of some records that was so, where nothing took its place; None where none was."""
    gone = [record for record in records if ended_without_successor(record, ledger)]
    last = max(gone, key=lambda record: record.superseded_at or record.said_at, default=None)
    return RecordAnswer((last,), "No longer, as far as I know") if last else None


@dataclass(frozen=True, slots=True)
class _Attribute:
    """A row of the table."""

    named: re.Pattern[str]
    asked: re.Pattern[str]
    words: frozenset[str]


def addressed_facts(text: str, ledger: Ledger) -> RecordAnswer | None:
    """Find the records whose subject and attribute a question asks for: what stands, else what did.

    `text` is the question in plain small letters.
    """
    found = _asked_for(text, ledger)
    active = [record for record in found if record.status is Status.ACTIVE]
    if not active:
        return last_ended(found, ledger)
    latest = sorted(active, key=lambda record: record.said_at, reverse=True)
    named = told_stems(f"{latest[0].subject} {_attribute(latest[0])}")
    asked = named & told_stems(text)
    return RecordAnswer(tuple(latest[:MAX_RECORDS]), asked=asked, sort=answer_type_of(text))


def facts_in_order(text: str, ledger: Ledger) -> RecordAnswer | None:
    """Find what was so one after the other, where a question asks for all of it in order."""
    if not _IN_ORDER.search(text):
        return None
    told = [record for record in _asked_for(_IN_ORDER.sub(" ", text), ledger) if record.status in _SO_ONCE]
    return RecordAnswer(tuple(sorted(told, key=lambda record: record.support[0].said_at)), "In order")


def _asked_for(text: str, ledger: Ledger) -> list[Record]:
    """List the records that a question asks for; a thing need not be named where only one is meant."""
    known = [
        record
        for record in ledger.records.values()
        if (record.subject or record.attribute) and record.condition is None
    ]
    found = [record for record in known if _asks_for(text, record)]
    if found:
        return found
    unnamed = [
        record
        for record in known
        if not set(_persons(record.subject)) and _asks_for(text, record, named=False)
    ]
    return unnamed if len({record.subject for record in unnamed}) == 1 else []


def facts_about(text: str, ledger: Ledger) -> RecordAnswer | None:
    """Find all that is known of a person or thing, where a question asks who or what that is."""
    match = _ABOUT.match(text.rstrip(" ?.!"))
    whom = told_stems(match["whom"]) if match else frozenset()
    if not whom:
        return None
    found = [
        record
        for record in ledger.with_status(Status.ACTIVE)
        if whom <= told_stems(record.subject)
        or (not record.subject and record.slot.startswith(_OTHERS) and whom <= told_stems(record.value))
    ]
    found.sort(key=lambda record: (record.subject != "", record.said_at))
    return RecordAnswer(tuple(found[:MAX_RECORDS])) if found else None


def _asks_for(text: str, record: Record, *, named: bool = True) -> bool:
    """True if a question asks for a record: for its subject, its attribute, its sort, and nothing else.

    With `named` False it need not name the subject.
    """
    if not (record.subject and named) and not re.search(r"\b(?:i|me|my|we|our)\b", text):
        return False
    sorts = next((sorts for pattern, sorts in _WANTED if pattern.search(text)), None)
    if sorts is not None and (record.value_type or ValueType.TEXT) not in sorts:
        return False
    if named and not _names_subject(text, record.subject):
        return False
    rows = [row for row in _attributes() if row.named.search(_attribute(record))]
    if not all(row.asked.search(text) for row in rows):
        return False
    rest = _attribute(record)
    for row in rows:
        rest = row.named.sub(" ", rest)
    asked, left = told_stems(text), told_stems(rest)
    if not left <= asked or not (rows or left):
        return False
    known = told_stems(f"{record.subject} {_attribute(record)} {record.text} {record.value}")
    counted = _COUNTED.search(text) if record.subject else None  # "how many films are on my list"
    told = known.union(_MEASURES, _LIGHT, *(row.words for row in rows))
    return content_of(text) <= told.union(told_stems(counted[1]) if counted else ())


def _names_subject(text: str, subject: str) -> bool:
    """True if a question names whom or what a record is about.

    A person is named by the name or by what they are to the owner; of a thing every word counts. In "my
    sister's dog" both are to be named.
    """
    asked = told_stems(text)
    return all(
        any(told_stems(word) <= asked for word in _persons(part)) or told_stems(part) <= asked
        for part in re.split(r"['\u2019]s\s+", subject)
    )


def _persons(part: str) -> Iterator[str]:
    """Give the words of a subject each of which names a person by itself."""
    words = re.findall(r"[\w-]+", part)
    if any(word.lower() in _KIN for word in words):
        yield from (word for word in words if word.lower() in _KIN or word[:1].isupper())


def _attribute(record: Record) -> str:
    return (record.attribute or record.slot.partition(".")[2].replace(".", " ")).lower()


@cache
def _attributes() -> tuple[_Attribute, ...]:
    rows = tomllib.loads(_FILE.read_text(encoding="utf-8"))["attribute"]
    return tuple(
        _Attribute(
            re.compile(rf"\b(?:{row['named']})\b"),
            re.compile(rf"\b(?:{row['asked']})\b"),
            told_stems(row["words"]),
        )
        for row in rows
    )
