"""Builds questions that a history cannot answer, of those of other histories."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from hashlib import sha256
from itertools import islice
from pathlib import Path
from random import Random

from rich.console import Console
from rich.progress import track

from daybook.conversation import Session
from daybook_eval.data.case import Case
from daybook_eval.data.cases import DataFormat, read_cases, sha256_of
from daybook_eval.data.lines import write_cases
from daybook_eval.tables import Report


def session_digest(session: Session) -> bytes:
    """Name a session by its turns, whatever its id and its date."""
    digest = sha256()
    for turn in session.turns:
        for part in (turn.speaker or turn.role, turn.content):
            encoded = part.encode("utf-8", "surrogatepass")
            digest.update(len(encoded).to_bytes(8, "big") + encoded)
    return digest.digest()


PLANTED = "_planted_abs"
"""Ends the ids; LongMemEval's own scripts take "_abs" for an abstention."""


def plant_abstentions(read: Callable[[], Iterable[Case]], *, seed: int) -> Iterator[Case]:
    """Put to every history a question of another one that it cannot answer; each question once at most.

    Each history gets the first of a shuffled list of answerable questions that is another history's, has no
    evidence session in this one, and is not what an abstention here was made from. `read` opens the file,
    twice. The abstentions are marked by their origin and the end of their id ("q1_planted_abs"); histories
    that no question is left for are skipped.
    """
    waiting = [
        (
            replace(case, sessions=(), evidence_turns=()),
            {session_digest(case.sessions[place]) for place in case.about},
        )
        for case in read()
        if not case.abstention and case.evidence_turns
    ]
    Random(seed).shuffle(waiting)
    for case in read():
        held = {session_digest(session) for session in case.sessions}
        source = case.question_id.removesuffix("_abs")
        for place, (asked, evidence) in enumerate(waiting):
            if asked.owner == case.owner or asked.question_id == source:
                continue
            if held.isdisjoint(evidence):
                del waiting[place]
                yield replace(
                    asked,
                    question_id=f"{asked.question_id}{PLANTED}",
                    answer="Not known: the question belongs to another history.",
                    asked_at=case.asked_at,
                    sessions=case.sessions,
                    abstention=True,
                    answer_sessions=(),
                    history=case.owner,
                    unresolved=(),
                    origin=f"planted: seed {seed}",
                )
                break


def plant_file(data: Path, out: Path, seed: int, format: DataFormat, limit: int | None) -> Report:
    """Write questions that a file's histories cannot answer; see `plant_abstentions`."""
    return _write(out, islice(plant_abstentions(partial(read_cases, data, format=format), seed=seed), limit))


def _write(out: Path, cases: Iterable[Case]) -> Report:
    console = Console(stderr=True)
    count = write_cases(out, track(cases, "questions", console=console, disable=not console.is_terminal))
    digest = sha256_of(out)
    shape = {"file": str(out), "questions": count, "sha256": digest}
    return Report([f"{out}: {count} questions, sha256 {digest}"], shape)
