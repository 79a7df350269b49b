from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pytest

from daybook.conversation import Round, Turn, rounds_of
from daybook.settings import Keying
from daybook.store.keys import FIELDS, SPAN, keys_of
from daybook.store.row_codec import SIDES, WORD, IndexRow, decoded_vectors, hashes_of, index_row
from tests.store.bag_of_words import BagOfWords
from tests.store.conversations import reply, session, user


def round_of(*turns: Turn) -> Round:
    (round_,) = rounds_of(session("a", *turns), "ada")
    return round_


async def row_of(*turns: Turn) -> IndexRow:
    embedder = BagOfWords(dim=8)
    round_ = round_of(*turns)
    keys = keys_of(round_, embedder, Keying.MAX_SIM)
    return index_row(round_, [key for key, _ in keys], await embedder.embed([text for _, text in keys]))


def changed_to(row: IndexRow, values: Mapping[str, object]) -> IndexRow:
    """The row with other values, of whatever type a damaged database gives."""
    return replace(row, **values)  # type: ignore[arg-type]


async def test_a_row_holds_keys_words_and_vectors_of_its_round() -> None:
    row = await row_of(user("Plum jam. I like plum jam best."), reply("Fig."))

    spans = np.frombuffer(row.spans, dtype=SPAN)
    words = np.frombuffer(row.words, dtype=WORD)
    counted = {(int(word), SIDES[side]): count for word, side, count in words.tolist()}
    (plum,), (fig,) = hashes_of("plums"), hashes_of("figs")
    assert [FIELDS[number] for number in spans["field"]] == ["user", "assistant", "statement"]
    assert row.keys == len(spans) == len(decoded_vectors([row.vectors], 8))
    assert (counted[plum, "user"], counted[fig, "assistant"]) == (2, 1)
    assert (fig, "user") not in counted
    assert row.speakers is None


async def test_the_speakers_of_a_row_are_those_of_its_turns() -> None:
    named = await row_of(replace(user("Plum."), speaker="Ada"), reply("Fig."))

    assert named.speakers == {"user": "Ada"}


async def test_a_round_of_nothing_has_a_row_of_nothing() -> None:
    row = await row_of(user(" "))

    assert (row.keys, row.spans, row.words, row.vectors) == (0, b"", b"", b"")
    assert decoded_vectors([row.vectors], 8).shape == (0, 8)


async def test_a_round_of_marks_only_has_keys_and_no_words() -> None:
    row = await row_of(user("?!"))

    assert (row.keys, row.words) == (1, b"")


async def test_a_word_said_more_often_than_can_be_counted_counts_as_often_as_can_be() -> None:
    row = index_row(round_of(user("plum " * 70_000)), [], np.zeros((0, 8), dtype=np.float32))

    assert np.frombuffer(row.words, dtype=WORD)["count"].tolist() == [65_535]


def test_words_are_hashed_alike_everywhere() -> None:
    # printf plum | b2sum -l 64
    assert [number.to_bytes(8, "little").hex() for number in hashes_of("Plums, a plum")] == [
        "319c895e61e422e6"
    ]


async def test_the_checksum_notices_every_changed_byte() -> None:
    row = await row_of(user("Plum jam."), reply("Fig."))

    for column in ("spans", "words", "vectors"):
        content = getattr(row, column)
        for place in range(len(content)):
            changed = bytearray(content)
            changed[place] ^= 1 << place % 8
            assert changed_to(row, {column: bytes(changed)}).checksum != row.checksum
        assert changed_to(row, {column: content[:-1]}).checksum != row.checksum


@pytest.mark.parametrize(
    "change",
    [{"round_id": "r1"}, {"keys": 1}, {"speakers": {"user": "Ada"}}, {"speakers": ["user"]}, {"speakers": 5}],
)
async def test_the_checksum_notices_other_values_of_whatever_type(change: dict[str, object]) -> None:
    row = await row_of(user("Plum jam."), reply("Fig."))

    assert changed_to(row, change).checksum != row.checksum


async def test_the_checksum_is_the_same_whatever_the_order_in_which_speakers_are_read() -> None:
    row = await row_of(replace(user("Plum."), speaker="Ada \ud800"), replace(reply("Fig."), speaker="Ben"))

    turned = {"assistant": "Ben", "user": "Ada \ud800"}

    assert row.speakers == turned
    assert list(row.speakers) != list(turned)
    assert replace(row, speakers=turned).checksum == row.checksum
