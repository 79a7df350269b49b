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
from daybook_eval.papers.table import Inputs
from daybook_eval.papers.timerag.memory import TOP, Restated, Variant
from daybook_eval.papers.timerag.recall import Items, Kept, Recall, prepare, settings_of
from daybook_eval.tables import Cell, Table
from daybook_prompts import load_prompts

PUBLISHED = {
    "No-Memory": (0.182, 0.734, 0.214, None),
    "Full-History": (0.195, 0.748, 0.198, None),
    "Summary-Memory": (0.201, 0.753, 0.176, None),
    "TimeRAG-Memory": (0.223, 0.772, 0.121, None),
}
"""ROUGE-L, BERTScore, ContradRate and PersonaConsF1 on MSC. Source: TimeRAG-Memory, Table VI."""
COSTS = {
    "No-Memory": (512, 42),
    "Full-History": (4096, 118),
    "Summary-Memory": (1024, 55),
    "TimeRAG-Memory": (1150, 63),
}
"""Context tokens and milliseconds on MSC. Source: TimeRAG-Memory, Table XI."""


class Method(NamedTuple):
    """A way of remembering."""

    items: Items
    most: int | None = None
    """How many of its items are shown; None shows all of them."""

    def shown(self, one: Restated, recall: Recall) -> Sequence[Kept]:
        """Give what is shown at a query, best first."""
        return self.items(one, recall.meaning)[: self.most]


def make(inputs: Inputs) -> Table:
    """Make Table VI.

    Raises:
        BadSettings, ModelError: a chat model is named and fails.
        BadInput: `nli` names no classifier.
    """
    return run(_generation(inputs))


def make_efficiency(inputs: Inputs) -> Table:
    """Make Table XI: tokens of context, and milliseconds to find what goes in."""
    return run(_efficiency(inputs))


def methods_of(recall: Recall) -> dict[str, Method]:
    """Name the methods of the paper's Table III."""
    return {
        "No-Memory": Method(lambda one, similarity: ()),
        "Full-History": Method(recall.turns),
        "Summary-Memory": Method(recall.summary),
        "TimeRAG-Memory": Method(recall.records(Variant()), TOP),
    }


async def _generation(inputs: Inputs) -> Table:
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
                replies = {place: nearest_as_reply(*pair) for place, pair in enumerate(given)}
            else:

                async def reply(
                    place: int, model: ChatModel = model, given: Any = given, replies: Any = replies
                ) -> None:
                    one, shown = given[place]
                    turns = [{"who": who, "text": text} for who, text in dialogue_of(one)]
                    told: dict[str, Any] = {"memory": memory_lines(shown), "turns": turns}
                    replies[place] = await ask_for_text(model, prompt, **told)

                at_once = settings.models.model_concurrency
                failed = await run_concurrently(range(len(given)), reply, at_once=at_once)
                failures[name] = [problem for _, problem in failed]
            answered = [(recall.queries[place], text) for place, text in sorted(replies.items())]
            records = methods["TimeRAG-Memory"]
            evidence = [[kept.text for kept in records.shown(one, recall)] for one, _ in answered]
            shown = await _cells(answered, evidence, scorer, classifier)
            rows.append((name, *shown, *PUBLISHED[name]))
    finally:
        await models.aclose()
    replier = model.name if model else "the nearest thing kept, without a model"
    return Table(
        title="TimeRAG-Memory, Table VI: replies, on MSC",
        columns=("method", "replies", *_MEASURES, *(f"{name} (paper)" for name in _MEASURES)),
        rows=rows,
        on=f"{len(recall.queries)} {_ASKED}; replies by {replier}",
        notes=_NOTES,
        details={"failures": failures},
    )


_ASKED = "turns that say again what was known, of msc_session3_valid"
_MEASURES = ("ROUGE-L", "BERTScore", "ContradRate", "PersonaConsF1")
_NOTES = (
    "Without a chat model the reply is, word for word, the nearest thing that a method keeps; No-Memory"
    " says back what it heard. Such rows measure finding and not generation."
    " `--set chat_model=NAME` has a model reply.",
    "ContradRate needs a classifier (`--set nli=FOLDER`): a reply contradicts where it and any of the records"
    f" that TimeRAG-Memory retrieves, the first {TOP}, have a probability of 0.50 or more; the replies of all"
    " methods are held against the same ones, and left out where there are none.",
    "BERTScore is by the bundled encoder's vectors of tokens, without idf and rescaling; the paper does not"
    " say by which encoder its own is.",
    "PersonaConsF1 is published for Persona-Chat alone (.610, .650, .690, .760).",
)


async def _efficiency(inputs: Inputs) -> Table:
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
        rows.append((name, fmean(memory), fmean(context), float(np.median(took)), *COSTS[name]))
    return Table(
        title="TimeRAG-Memory, Table XI: tokens of context, and time, on MSC",
        columns=(
            "method", "tokens of memory", "tokens of context", "ms to find it (median)",
            "tokens of context (paper)", "ms (paper)",
        ),
        rows=rows,
        on=f"{len(recall.queries)} {_ASKED}",
        notes=(
            "Context is the memory and the session so far. The file has one session of a pair and of the"
            " first only what it was begun with, so Full-History is short here; on LongMemEval a history is"
            " 115,000 tokens, and Daybook packs 8,000 (docs/retrieval.md).",
            "Time is finding only: the ledger is folded, and for TimeRAG the query is embedded, by MiniLM on"
            " one processor that others use too. The paper's milliseconds are of a whole reply, on"
            " hardware that it does not name.",
        ),
    )  # fmt: skip


def nearest_as_reply(one: Restated, shown: Sequence[Kept]) -> str:
    """Reply with the nearest thing shown; with what was heard where there is none."""
    return shown[0].text if shown else one.heard


def memory_lines(shown: Sequence[Kept]) -> list[str]:
    """Write what is shown as lines: slot, value and time where there are any. Source: section 3.5."""
    return [
        f"[{kept.about}] {kept.text} (time={kept.said_at:%Y-%m-%d})" if kept.said_at else kept.text
        for kept in shown
    ]


def dialogue_of(one: Restated) -> list[tuple[str, str]]:
    """Give the third session so far, with who spoke."""
    turns = one.person.dialogue.turns[: one.place]
    return [("you" if turn.speaker == one.person.speaker else "other", turn.text) for turn in turns]


async def _cells(
    answered: Sequence[tuple[Restated, str]],
    evidence: Sequence[Sequence[str]],
    scorer: BertScore,
    classifier: Inference | None,
) -> tuple[Cell, ...]:
    if not answered:
        return 0, None, None, None, None
    said = [(text, one.person.dialogue.turns[one.place].text) for one, text in answered]
    known = [[each.text for each in one.known] for one, _ in answered]
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
