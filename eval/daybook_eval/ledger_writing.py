"""Precision and recall of fact extraction by rules, against the annotations of Multi-Session Chat.

    python -m daybook_eval.ledger_writing --data FILE [--half even|odd] [--tau T] [--json] [--list …]

Each of the two people of a dialogue is an owner once, the other being the assistant. A fact is written if
its confidence reaches tau; a fact said once is as sure as the template that found it. What ends
("I quit") retires something and writes nothing, so it is not counted. When a written fact is right is the
rule of `measures.fact_matching`. Dialogues are split by their place in the file: templates were tuned
on the even ones.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

from daybook.conversation import Act, Fact, Polarity, rounds_of
from daybook.english.facts import facts_in
from daybook_eval.data.msc import SPEAKERS, MscDialogue, read_dialogues
from daybook_eval.measures.fact_matching import Saying, distinct, pair_up, saying_of

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


def owners_of(dialogue: MscDialogue) -> Iterator[Owner]:
    """Extract the facts of both persons of a dialogue."""
    for speaker in SPEAKERS:
        places = [place for place, turn in enumerate(dialogue.turns) if turn.speaker == speaker]
        rounds = [
            round_
            for round_ in rounds_of(dialogue.as_session(speaker, SAID_AT), speaker)
            if round_.user is not None
        ]
        facts = [
            (place, fact)
            for place, round in zip(places, rounds, strict=True)
            for fact in facts_in(round)
            if fact.act is not Act.ENDS
        ]
        gold = [(place, statement) for place in places for statement in dialogue.turns[place].statements]
        kept = distinct(statement for _, statement in gold)
        first = {statement: place for place, statement in reversed(gold)}
        yield Owner(dialogue, speaker, tuple(facts), tuple((first[each], each) for each in kept))


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
    counts = [
        (len(written), len(owner.gold), len(pairs_of(written, owner.gold, same_turn=same_turn)))
        for owner in owners
        for written in [written_by(owner, tau)]
    ]
    return Figures(tau, *(sum(column) for column in zip(*counts, strict=True)))


def report(owners: Sequence[Owner], tau: float) -> dict[str, object]:
    """Give the figures at the operating point, turn by turn too, and the curve."""
    return {
        "owners": len(owners),
        "at": _plain(measure(owners, tau)),
        "same_turn": _plain(measure(owners, tau, same_turn=True)),
        "curve": [_plain(measure(owners, step)) for step in CURVE],
    }


def differing(owners: Sequence[Owner], tau: float, which: str) -> Iterator[dict[str, str]]:
    """List what was written beside the annotators ("extras"), or not written ("misses"), for reading."""
    for owner in owners:
        written = written_by(owner, tau)
        pairs = pairs_of(written, owner.gold)
        facts, sentences = {i for i, _ in pairs}, {j for _, j in pairs}
        if which == "extras":
            for place, fact in (each for i, each in enumerate(written) if i not in facts):
                yield _line(owner, place, f"{fact.slot} {fact.reliability}: {fact.text}")
        else:
            for place, text in (each for j, each in enumerate(owner.gold) if j not in sentences):
                yield _line(owner, place, text)


def _line(owner: Owner, place: int, what: str) -> dict[str, str]:
    turn = owner.dialogue.turns[place]
    return {
        "dialogue": owner.dialogue.dialogue_id,
        "what": what,
        "turn": turn.text,
        "annotated": " ".join(turn.statements),
    }


def _sayings(texts: Iterator[str]) -> list[Saying]:
    return [saying_of(text) for text in texts]


def _plain(figures: Figures) -> dict[str, float | None]:
    shares = {"precision": figures.precision, "recall": figures.recall, "f1": figures.f1}
    return asdict(figures) | {
        name: None if share is None else round(share, 4) for name, share in shares.items()
    }


def _row(name: str, figures: dict[str, float | None]) -> str:
    shares = "  ".join(
        "   –  " if figures[each] is None else f"{figures[each]:6.3f}"
        for each in ("precision", "recall", "f1")
    )
    return f"{name:12} {shares}  {figures['right']:6} {figures['written']:8} {figures['gold']:6}"


def show(title: str, figures: dict[str, object], write: Callable[[str], object]) -> None:
    """Print the figures of one half as a table."""
    write(f"\n{title}: {figures['owners']} owners\n")
    write("                  P       R      F1   right  written   gold\n")
    for name in ("at", "same_turn"):
        write(_row(name, figures[name]) + "\n")  # type: ignore[arg-type]
    for step in figures["curve"]:  # type: ignore[attr-defined]
        write(_row(f"tau {step['tau']:.2f}", step) + "\n")


def main() -> None:
    """Print the figures as a table, or as JSON; or list what differs."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--half", choices=["even", "odd"])
    parser.add_argument("--tau", type=float, default=0.55)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--list", choices=["misses", "extras"])
    given = parser.parse_args()
    dialogues = list(read_dialogues(given.data))
    halves = {"even": dialogues[::2], "odd": dialogues[1::2]}
    wanted = [given.half] if given.half else list(halves)
    owners = {half: [owner for halve in halves[half] for owner in owners_of(halve)] for half in wanted}
    if given.list:
        for line in (line for half in wanted for line in differing(owners[half], given.tau, given.list)):
            sys.stdout.write(json.dumps(line, ensure_ascii=False) + "\n")
        return
    figures = {half: report(owners[half], given.tau) for half in wanted}
    if given.json:
        sys.stdout.write(json.dumps(figures) + "\n")
        return
    for half, each in figures.items():
        show(half, each, sys.stdout.write)


if __name__ == "__main__":
    main()
