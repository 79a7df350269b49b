"""Answers, and what a search found, for a reader."""

import re
from collections.abc import Mapping

from daybook.conversation import (
    Answer,
    Candidate,
    DocumentEvidence,
    Note,
    Passage,
    RetrievalPlan,
    TimeRange,
    Turn,
    Usage,
    below_title,
    shown_page,
)
from daybook.conversation.language import Analyzer
from daybook.interfaces.rendering.live import STEPS
from daybook.interfaces.rendering.memory_output import show_rounds
from daybook.interfaces.rendering.safe import one_line, without_emphasis
from daybook.interfaces.rendering.screen import Screen
from daybook.library.results import SearchResult, matching_passage

_QUOTE_WIDTH = 160
_WORD = re.compile(r"\w[\w'\u2019-]*")
_BRACKETED = re.compile(r" ?\[[^\[\]\n]*+\]")
_BLOCK_WIDTH = 300
"""Characters of the quote that stands for an answer in short."""
_WINDOW, _LONGEST_WINDOW = 200, 400
"""Characters that are filled with whole sentences around the best match; of one longer sentence, at most."""


def show_answer(screen: Screen, answer: Answer, analyzer: Analyzer, *, whole: bool = False) -> None:
    """Print an answer, with its evidence where its text does not quote it; the question's words are coloured.

    `whole` prints all the evidence with its sessions.
    """
    screen.text(
        without_emphasis(answer.text),
        "yellow" if answer.not_known else "",
        lit=matched_words(answer.text, answer.plan.question, analyzer),
    )
    _show_evidence(screen, answer, whole=whole)
    show_degraded(screen, answer.degraded_reasons)
    show_usage(screen, answer.usage)


def matched_words(text: str, question: str, analyzer: Analyzer) -> list[str]:
    """List the words of a text that the question has too, by stem, as they are written."""
    asked = set(analyzer.words(question))
    words = dict.fromkeys(_WORD.findall(text))
    return [word for word in words if not asked.isdisjoint(analyzer.words(word))]


def show_in_short(screen: Screen, answer: Answer, analyzer: Analyzer) -> None:
    """Print the first paragraph of an answer; of quotes, the first, and of how many rounds the others are."""
    said, *blocks = without_emphasis(answer.text).split("\n\n")
    screen.text(said, "yellow" if answer.not_known else "bold")
    if said.endswith(":") and blocks:
        head, _, words = blocks[0].partition("\n")
        quote = f"{head} {one_line(words, _BLOCK_WIDTH)}"
        screen.text(quote, lit=matched_words(quote, answer.plan.question, analyzer))
        if not {"\n", "”"} & set(blocks[-1]):
            screen.line(blocks[-1])
        if more := len({item.round_id for item in answer.evidence}) + len(answer.documents) - 1:
            screen.line((f"and {more} more", "dim"))
    show_degraded(screen, answer.degraded_reasons)
    show_usage(screen, answer.usage)


def show_degraded(screen: Screen, reasons: Mapping[str, str]) -> None:
    """Print which steps were done without their model, each reason once: a server may be away for all."""
    for reason in dict.fromkeys(reasons.values()):
        done = ", ".join(STEPS.get(step, step) for step, its in reasons.items() if its == reason)
        screen.line((f"done without a model: {done} ({one_line(reason)})", "yellow"))


def show_usage(screen: Screen, usage: Usage) -> None:
    """Print what was sent to chat models and came, in one line; nothing where none was called."""
    if not usage.calls:
        return
    parts = [
        f"{usage.calls:,} {'call' if usage.calls == 1 else 'calls'}",
        f"{usage.input_tokens + usage.output_tokens:,} tokens",
    ]
    screen.line((", ".join(parts), "dim"))


def _show_evidence(screen: Screen, answer: Answer, *, whole: bool) -> None:
    """Print the citations that the text of an answer does not quote, or all of them."""
    said = [(f"{item.said_at:%Y-%m-%d}", item.session_id, item.quote) for item in answer.evidence]
    read = [("", one_line(written_source(item)), item.quote) for item in answer.documents]
    cited = [row for row in (*said, *read) if whole or not _quotes(answer.text, row[2])]
    if cited:
        screen.heading("Evidence")
        rows = ((day, source, _quoted(quote, screen)) for day, source, quote in cited)
        screen.table(("=said", "where", "quote"), rows)


def _quotes(text: str, quote: str) -> bool:
    """True if a text has the words of a quote, whatever dates it resolves in brackets between them."""
    shown, words = (_BRACKETED.sub("", without_emphasis(part)) for part in (text, quote))
    return words in shown


def written_source(cited: Passage | DocumentEvidence) -> str:
    """Name the document of a passage or a citation, with heading and page where it has them."""
    page = "" if cited.page is None else f"page {shown_page(cited.page, cited.page_label)}"
    return ", ".join(part for part in (cited.title, below_title(cited.heading, cited.title), page) if part)


def cites(quoted: DocumentEvidence, passage: Passage) -> bool:
    """True if a citation is of this passage."""
    return quoted.document_id == passage.document_id and quoted.quote in passage.text


def show_notes(screen: Screen, notes: tuple[Note, ...]) -> None:
    """Print what was taken from each round."""
    screen.line(("Notes", "cyan"))
    if not notes:
        screen.line("none: nothing that was said bears on it")
        return
    rows = (
        (f"{note.said_at:%Y-%m-%d}", note.role.value, _quoted(note.quote, screen), note.text)
        for note in notes
    )
    screen.table(("=said", "=by", "quote", "note"), rows)


def show_plan(screen: Screen, plan: RetrievalPlan) -> None:
    """Print what a question became."""
    kinds = ", ".join(f"{kind} {sure:.2f}" for kind, sure in plan.kinds.items())
    named = [
        ("question", plan.question),
        ("kinds", kinds or "none in particular"),
        *(("also as", phrasing) for phrasing in plan.phrasings if phrasing != plan.question),
        ("said", _period(plan.time_range)),
        ("disputed", plan.disputed),
    ]
    for name, value in named:
        if value or name == "question":
            screen.line((f"{name:<11}", "cyan"), one_line(value))


def show_timings(screen: Screen, timings: Mapping[str, float]) -> None:
    """Print the milliseconds of the steps in one line."""
    steps = "  ".join(f"{step} {spent:.1f}" for step, spent in timings.items() if spent >= 0.1)
    if steps:
        screen.line((f"ms: {steps}", "dim"))


def _period(period: TimeRange | None) -> str:
    if period is None:
        return ""
    start = f"{period.start:%Y-%m-%d %H:%M}" if period.start else "ever"
    end = f"{period.end:%Y-%m-%d %H:%M}" if period.end else "any time"
    return f"from {start} until {end}"


def _quoted(quote: str, screen: Screen) -> str:
    return f"“{one_line(quote, _QUOTE_WIDTH)}”" if screen.is_terminal else one_line(quote)


def show_found(screen: Screen, found: SearchResult, analyzer: Analyzer, *, full: bool = False) -> None:
    """Print what a search found, best first: of each round the matching window, or all of it."""
    if not found.candidates:
        screen.line("nothing found")
        return
    if full:
        show_rounds(screen, (candidate.round for candidate in found.candidates))
        return
    for candidate in found.candidates:
        round_ = candidate.round
        window = one_line(_matching_window(candidate, found.plan.question, analyzer), _LONGEST_WINDOW)
        day, session = f"{round_.said_at:%Y-%m-%d}", one_line(round_.session_id)
        columns = (f"{candidate.score:.4f}", day, round_.round_id, session)
        if screen.is_terminal:  # ids leave a window no room beside them
            screen.line(("  ".join(columns), "cyan"))
            screen.text(window, indent=2)
        else:
            screen.line("\t".join((*columns, window)))


def _matching_window(candidate: Candidate, question: str, analyzer: Analyzer) -> str:
    """Cut a round to the sentences around its best match, or to the turn that shares most words."""
    asked, best = set(analyzer.words(question)), candidate.matches[:1]

    def rank(turn: Turn) -> tuple[bool, int]:
        is_best = bool(best) and turn.role is best[0].role
        return is_best, len(asked.intersection(analyzer.words(turn.content)))

    turn = max(candidate.round.turns, key=rank)
    return matching_passage(candidate, turn.role, best, question, _WINDOW, analyzer)
