"""Table X: what goes wrong, as far as our own labels tell.

Written facts of real turns were judged by reading (`daybook_eval.fact_labels`).
"""

from __future__ import annotations

from collections.abc import Sequence

from daybook_eval.fact_labels.found import FoundFact, of_half, written_facts
from daybook_eval.fact_labels.labels import Label, read_labels
from daybook_eval.fact_labels.turns import DataSet, Half, turns_of
from daybook_eval.papers.inputs import Inputs
from daybook_eval.papers.table import Cell, PaperTable
from daybook_eval.papers.timerag.memory import TAU

_KINDS: tuple[tuple[str, tuple[Label, ...], int | None], ...] = (
    ("hallucinated or irrelevant: wrong", (Label.WRONG,), 34),
    ("hallucinated or irrelevant: passing", (Label.PASSING,), None),
    ("hallucinated or irrelevant: pasted text", (Label.PASTED,), None),
    ("coreference: somebody else's", (Label.OTHER,), 11),
)
"""Our labels under the types of TimeRAG-Memory, Table X; its 34% are of the whole first type."""
_FILES = {DataSet.MSC: "msc", DataSet.LONGMEMEVAL: "longmemeval_s", DataSet.LOCOMO: "locomo"}


def make(inputs: Inputs) -> PaperTable:
    """Make the table."""
    turns = [turn for name, file in _FILES.items() for turn in turns_of(name, inputs.file(file))]
    found = list(written_facts(turns, read_labels(), TAU))
    halves = [_judged(of_half(found, half)) for half in Half]
    rows: list[Sequence[Cell]] = []
    for kind, labels, share in _KINDS:
        counts = [sum(one.label in labels for one in half) for half in halves]
        rows.append((kind, *counts, share))
    rows += [
        ("retrieval mismatch", None, None, 28),
        ("stale preference", None, None, 19),
        ("privacy or over-collection", None, None, 8),
    ]
    return PaperTable(
        title="TimeRAG-Memory, Table X: errors of writing by type",
        columns=(
            "type", f"half A, of {len(halves[0])}", f"half B, of {len(halves[1])}", "share in % (paper)",
        ),
        rows=rows,
        on="judged facts that the rules write in turns of MSC, LongMemEval and LoCoMo (development)",
        notes=(
            "Counts of judged facts, not shares of all errors: the paper's shares are of failures of"
            " whole replies, which need a generator. The rules were mended by half A.",
            "The paper's other types are measured elsewhere: retrieval mismatch in timerag-retrieval, stale"
            " answers in `daybook-eval planted`; nothing sensitive is written without consent, and what was"
            " over-collected was not judged.",
        ),
    )  # fmt: skip


def _judged(found: Sequence[FoundFact]) -> list[FoundFact]:
    return [one for one in found if one.label is not None]
