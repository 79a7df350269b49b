"""Documents cut into passages: under one heading, on one page, and short enough for one meaning."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from daybook.conversation import BETWEEN_HEADINGS, Passage
from daybook.documents.convert.text_blocks import Block

SIZE = 200
"""Tokens up to which paragraphs are joined: four fifths of the window of the bundled embedder."""
_PARAGRAPH = "\n\n"
_LONG = 10_000
"""Characters from which a text is cut uncounted: counting takes very long where there is no space."""

Windows = Callable[[str], Sequence[tuple[int, int]]]
"""Cuts a text into the stretches that an embedder reads whole."""
Sentences = Callable[[str], Iterable[tuple[int, int]]]
"""Cuts a text into its sentences."""


@dataclass(frozen=True, slots=True)
class _Unit:
    """A piece that is never cut: a paragraph, a sentence of a long one, a line of a long table."""

    text: str
    tokens: int
    before: str
    """The separator from the unit before, if both are in one passage."""


def passages_of(
    blocks: Iterable[Block],
    *,
    document_id: str,
    title: str,
    windows: Windows,
    count_tokens: Callable[[str], int],
    sentences: Sentences,
) -> list[Passage]:
    """Cut a document into passages, word for word but for white space.

    Paragraphs under one heading and on one page are joined up to `SIZE` tokens; a longer one is cut at its
    sentences, a table or block of code at its lines unless the embedder reads it whole. A heading with
    nothing below it is a passage.
    """
    cut = (
        (heading, part[0], text)
        for heading, part in _sections(blocks)
        for text in _texts(part, windows, count_tokens, sentences)
    )
    return [
        Passage(document_id, title, position, heading, first.page, text, first.page_label)
        for position, (heading, first, text) in enumerate(cut)
    ]


def _sections(blocks: Iterable[Block]) -> Iterator[tuple[str, list[Block]]]:
    """Give what stands under one heading and on one page, with the headings above it."""
    headings: list[Block] = []
    part: list[Block] = []
    is_bare = False  # whether nothing has followed the last heading yet
    for block in blocks:
        if part and (block.level or block.page != part[0].page):
            yield _path(headings), part
            part = []
        if not block.level:
            part.append(block)
            is_bare = False
            continue
        if is_bare and block.level <= headings[-1].level:
            yield _path(headings[:-1]), headings[-1:]
        headings = [*(above for above in headings if above.level < block.level), block]
        is_bare = True
    if part:
        yield _path(headings), part
    elif is_bare:
        yield _path(headings[:-1]), headings[-1:]


def _path(headings: Iterable[Block]) -> str:
    return BETWEEN_HEADINGS.join(heading.text for heading in headings)


def _texts(
    blocks: Iterable[Block], windows: Windows, count_tokens: Callable[[str], int], sentences: Sentences
) -> Iterator[str]:
    units: list[_Unit] = []
    for block in blocks:
        for unit in _units(block, windows, count_tokens, sentences):
            if units and sum(other.tokens for other in units) + unit.tokens > SIZE:
                yield from _written(units, windows)
                units = []
            units.append(unit)
    yield from _written(units, windows)


def _units(
    block: Block, windows: Windows, count_tokens: Callable[[str], int], sentences: Sentences
) -> Iterator[_Unit]:
    text = block.text.strip("\n") if block.whole else block.text.strip()
    tokens = _counted(text, count_tokens)
    if tokens <= SIZE or (block.whole and len(text) <= _LONG and len(windows(text)) <= 1):
        yield _Unit(text, tokens, _PARAGRAPH)
        return
    end = None
    for start, stop in _lines(text) if block.whole else sentences(text):
        piece = text[start:stop]
        yield _Unit(piece, _counted(piece, count_tokens), _PARAGRAPH if end is None else text[end:start])
        end = stop


def _counted(text: str, count_tokens: Callable[[str], int]) -> int:
    return count_tokens(text) if len(text) <= _LONG else len(text)


def _lines(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for line in text.splitlines(keepends=True):
        if line.strip():
            yield start, start + len(line.rstrip())
        start += len(line)


def _written(units: Sequence[_Unit], windows: Windows) -> Iterator[str]:
    """Write units as one text; what the embedder would not read whole is cut as it cuts it."""
    if not units:
        return
    text = units[0].text + "".join(unit.before + unit.text for unit in units[1:])
    spans = windows(text)
    if len(spans) <= 1:
        yield text
    else:
        yield from (text[start:stop] for start, stop in spans)
