"""Windows by word pieces, and by characters: they cover a text, in order, and each fits."""

from functools import cache

from hypothesis import given, settings, strategies as st

from daybook.models.embedding.embedder import character_windows
from daybook.models.embedding.minilm import WordPieces

words = st.text(alphabet=st.sampled_from("aeo éß生한\n\t .,!?-'[]#\0\u0301\ud800😀Zſİ"), max_size=40)
texts = st.builds(lambda parts, times: "".join(parts) * times, st.lists(words), st.integers(1, 40))


@cache
def pieces() -> WordPieces:
    return WordPieces.load()


def uncovered(text: str, spans: list[tuple[int, int]]) -> str:
    edges = [0, *(edge for span in spans for edge in span), len(text)]
    return "".join(text[left:right] for left, right in zip(edges[::2], edges[1::2], strict=True))


@settings(max_examples=150)
@given(texts)
def test_windows_cover_all_but_white_space_in_order_and_fit(text: str) -> None:
    spans = pieces().windows(text)

    assert [edge for span in spans for edge in span] == sorted(edge for span in spans for edge in span)
    assert all(start < stop for start, stop in spans)
    assert uncovered(text, spans).strip() == ""
    untruncated = [pieces()._tokenizer.encode(text[a:b].replace("\ud800", "\ufffd")).ids for a, b in spans]
    assert all(len(ids) <= 256 for ids in untruncated)


def test_a_text_that_fits_is_one_window_without_the_space_around_it() -> None:
    assert pieces().windows("  hello there \n") == [(2, 13)]


def test_254_words_fit_and_255_do_not() -> None:
    assert pieces().windows("dog " * 254) == [(0, 254 * 4 - 1)]
    assert pieces().windows("dog " * 255) == [(0, 254 * 4 - 1), (254 * 4, 255 * 4 - 1)]


def test_a_window_ends_with_the_last_sentence_that_ends_in_its_last_quarter() -> None:
    text = "dog " * 219 + "dog. " + "cat " * 100  # the sentence is 221 pieces, 220 words

    assert pieces().windows(text)[0] == (0, 220 * 4)


def test_a_special_token_in_a_text_is_only_words() -> None:
    assert len(pieces().ids("[SEP]")) == len("[ sep ]".split()) + 2


def test_what_exceeds_a_window_is_left_out() -> None:
    ids = pieces().ids("dog " * 500)

    assert (len(ids), ids[0], ids[-1]) == (256, 101, 102)


@given(texts, st.integers(1, 60))
def test_windows_by_characters_cover_all_but_white_space_in_order_and_fit(text: str, size: int) -> None:
    spans = character_windows(text, size)

    assert [edge for span in spans for edge in span] == sorted(edge for span in spans for edge in span)
    assert uncovered(text, spans).strip() == ""
    assert all(0 < stop - start <= size for start, stop in spans)


def test_windows_by_characters_end_at_white_space_of_their_second_half() -> None:
    assert character_windows("one two three", 9) == [(0, 7), (8, 13)]
    assert character_windows("a " + "b" * 8, 6) == [(0, 6), (6, 10)]
