"""QR on any examples: a chat model grades their wordings by the dialogue (HiMeS, section 4.2)."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import asdict, dataclass

from daybook.settings import Settings
from daybook_eval.judging.concurrency import run_concurrently
from daybook_eval.judging.grading import ModelGrader
from daybook_eval.judging.judges import open_judges
from daybook_eval.measures.dialogue_grades import Criterion, Exhibit, Grades, grades_of
from daybook_eval.rewriting.example import RewritingExample
from daybook_eval.rewriting.measure import words_of
from daybook_eval.rewriting.rewriters import rewritten_by_rules
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
    needy = [one for one in examples if words_of(one.question) != words_of(one.rewrite)]
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
