"""HiMeS, Table 5: the nine behaviours of rewriting, one by one; and Table 4: responders compared."""

import asyncio
import math
import sys
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import asdict
from typing import Any

from daybook.conversation.errors import BadSettings
from daybook.models.llm import ChatModel, ask_for_text
from daybook.settings import ModelRole, Settings
from daybook.settings.environment import read_settings
from daybook.text.english.words import words_of
from daybook_eval.judging.judges import grade_by_model, open_judges, run_concurrently
from daybook_eval.measures.dialogues import Criterion, Exhibit, Grades, grades_of
from daybook_eval.papers.tables import Inputs, PaperTable
from daybook_eval.rewriting.cast import read_topics
from daybook_eval.rewriting.example import RewritingExample
from daybook_eval.rewriting.generate.scenes import generate_examples
from daybook_eval.rewriting.generate.world import Split, passages
from daybook_eval.rewriting.measure import open_rewriters, rewrite_all, score_behaviours, score_examples
from daybook_eval.tables import Cell, Table
from daybook_prompts import load_prompts

_GENERATED, _SEED = 1_800, 7


def make(inputs: Inputs, table: PaperTable) -> Table:
    """Rewrite the generated test split and CAsT 2019 by every rewriter that is set.

    Raises:
        BadInput: a file of CAsT is missing.
        BadSettings, ModelUnavailable: the chat model cannot be had.
    """
    return asyncio.run(_make(inputs, table))


async def _make(inputs: Inputs, table: PaperTable) -> Table:
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
                by_behaviour = score_behaviours(examples, rewritten)
                scores = {str(kind): found for kind, found in by_behaviour.items() if kind}
                for on, found in (scores or {told: score_examples(examples, rewritten)}).items():
                    f1s = (found.raw_f1, found.rewritten_f1, found.exact)
                    rows.append(
                        (name, on, found.questions, *f1s, found.worse, found.stand_alone, found.damaged)
                    )
                    details[f"{name}: {on}"] = asdict(found)
    count = sum(len(examples) for examples in sets.values())
    return table.filled(
        rows,
        f"{count} questions: the generated test split (seed {_SEED}) and CAsT 2019",
        details=details,
        failures=f"{failures} questions could not be put to a model."
        if failures
        else "No model call failed.",
        without=table.told["without"] if len(rewriters) == 1 else "",
    )


def _sets(inputs: Inputs) -> Mapping[str, list[RewritingExample]]:
    generated = list(generate_examples(inputs.limit or _GENERATED, split=Split.TEST, seed=_SEED))
    inputs.file("cast2019_topics")
    topics = read_topics(inputs.data).items()
    asked = [(topic, example) for topic, examples in topics for example in examples][: inputs.limit]
    halves = {
        f"CAsT 2019, {name} topics": [example for topic, example in asked if topic % 2 == half]
        for half, name in enumerate(("even", "odd"))
    }
    return {"generated": generated} | {name: half for name, half in halves.items() if half}


_DIALOGUES = 45
_PASSAGES = 5


def make_responders(inputs: Inputs, table: PaperTable) -> Table:
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
    rows += [(f"{name} (published)", ca, qa, None) for name, (ca, qa) in table.published.items()]
    return table.filled(
        rows,
        f"{count if found else 0} dialogues of the generated test split",
        details={name: {"CA": asdict(ca), "QA": asdict(qa)} for name, (ca, qa) in found.items()},
        nothing="" if found else table.told["nothing"],
    )


async def _compare(
    names: Sequence[str], judge: str, settings: Settings, count: int
) -> dict[str, tuple[Grades, Grades]]:
    """Have each responder answer the questions as the best rewriter that is set words them, and grade it."""
    examples = list(generate_examples(count, split=Split.TEST, seed=4))
    prompts, at_once = load_prompts(settings.models.prompts), settings.models.model_concurrency
    async with AsyncExitStack() as stack:
        *_, rewriter = open_rewriters(settings, stack).values()
        rewritten, _ = await rewrite_all(rewriter, examples, at_once=at_once)
        search = PassageSearch(passages(Split.TEST))
        put = [(text, list(search.best(text, limit=_PASSAGES))) for text in rewritten]
        responders = open_judges(settings, names, stack)
        (judging,) = open_judges(settings, [judge] if judge else [], stack)
        found = {}
        for responder in responders:
            grades: Mapping[Criterion, dict[int, float | None]] = {
                Criterion.CONTEXT_ALIGNMENT: {},
                Criterion.QUESTION_RELEVANCE: {},
            }

            async def settle(place: int, responder: ChatModel = responder, grades: Any = grades) -> None:
                question, context = put[place]
                answer = await ask_for_text(
                    responder, prompts["answer_from_passages"], question=question, passages=context
                )
                for criterion, against in zip(grades, ("\n".join(context), question), strict=True):
                    exhibit = Exhibit(answer, against)
                    graded = await grade_by_model(judging, prompts["grade"], criterion, exhibit)
                    grades[criterion][place] = graded

            failed = await run_concurrently(range(len(put)), settle, at_once=at_once)
            if failed:
                print(f"{responder.name}: {len(failed)} failed, the first: {failed[0][1]}", file=sys.stderr)
            ca, qa = (grades_of(map(given.get, range(len(put)))) for given in grades.values())
            found[responder.name] = (ca, qa)
    return found


class PassageSearch:
    """Finds passages by the words they share with a question: enough to compare what stands behind it."""

    def __init__(self, passages: Sequence[str]) -> None:
        self._passages = passages
        self._holding: dict[str, list[int]] = defaultdict(list)
        for place, text in enumerate(passages):
            for word in set(words_of(text)):
                self._holding[word].append(place)

    def best(self, question: str, *, limit: int) -> list[str]:
        """Name the passages whose shared words weigh most, best first; the first of equals.

        A word weighs log(1 + N / n) where n of the N passages have it.
        """
        weights: Counter[int] = Counter()
        for word in set(words_of(question)):
            holding = self._holding.get(word, [])
            for place in holding:
                weights[place] += math.log1p(len(self._passages) / len(holding))  # type: ignore[assignment]
        ranked = sorted(weights, key=lambda place: (-weights[place], place))
        return [self._passages[place] for place in ranked[:limit]]
