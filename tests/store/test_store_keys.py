from daybook.conversation import Role, Round, Turn, rounds_of
from daybook.settings import Keying
from daybook.store.keys import both_text, keys_of, searchable, statements_of
from tests.store.bag_of_words import BagOfWords
from tests.store.conversations import reply, session, user
from tests.store.indexed import words_of_rounds


def _round(*turns: Turn) -> Round:
    (round_,) = rounds_of(session("a", *turns), "ada")
    return round_


def test_fields_are_keyed_apart_or_together() -> None:
    round_ = _round(user("Any jam?"), reply("Plum."))

    apart = keys_of(round_, BagOfWords(), Keying.MAX_SIM)
    together = keys_of(round_, BagOfWords(), Keying.CONCAT)

    assert [(key.field, text) for key, text in apart] == [("user", "Any jam?"), ("assistant", "Plum.")]
    assert [(key.field, key.stop, text) for key, text in together] == [("both", 14, "Any jam?\nPlum.")]
    assert both_text(round_) == "Any jam?\nPlum."


def test_each_statement_of_the_user_is_a_key_of_its_own() -> None:
    said = "Which jam is best? By the way, I moved to Lund. Thank you!"
    round_ = _round(user(said), reply("Plum. It is the best."))

    keys = keys_of(round_, BagOfWords(), Keying.MAX_SIM)

    assert [(key.field, text) for key, text in keys] == [
        ("user", said),
        ("assistant", "Plum. It is the best."),
        ("statement", "By the way, I moved to Lund."),
    ]
    assert said[keys[2][0].start : keys[2][0].stop] == "By the way, I moved to Lund."


def test_a_single_sentence_and_a_pasted_text_have_no_statements() -> None:
    assert statements_of("I moved to Lund.") == []
    assert statements_of("I moved to Lund. I like it. " * 9) == []
    assert len(statements_of("I moved to Lund. I like it. " * 8)) == 16


def test_a_blank_round_has_no_key() -> None:
    assert keys_of(_round(user("  \n ")), BagOfWords(), Keying.MAX_SIM) == []


def test_a_message_that_only_asked_memory_is_no_key() -> None:
    asked = Turn(Role.USER, "Which cat do I have?", sources=())

    assert searchable(_round(asked, reply("Miso.", sources=("r1",)))) == {}


def test_a_message_to_which_a_reply_took_something_from_memory_is_a_key() -> None:
    said = "Can you suggest a snack?"

    assert searchable(_round(user(said), reply("Hummus.", sources=("r1",)))) == {"user": said}


def test_a_question_that_the_assistant_answered_itself_is_a_key() -> None:
    assert searchable(_round(user("Which jam?"), reply("Plum."))) == {
        "user": "Which jam?",
        "assistant": "Plum.",
    }


def test_a_users_turn_that_came_out_of_memory_is_no_key() -> None:
    turn = Turn(Role.USER, "I like figs.", sources=("r1",))

    assert searchable(_round(turn, reply("Good."))) == {"assistant": "Good."}


def test_a_secret_is_neither_embedded_nor_a_word_to_be_found_by_and_spans_stay_those_of_what_was_said() -> (
    None
):
    said = "The PIN is 4821. I keep it in the blue tin."
    round_ = _round(user(said))

    keys = keys_of(round_, BagOfWords(), Keying.MAX_SIM)

    assert searchable(round_) == {"user": "The PIN is \u2588\u2588\u2588\u2588. I keep it in the blue tin."}
    assert not any("4821" in text for _, text in keys)
    assert said[keys[-1][0].start : keys[-1][0].stop] == keys[-1][1] == "I keep it in the blue tin."
    assert words_of_rounds([round_]).search("4821", limit=5) == []
