"""HiMeS, Table 5: the nine behaviours of rewriting, measured one by one."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import asdict

from daybook.settings.environment import read_settings
from daybook_eval.papers.inputs import Inputs
from daybook_eval.papers.table import Cell, PaperTable
from daybook_eval.rewriting.cast import as_examples, read_cases
from daybook_eval.rewriting.example import RewritingExample
from daybook_eval.rewriting.generate.examples import generate_examples
from daybook_eval.rewriting.generate.vocabulary import Split
from daybook_eval.rewriting.measure import RewritingScores, score_behaviours, score_examples
from daybook_eval.rewriting.rewriters import open_rewriters, rewrite_all

_GENERATED = 1_800
_SEED = 7
_COLUMNS = ("rewriter", "on", "questions", "raw F1", "F1", "exact", "worse", "stood alone", "damaged")


def make(inputs: Inputs) -> PaperTable:
    """Rewrite the generated test split and CAsT 2019 by every rewriter that is set.

    Raises:
        BadInput: a file of CAsT is missing.
        BadSettings, ModelUnavailable: the chat model cannot be had.
    """
    return asyncio.run(_make(inputs))


async def _make(inputs: Inputs) -> PaperTable:
    settings = read_settings().changed(**dict(inputs.settings))
    at_once = inputs.concurrency or settings.models.model_concurrency
    sets = _sets(inputs)
    rows: list[Sequence[Cell]] = []
    details: dict[str, object] = {}
    failures = 0
    async with AsyncExitStack() as stack:
        rewriters = open_rewriters(settings, stack)
        for name, rewriter in rewriters.items():
            for told, examples in sets.items():
                rewritten, failed = await rewrite_all(rewriter, examples, at_once=at_once)
                failures += failed
                scores = _by_behaviour(told, examples, rewritten)
                rows += [_row(name, on, one) for on, one in scores.items()]
                details |= {f"{name}: {on}": asdict(one) for on, one in scores.items()}
    notes = [
        "Token F1 with the right wording, before and after, and `exact`, are over the questions that need"
        " rewriting; `worse` counts those of them that came out farther from it than they were put.",
        "`damaged` counts questions that stood alone and were changed.",
        "CAsT 2019 does not say which behaviour a question needs; it is told by halves of its topics. By hand"
        ' "What about X?" is kept there and only completed, where our rules ask the question before of X.',
        "The rules were extended while looking at the generated train split and the even topics of CAsT.",
        f"{failures} questions could not be put to a model." if failures else "No model call failed.",
    ]
    if len(rewriters) == 1:
        notes.append("For a model's rows set DAYBOOK_CHAT_MODEL (and OPENAI_API_KEY or OPENAI_BASE_URL).")
    count = sum(len(examples) for examples in sets.values())
    return PaperTable(
        title="HiMeS, Table 5: the nine behaviours of rewriting",
        columns=_COLUMNS,
        rows=rows,
        on=f"{count} questions: the generated test split (seed {_SEED}) and CAsT 2019",
        notes=notes,
        details=details,
    )


def _sets(inputs: Inputs) -> Mapping[str, list[RewritingExample]]:
    generated = list(generate_examples(inputs.limit or _GENERATED, split=Split.TEST, seed=_SEED))
    inputs.file("cast2019_topics")
    cases = read_cases(inputs.data)[: inputs.limit]
    halves = {
        f"CAsT 2019, {name} topics": as_examples([case for case in cases if case.topic % 2 == half])
        for half, name in enumerate(("even", "odd"))
    }
    return {"generated": generated} | {name: half for name, half in halves.items() if half}


def _by_behaviour(
    told: str, examples: Sequence[RewritingExample], rewritten: Sequence[str]
) -> Mapping[str, RewritingScores]:
    found = {behaviour: one for behaviour, one in score_behaviours(examples, rewritten).items() if behaviour}
    if not found:
        return {told: score_examples(examples, rewritten)}
    return {str(behaviour): one for behaviour, one in found.items()}


def _row(name: str, on: str, scores: RewritingScores) -> Sequence[Cell]:
    return (
        name,
        on,
        scores.questions,
        scores.raw_f1,
        scores.rewritten_f1,
        scores.exact,
        scores.worse,
        scores.stand_alone,
        scores.damaged,
    )
