"""Precision and recall of fact extraction by rules, against the annotations of Multi-Session Chat.

Each of the two people of a dialogue is an owner once. A fact is written if its confidence reaches tau; what
ends ("I quit") is not counted. Templates were tuned on the dialogues at even places of the file.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from daybook.text.english.facts import facts_in

from daybook.conversation import Act, Fact, Polarity, rounds_of
from daybook.conversation.errors import BadInput
from daybook_eval.data.msc import SPEAKERS, MscDialogue, read_dialogues
from daybook_eval.measures.fact_matching import Saying, distinct, pair_up, saying_of
from daybook_eval.study import Scorer, Study
from daybook_eval.tables import Report

SAID_AT = datetime(2021, 5, 15, 12, tzinfo=UTC)
"""The file dates nothing; annotators worked in May 2021."""
CURVE = tuple(step / 20 for step in range(6, 20))
"""The thresholds of the curve: 0.30 to 0.95."""


@dataclass(frozen=True, slots=True)
class Owner:
    """One person of a dialogue: extracted facts, and the annotator's sentences."""

    dialogue: MscDialogue
    speaker: str
    facts: tuple[tuple[int, Fact], ...]
    """With the turn that each stands in, by its place in the dialogue."""
    gold: tuple[tuple[int, str], ...]
    """The annotator's sentences, likewise."""


@dataclass(frozen=True, slots=True)
class Figures:
    """Precision, recall and F1 over all owners together."""

    tau: float
    written: int
    gold: int
    right: int

    @property
    def precision(self) -> float | None:
        """The share of what was written that is right; None where nothing was."""
        return self.right / self.written if self.written else None

    @property
    def recall(self) -> float | None:
        """The share of the annotators' sentences that were written."""
        return self.right / self.gold if self.gold else None

    @property
    def f1(self) -> float | None:
        """Their harmonic mean: twice what is right over what is on both sides."""
        total = self.written + self.gold
        return 2 * self.right / total if total else None

    def plain(self) -> dict[str, float | None]:
        """Write the counts and the shares as JSON values."""
        shares = {"precision": self.precision, "recall": self.recall, "f1": self.f1}
        rounded = {name: None if share is None else round(share, 4) for name, share in shares.items()}
        return asdict(self) | rounded


def owners_of(dialogue: MscDialogue) -> Iterator[Owner]:
    """Extract the facts of both persons of a dialogue."""
    for speaker in SPEAKERS:
        places = [place for place, turn in enumerate(dialogue.turns) if turn.speaker == speaker]
        rounds = (
            round_ for round_ in rounds_of(dialogue.as_session(speaker, SAID_AT), speaker) if round_.user
        )
        facts = [
            (place, fact)
            for place, round_ in zip(places, rounds, strict=True)
            for fact in facts_in(round_)
            if fact.act is not Act.ENDS
        ]
        gold = [(place, statement) for place in places for statement in dialogue.turns[place].statements]
        kept = distinct(statement for _, statement in gold)
        first = {statement: place for place, statement in reversed(gold)}
        yield Owner(dialogue, speaker, tuple(facts), tuple((first[text], text) for text in kept))


def written_by(owner: Owner, tau: float) -> list[tuple[int, Fact]]:
    """List the facts that are written at a threshold: each slot, value and polarity once."""
    kept: dict[tuple[str, str, Polarity], tuple[int, Fact]] = {}
    for place, fact in owner.facts:
        if fact.reliability >= tau:
            kept.setdefault((fact.slot, fact.value.casefold(), fact.polarity), (place, fact))
    return list(kept.values())


def pairs_of(
    written: Sequence[tuple[int, Fact]], gold: Sequence[tuple[int, str]], *, same_turn: bool = False
) -> list[tuple[int, int]]:
    """Pair what was written with what the annotator wrote, in the dialogue or turn by turn."""
    if not same_turn:
        return pair_up(_sayings(fact.text for _, fact in written), _sayings(text for _, text in gold))
    pairs = []
    for turn in sorted({place for place, _ in written}):
        mine = [i for i, (place, _) in enumerate(written) if place == turn]
        theirs = [j for j, (place, _) in enumerate(gold) if place == turn]
        inner = pair_up(_sayings(written[i][1].text for i in mine), _sayings(gold[j][1] for j in theirs))
        pairs += [(mine[i], theirs[j]) for i, j in inner]
    return pairs


def measure(owners: Sequence[Owner], tau: float, *, same_turn: bool = False) -> Figures:
    """Count what is right at a threshold."""
    written = [(written_by(owner, tau), owner.gold) for owner in owners]
    return Figures(
        tau,
        sum(len(facts) for facts, _ in written),
        sum(len(gold) for _, gold in written),
        sum(len(pairs_of(facts, gold, same_turn=same_turn)) for facts, gold in written),
    )


FIGURES: Study[Figures] = Study(
    "",
    "",
    (
        Scorer("P", "precision", lambda figures: figures[0].precision, ".3f"),
        Scorer("R", "recall", lambda figures: figures[0].recall, ".3f"),
        Scorer("F1", "f1", lambda figures: figures[0].f1, ".3f"),
        Scorer("right", "right", lambda figures: figures[0].right),
        Scorer("written", "written", lambda figures: figures[0].written),
        Scorer("gold", "gold", lambda figures: figures[0].gold),
    ),
)


def study(data: Path, half: str | None, tau: float, listed: str | None) -> Report | list[str]:
    """Extract the facts of every owner of a file, by halves of the dialogues, or of one half.

    `listed` lists what differs from the annotators' sentences ("misses", "extras") in place of figures.

    Raises:
        BadInput: there is no such half or list, or the file cannot be read.
    """
    if half not in (None, "even", "odd"):
        raise BadInput(f"should be even or odd, not {half!r}", source="--half")
    if listed not in (None, "misses", "extras"):
        raise BadInput(f"should be misses or extras, not {listed!r}", source="--list")
    dialogues = list(read_dialogues(data))
    halves = {
        name: [owner for dialogue in dialogues[start::2] for owner in owners_of(dialogue)]
        for start, name in enumerate(("even", "odd"))
        if half in (None, name)
    }
    if listed is None:
        return report(halves, tau)
    found = (line for owners in halves.values() for line in differing(owners, tau, listed))
    return [json.dumps(line, ensure_ascii=False) for line in found]


def report(halves: Mapping[str, Sequence[Owner]], tau: float) -> Report:
    """Give the figures of each half at the operating point, turn by turn too, and the curve."""
    tables, shape = [], {}
    for name, owners in halves.items():
        at, same_turn = measure(owners, tau), measure(owners, tau, same_turn=True)
        curve = [measure(owners, step) for step in CURVE]
        rows = {"at": [at], "same_turn": [same_turn], **{f"tau {point.tau:.2f}": [point] for point in curve}}
        tables.append(replace(FIGURES.table(rows), title=f"{name}: {len(owners)} owners", figures=True))
        shape[name] = {
            "owners": len(owners),
            "at": at.plain(),
            "same_turn": same_turn.plain(),
            "curve": [point.plain() for point in curve],
        }
    return Report(tables, shape)


def differing(owners: Sequence[Owner], tau: float, which: str) -> Iterator[dict[str, str]]:
    """List what was written beside the annotators ("extras"), or not written ("misses"), for reading."""
    for owner in owners:
        written = written_by(owner, tau)
        pairs = pairs_of(written, owner.gold)
        if which == "extras":
            paired = {fact for fact, _ in pairs}
            differ = [
                (place, f"{fact.slot} {fact.reliability}: {fact.text}")
                for number, (place, fact) in enumerate(written)
                if number not in paired
            ]
        else:
            paired = {sentence for _, sentence in pairs}
            differ = [missed for number, missed in enumerate(owner.gold) if number not in paired]
        for place, what in differ:
            turn = owner.dialogue.turns[place]
            yield {
                "dialogue": owner.dialogue.dialogue_id,
                "what": what,
                "turn": turn.text,
                "annotated": " ".join(turn.statements),
            }


def _sayings(texts: Iterator[str]) -> list[Saying]:
    return [saying_of(text) for text in texts]
