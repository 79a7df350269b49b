"""Averages over the questions of a run, with how sure they are."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from statistics import fmean
from typing import Any

from daybook.conversation import Usage
from daybook_eval.judging.summary import agreements, count_verdicts
from daybook_eval.judging.verdicts import Verdict
from daybook_eval.measures.answers import abstention_figures
from daybook_eval.measures.cost import cost_figures, stage_costs, stage_latencies
from daybook_eval.measures.retrieval import CUTOFFS, Population
from daybook_eval.report.scores import Scored
from daybook_eval.statistics import bootstrap_interval

LEVELS = ("round", "session", "official_turn", "evidence", "evidence_whole", "answer")
KEY_MEASURES = {
    "rounds, all@5": ("round", "recall_all@5"),
    "rounds, all@10": ("round", "recall_all@10"),
    "rounds, nDCG@10": ("round", "ndcg@10"),
    "sessions, any@1": ("session", "recall_any@1"),
    "sessions, any@5": ("session", "recall_any@5"),
    "sessions, all@5": ("session", "recall_all@5"),
    "sessions, MRR": ("session", "mrr"),
    "evidence @2k": ("evidence", "2000"),
    "evidence @4k": ("evidence", "4000"),
    "evidence @8k": ("evidence", "8000"),
}
"""The measures to compare runs by at first: level and measure, by the name that people read."""
_TYPED = ("round", "session", "evidence")
_RANKED = ("round", "session", "official_turn")
_OF_TYPES = frozenset({"recall_any@5", "recall_all@5", "recall_all@10", "ndcg@10"})
_OF_ALL = _OF_TYPES | {
    "ndcg_any@10",
    "mrr",
    *(f"recall_{kind}@{k}" for kind in ("any", "all") for k in CUTOFFS),
}
"""The measures of rankings whose intervals are computed; of evidence and answers it is every one."""


def figures_of(scored: Sequence[Scored]) -> dict[str, Any]:
    """Average a run, in the shape that CONTRACT and the README describe.

    A system that ranks nothing has no figures of retrieval; failed questions are in no average, and counted
    by themselves. "round" and "session" are over the answerable questions, and under "official" over those
    with evidence of the user's, as "official_turn" always is.
    """
    done = [question for question in scored if not question.failed]
    by_type = _by_type(done)
    errors = Counter(question.error for question in scored if question.failed)
    found: dict[str, Any] = {
        "questions": len(scored),
        "failed": len(scored) - len(done),
        "errors": [{"error": error, "questions": count} for error, count in errors.most_common()],
        "populations": {
            population.value: sum(population in question.populations for question in done)
            for population in Population
        },
    }
    for level in LEVELS:
        found[level] = _means(done, level)
    official = [question for question in done if Population.OFFICIAL in question.populations]
    found["official"] = {level: _means(official, level) for level in ("round", "session")}
    found["intervals"] = {level: bounds for level in LEVELS if (bounds := _intervals(done, level, _OF_ALL))}
    found["by_type"] = {
        name: {
            "questions": sum(Population.ANSWERABLE in question.populations for question in group),
            **{level: _means(group, level) for level in LEVELS},
            "intervals": {
                level: bounds for level in _TYPED if (bounds := _intervals(group, level, _OF_TYPES))
            },
        }
        for name, group in by_type.items()
    }
    found["abstention"] = _abstention(done)
    found["latency"] = stage_latencies(question.timings for question in done)
    found["cost"] = _cost(done)
    return found


def values_of(scored: Iterable[Scored], measure: str) -> list[float]:
    """Collect the values of one measure, "LEVEL MEASURE", from the questions that have it."""
    return [question.values[measure] for question in scored if measure in question.values]


def _by_type(scored: Iterable[Scored]) -> Mapping[str, list[Scored]]:
    groups: dict[str, list[Scored]] = {}
    for question in scored:
        if not question.abstention:
            groups.setdefault(question.question_type, []).append(question)
    return dict(sorted(groups.items()))


def _means(scored: Sequence[Scored], level: str) -> dict[str, float]:
    return {name: fmean(values) for name, values in _columns(scored, level).items()}


def _intervals(scored: Sequence[Scored], level: str, wanted: Collection[str]) -> dict[str, list[float]]:
    columns = _columns(scored, level).items()
    return {
        name: bootstrap_interval(values).bounds
        for name, values in columns
        if level not in _RANKED or name in wanted
    }


def _columns(scored: Iterable[Scored], level: str) -> dict[str, list[float]]:
    columns: dict[str, list[float]] = {}
    for question in scored:
        for measure, value in question.values.items():
            held, _, name = measure.partition(" ")
            if held == level:
                columns.setdefault(name, []).append(value)
    return columns


def _abstention(scored: Sequence[Scored]) -> dict[str, Any] | None:
    """Count how often "not known" was said rightly and wrongly. Returns None if nothing was answered."""
    answered = [question for question in scored if question.answered]
    if not answered:
        return None
    return abstention_figures((question.abstention, question.not_known) for question in answered)


def _cost(scored: Sequence[Scored]) -> dict[str, Any] | None:
    """Average what questions cost, and under "stages" what each stage does that calls a model."""
    if not scored:
        return None
    by_stage = stage_costs(
        {stage: usage for stage, usage in question.usage.items() if stage != "total"} for question in scored
    )
    totals = [question.usage.get("total", Usage()) for question in scored]
    return {**cost_figures(totals), "stages": by_stage}


def accuracy_of(scored: Sequence[Scored], verdicts: Iterable[Verdict]) -> dict[str, Any] | None:
    """Say how many answers are right, judge by judge. Returns None if there are no verdicts.

    Gives {"judges": {NAME: {"overall", "answerable", "abstention", "by_type": {TYPE: …}}},
    "agreement"}. Each entry is `count_verdicts` with the "interval" of its share. "overall" counts every
    question, failed ones too; types count those that are no abstentions.
    """
    verdicts = list(verdicts)
    if not verdicts:
        return None
    by_judge: dict[str, dict[str, Verdict]] = {}
    for verdict in verdicts:
        by_judge.setdefault(verdict.judge, {})[verdict.question_id] = verdict
    judges = {name: _groups(scored, given) for name, given in sorted(by_judge.items())}
    return {"judges": judges, "agreement": agreements(verdicts)}


def _groups(scored: Sequence[Scored], verdicts: Mapping[str, Verdict]) -> dict[str, Any]:
    answerable = [question for question in scored if not question.abstention]
    types = sorted({question.question_type for question in answerable})
    return {
        "overall": _entry(scored, verdicts),
        "answerable": _entry(answerable, verdicts),
        "abstention": _entry([question for question in scored if question.abstention], verdicts),
        "by_type": {
            name: _entry([question for question in answerable if question.question_type == name], verdicts)
            for name in types
        },
    }


def _entry(scored: Sequence[Scored], verdicts: Mapping[str, Verdict]) -> dict[str, Any]:
    given = [verdicts[question.question_id] for question in scored if question.question_id in verdicts]
    right = [float(verdict.correct) for verdict in given if verdict.correct is not None]
    interval = bootstrap_interval(right).bounds if right else None
    return {**count_verdicts(given, asked=len(scored)), "interval": interval}
