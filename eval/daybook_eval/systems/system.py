"""The result of a question, and the record that is made of it."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from daybook.conversation import Answer, Candidate, Excerpt, RetrievalPlan, Round, Usage
from daybook.conversation.answer_json import AnswerJson, PlanJson
from daybook.graph.parts import Components
from daybook_eval.data.case import Case
from daybook_eval.records import (
    DEPTH,
    Gold,
    GoldTurn,
    PackedRound,
    QuestionRecord,
    RankedRound,
    Rankings,
)


@dataclass(frozen=True, slots=True)
class SystemResult:
    """The result of a system for one question."""

    plan: RetrievalPlan | None = None
    fused: Sequence[Candidate] = ()
    """As the search ranked them."""
    final: Sequence[Candidate] = ()
    """As they were packed."""
    excerpts: Sequence[Excerpt] = ()
    """The excerpts put before the reader."""
    budget: int | None = None
    """Tokens that the excerpts could cost; None without a limit."""
    packs: Mapping[int, Sequence[Excerpt]] = field(default_factory=dict)
    """Excerpts under other budgets."""
    answer: Answer | None = None
    """None if nothing was to be answered."""
    usage: Mapping[str, Usage] = field(default_factory=dict)
    """By stage."""
    timings: Mapping[str, float] = field(default_factory=dict)
    """Milliseconds by stage."""
    failure: str = ""
    """A model's call failed and a step went on without it: what came out is not the system's answer."""


Recall: TypeAlias = Callable[[Case, Components, bool], Awaitable[SystemResult]]
"""Asks one question: the case, parts with a store that only questions of its history share, and whether to
answer it as well."""


_DIGITS = 6
"""Of scores."""


def record_of(case: Case, result: SystemResult) -> QuestionRecord:
    """Make the record of a question."""
    rankings = Rankings(
        dense=_by_signal(result.fused, "dense"),
        lexical=_by_signal(result.fused, "bm25"),
        fused=_ids(result.fused),
        final=_ids(result.final),
    )
    answered: dict[str, Any] = {}
    if result.answer:
        answer = AnswerJson.of(result.answer).to_json()
        answered = {"answer": answer["answer"], "not_known": answer["not_known"]}
        answered |= {name: tuple(answer[name]) for name in ("notes", "evidence", "degraded")}
        answered["degraded_reasons"] = answer.get("degraded_reasons", {})
    return QuestionRecord(
        **_asked(case),
        status="failed" if result.failure else "done",
        error=result.failure,
        plan=PlanJson.of(result.plan).to_json() if result.plan else {},
        rankings=rankings,
        candidates=_ranked(case, result, rankings),
        packed=_packed(result.excerpts, result.final),
        budget=result.budget,
        packs={str(budget): _packed(excerpts, result.final) for budget, excerpts in result.packs.items()},
        **answered,
        usage=result.usage,
        timings={stage: round(ms, 2) for stage, ms in result.timings.items()},
    )


def failed_record(case: Case, error: str) -> QuestionRecord:
    """Make the record of a question that failed."""
    return QuestionRecord(**_asked(case), status="failed", error=error)


def _asked(case: Case) -> dict[str, Any]:
    return {
        "question_id": case.question_id,
        "question_type": case.question_type,
        "question": case.question,
        "gold_answer": case.answer,
        "asked_at": case.asked_at,
        "abstention": case.abstention,
        "origin": case.origin,
        "gold": gold_of(case),
    }


def gold_of(case: Case) -> Gold:
    """Return the gold evidence of a question."""
    return Gold(
        rounds=tuple(round_.round_id for round_ in case.evidence),
        sessions=case.evidence_sessions,
        turns=tuple(
            GoldTurn(
                turn.session, turn.turn, turn.role.value, turn.round.said_at, turn.round.round_id, turn.text
            )
            for turn in case.evidence_turns
        ),
    )


def _by_signal(candidates: Sequence[Candidate], signal: str) -> tuple[str, ...]:
    held = [candidate for candidate in candidates if signal in candidate.signals]
    return _ids(sorted(held, key=lambda candidate: -candidate.signals[signal]))


def _ids(candidates: Sequence[Candidate]) -> tuple[str, ...]:
    return tuple(candidate.round.round_id for candidate in candidates[:DEPTH])


def _ranked(case: Case, result: SystemResult, rankings: Rankings) -> tuple[RankedRound, ...]:
    """Describe every round that a ranking names; scores and signals are the final ones, where it is there."""
    places = {(session.session_id, session.occurrence): i for i, session in enumerate(case.sessions)}
    by_id = {candidate.round.round_id: candidate for candidate in (*result.fused, *result.final)}
    named = dict.fromkeys((*rankings.final, *rankings.fused, *rankings.dense, *rankings.lexical))
    return tuple(_ranked_round(by_id[name], places) for name in named)


def _ranked_round(candidate: Candidate, places: Mapping[tuple[str, int], int]) -> RankedRound:
    round_: Round = candidate.round
    return RankedRound(
        round_id=round_.round_id,
        session=places[round_.session_id, round_.occurrence],
        position=round_.position,
        has_user=round_.user is not None,
        score=round(candidate.score, _DIGITS),
        signals={name: round(value, _DIGITS) for name, value in candidate.signals.items()},
    )


def _packed(excerpts: Sequence[Excerpt], final: Sequence[Candidate]) -> tuple[PackedRound, ...]:
    """Describe excerpts, best first; in their own order where nothing ranked them."""
    ranks = {candidate.round.round_id: rank for rank, candidate in enumerate(final)}
    best_first = sorted(excerpts, key=lambda excerpt: ranks.get(excerpt.round.round_id, len(ranks)))
    return tuple(
        PackedRound(
            round_id=excerpt.round.round_id,
            spans=tuple((span.role.value, span.start, span.stop) for span in excerpt.spans),
            tokens=excerpt.tokens,
        )
        for excerpt in best_first
    )
