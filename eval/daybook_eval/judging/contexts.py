"""Reconstructs the context that was shown to the reader of a run.

Records name the rounds that were packed, and which characters of them; the texts stand in the data file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from daybook.conversation import Round, rounds_of
from daybook.errors import BadInput
from daybook_eval.data import Case, read_cases
from daybook_eval.judging.grades import Exhibited
from daybook_eval.records import PackedRound, Run
from daybook_eval.runs.header import data_file


def with_contexts(
    exhibits: Iterable[Exhibited], packed: Mapping[str, Sequence[PackedRound]], data: Path, header: Run
) -> Iterator[Exhibited]:
    """Put what was packed for an answer against it, where the measure compares it with that.

    An answer whose packed texts are not of the history (a summary, say) is left out.

    Args:
        exhibits: those without a context are filled in, the others given as they are.
        packed: what was put before the reader, by question id.
        data: the file that the run was made on.
        header: of the run.

    Raises:
        BadInput: the file is another one, or cannot be read.
    """
    if data_file(data).sha256 != header.data.sha256:
        raise BadInput(f"is not the file that the run was made on ({header.data.name})", source=data)
    contexts = {
        case.question_id: packed_texts(case, packed[case.question_id])
        for case in read_cases(data)
        if case.question_id in packed
    }
    for one in exhibits:
        if one.against:
            yield one
        elif context := contexts.get(one.question_id):
            yield replace(one, against=context)


def packed_texts(case: Case, packed: Sequence[PackedRound]) -> tuple[str, ...]:
    """Read what was packed of each round, in the order of time; () where a round is not of the history."""
    rounds = {
        round_.round_id: round_ for session in case.sessions for round_ in rounds_of(session, case.owner)
    }
    if any(one.round_id not in rounds for one in packed):
        return ()
    in_time = sorted(packed, key=lambda one: rounds[one.round_id].said_at)
    return tuple(_excerpt(rounds[one.round_id], one) for one in in_time)


def _excerpt(round_: Round, packed: PackedRound) -> str:
    """Write the packed stretches of a round, each side with whose it is."""
    texts = {turn.role.value: turn.content for turn in round_.turns}
    lines = (f"{role}: {texts[role][start:stop]}" for role, start, stop in packed.spans)
    return "\n".join((f"[{round_.said_at:%Y-%m-%d}]", *lines))
