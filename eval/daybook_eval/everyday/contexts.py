"""What another model is given: the words that everyday questions need, and nothing without need."""

import json
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path

from daybook.models.embedding import load_embedder
from daybook_eval.everyday import (
    HISTORIES,
    TOTALS_ONLY,
    EverydayQuestion,
    ask_lists,
    has_all,
    history,
    lists_of,
)
from daybook_eval.study import memory
from daybook_eval.tables import Report, Table, figure


def study(questions: Path | None, unseen: bool, answers: bool, curve: bool, contexts: bool) -> Report:
    """Ask the questions of a file, or those of the bundled lists, or measure their contexts instead."""
    lists = lists_of(questions, unseen=unseen)
    if contexts:
        report = measure_contexts([question for some in lists.values() for question in some])
        return Report(report.tables, report.shape) if TOTALS_ONLY.issuperset(lists) else report
    return ask_lists(lists, answers=answers, curve=curve)


def measure_contexts(questions: Sequence[EverydayQuestion]) -> Report:
    """Look up the answerable questions, and the messages without memory, in a memory of each history."""
    folder = files("daybook_eval.everyday")
    others = json.loads(folder.joinpath("messages_without_memory.json").read_text("utf-8"))
    embedder, shape, missing = load_embedder("minilm"), dict[str, dict[str, int]](), list[str]()
    asked_of = [name for name in HISTORIES if any(one.history == name for one in questions)]
    for name in asked_of:
        asked = [one for one in questions if one.history == name and one.answerable]
        sessions = history(name)
        last = max(session.started_at for session in sessions)
        with memory(embedder) as daybook:
            daybook.add(sessions, owner=name)
            lacking = []
            for one in asked:
                moment = one.asked_at
                found = daybook.context_for(
                    one.question, owner=name, asked_at=moment, as_of=moment, dialogue=one.dialogue
                )
                lacking += [] if has_all(found.text, one) else [f"{one.id}: {one.question}"]
            given = [daybook.context_for(text, owner=name, asked_at=last).text for text in others]
        missing += lacking
        shape[name] = {
            "given": len(asked) - len(lacking),
            "asked": len(asked),
            "empty": given.count(""),
            "messages": len(given),
        }
    shape["all"] = {key: sum(part[key] for part in shape.values()) for key in shape[asked_of[0]]}
    cells = [
        [name, _of(part["given"], part["asked"]), _of(part["empty"], part["messages"])]
        for name, part in shape.items()
    ]
    columns = ("history", "needed words given", "nothing given without need")
    return Report([Table("contexts", columns, cells, figures=True)], shape, missing)


def _of(count: int, whole: int) -> str:
    return f"{count} of {whole} ({figure(count / whole if whole else None, '.2f')})"
