"""Standing constraints: real turns labelled without their texts, and written messages (README.md).

Each is kept in a memory of its own, and whether a statement of allergies or diets comes of it is counted.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from functools import cache, partial
from hashlib import sha256
from importlib.resources import files
from operator import attrgetter
from pathlib import Path

from pydantic import TypeAdapter

from daybook.conversation import Role, Session, Turn
from daybook.conversation.errors import BadInput
from daybook.interfaces.importers.benchmarks import locomo_sessions
from daybook.interfaces.importers.fields import Fields, checked
from daybook.interfaces.importers.json_reader import read_records
from daybook.models.embedding import Embedder, load_embedder
from daybook_eval.data.beam import read_chats
from daybook_eval.data.case import in_first_half
from daybook_eval.data.cases import read_cases
from daybook_eval.study import Share, Study, agree_to_constraints, memory
from daybook_eval.tables import Report

FILES = {
    "longmemeval": "longmemeval_s_dev.json.gz",
    "msc": "msc_session3_valid.json.gz",
    "locomo": "locomo_dev.json.gz",
    "realtalk": "realtalk_dev.json.gz",
    "beam": "beam_100k_dev",
}
"""Where each data set lies in the data folder."""
KINDS = ("body", "diet", "unspoken")
"""Subjects of constraints."""
_SAID_AT = datetime(2024, 5, 15, 12, tzinfo=UTC)


class Half(StrEnum):
    """The half that rules are mended by, and the one that is only seen in totals."""

    A = "A"
    B = "B"


def half_of(text: str) -> Half:
    """Put a text into a half."""
    return Half.A if in_first_half(text) else Half.B


class ConstraintLabel(StrEnum):
    """A reader's label for a sentence; README.md says when which."""

    CONSTRAINT = "constraint"
    NEAR_MISS = "near miss"
    UNSURE = "unsure"


class Labelled(Fields):
    """A reader's label for a text."""

    label: ConstraintLabel
    kind: str | None = None
    """Of a constraint: one of `KINDS`."""
    why: str = ""
    """The reason why a near miss is one."""

    @property
    def is_constraint(self) -> bool:
        """True if a constraint should come of it."""
        return self.label is ConstraintLabel.CONSTRAINT


class LabelledSentence(Labelled):
    """A line of `labels.jsonl`: a sentence by its place in a turn, which is named by its hash."""

    data: str
    turn: str
    start: int
    stop: int


class WrittenMessage(Labelled):
    """An entry of `written_a.json` or `written_b.json`."""

    text: str


@dataclass(frozen=True, slots=True)
class ConstraintCase:
    """A turn to keep, what was said of a sentence of it, and what came of it."""

    text: str
    sentence: str
    labelled: Labelled
    found: tuple[str, ...] = ()
    """The statements that came of it."""

    @property
    def half(self) -> Half:
        """The half that it is in."""
        return half_of(self.text)


@dataclass(frozen=True, slots=True)
class ScopeMessage:
    """An entry of `scopes.json`: a message of a person with an allergy."""

    text: str
    needs: bool
    """Whether a reply may be wrong without the allergy."""


def _read(name: str) -> bytes:
    return files(__name__).joinpath(name).read_bytes()


@cache
def scope_messages() -> tuple[ScopeMessage, ...]:
    """Read the messages by which the scope of what one must not eat or touch is measured."""
    return TypeAdapter(tuple[ScopeMessage, ...]).validate_json(_read("scopes.json"))


@cache
def written_cases() -> tuple[ConstraintCase, ...]:
    """Read the written messages of both halves."""
    adapter = TypeAdapter(tuple[WrittenMessage, ...])
    texts = [_read(f"written_{half.lower()}.json") for half in Half]
    written = (message for text in texts for message in adapter.validate_json(text))
    return tuple(ConstraintCase(message.text, message.text, message) for message in written)


def turns_in(folder: Path) -> Mapping[str, Mapping[str, str]]:
    """Read the turns of every data set, texts by their hashes; raises BadInput if a file is missing."""
    if missing := [name for name in FILES.values() if not (folder / name).exists()]:
        raise BadInput(f"lacks {', '.join(missing)}", source=folder)
    return {
        data: {sha256(text.encode()).hexdigest()[:16]: text for text in _texts_of(data, folder / name)}
        for data, name in FILES.items()
    }


def _texts_of(data: str, path: Path) -> Iterator[str]:
    """Yield the turns of a talk, or those of a chat's user."""
    match data:
        case "msc":
            for record in read_records(path):
                assert isinstance(record.value, dict)
                yield from (turn["text"] for turn in record.value["dialog"])
            return
        case "longmemeval":
            sessions = (session for case in read_cases(path) for session in case.sessions)
        case "beam":
            sessions = (session for chat in read_chats(path) for session in chat.sessions)
        case _:
            talks = enumerate(read_records(path))
            sessions = (found for place, talk in talks for found in locomo_sessions(talk, place, path))
    is_talk = data in ("locomo", "realtalk")
    for session in sessions:
        yield from (turn.content for turn in session.turns if is_talk or turn.role is Role.USER)


def labelled_sentences() -> list[LabelledSentence]:
    """Read the labels of sentences of real turns."""
    path = Path(__file__).with_name("labels.jsonl")
    return [
        checked(LabelledSentence, record.value, source=path, where=record.where)
        for record in read_records(path)
    ]


def real_cases(
    labels: Sequence[LabelledSentence], turns: Mapping[str, Mapping[str, str]]
) -> Iterator[ConstraintCase]:
    """Find the labelled turns again, and give each once.

    A turn with a constraint is one, whatever else stands in it; one with an unsure sentence and no constraint
    is left out. Raises BadInput if a data set lacks the turn of a label.
    """
    by_turn: dict[tuple[str, str], list[LabelledSentence]] = defaultdict(list)
    for label in labels:
        by_turn[label.data, label.turn].append(label)
    for (data, name), sentences in by_turn.items():
        if name not in turns[data]:
            raise BadInput(f"has no turn {name}; the labels are of another version of it", source=FILES[data])
        first = min(sentences, key=lambda sentence: list(ConstraintLabel).index(sentence.label))
        unsure = any(sentence.label is ConstraintLabel.UNSURE for sentence in sentences)
        if first.is_constraint or not unsure:
            text = turns[data][name]
            yield ConstraintCase(text, text[first.start : first.stop], first)


def keep_each(texts: Sequence[str], embedder: Embedder) -> Iterator[tuple[str, ...]]:
    """Keep each turn as that of an owner of its own, and give the statements that every reply must heed."""
    with memory(embedder) as daybook:
        for place, text in enumerate(texts):
            owner = f"owner-{place}"
            daybook.add([Session("session", _SAID_AT, (Turn(Role.USER, text),))], owner=owner)
            agree_to_constraints(daybook, owner)
            yield tuple(item.quote for item in daybook.constraints(owner=owner))


def _found(case: ConstraintCase) -> bool:
    return bool(case.found)


def _is_constraint(case: ConstraintCase) -> bool:
    return case.labelled.is_constraint


def _is_of(kind: str, case: ConstraintCase) -> bool:
    return _is_constraint(case) and case.labelled.kind == kind


STUDY: Study[ConstraintCase] = Study(
    "statements of allergies and diets",
    "turns, half",
    (
        Share("precision", "precision", _is_constraint, _found),
        Share("recall", "recall", _found, _is_constraint),
        *(Share(f"recall, {kind}", f"recall_{kind}", _found, partial(_is_of, kind)) for kind in KINDS),
        Share("near misses taken", "near_misses", _found, lambda case: not _is_constraint(case)),
    ),
)


@dataclass(frozen=True, slots=True)
class Carried:
    """A message, and whether the allergy is put before a model with it."""

    message: ScopeMessage
    there: bool


SCOPES: Study[Carried] = Study(
    "where an allergy comes along",
    "half",
    (
        Share("needed, there", "scope_recall", attrgetter("there"), attrgetter("message.needs")),
        Share("there, needed", "scope_precision", attrgetter("message.needs"), attrgetter("there")),
    ),
)
_ALLERGY = "I'm allergic to peanuts."


def measure_scopes(embedder: Embedder) -> list[Carried]:
    """Look up each message of `scopes.json` in a memory that holds an allergy."""
    with memory(embedder) as daybook:
        daybook.add([Session("said", _SAID_AT, (Turn(Role.USER, _ALLERGY),))], owner="one")
        agree_to_constraints(daybook, "one")
        return [
            Carried(message, _ALLERGY in {item.quote for item in found.constraints})
            for message in scope_messages()
            for found in [daybook.context_for(message.text, owner="one")]
        ]


def report(folder: Path | None = None, *, verbose: bool = False) -> Report:
    """Measure the written messages and, in a data folder (`FILES`), labelled real turns.

    `verbose` lists what came out wrong of half A.
    """
    embedder = load_embedder("minilm")
    cases = [*written_cases(), *(real_cases(labelled_sentences(), turns_in(folder)) if folder else ())]
    sets: dict[str, list[ConstraintCase]] = defaultdict(list)
    lines = []
    for case, found in zip(cases, keep_each([case.text for case in cases], embedder), strict=True):
        outcome = ConstraintCase(case.text, case.sentence, case.labelled, found)
        where = "written" if isinstance(case.labelled, WrittenMessage) else "real"
        sets[f"{where}, {case.half}"].append(outcome)
        if case.half is Half.A and bool(found) is not case.labelled.is_constraint:
            lines.append(f"{'taken' if found else 'missed'}: {case.sentence} -> {list(found)}")
    carried = measure_scopes(embedder)
    scopes = {half.value: [one for one in carried if half_of(one.message.text) is half] for half in Half}
    sets = dict(sorted(sets.items()))
    shape = {"sets": STUDY.shape(sets), "scopes": SCOPES.shape(scopes)}
    return Report([STUDY.table(sets), SCOPES.table(scopes)], shape, lines if verbose else ())
