"""Tables VI and XI: replies by what each method remembers, and what that costs.

Asked for are the turns in which a person says again what was known of them (`restated`): where a memory can
show. With a chat model every method's memory goes into one prompt (`next_turn`); without one the reply is
what the method has that is nearest, word for word, so that the table can be made anywhere.
"""

from collections.abc import Sequence
from pathlib import Path
from statistics import fmean
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

from daybook.graph.event_loop import run
from daybook.models.llm import ChatModel, ask_for_text, load_chat_models
from daybook.settings import ModelRole
from daybook_eval import embedders
from daybook_eval.judging.judges import run_concurrently
from daybook_eval.measures.answers import Inference, contradiction_rate, persona_f1, rouge_l
from daybook_eval.measures.bert_score import BertScore
from daybook_eval.papers.tables import Inputs, PaperTable
from daybook_eval.papers.timerag.memory import TOP, Restated, Variant
from daybook_eval.papers.timerag.recall import Items, Kept, Recall, prepare, settings_of
from daybook_eval.tables import Cell, Table
from daybook_prompts import load_prompts

_ASKED = "turns that say again what was known, of msc_session3_valid"
_OURS = "TimeRAG-Memory"


class Method(NamedTuple):
    """A way of remembering."""

    items: Items
    most: int | None = None
    """How many of its items are shown; None shows all of them."""

    def shown(self, query: Restated, recall: Recall) -> Sequence[Kept]:
        """Give what is shown at a query, best first."""
        return self.items(query, recall.meaning)[: self.most]


def methods_of(recall: Recall) -> dict[str, Method]:
    """Name the methods of the paper's Table III."""
    return {
        "No-Memory": Method(lambda query, similarity: ()),
        "Full-History": Method(recall.turns),
        "Summary-Memory": Method(recall.summary),
        _OURS: Method(recall.records(Variant()), TOP),
    }


def make(inputs: Inputs, table: PaperTable) -> Table:
    """Make Table VI; raises BadInput if `nli` names no classifier, and as a chat model that is named."""
    return run(_generation(inputs, table))


def make_efficiency(inputs: Inputs, table: PaperTable) -> Table:
    """Make Table XI: tokens of context, and milliseconds to find what goes in."""
    return run(_efficiency(inputs, table))


async def _generation(inputs: Inputs, table: PaperTable) -> Table:
    settings, classifier = settings_of(inputs), _classifier(inputs)
    recall, scorer = await prepare(inputs), BertScore()
    models = load_chat_models(settings)
    model = models.of(ModelRole.READ)
    prompt = load_prompts(settings.models.prompts)["next_turn"]
    rows: list[Sequence[Cell]] = []
    failures: dict[str, list[str]] = {}
    try:
        methods = methods_of(recall)
        for name, method in methods.items():
            replies: dict[int, str] = {}
            given = [(query, method.shown(query, recall)) for query in recall.queries]
            if model is None:
                for place, (query, kept) in enumerate(given):
                    replies[place] = kept[0].text if kept else query.heard
            else:

                async def reply(
                    place: int, model: ChatModel = model, given: Any = given, replies: Any = replies
                ) -> None:
                    query, shown = given[place]
                    turns = [{"who": who, "text": text} for who, text in dialogue_of(query)]
                    told: dict[str, Any] = {"memory": memory_lines(shown), "turns": turns}
                    replies[place] = await ask_for_text(model, prompt, **told)

                at_once = settings.models.model_concurrency
                failed = await run_concurrently(range(len(given)), reply, at_once=at_once)
                failures[name] = [problem for _, problem in failed]
            answered = [(recall.queries[place], text) for place, text in sorted(replies.items())]
            evidence = [[kept.text for kept in methods[_OURS].shown(query, recall)] for query, _ in answered]
            shown = await _cells(answered, evidence, scorer, classifier)
            rows.append((name, *shown, *table.published[name], None))
    finally:
        await models.aclose()
    replier = model.name if model else "the nearest thing kept, without a model"
    on = f"{len(recall.queries)} {_ASKED}; replies by {replier}"
    return table.filled(rows, on, details={"failures": failures})


async def _efficiency(inputs: Inputs, table: PaperTable) -> Table:
    recall = await prepare(inputs)
    embedder = embedders.open_embedder(settings_of(inputs))
    count = recall.count_tokens
    rows: list[Sequence[Cell]] = []
    for name, method in methods_of(recall).items():
        memory, context, took = [], [], []
        for query in recall.queries:
            began = perf_counter()
            if method.most is not None:
                await embedder.embed([query.query()])
            shown = method.shown(query, recall)
            took.append((perf_counter() - began) * 1000)
            memory.append(sum(count(text) for text in memory_lines(shown)))
            context.append(memory[-1] + sum(count(f"{who}: {text}") for who, text in dialogue_of(query)))
        published = table.published[name]
        rows.append((name, fmean(memory), fmean(context), float(np.median(took)), *published))
    return table.filled(rows, f"{len(recall.queries)} {_ASKED}")


def memory_lines(shown: Sequence[Kept]) -> list[str]:
    """Write what is shown as lines: slot, value and time where there are any. Source: section 3.5."""
    return [
        f"[{kept.about}] {kept.text} (time={kept.said_at:%Y-%m-%d})" if kept.said_at else kept.text
        for kept in shown
    ]


def dialogue_of(query: Restated) -> list[tuple[str, str]]:
    """Give the third session so far, with who spoke."""
    turns = query.person.dialogue.turns[: query.place]
    return [("you" if turn.speaker == query.person.speaker else "other", turn.text) for turn in turns]


async def _cells(
    answered: Sequence[tuple[Restated, str]],
    evidence: Sequence[Sequence[str]],
    scorer: BertScore,
    classifier: Inference | None,
) -> tuple[Cell, ...]:
    if not answered:
        return 0, None, None, None, None
    said = [(text, query.person.dialogue.turns[query.place].text) for query, text in answered]
    known = [[record.text for record in query.known] for query, _ in answered]
    rate = None
    if classifier is not None:
        told = [
            await classifier.contradiction(text, statements)
            for (text, _), statements in zip(said, evidence, strict=True)
            if statements
        ]
        rate = contradiction_rate(told).value
    return (
        len(answered),
        fmean(rouge_l(reply, real) for reply, real in said),
        fmean(scorer.f1(reply, real) for reply, real in said),
        rate,
        fmean(persona_f1(text, statements) for (text, _), statements in zip(said, known, strict=True)),
    )


def _classifier(inputs: Inputs) -> Inference | None:
    folder = dict(inputs.settings).get("nli")
    if folder is None:
        return None
    from daybook_eval.nli import ClassifierInference, load_classifier

    return ClassifierInference(load_classifier(Path(folder)))
