"""Cuts a long text to the sentences that match the question best."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence, Set

from daybook.conversation import Span
from daybook.english.sentences import sentence_spans
from daybook.retrieve.tokens import TokenCounter

Stretch = tuple[int, int]
"""Characters of a text, start in and stop out."""

Relevance = Callable[[str], float]
"""How much a sentence has to do with the question; 0 for nothing."""


def cut_to_matches(
    text: str, matches: Sequence[Span], *, room: int, count_tokens: TokenCounter, relevance: Relevance
) -> list[Stretch]:
    """Keep of a text what bears most on a question, in whole sentences.

    A passage begins with the most relevant sentence of the best window (the first of equals) and
    grows to the end of the window, then to its start; what room is left goes to the next window.

    Args:
        text: one side of a round.
        matches: its windows, best first; without any the whole text is the window.
        room: tokens to fill; the first sentence is kept even where it alone takes more.
        count_tokens: the counter of tokens.
        relevance: judges sentences.

    Returns:
        Stretches in the order of the text, none touching another; none for a blank text.
    """
    kept: set[Stretch] = set()
    for sentence in _best_first(text, matches, relevance):
        cost = count_tokens(text[slice(*sentence)])
        if kept and cost > room:
            break
        kept.add(sentence)
        room -= cost
    return _joined(text, kept)


def _best_first(text: str, matches: Sequence[Span], relevance: Relevance) -> Iterator[Stretch]:
    """Yield the sentences of the windows, each once, in the order of their merit."""
    seen: set[Stretch] = set()
    for start, stop in [(span.start, span.stop) for span in matches] or [(0, len(text))]:
        inside = [sentence for sentence in _sentences(text, start, stop) if sentence not in seen]
        if not inside:
            continue
        seen.update(inside)
        scores = [relevance(text[slice(*sentence)]) for sentence in inside]
        best = scores.index(max(scores))
        yield from inside[best:]
        yield from reversed(inside[:best])


def _sentences(text: str, start: int, stop: int) -> list[Stretch]:
    """List the sentences that touch a window; only its paragraphs are read, which no sentence leaves."""
    first = text.rfind("\n\n", 0, start) + 1
    end = text.find("\n\n", stop)
    paragraphs = text[first : len(text) if end < 0 else end]
    spans = [(first + begin, first + finish) for begin, finish in sentence_spans(paragraphs)]
    return [(begin, finish) for begin, finish in spans if begin < stop and finish > start]


def _joined(text: str, kept: Set[Stretch]) -> list[Stretch]:
    """Join neighbours, so that the white space between two sentences that are shown is shown as well."""
    stretches: list[Stretch] = []
    for start, stop in sorted(kept):
        if stretches and not text[stretches[-1][1] : start].strip():
            start, _ = stretches.pop()
        stretches.append((start, stop))
    return stretches
