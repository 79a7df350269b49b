"""Which passages of a long text are shown where there is no room for all of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence, Set

from agent.conversation import Span
from agent.conversation.sentences import sentence_spans
from agent.retrieve.tokens import TokenCounter

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
    sentences = sentence_spans(text)
    kept: set[int] = set()
    for place in _best_first(text, sentences, matches, relevance):
        cost = count_tokens(text[slice(*sentences[place])])
        if kept and cost > room:
            break
        kept.add(place)
        room -= cost
    return _joined(sentences, kept)


def _best_first(
    text: str, sentences: Sequence[Stretch], matches: Sequence[Span], relevance: Relevance
) -> Iterator[int]:
    """Yield the places of all sentences of the windows, each once, in the order of their merit."""
    seen: set[int] = set()
    for start, stop in [(span.start, span.stop) for span in matches] or [(0, len(text))]:
        inside = [
            place
            for place, sentence in enumerate(sentences)
            if sentence[0] < stop and sentence[1] > start and place not in seen
        ]
        if not inside:
            continue
        seen.update(inside)
        best = max(inside, key=lambda place: relevance(text[slice(*sentences[place])]))
        yield from (place for place in inside if place >= best)
        yield from (place for place in reversed(inside) if place < best)


def _joined(sentences: Sequence[Stretch], kept: Set[int]) -> list[Stretch]:
    """Join neighbours, so that the white space between two sentences that are shown is shown as well."""
    stretches: list[Stretch] = []
    for place in sorted(kept):
        start, stop = sentences[place]
        if place - 1 in kept:
            start, _ = stretches.pop()
        stretches.append((start, stop))
    return stretches
