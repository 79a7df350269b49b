"""Evaluates question rewriting by rules on TREC CAsT 2019.

Token F1 between two wordings (lower case, words only, possessive endings off), averaged; and the share of
questions that stood alone and were changed (damaged). With a model, QR as well, of the question as put, by
rules and by hand, each graded by the dialogue before it.
"""

import asyncio
import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from daybook.models.llm import ChatModel
from daybook.settings import Settings
from daybook.settings.environment import read_settings
from daybook_eval.judging.judges import grade_by_model, open_judges, run_concurrently
from daybook_eval.measures.dialogues import Criterion, Exhibit, Grades, grades_of
from daybook_eval.rewriting.example import RewritingExample, Said, read_examples
from daybook_eval.rewriting.measure import (
    lines_of,
    rewritten_by_rules,
    score_examples,
    stands_alone,
    token_f1,
)
from daybook_eval.tables import Report, figure
from daybook_prompts import load_prompts


@dataclass(frozen=True, slots=True)
class WordingGrades:
    """What one judge gave one wording of the questions."""

    judge: str
    wording: str
    """One of "as it was put", "by rules", "by hand"."""
    grades: Grades

    def __str__(self) -> str:
        """Write the mean grade, and of how many questions."""
        mean, grades = figure(self.grades.mean, ".1f"), self.grades
        return f"QR by {self.judge}, {self.wording}: {mean}, {grades.graded} of {grades.asked} graded"


async def grade_examples(
    examples: Sequence[RewritingExample], settings: Settings, *, models: Sequence[str]
) -> list[WordingGrades]:
    """Let models grade three wordings of each question that did not stand alone.

    What a model failed at has no grade, and is told on standard error.

    Raises:
        BadSettings, ModelUnavailable: a model cannot be had.
    """
    needy = [example for example in examples if not stands_alone(example)]
    wordings = {
        "as it was put": [example.question for example in needy],
        "by rules": [rewritten_by_rules(example) for example in needy],
        "by hand": [example.rewrite for example in needy],
    }
    tasks = [(wording, place) for wording in wordings for place in range(len(needy))]
    prompt = load_prompts(settings.models.prompts)["grade"]
    found: list[WordingGrades] = []
    async with AsyncExitStack() as stack:
        for judge in open_judges(settings, models, stack):
            given: dict[tuple[str, int], float | None] = {}

            async def settle(task: tuple[str, int], judge: ChatModel = judge, given: Any = given) -> None:
                wording, place = task
                said = [turn.content for turn in needy[place].dialogue]
                exhibit = Exhibit(wordings[wording][place], "\n".join((*said, needy[place].question)))
                given[task] = await grade_by_model(judge, prompt, Criterion.QUERY_REWRITING, exhibit)

            failed = await run_concurrently(tasks, settle, at_once=settings.models.model_concurrency)
            if failed:
                print(f"{len(failed)} could not be had, the first: {failed[0][1]}", file=sys.stderr)
            for wording in wordings:
                grades = grades_of(given.get((wording, place)) for place in range(len(needy)))
                found.append(WordingGrades(judge.name, wording, grades))
    return found


async def grade_file(file: Path, model: Sequence[str] | None) -> Report:
    """Let models grade the wordings of a file of examples."""
    found = await grade_examples(list(read_examples(file)), read_settings(), models=model or ())
    return Report([*map(str, found)], [asdict(grades) for grades in found])


def report(data: Path, verbose: bool, model: str | None) -> Iterator[str]:
    """Score all topics and each half of them, and let a model grade three wordings where one is named."""
    parts: dict[str, list[RewritingExample]] = {"all topics": [], "even topics": [], "odd topics": []}
    for topic, examples in read_topics(data).items():
        parts["all topics"] += examples
        parts["odd topics" if topic % 2 else "even topics"] += examples
    ours = {name: [rewritten_by_rules(example) for example in examples] for name, examples in parts.items()}
    yield from lines_of(
        {"rules": {name: score_examples(examples, ours[name]) for name, examples in parts.items()}}
    )
    if model:
        graded = asyncio.run(grade_examples(parts["all topics"], read_settings(), models=[model]))
        yield from map(str, graded)
    for example, text in zip(parts["all topics"], ours["all topics"], strict=True) if verbose else ():
        scores = " ".join(f"{token_f1(wording, example.rewrite):.2f}" for wording in (example.question, text))
        yield f"{scores}  {example.question}\n  gold {example.rewrite}\n  ours {text}"


def read_topics(folder: Path) -> dict[int, list[RewritingExample]]:
    """Read the questions of each topic that have a stand-alone form by hand, as examples.

    Nobody says what behaviour they need; the dialogue is what the user asked before.
    """
    lines = (folder / "cast2019_resolved.tsv").read_text(encoding="utf-8").splitlines()
    resolved = dict(line.split("\t", 1) for line in lines)
    topics: dict[int, list[RewritingExample]] = {}
    for topic in json.loads((folder / "cast2019_topics.json").read_text(encoding="utf-8")):
        said: list[Said] = []
        for turn in topic["turn"]:
            question = " ".join(turn["raw_utterance"].split())
            rewrite = resolved.get(f"{topic['number']}_{turn['number']}")
            if rewrite is not None:
                topics.setdefault(topic["number"], []).append(
                    RewritingExample(
                        id=f"cast-{topic['number']}-{len(said) + 1}",
                        source="cast2019",
                        dialogue=tuple(said),
                        question=question,
                        rewrite=" ".join(rewrite.split()),
                    )
                )
            said.append(Said(role="user", content=question))
    return topics
