"""Passages: under one heading, on one page, short enough for the embedder, and word for word."""

from daybook.conversation import Passage
from daybook.documents.chunk import SIZE, passages_of
from daybook.documents.convert.text_blocks import Block
from daybook.text.english import ENGLISH


def words(text: str) -> int:
    return len(text.split())


def windows(text: str, most: int = 250) -> list[tuple[int, int]]:
    """Cut a text at spaces, into stretches of so many words."""
    parts, start = text.split(" "), 0
    spans = []
    for first in range(0, len(parts), most):
        length = len(" ".join(parts[first : first + most]))
        spans.append((start, start + length))
        start += length + 1
    return spans


SENTENCES = ENGLISH.sentences


def cut(*blocks: Block) -> list[Passage]:
    return passages_of(
        blocks, document_id="k1", title="Rules", windows=windows, count_tokens=words, sentences=SENTENCES
    )


def sentence(name: str, length: int) -> str:
    return f"{name.capitalize()}{' word' * (length - 1)}."


def test_paragraphs_are_joined_under_their_headings_and_no_further() -> None:
    found = cut(
        Block("Before."),
        Block("Rules", level=1),
        Block("One."),
        Block("Two."),
        Block("Winter", level=2),
        Block("Three."),
        Block("Fees", level=1),
        Block("Four."),
    )

    assert [(one.position, one.heading, one.text) for one in found] == [
        (0, "", "Before."),
        (1, "Rules", "One.\n\nTwo."),
        (2, "Rules › Winter", "Three."),
        (3, "Fees", "Four."),
    ]
    assert {(one.document_id, one.title, one.page) for one in found} == {("k1", "Rules", None)}


def test_a_passage_is_of_one_page() -> None:
    found = cut(Block("One.", 1), Block("Two.", 1), Block("Three.", 2))

    assert [(one.page, one.text) for one in found] == [(1, "One.\n\nTwo."), (2, "Three.")]


def test_whole_paragraphs_fill_a_passage_up_to_its_size() -> None:
    found = cut(*(Block(sentence(name, 80)) for name in ("a", "b", "c")))

    assert [words(one.text) for one in found] == [160, 80]


def test_a_long_paragraph_is_cut_at_its_sentences_and_loses_no_word() -> None:
    paragraph = " ".join(sentence(name, 90) for name in ("a", "b", "c", "d", "e"))

    found = cut(Block("Short."), Block(paragraph))

    assert all(words(one.text) <= SIZE for one in found)
    assert all(one.text.endswith(".") for one in found)
    assert " ".join(one.text for one in found).split() == ["Short.", *paragraph.split()]


def test_a_sentence_that_no_embedder_reads_whole_is_cut_as_the_embedder_cuts() -> None:
    found = cut(Block(sentence("a", 600)))

    assert [words(one.text) for one in found] == [250, 250, 100]


def test_a_text_without_a_space_is_cut_without_being_counted() -> None:
    def count(text: str) -> int:
        assert len(text) <= 10_000
        return words(text)

    found = passages_of(
        [Block("x" * 50_000)],
        document_id="k1",
        title="",
        windows=lambda text: [(0, 30_000), (30_000, 50_000)],
        count_tokens=count,
        sentences=SENTENCES,
    )

    assert [len(one.text) for one in found] == [30_000, 20_000]


def test_a_table_is_whole_where_the_embedder_reads_it_whole_and_else_cut_at_its_rows() -> None:
    fits = "\n".join("| " + " ".join(["cell"] * 20) + " |" for _ in range(11))
    longer = "\n".join("| " + " ".join(["cell"] * 20) + " |" for _ in range(30))

    (whole,), rows = cut(Block(fits, whole=True)), cut(Block(longer, whole=True))

    assert whole.text == fits
    assert len(rows) > 1
    assert "\n".join(one.text for one in rows) == longer


def test_a_heading_under_which_nothing_stands_is_found_as_well() -> None:
    found = cut(
        Block("Rules", level=1),
        Block("Closed on Mondays", level=2),
        Block("Fees", level=2),
        Block("Last", level=1),
    )

    assert [(one.heading, one.text) for one in found] == [
        ("Rules", "Closed on Mondays"),
        ("Rules", "Fees"),
        ("", "Last"),
    ]
