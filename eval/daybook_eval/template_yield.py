"""What each template for facts finds in real turns: how much, how much of it is written, how much is right.

Of Multi-Session Chat (`--msc`) it counts, for either half, how many written facts an annotator has written
too (`measures.fact_matching`). Question files (`--data`) have no annotations: it counts the user's different
turns, and `--sample` prints N written facts a template. A template is named by `template_trace`; a fact of
one slot, value and polarity counts once a turn, on Multi-Session Chat once a dialogue.
"""

import random
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any

from daybook.conversation import Fact, Role, Round, Turn, rounds_of
from daybook.english.facts import facts_in
from daybook.english.facts.extracted import ExtractedFact
from daybook_eval.data.cases import read_cases
from daybook_eval.data.msc import MscDialogue, read_dialogues
from daybook_eval.ledger_writing import SAID_AT, owners_of, pairs_of, written_by
from daybook_eval.tables import Report, Table

_TEMPLATES = "daybook.english.facts."
_NOTE = "sensitive note"
"""What is found of no template: that something sensitive is said."""


@dataclass(frozen=True, slots=True)
class Traced:
    """A fact with the template that found it."""

    fact: Fact
    template: str
    """A line of the table of wordings, or "module.function → slot"."""


def traced_facts(round: Round) -> list[Traced]:
    """Find facts as `facts_in` does, each with its template."""
    with _trace() as trace:
        facts = facts_in(round)
    return [Traced(fact, trace.placed[id(fact)]) for fact in facts]


@dataclass(slots=True)
class _Trace:
    made: dict[int, str] = field(default_factory=dict)
    """The template of each `ExtractedFact`, by its id."""
    kept: list[object] = field(default_factory=list)
    """Keeps them alive, so that no id is given twice."""
    placed: dict[int, str] = field(default_factory=dict)

    def __call__(self, frame: FrameType, event: str, argument: object) -> None:
        if event == "call" and frame.f_code is _code_of(ExtractedFact):
            new = frame.f_locals["self"]
            self.kept.append(new)
            self.made[id(new)] = self._copied(frame) or _template(frame)
        elif event == "call" and frame.f_code is _code_of(Fact):
            fact, caller = frame.f_locals["self"], frame.f_back
            found = caller.f_locals.get("found") if caller else None
            self.kept.append(fact)
            self.placed[id(fact)] = self.made.get(id(found), _NOTE)

    def _copied(self, frame: FrameType) -> str:
        """The template of the fact that another one is a changed copy of; "" if it is none."""
        above = frame.f_back
        while above is not None and above.f_globals["__name__"] == "dataclasses":
            original = above.f_locals.get("obj", above.f_locals.get("self"))
            if id(original) in self.made and original is not frame.f_locals["self"]:
                return self.made[id(original)]
            above = above.f_back
        return ""


@contextmanager
def _trace() -> Iterator[_Trace]:
    trace, before = _Trace(), sys.getprofile()
    sys.setprofile(trace)
    try:
        yield trace
    finally:
        sys.setprofile(before)


def _code_of(kind: type) -> Any:
    return kind.__init__.__code__  # type: ignore[misc]


def _template(frame: FrameType) -> str:
    above, slot = frame.f_back, frame.f_locals["slot"]
    while above is not None:
        module = above.f_globals["__name__"]
        line = getattr(above.f_locals.get("self"), "line", "")
        if module.startswith(_TEMPLATES):
            return line or f"{module.removeprefix(_TEMPLATES)}.{above.f_code.co_name} → {slot}"
        above = above.f_back
    raise LookupError("a fact was made outside the templates")


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
    traced = [fact for round in rounds for fact in traced_facts(round)]
    return {(trace.fact.slot, trace.fact.text): trace.template for trace in reversed(traced)}


def _round(text: str) -> Round:
    return Round("turn", "owner", "session", 0, 0, SAID_AT, Turn(Role.USER, text, SAID_AT), None)


def measure(
    msc: Path | None, files: Sequence[Path], tau: float
) -> tuple[dict[str, Yields], dict[str, list[Traced]]]:
    """Count what templates find in the sets; also give by template what was written of the files."""
    yields: dict[str, Yields] = {}
    written: dict[str, list[Traced]] = {}
    if msc:
        dialogues = list(read_dialogues(msc))
        yields |= {half: of_dialogues(dialogues[start::2], tau) for start, half in enumerate(("even", "odd"))}
    for path in files:
        yields[path.name.partition(".")[0]], found = of_turns(user_turns(path), tau)
        for template, facts in found.items():
            written.setdefault(template, []).extend(facts)
    return yields, written


def report(yields: Mapping[str, Yields]) -> Report:
    """Write found/written, and right where somebody annotated, for every template and set."""
    templates = sorted({template for counted in yields.values() for template in counted})
    rows = [
        (template, *(_cell(counted.get(template, Yield())) for counted in yields.values()))
        for template in templates
    ]
    shape = {
        name: {template: asdict(count) for template, count in counted.items()}
        for name, counted in yields.items()
    }
    return Report([Table("", ("template", *yields), rows, figures=True)], shape)


def _cell(counted: Yield) -> str:
    right = "" if counted.right is None else f" ({counted.right} right)"
    return f"{counted.found}/{counted.written}{right}"


def samples(written: Mapping[str, Sequence[Traced]], size: int) -> Iterator[str]:
    """Draw written facts of each template with the words that each was found in, a line each."""
    for template, facts in sorted(written.items()):
        for traced in random.Random(template).sample(facts, min(size, len(facts))):
            yield f"{template}\t{traced.fact.text}\t{traced.fact.support.quote!r}\n"
