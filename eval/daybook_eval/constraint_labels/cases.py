"""The labelled turns of real chats and the written messages, as one list of cases."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files
from pathlib import Path

from pydantic import TypeAdapter

from daybook.conversation.errors import BadInput
from daybook.interfaces.importers.fields import Fields, checked
from daybook.interfaces.importers.json_reader import read_records
from daybook_eval.fact_labels.facts import DataSet, Half, half_of, turns_of

FILES = {
    DataSet.LONGMEMEVAL: "longmemeval_s_dev.json.gz",
    DataSet.MSC: "msc_session3_valid.json.gz",
    DataSet.LOCOMO: "locomo_dev.json.gz",
    DataSet.REALTALK: "realtalk_dev.json.gz",
    DataSet.BEAM: "beam_100k_dev",
}
"""Where each data set lies in the data folder."""


class ConstraintLabel(StrEnum):
    """What a reader made of a sentence; README.md says when which."""

    CONSTRAINT = "constraint"
    NEAR_MISS = "near miss"
    UNSURE = "unsure"


class Concern(StrEnum):
    """What a constraint is about."""

    BODY = "body"
    DIET = "diet"
    UNSPOKEN = "unspoken"


class Holder(StrEnum):
    """Whom a constraint binds."""

    OWNER = "owner"
    HOUSEHOLD = "household"


class LabelledSentence(Fields):
    """A line of `labels.jsonl`: a sentence by its place in a turn, which is named by its hash."""

    data: DataSet
    turn: str
    start: int
    stop: int
    label: ConstraintLabel
    kind: Concern | None = None
    holder: Holder | None = None
    why: str = ""


class WrittenMessage(Fields):
    """An entry of `written_a.json` or `written_b.json`."""

    text: str
    label: ConstraintLabel
    kind: Concern | None = None
    holder: Holder | None = None
    why: str = ""


@dataclass(frozen=True, slots=True)
class ConstraintCase:
    """A turn to keep, and whether it states a standing constraint."""

    text: str
    sentence: str
    """The words of it that were labelled."""
    is_written: bool
    label: ConstraintLabel
    kind: Concern | None
    """Of a constraint."""
    holder: Holder | None
    """Of a constraint."""
    why: str
    """What makes a near miss one."""

    @property
    def half(self) -> Half:
        """The half that it is in."""
        return half_of(self.text)


@dataclass(frozen=True, slots=True)
class ScopeMessage:
    """An entry of `scopes.json`: a message of a person with an allergy."""

    text: str
    about: str
    """What sort of message it is: "food", "travel", "code"."""
    needs: bool
    """Whether a reply may be wrong without the allergy."""

    @property
    def half(self) -> Half:
        """The half that it is in."""
        return half_of(self.text)


@cache
def scope_messages() -> tuple[ScopeMessage, ...]:
    """Read the messages by which the scope of what one must not eat or touch is measured."""
    text = files(__package__).joinpath("scopes.json").read_text(encoding="utf-8")
    return TypeAdapter(tuple[ScopeMessage, ...]).validate_json(text)


@cache
def written_cases() -> tuple[ConstraintCase, ...]:
    """Read the written messages of both halves."""
    adapter = TypeAdapter(tuple[WrittenMessage, ...])
    texts = [
        files(__package__).joinpath(f"written_{half.lower()}.json").read_text(encoding="utf-8")
        for half in Half
    ]
    messages = [message for text in texts for message in adapter.validate_json(text)]
    return tuple(
        ConstraintCase(
            labelled.text, labelled.text, True, labelled.label, labelled.kind, labelled.holder, labelled.why
        )
        for labelled in messages
    )


def turns_in(folder: Path) -> Mapping[DataSet, Mapping[str, str]]:
    """Read the turns of every data set: texts by their names.

    Raises:
        BadInput: a file is missing, or is not what it should be.
    """
    if missing := [name for name in FILES.values() if not (folder / name).exists()]:
        raise BadInput(f"lacks {', '.join(missing)}", source=folder)
    return {data: {turn.name: turn.text for turn in turns_of(data, folder / FILES[data])} for data in FILES}


def labelled_sentences() -> Sequence[LabelledSentence]:
    """Read the labels of sentences of real turns."""
    path = Path(__file__).with_name("labels.jsonl")
    records = read_records(path)
    return [checked(LabelledSentence, record.value, source=path, where=record.where) for record in records]


def real_cases(
    labels: Sequence[LabelledSentence], turns: Mapping[DataSet, Mapping[str, str]]
) -> Iterator[ConstraintCase]:
    """Find the labelled turns again, and give each once.

    A turn with a constraint is one, whatever else stands in it; one with an unsure sentence and no constraint
    is left out.

    Raises:
        BadInput: a data set lacks the turn of a label: its file is another version.
    """
    by_turn: dict[tuple[DataSet, str], list[LabelledSentence]] = defaultdict(list)
    for label in labels:
        by_turn[label.data, label.turn].append(label)
    for (data, name), sentences in by_turn.items():
        if name not in turns[data]:
            raise BadInput(f"has no turn {name}; the labels are of another version of it", source=FILES[data])
        first = min(sentences, key=lambda one: list(ConstraintLabel).index(one.label))
        unsure = any(labelled.label is ConstraintLabel.UNSURE for labelled in sentences)
        if first.label is ConstraintLabel.CONSTRAINT or not unsure:
            text = turns[data][name]
            sentence = text[first.start : first.stop]
            yield ConstraintCase(text, sentence, False, first.label, first.kind, first.holder, first.why)
