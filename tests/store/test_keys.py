"""The keys of rounds, and the bytes that rows hold of them."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pytest

from daybook.conversation import Role, Round, Turn, rounds_of
from daybook.settings import Keying
from daybook.store.keys import (
    FIELDS,
    SIDES,
    SPAN,
    WORD,
    IndexRow,
    both_text,
    decoded_vectors,
    hashes_of,
    index_row,
    keys_of,
    searchable,
    statements_of,
)
from daybook.text.english import ENGLISH
from tests.store.bag_of_words import BagOfWords
from tests.store.conversations import reply, session, user
from tests.store.indexed import words_of_rounds

WORDS = ENGLISH.words


def round_of(*turns: Turn) -> Round:
    (round_,) = rounds_of(session("a", *turns), "ada")
    return round_


def test_fields_are_keyed_apart_or_together() -> None:
    round_ = round_of(user("Any jam?"), reply("Plum."))

    apart = keys_of(round_, BagOfWords(), Keying.MAX_SIM, ENGLISH)
    together = keys_of(round_, BagOfWords(), Keying.CONCAT, ENGLISH)

    assert [(key.field, text) for key, text in apart] == [("user", "Any jam?"), ("assistant", "Plum.")]
    assert [(key.field, key.stop, text) for key, text in together] == [("both", 14, "Any jam?\nPlum.")]
    assert both_text(round_) == "Any jam?\nPlum."


class FiveCharacters(BagOfWords):
    """Reads five characters at a time."""

    def windows(self, text: str) -> list[tuple[int, int]]:
        return [(start, min(start + 5, len(text))) for start in range(0, len(text), 5)]


def test_the_first_window_of_a_reply_stands_for_all_of_it_and_people_are_keyed_whole() -> None:
    by_assistant, by_ben = reply("Plum, fig."), replace(reply("Plum, fig."), speaker="Ben")

    def keyed(answer: Turn) -> list[tuple[str, int, int, str]]:
        keys = keys_of(round_of(user("Any jam?"), answer), FiveCharacters(), Keying.MAX_SIM, ENGLISH)
        return [(key.field, key.start, key.stop, text) for key, text in keys]

    asked = [("user", 0, 5, "Any j"), ("user", 5, 8, "am?")]
    assert keyed(by_assistant) == [*asked, ("assistant", 0, 10, "Plum,")]
    assert keyed(by_ben) == [*asked, ("assistant", 0, 5, "Plum,"), ("assistant", 5, 10, " fig.")]


def test_each_statement_of_the_user_is_a_key_of_its_own() -> None:
    said = "Which jam is best? By the way, I moved to Lund. Thank you!"
    round_ = round_of(user(said), reply("Plum. It is the best."))

    keys = keys_of(round_, BagOfWords(), Keying.MAX_SIM, ENGLISH)

    assert [(key.field, text) for key, text in keys] == [
        ("user", said),
        ("assistant", "Plum. It is the best."),
        ("statement", "By the way, I moved to Lund."),
    ]
    assert said[keys[2][0].start : keys[2][0].stop] == "By the way, I moved to Lund."


def test_a_single_sentence_and_a_pasted_text_have_no_statements() -> None:
    assert statements_of("I moved to Lund.", ENGLISH) == []
    assert statements_of("I moved to Lund. I like it. " * 9, ENGLISH) == []
    assert len(statements_of("I moved to Lund. I like it. " * 8, ENGLISH)) == 16


@pytest.mark.parametrize(
    ("asked", "answered", "keys"),
    [
        pytest.param(
            Turn(Role.USER, "Which cat?", sources=()), reply("Miso.", sources=("r1",)), {}, id="asked memory"
        ),
        pytest.param(
            user("A snack?"), reply("Hummus.", sources=("r1",)), {"user": "A snack?"}, id="took from memory"
        ),
        pytest.param(user("Jam?"), reply("Plum."), {"user": "Jam?", "assistant": "Plum."}, id="by itself"),
        pytest.param(
            Turn(Role.USER, "I like figs.", sources=("r1",)),
            reply("Good."),
            {"assistant": "Good."},
            id="out of memory",
        ),
    ],
)
def test_what_only_asked_memory_or_came_out_of_it_is_no_key(
    asked: Turn, answered: Turn, keys: dict[str, str]
) -> None:
    assert searchable(round_of(asked, answered)) == keys


def test_a_secret_is_neither_embedded_nor_a_word_to_be_found_by_and_spans_stay_those_of_what_was_said() -> (
    None
):
    said = "The PIN is 4821. I keep it in the blue tin."
    round_ = round_of(user(said))

    keys = keys_of(round_, BagOfWords(), Keying.MAX_SIM, ENGLISH)

    assert searchable(round_) == {"user": "The PIN is \u2588\u2588\u2588\u2588. I keep it in the blue tin."}
    assert not any("4821" in text for _, text in keys)
    assert said[keys[-1][0].start : keys[-1][0].stop] == keys[-1][1] == "I keep it in the blue tin."
    assert words_of_rounds([round_]).search("4821", limit=5) == []


async def row_of(*turns: Turn) -> IndexRow:
    embedder = BagOfWords(dim=8)
    round_ = round_of(*turns)
    keys = keys_of(round_, embedder, Keying.MAX_SIM, ENGLISH)
    return index_row(
        round_, [key for key, _ in keys], await embedder.embed([text for _, text in keys]), ENGLISH
    )


def changed_to(row: IndexRow, values: Mapping[str, object]) -> IndexRow:
    """The row with other values, of whatever type a damaged database gives."""
    return replace(row, **values)  # type: ignore[arg-type]


async def test_a_row_holds_keys_words_and_vectors_of_itsround_of() -> None:
    row = await row_of(user("Plum jam. I like plum jam best."), reply("Fig."))

    spans = np.frombuffer(row.spans, dtype=SPAN)
    words = np.frombuffer(row.words, dtype=WORD)
    counted = {(int(word), SIDES[side]): count for word, side, count in words.tolist()}
    (plum,), (fig,) = hashes_of(WORDS("plums")), hashes_of(WORDS("figs"))
    assert [FIELDS[number] for number in spans["field"]] == ["user", "assistant", "statement"]
    assert row.keys == len(spans) == len(decoded_vectors([row.vectors], 8))
    assert (counted[plum, "user"], counted[fig, "assistant"]) == (2, 1)
    assert (fig, "user") not in counted
    assert row.speakers is None


def test_words_are_hashed_alike_everywhere() -> None:
    # printf plum | b2sum -l 64
    assert [number.to_bytes(8, "little").hex() for number in hashes_of(WORDS("Plums, a plum"))] == [
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
