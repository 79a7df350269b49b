"""HiMeS, Table 4: other responders behind the same rewriting and the same search."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import asdict, dataclass

from daybook.errors import BadSettings
from daybook.llm import ChatModel, ask_for_text
from daybook.settings import ModelRole, Settings
from daybook.settings.environment import read_settings
from daybook_eval.judging.concurrency import run_concurrently
from daybook_eval.judging.grading import ModelGrader
from daybook_eval.judging.judges import open_judges
from daybook_eval.measures.dialogue_grades import Criterion, Exhibit, Grades, grades_of
from daybook_eval.papers.inputs import Inputs
from daybook_eval.papers.table import Cell, PaperTable
from daybook_eval.rewriting.example import RewritingExample
from daybook_eval.rewriting.generate.examples import generate_examples
from daybook_eval.rewriting.generate.vocabulary import Split
from daybook_eval.rewriting.generate.world import passages
from daybook_eval.rewriting.passage_search import PassageSearch
from daybook_eval.rewriting.rewriters import open_rewriters, rewrite_all
from daybook_prompts import load_prompts

_DIALOGUES = 45
_PASSAGES = 5
"""Put before the responder."""
_PUBLISHED = (
    ("Qwen3-235B-A22B", 52.06, 85.45),
    ("DeepSeek-V3", 51.28, 87.16),
    ("DeepSeek-R1", 55.55, 90.93),
    ("Kimi-K2", 53.00, 86.44),
)
"""HiMeS, Table 4: CA and QA."""


@dataclass(frozen=True, slots=True)
class _Put:
    """What every responder is given alike."""

    question: str
    context: tuple[str, ...]


def make(inputs: Inputs) -> PaperTable:
    """Have several chat models answer the same rewritten questions from the same passages, and grade them.

    `--set responders=a,b` names them, `--set judge=c` the model that grades; the chat model of the settings
    by default. Without any the table holds the published figures and says what it needs.

    Raises:
        BadSettings, ModelUnavailable: a model that is named cannot be had.
    """
    given = dict(inputs.settings)
    names = [name.strip() for name in given.pop("responders", "").split(",") if name.strip()]
    judge = given.pop("judge", "")
    settings = read_settings(**given)
    default = settings.models.model_of(ModelRole.READ)
    names = names or ([default[0]] if default else [])
    if names and not (judge or default):
        raise BadSettings("--set responders: name the model that grades as well, with --set judge=NAME")
    count = inputs.limit or _DIALOGUES
    found = asyncio.run(_compare(names, judge, settings, count)) if names else {}
    rows: list[Sequence[Cell]] = [
        (name, ca.mean, qa.mean, f"{ca.graded}, {qa.graded} of {ca.asked}")
        for name, (ca, qa) in found.items()
    ]
    rows += [(f"{name} (published)", ca, qa, None) for name, ca, qa in _PUBLISHED]
    notes = [
        "Only the responder changes: the question is rewritten once, and its passages are found once.",
        "The paper's dialogues and documents are of its product, graded by DeepSeek-R1; ours are invented.",
    ]
    if not found:
        notes.append(
            "Nothing was asked: it needs chat models, with --set responders=a,b --set judge=c and"
            " OPENAI_API_KEY or OPENAI_BASE_URL."
        )
    return PaperTable(
        title="HiMeS, Table 4: different responders behind the same memory",
        columns=("responder", "CA", "QA", "graded"),
        rows=rows,
        on=f"{count if found else 0} dialogues of the generated test split",
        notes=notes,
        details={name: {"CA": asdict(ca), "QA": asdict(qa)} for name, (ca, qa) in found.items()},
    )


async def _compare(
    names: Sequence[str], judge: str, settings: Settings, count: int
) -> dict[str, tuple[Grades, Grades]]:
    examples = list(generate_examples(count, split=Split.TEST, seed=4))
    prompts, at_once = load_prompts(settings.models.prompts), settings.models.model_concurrency
    async with AsyncExitStack() as stack:
        put = await _put(examples, settings, stack, at_once=at_once)
        responders = open_judges(settings, names, stack)
        (judging,) = open_judges(settings, [judge] if judge else [], stack)
        grader = ModelGrader(judging, prompts["grade"])
        found = {}
        for responder in responders:
            grades: dict[tuple[Criterion, int], float | None] = {}

            async def settle(
                place: int,
                responder: ChatModel = responder,
                grades: dict[tuple[Criterion, int], float | None] = grades,
            ) -> None:
                one = put[place]
                answer = await ask_for_text(
                    responder,
                    prompts["answer_from_passages"],
                    question=one.question,
                    passages=list(one.context),
                )
                shown = ("\n".join(one.context), one.question)
                criteria = (Criterion.CONTEXT_ALIGNMENT, Criterion.QUESTION_RELEVANCE)
                for criterion, against in zip(criteria, shown, strict=True):
                    grades[criterion, place] = await grader.grade(criterion, Exhibit(answer, against))

            failed = await run_concurrently(range(len(put)), settle, at_once=at_once)
            if failed:
                print(f"{responder.name}: {len(failed)} failed, the first: {failed[0][1]}", file=sys.stderr)
            found[responder.name] = (
                grades_of(grades.get((Criterion.CONTEXT_ALIGNMENT, place)) for place in range(len(put))),
                grades_of(grades.get((Criterion.QUESTION_RELEVANCE, place)) for place in range(len(put))),
            )
    return found


async def _put(
    examples: Sequence[RewritingExample], settings: Settings, stack: AsyncExitStack, *, at_once: int
) -> list[_Put]:
    """Rewrite each question by the best rewriter that is set, and find its passages."""
    *_, rewriter = open_rewriters(settings, stack).values()
    rewritten, _ = await rewrite_all(rewriter, examples, at_once=at_once)
    search = PassageSearch(passages(Split.TEST))
    return [_Put(text, tuple(search.best(text, limit=_PASSAGES))) for text in rewritten]
