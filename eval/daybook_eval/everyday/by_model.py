"""Everyday questions put to a chat model, and a line for each that somebody else marks."""

import json
from asyncio import Lock, gather
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from daybook import Daybook
from daybook.conversation import Answer
from daybook.conversation.errors import BadSettings
from daybook.graph.event_loop import run
from daybook.models.embedding import load_embedder
from daybook.settings.environment import read_settings
from daybook_eval.everyday import EverydayQuestion, history, judge, title
from daybook_eval.study import memory
from daybook_eval.tables import Report, Table


def ask_model(asked: Mapping[str, Sequence[EverydayQuestion]], out: Path) -> Report:
    """Ask lists with the chat model of the environment, many questions at once, and count what it said.

    `out` gains a line of JSON for each answer as it comes, with "right" of null for whoever marks it; what it
    has already is not asked again. No model reads the histories for facts.

    Raises:
        BadSettings: no chat model is configured.
    """
    if read_settings().models.chat_model is None:
        raise BadSettings("DAYBOOK_CHAT_MODEL: names the model that is to answer")
    out.parent.mkdir(parents=True, exist_ok=True)
    done = {(row["set"], row["question_id"]) for row in _rows(out)}
    ahead = [(name, one) for name, some in asked.items() for one in some if (title(name), one.id) not in done]
    with memory(load_embedder("minilm"), read_settings) as daybook:
        for owner in {one.history: None for _, one in ahead}:
            daybook.add(history(owner), owner=owner)
        run(_ask_all(daybook, ahead, out))
    return _report(list(_rows(out)))


async def _ask_all(daybook: Daybook, ahead: Sequence[tuple[str, EverydayQuestion]], out: Path) -> None:
    writing = Lock()

    async def ask(name: str, question: EverydayQuestion) -> None:
        answer = await daybook.aask(question.question, dialogue=question.dialogue, **question.asked)
        async with writing:
            with out.open("a", encoding="utf-8") as file:
                file.write(f"{json.dumps(_row(name, question, answer), ensure_ascii=False)}\n")

    await gather(*(ask(name, question) for name, question in ahead))


def _row(name: str, question: EverydayQuestion, answer: Answer) -> dict[str, Any]:
    return {
        "set": title(name),
        "question_id": question.id,
        "question": question.question,
        "asked_at": question.asked_at.isoformat(),
        "gold": question.expected,
        "answer": answer.text,
        "not_known": answer.not_known,
        "degraded": list(answer.degraded),
        "answerable": question.answerable,
        "shown": judge(question, answer).shown,
        "calls": answer.usage.calls,
        "tokens": answer.usage.input_tokens + answer.usage.output_tokens,
        "right": None,
        "loss": "",
    }


def _rows(out: Path) -> Iterator[dict[str, Any]]:
    if out.exists():
        yield from map(json.loads, out.read_text(encoding="utf-8").splitlines())


def _report(rows: Sequence[Mapping[str, Any]]) -> Report:
    """Count by list: wordings of the truth in an answer, what was refused, and what it cost."""
    sets: dict[str, list[Mapping[str, Any]]] = {}
    for row in rows:
        sets.setdefault(row["set"], []).append(row)
    shape = {
        name: {
            "asked": len(some),
            "shown": sum(row["shown"] for row in some),
            "wrongly_not_known": sum(row["not_known"] and row["answerable"] for row in some),
            "refused": sum(row["not_known"] and not row["answerable"] for row in some),
            "degraded": sum(bool(row["degraded"]) for row in some),
            "calls": sum(row["calls"] for row in some) / len(some),
            "tokens": sum(row["tokens"] for row in some) / len(some),
        }
        for name, some in sets.items()
    }
    columns = ("list", *next(iter(shape.values()), {}))
    cells = [[name, *(f"{value:,.4g}" for value in one.values())] for name, one in shape.items()]
    return Report([Table("by the model", columns, cells, figures=True)], shape)
