"""One record to its values: what every figure of a report is an average of."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from daybook.conversation import Usage
from daybook_eval.measures.answers import contains, contains_words, rouge_l, token_f1
from daybook_eval.measures.packed_evidence import EvidenceText, PackedText, packed_evidence
from daybook_eval.measures.retrieval import (
    GoldRound,
    Population,
    RankedItem as LevelRound,
    levels,
    populations_of,
    retrieval_figures,
)
from daybook_eval.records import QuestionRecord

Values = Mapping[str, float]
"""By the name of the measure, "LEVEL MEASURE": "round recall_all@10", "evidence 2000", "answer contains"."""


_RANKED = ("round", "session", "official_turn")


@dataclass(frozen=True, slots=True)
class Scored:
    """One question of a run, without its texts, so that a report on any number of questions stays small."""

    question_id: str
    question_type: str
    abstention: bool
    failed: bool
    error: str
    populations: frozenset[Population]
    values: Values
    """Only of what can be measured on it; nothing of a failed question."""
    answered: bool
    not_known: bool
    usage: Mapping[str, Usage]
    """By stage, and "total"."""
    timings: Mapping[str, float]
    """Milliseconds by stage; nothing of a failed question."""


def score_all(records: Iterable[QuestionRecord]) -> list[Scored]:
    """Measure the records of a run, one at a time; no values of retrieval where no record holds a ranking."""
    scored, ranks = [], False
    for record in records:
        scored.append(score(record))
        ranks = ranks or bool(record.rankings.final)
    return scored if ranks else list(map(_without_rankings, scored))


def score(record: QuestionRecord) -> Scored:
    """Measure a record."""
    failed = record.status == "failed"
    roles = frozenset(turn.role for turn in record.gold.turns)
    return Scored(
        question_id=record.question_id,
        question_type=record.question_type,
        abstention=record.abstention,
        failed=failed,
        error=record.error,
        populations=populations_of(abstention=record.abstention, evidence_roles=roles),
        values={} if failed else dict(_values(record)),
        answered=not failed and record.answer is not None,
        not_known=bool(record.not_known),
        usage=record.usage,
        timings={} if failed else record.timings,
    )


def _without_rankings(question: Scored) -> Scored:
    kept = {name: value for name, value in question.values.items() if name.partition(" ")[0] not in _RANKED}
    return replace(question, values=kept)


def _values(record: QuestionRecord) -> Iterator[tuple[str, float]]:
    if record.abstention:
        return
    if record.gold.turns:
        yield from _retrieval(record)
        yield from _evidence(record)
    if record.answer is not None:
        yield "answer contains", float(contains(record.shown, record.gold_answer))
        yield "answer contains_words", float(contains_words(record.shown, record.gold_answer))
        yield "answer token_f1", token_f1(record.answer, record.gold_answer)
        yield "answer rouge_l", rouge_l(record.answer, record.gold_answer)


def _retrieval(record: QuestionRecord) -> Iterator[tuple[str, float]]:
    """Measure the final ranking at every level at which something is relevant."""
    by_id = {candidate.round_id: candidate for candidate in record.candidates}
    ranking = [LevelRound(name, by_id[name].session, by_id[name].has_user) for name in record.rankings.final]
    turns = record.gold.turns
    users = {turn.round_id for turn in turns if turn.role == "user"}
    sessions = {turn.round_id: turn.session for turn in turns}
    gold = [GoldRound(name, session, user_side=name in users) for name, session in sessions.items()]
    for level, ranked in levels(ranking, gold).items():
        for name, value in retrieval_figures(ranked.items, ranked.relevant).items():
            yield f"{level} {name}", value


def _evidence(record: QuestionRecord) -> Iterator[tuple[str, float]]:
    wanted = [EvidenceText(turn.round_id, turn.role, turn.text) for turn in record.gold.turns]
    for budget, pack in record.packs.items():
        shown = [PackedText(packed.round_id, *span) for packed in pack for span in packed.spans]
        held = packed_evidence(wanted, shown, record.gold_answer)
        yield f"evidence {budget}", float(held.passages)
        yield f"evidence_whole {budget}", float(held.whole)
