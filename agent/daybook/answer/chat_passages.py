"""Passages of documents that bear on a chat message, and which of their words a reply took."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice

from daybook.answer.model_input import passage_line
from daybook.conversation import DocumentEvidence, FoundPassage
from daybook.conversation.language import Analyzer
from daybook.retrieve.token_counter import TokenCounter
from daybook_prompts import JsonValue, as_data

KIND = "document"
"""What the line of a passage has as its "kind"."""
MAX_PASSAGES = 3
"""Put before a model that replies in chat."""
LEAST_COSINE = 0.4
"""From which on a passage is put before a model that replies."""
_SHARE, _FEWEST = 0.5, 2
"""Of a sentence's own words that a reply has to say for resting on it, and how many at least."""


@dataclass(frozen=True, slots=True, eq=False)
class DocumentItem:
    """A passage that is put before the model."""

    found: FoundPassage
    line: Mapping[str, JsonValue] = field(default_factory=dict)
    """As the model gets it."""


def passages_within(
    found: Sequence[FoundPassage], budget: int, count_tokens: TokenCounter
) -> tuple[tuple[DocumentItem, ...], int]:
    """Choose of the passages found those near to a message, best first, and count the tokens they take."""
    items = list[DocumentItem]()
    near = (passage for passage in found if passage.signals.get("dense", 0.0) >= LEAST_COSINE)
    left = budget
    for passage in islice(near, MAX_PASSAGES):
        item = DocumentItem(passage, {"kind": KIND, **passage_line(passage.passage)})
        cost = count_tokens(as_data(item.line))
        if cost > left:
            break
        items.append(item)
        left -= cost
    return tuple(items), budget - left


def cited_in(
    reply: str,
    items: Sequence[DocumentItem],
    conversation: Sequence[str],
    analyzer: Analyzer,
) -> tuple[DocumentEvidence, ...]:
    """Cite what a reply took from passages: those whose words it says.

    The sentence that shares most words with the reply is cited. What stands in the conversation is not from a
    document.
    """
    words = analyzer.words
    said, known = set(words(reply)), set(words(" ".join(conversation)))
    found = []
    for item in items:
        text = item.found.passage.text
        sentences = [text[start:stop] for start, stop in analyzer.sentences(text)] or [text]
        best = max(sentences, key=lambda sentence: len(set(words(sentence)) & said))
        own = set(words(best)) - known
        if len(own & said) >= max(_FEWEST, _SHARE * len(own)):
            found.append(item.found.cited(best))
    return tuple(dict.fromkeys(found))
