"""What is measured of a question besides what reports measure."""

from __future__ import annotations

from collections.abc import Iterator

from daybook.conversation import Answer
from daybook_eval.data.case import Case
from daybook_eval.measures.containment import word_share
from daybook_eval.measures.packed_evidence import EvidenceText, PackedText, packed_evidence
from daybook_eval.measures.update import update_figures
from daybook_eval.report.scores import score
from daybook_eval.systems.recording import record_of
from daybook_eval.systems.system import SystemResult


def values_of(case: Case, result: SystemResult) -> dict[str, float]:
    """Measure what became of a question: as `report.scores` names it, and as the functions here do."""
    found = dict(score(record_of(case, result)).values)
    found.update({f"time {stage}": ms for stage, ms in result.timings.items()})
    found.update(_read(case, result))
    found.update(_time(case, result))
    found.update(update_figures(case, tuple(result.final)))
    if result.answer is not None:
        found.update(_answer(case, result.answer))
    if (total := result.usage.get("total")) is not None:
        found |= {
            "model calls": total.calls,
            "model tokens_in": total.input_tokens,
            "model tokens_out": total.output_tokens,
        }
    return found


def _read(case: Case, result: SystemResult) -> Iterator[tuple[str, float]]:
    """Say whether the reader saw all evidence, 0 or 1, and how many tokens and rounds of it."""
    shown = [
        PackedText(excerpt.round.round_id, span.role.value, span.start, span.stop)
        for excerpt in result.excerpts
        for span in excerpt.spans
    ]
    yield "read tokens", sum(excerpt.tokens for excerpt in result.excerpts)
    yield "read rounds", len(result.excerpts)
    if case.evidence_turns and not case.abstention:
        wanted = [EvidenceText(one.round.round_id, one.role.value, one.text) for one in case.evidence_turns]
        yield "read evidence", float(packed_evidence(wanted, shown, case.answer).passages)


def _time(case: Case, result: SystemResult) -> Iterator[tuple[str, float]]:
    """Say whether the plan has a time range, and whether evidence lies outside it; 0 or 1."""
    period = result.plan.time_range if result.plan else None
    yield "time has_range", float(period is not None)
    hides = period is not None and any(round_.said_at not in period for round_ in case.evidence)
    yield "time hides", float(hides)


def _answer(case: Case, answer: Answer) -> Iterator[tuple[str, float]]:
    """Say what an answer is like, and what of the evidence it cites."""
    yield "answer not_known", float(answer.not_known)
    yield "answer quotes", len(answer.evidence)
    yield "answer words", len(answer.text.split())
    if case.evidence and not case.abstention:
        cited = {one.round_id for one in answer.evidence}
        wanted = {one.round_id for one in case.evidence}
        yield "answer word_share", word_share(answer.text, case.answer)
        yield "cited any", float(bool(cited & wanted))
        yield "cited all", float(wanted <= cited)
