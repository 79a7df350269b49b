"""How an answer or a reply came about, for a reader: what was looked for, found, shown, taken and called."""

from collections.abc import Collection, Iterable, Mapping

from daybook.conversation import DocumentEvidence, Evidence, Excerpt, Role
from daybook.interfaces.rendering.answer_output import (
    cites,
    show_degraded,
    show_notes,
    show_plan,
    show_timings,
    show_usage,
    written_source,
)
from daybook.interfaces.rendering.ledger_output import learned_line
from daybook.interfaces.rendering.safe import one_line
from daybook.interfaces.rendering.screen import Screen
from daybook.library.results import ChatTurn, Explanation, MemoryContext, rank_of
from daybook.models.llm import Call
from daybook_prompts import JsonValue

SHOWN = 15
"""Candidates in the table; `--json` has them all."""
_TEXT_WIDTH = 60
_SIGNALS = {
    "dense": "meaning",
    "bm25": "words",
    "fused": "fused",
    "rrf": "rrf",
    "record": "record",
    "time": "time",
    "recency": "recency",
    "boost": "boost",
    "rerank": "rerank",
}
"""The signals in the order in which they come about, and what the table calls them."""
_VECTORS = {
    "exact": "all vectors compared in memory",
    "chroma": "vectors searched by Chroma",
    "scan": "vectors compared row by row, without Chroma's graph",
    "": "no vectors searched",
}


def show_why(screen: Screen, explanation: Explanation) -> None:
    """Print everything that happened on an answer's way, a heading for each step."""
    answer = explanation.answer
    screen.line(("Plan", "cyan"))
    show_plan(screen, answer.plan)
    pipeline = answer.pipeline
    preset = f" (preset {pipeline.preset})" if pipeline.preset else ""
    screen.line(f"search      {_VECTORS[pipeline.vectors]}, merged by {pipeline.fusion}{preset}")
    _show_candidates(screen, explanation)
    screen.line(_reranking(explanation))
    screen.line(_packing(explanation))
    _show_passages(screen, explanation)
    screen.line()
    show_notes(screen, answer.notes)
    show_degraded(screen, answer.degraded_reasons)
    show_calls(screen, explanation.calls)
    screen.line()
    show_timings(screen, answer.timings)


def _show_candidates(screen: Screen, explanation: Explanation) -> None:
    """Print the candidates in the order of the merged ranking, with their place in the others."""
    screen.heading("Candidates")
    if not explanation.found:
        screen.line("none")
        return
    rows = _candidate_rows(explanation)
    columns = [column for column in rows[0] if any(row[column] for row in rows)]
    screen.table(columns, ([row[column] for column in columns] for row in rows), always_headed=True)
    if (more := len(explanation.found) - SHOWN) > 0:
        screen.line((f"{more} more (--json has them all)", "dim"))


def _candidate_rows(explanation: Explanation) -> list[dict[str, str]]:
    ranked = {candidate.round.round_id: candidate for candidate in explanation.ranked}
    excerpts = {excerpt.round.round_id: excerpt for excerpt in explanation.packed}
    rows = []
    for place, found in enumerate(explanation.found[:SHOWN], start=1):
        round_, row = found.round, {"#no": str(place)}
        signals = {**ranked.get(round_.round_id, found).signals}
        for name, heading in _SIGNALS.items():
            row[f"#{heading}"] = f"{signals[name]:.3g}" if name in signals else ""
        row["#then"] = str(rank_of(round_.round_id, explanation.ranked) or "hidden")
        row["=tokens"] = _shown(excerpts.get(round_.round_id)) if excerpts else ""
        row["=said"] = f"{round_.said_at:%Y-%m-%d}"
        row["=round"] = round_.round_id
        row["text"] = one_line("  ↳ ".join(turn.content for turn in round_.turns), _TEXT_WIDTH)
        rows.append(row)
    return rows


def _shown(excerpt: Excerpt | None) -> str:
    """Say how much of a candidate the reader saw: its tokens, and if it was cut."""
    if excerpt is None:
        return "left out"
    return f"{excerpt.tokens} cut" if _is_cut(excerpt) else f"{excerpt.tokens}"


def _is_cut(excerpt: Excerpt) -> bool:
    return any(excerpt.is_cut(role) for role in Role)


def _reranking(explanation: Explanation) -> str:
    if explanation.answer.pipeline.reranked:
        return 'Reranking: by a model; the column "then" is what it made of it'
    spared = "fast mode, a clear lead, or no answer from its model"
    return f"Reranking: none ({spared if explanation.calls else 'no chat model'})"


def _packing(explanation: Explanation) -> str:
    packed, found = explanation.packed, len(explanation.ranked)
    if not packed:
        return "Packing: none (no model reads)"
    tokens = sum(excerpt.tokens for excerpt in packed)
    return (
        f"Packing: the reader saw {len(packed)} of {found}, {tokens:,} tokens; "
        f"{sum(map(_is_cut, packed))} of them cut, {found - len(packed)} left out"
    )


def _show_passages(screen: Screen, explanation: Explanation) -> None:
    if not explanation.passages:
        return
    screen.heading("Documents")
    rows = []
    for found in explanation.passages:
        cited = any(cites(quoted, found.passage) for quoted in explanation.answer.documents)
        source, text = written_source(found.passage), one_line(found.passage.text, _TEXT_WIDTH)
        rows.append((f"{found.score:.2f}", "cited" if cited else "", one_line(source), text))
    screen.table(("#score", "=answer", "document", "text"), rows, always_headed=True)


def show_calls(screen: Screen, calls: Iterable[Call]) -> None:
    """Print the calls of chat models, in the order in which they ended; nothing where there were none."""
    rows = [
        (
            call.stage,
            call.model,
            f"{call.input_tokens:,}",
            f"{call.output_tokens:,}",
            f"{call.ms:.0f}",
            "failed" if call.failed else "cut off" if call.cut else "",
        )
        for call in calls
    ]
    if not rows:
        return
    screen.heading("Calls")
    screen.table(("=step", "model", "#in", "#out", "#ms", "remark"), rows, always_headed=True)


WITHOUT_MODEL = (
    "No chat model is configured (DAYBOOK_CHAT_MODEL names one): I keep what you say and show what comes "
    "closest to a question; anything else needs a model.\nThat is a key (OPENAI_API_KEY) or a server on this "
    "machine, which `daybook doctor --local` finds."
)
_DAYS = 3
"""Days that are named below a reply."""
_OWN_COLUMNS = ("kind", "said")
_WORDS = ("user", "fact", "quote", "text")
"""Keys of a line whose values need no name."""


def show_remarks(screen: Screen, turn: ChatTurn) -> None:
    """Print below a reply what was learnt, what it took from memory, and what to beware of."""
    for difference in turn.learned:
        screen.text(learned_line(difference), "dim", indent=2)
    if turn.evidence:
        said = "from what you said on" if turn.context else "said on"
        screen.text(f"{said} {_days(turn.evidence)}; /why shows more", "dim", indent=2)
    if turn.documents:
        sources = dict.fromkeys(one_line(written_source(cited)) for cited in turn.documents)
        screen.text(f"from {'; '.join(sources)}", "dim", indent=2)
    _show_doubts(screen, turn)
    show_usage(screen, turn.usage)
    if turn.consent is not None:
        screen.text(turn.consent["question"], "yellow")


def show_why_of(screen: Screen, turn: ChatTurn) -> None:
    """Print how a reply came about: out of memory, or by a model that was given some of it."""
    if turn.explanation is not None:
        show_why(screen, turn.explanation)
    elif turn.context is None:
        screen.line("nothing was looked up for the last reply")
    else:
        _show_context(screen, turn.context, (*turn.evidence, *turn.documents))
        _show_doubts(screen, turn)
        show_calls(screen, turn.calls)
        show_timings(screen, turn.context.timings)


def _show_context(
    screen: Screen, context: MemoryContext, taken: Collection[Evidence | DocumentEvidence]
) -> None:
    """Print what a model was given of memory, line by line, and whether its reply took that."""
    screen.line(("looked up  ", "cyan"), one_line(context.message))
    if not context.lines:
        screen.line("nothing that is kept bears on it")
        return
    counted = f"{len(context.lines)} {'item' if len(context.lines) == 1 else 'items'}"
    screen.line(f"{counted} of memory, {context.tokens:,} tokens")
    screen.line()
    used = [item.evidence in taken for item in context.items]
    cited = [quoted for quoted in taken if isinstance(quoted, DocumentEvidence)]
    used += [any(cites(quoted, item.found.passage) for quoted in cited) for item in context.documents]
    rows = (
        (str(line["kind"]), str(line.get("said", "")), "used it" if is_used else "left it", _words(line))
        for is_used, line in zip(used, context.lines, strict=True)
    )
    screen.table(("=kind", "=said", "=reply", "words"), rows, always_headed=True)


def _show_doubts(screen: Screen, turn: ChatTurn) -> None:
    before = turn.answer.degraded_reasons if turn.answer else {}
    show_degraded(screen, {**before, **turn.degraded_reasons})


def _words(line: Mapping[str, JsonValue]) -> str:
    parts = []
    for name, value in line.items():
        if name in _OWN_COLUMNS or value in (None, "", []):
            continue
        parts.append(one_line(str(value)) if name in _WORDS else f"{name}: {one_line(str(value))}")
    return "\n".join(parts)


def _days(evidence: Collection[Evidence]) -> str:
    days = list(dict.fromkeys(f"{item.said_at:%Y-%m-%d}" for item in evidence))
    more = f" and {len(days) - _DAYS} more days" if len(days) > _DAYS else ""
    return ", ".join(days[:_DAYS]) + more
