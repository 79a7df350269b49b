"""The context for another model: the words that everyday questions need, and nothing without need."""

import json
import re
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path

from daybook.answer.context import MemoryContext
from daybook.models.embedding import Embedder, load_embedder
from daybook_eval.everyday import (
    HISTORIES,
    TOTALS_ONLY,
    EverydayQuestion,
    ask_lists,
    has_all,
    history,
    lists_of,
    title,
)
from daybook_eval.everyday.by_model import ask_model
from daybook_eval.study import memory
from daybook_eval.tables import Report, Table, figure

_BRACKETS = re.compile(r" \[[^\]]*\]")
"""Dates that were put behind relative ones."""


def study(
    questions: Path | None,
    lists: Sequence[str] | None,
    answers: bool,
    curve: bool,
    contexts: bool,
    by_model: Path | None,
) -> Report:
    """Ask the questions of a file, or those of bundled lists, or measure their contexts instead."""
    asked = lists_of(questions, lists)
    if by_model is not None:
        return ask_model(asked, by_model)
    if not contexts:
        return ask_lists(asked, answers=answers, curve=curve)
    found = {name: measure_contexts(some, title(name)) for name, some in asked.items()}
    return Report(
        [table for one in found.values() for table in one.tables],
        {name: one.shape for name, one in found.items()},
        [line for name, one in found.items() if name not in TOTALS_ONLY for line in one.lines],
    )


def measure_contexts(
    questions: Sequence[EverydayQuestion], title_of_list: str = "", embedder: Embedder | None = None
) -> Report:
    """Look up the answerable questions, and the messages without memory, in a memory of each history."""
    folder = files("daybook_eval.everyday")
    others = json.loads(folder.joinpath("messages_without_memory.json").read_text("utf-8"))
    embedder = embedder or load_embedder("minilm")
    shape, missing = dict[str, dict[str, int]](), list[str]()
    asked_of = [name for name in HISTORIES if any(one.history == name for one in questions)]
    for name in asked_of:
        asked = [one for one in questions if one.history == name and one.answerable]
        sessions = history(name)
        last = max(session.started_at for session in sessions)
        with memory(embedder) as daybook:
            daybook.add(sessions, owner=name)
            lacking, with_parts = [], 0
            for one in asked:
                found = daybook.context_for(one.question, dialogue=one.dialogue, **one.asked)
                is_there = has_all(found.text, one)
                with_parts += is_there or _has_evidence(found, one)
                lacking += [] if is_there else [f"{one.id}: {one.question}"]
            given = [daybook.context_for(text, owner=name, asked_at=last).text for text in others]
        missing += lacking
        shape[name] = {
            "given": len(asked) - len(lacking),
            "given_with_parts": with_parts,
            "asked": len(asked),
            "empty": given.count(""),
            "messages": len(given),
        }
    shape["all"] = {key: sum(part[key] for part in shape.values()) for key in shape[asked_of[0]]}
    cells = [
        [
            name,
            _of(part["given"], part["asked"]),
            _of(part["given_with_parts"], part["asked"]),
            _of(part["empty"], part["messages"]),
        ]
        for name, part in shape.items()
    ]
    columns = ("history", "answer's words given", "or all that it follows from", "nothing given without need")
    return Report([Table(f"contexts, {title_of_list}", columns, cells, figures=True)], shape, missing)


def _has_evidence(found: MemoryContext, question: EverydayQuestion) -> bool:
    """True if all words that an answer rests on are there: a sum that nobody said is in no context."""
    shown = " ".join(item.shown for item in found.items)
    given = _BRACKETS.sub("", " ".join(shown.split()))
    quotes = [" ".join(_BRACKETS.sub("", one["quote"]).split()) for one in question.evidence]
    return bool(quotes) and all(quote in given for quote in quotes)


def _of(count: int, whole: int) -> str:
    return f"{count} of {whole} ({figure(count / whole if whole else None, '.2f')})"
