"""Evaluates question rewriting by rules on TREC CAsT 2019.

Measure: token F1 between two wordings (lower case, words only, possessive endings off), averaged over the
questions; and the share of questions that stood alone already and were changed (damaged). With a model,
QR as well (`measures.dialogue_grades`): of the question as it was put, by rules and by hand, each graded
by the dialogue before it.

    uv run python -m daybook_eval.rewriting --data ../shared/data [--model NAME]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import fmean

from daybook.conversation import Role, Turn
from daybook.english.questions import rewrite_by_rules
from daybook.settings import Settings
from daybook.settings.environment import read_settings
from daybook_eval.judging.judges import ModelGrader, open_judges, run_concurrently
from daybook_eval.measures.dialogues import Criterion, Exhibit, Grades, grades_of
from daybook_eval.rewriting.example import RewritingExample, Said
from daybook_eval.rewriting.measure import rewritten_by_rules, token_f1, words_of
from daybook_eval.tables import figure
from daybook_prompts import load_prompts


@dataclass(frozen=True, slots=True)
class WordingGrades:
    """What one judge gave one wording of the questions."""

    judge: str
    wording: str
    """One of "as it was put", "by rules", "by hand"."""
    grades: Grades

    def plain(self) -> dict[str, object]:
        """As JSON values."""
        return asdict(self)


async def grade_examples(
    examples: Sequence[RewritingExample], settings: Settings, *, models: Sequence[str]
) -> list[WordingGrades]:
    """Let models grade three wordings of each question that did not stand alone.

    Raises:
        BadSettings, ModelUnavailable: a model cannot be had.
    """
    needy = [example for example in examples if words_of(example.question) != words_of(example.rewrite)]
    wordings = {
        "as it was put": [one.question for one in needy],
        "by rules": [rewritten_by_rules(one) for one in needy],
        "by hand": [one.rewrite for one in needy],
    }
    prompt = load_prompts(settings.models.prompts)["grade"]
    found: list[WordingGrades] = []
    async with AsyncExitStack() as stack:
        for judge in open_judges(settings, models, stack):
            grader = ModelGrader(judge, prompt)
            given = await _graded(grader, needy, wordings, at_once=settings.models.model_concurrency)
            found += [
                WordingGrades(
                    judge.name, wording, grades_of(given.get((wording, place)) for place in range(len(needy)))
                )
                for wording in wordings
            ]
    return found


async def _graded(
    grader: ModelGrader,
    examples: Sequence[RewritingExample],
    wordings: Mapping[str, Sequence[str]],
    *,
    at_once: int,
) -> dict[tuple[str, int], float | None]:
    """Grade every wording of every question; what the model failed at is left out, and told on stderr."""
    given: dict[tuple[str, int], float | None] = {}

    async def settle(task: tuple[str, int]) -> None:
        wording, place = task
        said = [turn.content for turn in examples[place].dialogue]
        exhibit = Exhibit(wordings[wording][place], "\n".join((*said, examples[place].question)))
        given[task] = await grader.grade(Criterion.QUERY_REWRITING, exhibit)

    tasks = [(wording, place) for wording in wordings for place in range(len(examples))]
    failed = await run_concurrently(tasks, settle, at_once=at_once)
    if failed:
        print(f"{len(failed)} could not be had, the first: {failed[0][1]}", file=sys.stderr)
    return given


@dataclass(frozen=True, slots=True)
class RewritingCase:
    """A question as it was put, its stand-alone form by hand, and the one by rules."""

    topic: int
    before: tuple[str, ...]
    """What the user asked before."""
    raw: str
    gold: str
    ours: str

    @property
    def is_good(self) -> bool:
        """Whether the question stood alone as it was put."""
        return words_of(self.raw) == words_of(self.gold)


@dataclass(frozen=True, slots=True)
class Scores:
    """Figures over some cases; the F1s are over those that did not stand alone."""

    questions: int
    raw_f1: float
    rewritten_f1: float
    exact: float
    good: int
    damaged: int


def main() -> None:
    """Print the figures, over all topics and over each half of them."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--data", type=Path, required=True, help="folder with the two cast2019 files")
    parser.add_argument("--verbose", action="store_true", help="print every question with both wordings")
    parser.add_argument("--model", help="a chat model that grades three wordings of each question")
    args = parser.parse_args()
    cases = read_cases(args.data)
    halves = ([case for case in cases if case.topic % 2 == half] for half in (0, 1))
    for name, part in zip(("all topics", "even topics", "odd topics"), (cases, *halves), strict=True):
        print(name, score(part))
    if args.model:
        for wording, grades in asyncio.run(graded(cases, args.model)).items():
            mean = figure(grades.mean, ".1f")
            print(f"QR by {args.model}, {wording}: {mean}, {grades.graded} of {grades.asked} graded")
    for case in cases if args.verbose else ():
        scores = f"{token_f1(case.raw, case.gold):.2f} {token_f1(case.ours, case.gold):.2f}"
        print(f"{scores}  {case.raw}\n  gold {case.gold}\n  ours {case.ours}")


def read_cases(folder: Path) -> list[RewritingCase]:
    """Rewrite every question of the topics that has a stand-alone form by hand."""
    lines = (folder / "cast2019_resolved.tsv").read_text(encoding="utf-8").splitlines()
    resolved = dict(line.split("\t", 1) for line in lines)
    cases = []
    for topic in json.loads((folder / "cast2019_topics.json").read_text(encoding="utf-8")):
        said: list[Turn] = []
        for turn in topic["turn"]:
            raw = " ".join(turn["raw_utterance"].split())
            ours, before = rewrite_by_rules(raw, said), tuple(turn.content for turn in said)
            said.append(Turn(Role.USER, raw))
            gold = resolved.get(f"{topic['number']}_{turn['number']}")
            if gold is not None:
                cases.append(RewritingCase(topic["number"], before, raw, " ".join(gold.split()), ours))
    return cases


def as_examples(cases: Sequence[RewritingCase]) -> list[RewritingExample]:
    """Write cases as examples, whose behaviour nobody says; the dialogue is what the user asked before."""
    return [
        RewritingExample(
            id=f"cast-{case.topic}-{len(case.before) + 1}",
            source="cast2019",
            dialogue=tuple(Said(role="user", content=text) for text in case.before),
            question=case.raw,
            rewrite=case.gold,
        )
        for case in cases
    ]


def score(cases: Sequence[RewritingCase]) -> Scores:
    """Compare the two wordings with the one by hand."""
    good = [case for case in cases if case.is_good]
    needy = [case for case in cases if not case.is_good]
    return Scores(
        questions=len(cases),
        raw_f1=round(fmean(token_f1(case.raw, case.gold) for case in needy), 3),
        rewritten_f1=round(fmean(token_f1(case.ours, case.gold) for case in needy), 3),
        exact=round(fmean(words_of(case.ours) == words_of(case.gold) for case in needy), 3),
        good=len(good),
        damaged=sum(words_of(case.ours) != words_of(case.raw) for case in good),
    )


async def graded(cases: Sequence[RewritingCase], name: str) -> dict[str, Grades]:
    """Let a model grade every wording of the questions that did not stand alone.

    Raises:
        BadSettings, ModelError: the model cannot be had, or failed.
    """
    found = await grade_examples(as_examples(cases), read_settings(), models=[name])
    return {one.wording: one.grades for one in found}
