"""What each template for facts finds in real turns: how much, how much of it is written, how much is right.

    python -m daybook_eval.template_yield [--msc FILE] [--data FILE …] [--tau T] [--sample N] [--json]

Of Multi-Session Chat (`--msc`) it counts, for either half, how many written facts an annotator has written
too (`measures.fact_matching`). Of question files (`--data`: LongMemEval, LoCoMo and their like) there are no
annotations: it counts the user's different turns, and `--sample` prints N written facts a template with the
words that each was found in, for reading. A template is named by `template_trace`; a fact of one slot, value
and polarity counts once a turn, on Multi-Session Chat once a dialogue.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from daybook.conversation import Role, Round, Turn, rounds_of
from daybook_eval.data.cases import read_cases
from daybook_eval.data.msc import MscDialogue, read_dialogues
from daybook_eval.ledger_writing import SAID_AT, owners_of, pairs_of, written_by
from daybook_eval.template_trace import Traced, traced_facts


@dataclass(slots=True)
class Yield:
    """What a template found in a set of turns."""

    found: int = 0
    written: int = 0
    """How many of them reach tau."""
    right: int | None = None
    """How many written ones an annotator has written too; None where nobody annotated."""


Yields = defaultdict[str, Yield]


def of_dialogues(dialogues: Iterable[MscDialogue], tau: float) -> Yields:
    """Count what templates find in Multi-Session Chat, either person of a dialogue being an owner once."""
    yields: Yields = defaultdict(lambda: Yield(right=0))
    for dialogue in dialogues:
        for owner in owners_of(dialogue):
            templates = _templates(dialogue, owner.speaker)
            for _, fact in owner.facts:
                yields[templates[fact.slot, fact.text]].found += 1
            written = written_by(owner, tau)
            right = {place for place, _ in pairs_of(written, owner.gold)}
            for place, (_, fact) in enumerate(written):
                counted = yields[templates[fact.slot, fact.text]]
                counted.written += 1
                counted.right = (counted.right or 0) + (place in right)
    return yields


def of_turns(turns: Iterable[str], tau: float) -> tuple[Yields, dict[str, list[Traced]]]:
    """Count what templates find in turns, and give the written facts by template."""
    yields: Yields = defaultdict(Yield)
    written: dict[str, list[Traced]] = defaultdict(list)
    for text in dict.fromkeys(turns):
        for traced in traced_facts(_round(text)):
            yields[traced.template].found += 1
            if traced.fact.reliability >= tau:
                yields[traced.template].written += 1
                written[traced.template].append(traced)
    return yields, written


def user_turns(path: Path) -> Iterator[str]:
    """Yield what users say in the histories of a question file."""
    for case in read_cases(path):
        for session in case.sessions:
            yield from (turn.content for turn in session.turns if turn.role is Role.USER)


def _templates(dialogue: MscDialogue, speaker: str) -> dict[tuple[str, str], str]:
    rounds = rounds_of(dialogue.as_session(speaker, SAID_AT), speaker)
    traced = [each for round in rounds for each in traced_facts(round)]
    return {(each.fact.slot, each.fact.text): each.template for each in reversed(traced)}


def _round(text: str) -> Round:
    return Round("turn", "owner", "session", 0, 0, SAID_AT, Turn(Role.USER, text, SAID_AT), None)


def _show(yields: dict[str, Yields]) -> None:
    templates = sorted({template for counted in yields.values() for template in counted})
    width = max(map(len, templates), default=0)
    sys.stdout.write(f"{'template':{width}}  " + "  ".join(f"{name:>18}" for name in yields) + "\n")
    for template in templates:
        cells = (_cell(counted.get(template, Yield())) for counted in yields.values())
        sys.stdout.write(f"{template:{width}}  " + "  ".join(f"{cell:>18}" for cell in cells) + "\n")


def _cell(counted: Yield) -> str:
    right = "" if counted.right is None else f" ({counted.right} right)"
    return f"{counted.found}/{counted.written}{right}"


def _show_sample(written: dict[str, list[Traced]], size: int) -> None:
    for template, facts in sorted(written.items()):
        for traced in random.Random(template).sample(facts, min(size, len(facts))):
            sys.stdout.write(f"{template}\t{traced.fact.text}\t{traced.fact.support.quote!r}\n")


def main() -> None:
    """Print found/written (and right) for every template and set, as a table or as JSON; or samples."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--msc", type=Path)
    parser.add_argument("--data", type=Path, action="append", default=[])
    parser.add_argument("--tau", type=float, default=0.55)
    parser.add_argument("--sample", type=int, default=0)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    yields: dict[str, Yields] = {}
    if given.msc:
        dialogues = list(read_dialogues(given.msc))
        yields |= {
            half: of_dialogues(dialogues[start::2], given.tau) for start, half in enumerate(("even", "odd"))
        }
    for path in given.data:
        yields[path.name.partition(".")[0]], written = of_turns(user_turns(path), given.tau)
        if given.sample:
            _show_sample(written, given.sample)
    if given.json:
        plain = {
            name: {template: asdict(one) for template, one in counted.items()}
            for name, counted in yields.items()
        }
        sys.stdout.write(json.dumps(plain) + "\n")
    elif not given.sample:
        _show(yields)


if __name__ == "__main__":
    main()
