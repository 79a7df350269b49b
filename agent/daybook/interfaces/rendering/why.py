"""How an answer came about, for a reader: what was looked for, found, ranked, shown, called, and lost."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from daybook.conversation import Candidate, Excerpt, FoundPassage, Pipeline, Role
from daybook.interfaces.operations.ledger_shapes import edges_behind
from daybook.interfaces.rendering.answer_output import (
    show_notes,
    show_plan,
    show_timings,
    show_warnings,
    written_source,
)
from daybook.interfaces.rendering.record_words import show_edges
from daybook.interfaces.rendering.safe import one_line
from daybook.interfaces.rendering.screen import Screen
from daybook.library.results import Explanation, LostAt, WhyNot, rank_of
from daybook.models.llm import Call

SHOWN = 15
"""Candidates in the table; `--json` has them all."""
_TEXT_WIDTH = 60
_LEAST = 20
"""Characters of a candidate's text that are worth a column."""
_GAP = 2
"""Between two columns."""
_MOVES = 5
_WIDE = 110
"""Columns of a terminal that has room for every signal."""
_FINER = frozenset({"time", "recency", "boost"})
"""Signals that a narrower one leaves out."""
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
_OF_PASSAGES = {"dense": "meaning", "bm25": "words", "fused": "fused", "attention": "attention"}
"""The same of the passages of documents."""


def show_why(screen: Screen, explanation: Explanation) -> None:
    """Print everything that happened on an answer's way, a heading for each step."""
    answer = explanation.answer
    screen.line(("Plan", "cyan"))
    show_plan(screen, answer.plan)
    _show_pipeline(screen, answer.pipeline)
    _show_rankings(screen, explanation)
    _show_candidates(screen, explanation)
    screen.line(_reranking(explanation))
    screen.line(_packing(explanation))
    _show_passages(screen, explanation)
    screen.line()
    show_notes(screen, answer.notes)
    _show_edges(screen, explanation)
    show_warnings(screen, answer)
    show_calls(screen, explanation.calls)
    screen.line()
    show_timings(screen, answer.timings)


_VECTORS = {
    "exact": "all vectors compared in memory",
    "chroma": "vectors searched by Chroma",
    "scan": "vectors compared row by row, without Chroma's graph",
    "": "no vectors searched",
}


def _show_pipeline(screen: Screen, pipeline: Pipeline) -> None:
    preset = f" (preset {pipeline.preset})" if pipeline.preset else ""
    screen.line(f"search      {_VECTORS[pipeline.vectors]}, merged by {pipeline.fusion}{preset}")


def _heading(screen: Screen, text: str) -> None:
    screen.line()
    screen.line((text, "cyan"))


def _show_rankings(screen: Screen, explanation: Explanation) -> None:
    """Print the rankings one below the other; a round is named by its place in the merged one."""
    _heading(screen, "Rankings")
    rankings = {
        "by meaning": explanation.by_meaning,
        "by words": explanation.by_words,
        "merged": explanation.found,
    }
    if explanation.ranked != explanation.found:
        rankings["reranked" if explanation.is_reranked else "weighed"] = explanation.ranked
    for name, candidates in rankings.items():
        places = (rank_of(candidate.round.round_id, explanation.found) for candidate in candidates[:SHOWN])
        more = " …" if len(candidates) > SHOWN else ""
        screen.line(f"{name:<11} ", " ".join(f"{place}" for place in places) + more or "none")


@dataclass(frozen=True, slots=True)
class _Row:
    """One candidate as the table shows it."""

    place: int
    found: Candidate
    ranked: Candidate | None
    rank: int | None
    excerpt: Excerpt | None

    def signal(self, name: str) -> str:
        # What was merged is shown as it was merged: joining scales rrf.
        source = self.found if name == "rrf" or self.ranked is None else self.ranked
        value = source.signals.get(name)
        if value is None:
            return ""
        return f"{value:.4f}" if name == "rrf" else f"{value:.2f}"

    def shown(self) -> str:
        """Say how much of it the reader saw: its tokens, and if it was cut."""
        if self.excerpt is None:
            return "left out"
        cut = any(self.excerpt.is_cut(role) for role in Role)
        return f"{self.excerpt.tokens}{' cut' if cut else ''}"


def _show_candidates(screen: Screen, explanation: Explanation) -> None:
    rows = _rows(explanation)[:SHOWN]
    _heading(screen, "Candidates")
    if not rows:
        screen.line("none")
        return
    wide = not screen.is_terminal or screen.console.width >= _WIDE
    columns: dict[str, Callable[[_Row], str]] = {"#no": lambda row: str(row.place)}
    for name, heading in _SIGNALS.items():
        if any(row.signal(name) for row in rows) and (wide or name not in _FINER):
            columns[f"#{heading}"] = lambda row, name=name: row.signal(name)  # type: ignore[misc]
    if explanation.ranked != explanation.found:
        if wide:
            columns["#score"] = lambda row: f"{row.ranked.score:.2f}" if row.ranked else ""
        columns["#then"] = lambda row: str(row.rank or "hidden")
    columns["=tokens"] = _Row.shown
    columns["=said"] = lambda row: f"{row.found.round.said_at:%Y-%m-%d}"
    if not screen.is_terminal:
        columns["=round"] = lambda row: row.found.round.round_id
    cells = [[name.lstrip("#=") for name in columns], *([of(row) for of in columns.values()] for row in rows)]
    taken = sum(max(map(len, column)) + _GAP for column in zip(*cells, strict=True))
    room = screen.console.width - taken - _GAP - 1
    text_width = min(room, _TEXT_WIDTH) if screen.is_terminal and room >= _LEAST else _TEXT_WIDTH
    texts = (one_line(_said(row.found), text_width) for row in rows)
    screen.table(
        [*columns, "text"],
        ([*shown, text] for shown, text in zip(cells[1:], texts, strict=True)),
        always_headed=True,
    )
    if (more := len(explanation.found) - len(rows)) > 0:
        screen.line((f"{more} more (--json has them all)", "dim"))


def _rows(explanation: Explanation) -> list[_Row]:
    ranked = {candidate.round.round_id: candidate for candidate in explanation.ranked}
    excerpts = {excerpt.round.round_id: excerpt for excerpt in explanation.packed}
    return [
        _Row(
            place,
            found,
            ranked.get(found.round.round_id),
            rank_of(found.round.round_id, explanation.ranked),
            excerpts.get(found.round.round_id),
        )
        for place, found in enumerate(explanation.found, start=1)
    ]


def _reranking(explanation: Explanation) -> str:
    """Say what the model's scores changed; the moves of what ended up first are enough."""
    if not explanation.is_reranked:
        reason = (
            "fast mode, a clear lead, or no answer from its model" if explanation.calls else "no chat model"
        )
        return f"Reranking: none ({reason})"
    moves = [
        (rank_of(candidate.round.round_id, explanation.found), place)
        for place, candidate in enumerate(explanation.ranked, start=1)
    ]
    moved = [f"{before} to {after}" for before, after in moves if before != after]
    if not moved:
        return "Reranking: it changed nothing"
    more = f", and {len(moved) - _MOVES} more" if len(moved) > _MOVES else ""
    return f"Reranking: {len(moved)} moved: {', '.join(moved[:_MOVES])}{more}"


def _packing(explanation: Explanation) -> str:
    packed, found = explanation.packed, len(explanation.ranked)
    cut = sum(any(excerpt.is_cut(role) for role in Role) for excerpt in packed)
    tokens = sum(excerpt.tokens for excerpt in packed)
    return (
        f"Packing: the reader saw {len(packed)} of {found}, {tokens:,} tokens; "
        f"{cut} of them cut, {found - len(packed)} left out"
    )


def _show_edges(screen: Screen, explanation: Explanation) -> None:
    """Print how the records of the cited rounds bear on others; nothing where none does."""
    edges = edges_behind(explanation.answer.evidence, explanation.ledger)
    if not edges:
        return
    _heading(screen, "Relations")
    show_edges(screen, edges[:SHOWN], explanation.ledger.records)
    if (more := len(edges) - SHOWN) > 0:
        screen.line((f"{more} more (--json has them all)", "dim"))


def _show_passages(screen: Screen, explanation: Explanation) -> None:
    """Print the passages of documents that the reader saw; nothing where there were none."""
    if not explanation.passages:
        return
    cited = {(quoted.document_id, quoted.quote) for quoted in explanation.answer.documents}
    _heading(screen, "Documents")
    rows = [
        (
            *(f"{found.signals[name]:.2f}" if name in found.signals else "" for name in _OF_PASSAGES),
            "cited" if any(_cites(found, *quoted) for quoted in cited) else "",
            one_line(written_source(found.passage)),
            one_line(found.passage.text, _TEXT_WIDTH),
        )
        for found in explanation.passages
    ]
    columns = (*(f"#{heading}" for heading in _OF_PASSAGES.values()), "=answer", "document", "text")
    screen.table(columns, rows, always_headed=True)


def _cites(found: FoundPassage, document_id: str, quote: str) -> bool:
    return found.passage.document_id == document_id and quote in found.passage.text


def show_calls(screen: Screen, calls: Iterable[Call]) -> None:
    """Print the calls of chat models, in the order in which they ended; nothing where there were none."""
    rows = [
        (
            call.stage,
            call.model,
            f"{call.input_tokens:,}",
            f"{call.output_tokens:,}",
            "" if call.cost is None else f"{call.cost:.6f}",
            f"{call.ms:.0f}",
            "failed" if call.failed else "cut off" if call.cut else "from the cache" if call.cached else "",
        )
        for call in calls
    ]
    if not rows:
        return
    _heading(screen, "Calls")
    screen.table(("=step", "model", "#in", "#out", "#cost", "#ms", "remark"), rows, always_headed=True)


def _said(candidate: Candidate) -> str:
    return "  ↳ ".join(turn.content for turn in candidate.round.turns)


def show_why_not(screen: Screen, followed: WhyNot) -> None:
    """Print in a sentence or two at which step a round was lost, and then its ranks."""
    screen.text(_sentences(followed), "bold")
    ranks = (
        ("by meaning", followed.dense_rank, "not ranked"),
        ("by words", followed.bm25_rank, "shares no word with the question"),
        ("merged", followed.found_rank, "not among those found"),
        ("in the end", followed.ranked_rank, "not among those ranked"),
    )
    screen.line()
    screen.table(("rank", "place"), ((name, str(rank) if rank else missing) for name, rank, missing in ranks))


def _sentences(followed: WhyNot) -> str:
    explanation = followed.explanation
    if followed.lost_at is LostAt.NOWHERE:
        return "It was not lost: the answer cites it."
    if followed.lost_at is LostAt.ANSWER:
        return "Lost in the answer: a note was taken of it, but the answer does not cite it."
    if followed.lost_at is LostAt.READ:
        return "Lost in reading: the reader saw it, and took no note of it."
    if followed.lost_at is LostAt.PACK:
        return (
            f"Lost in packing: at rank {followed.ranked_rank} of {len(explanation.ranked)} it did not fit"
            " the tokens that the reader is given (DAYBOOK_CONTEXT_BUDGET)."
        )
    if followed.found_rank is not None:
        return "Lost after the search: something later superseded it (option superseded)."
    return (
        f"Lost in the search: no ranking held it among the {len(explanation.found)} rounds that were found"
        " (option search_limit)."
    )
