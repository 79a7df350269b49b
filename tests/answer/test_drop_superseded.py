from dataclasses import replace

from daybook.answer import known_block, write_for_model
from daybook.conversation import Excerpt, Note, QuestionKind, Role, Superseded
from daybook.retrieve import drop_superseded, mark_superseded_notes
from daybook.text.english import ENGLISH
from daybook.text.english.reading import read_by_quotes
from tests.answer.histories import asked, excerpt
from tests.ledgers import ledger, moment, moved

BATH, LEEDS = moved()
FALLEN = Superseded(7, 22, "I live in Bath.", moment("2023-03-10"), "rleeds", "I live in Leeds")


def fallen(shown: Excerpt, words: Superseded = FALLEN) -> Excerpt:
    return replace(shown, candidate=replace(shown.candidate, superseded=(words,)))


STALE = fallen(excerpt("rbath", "2023-01-05", "Hello! I live in Bath. It rains a lot.", "Lovely city!"))


NOW = excerpt("rleeds", "2023-03-10", "I live in Leeds.")


def test_a_sentence_that_was_superseded_is_left_out_and_the_rest_is_shown() -> None:
    shown, _ = drop_superseded([STALE, NOW], ENGLISH.analyzer)

    assert [text.strip() for role, text in shown.texts() if role is Role.USER] == [
        "Hello!",
        "It rains a lot.",
    ]
    assert [text for role, text in shown.texts() if role is Role.ASSISTANT] == ["Lovely city!"]


def test_an_excerpt_of_which_nothing_is_left_goes() -> None:
    shown = fallen(excerpt("rbath", "2023-01-05", "I live in Bath."), replace(FALLEN, start=0, stop=15))

    assert drop_superseded([shown, NOW], ENGLISH.analyzer) == [NOW]


def test_words_whose_replacement_is_not_shown_stay() -> None:
    assert drop_superseded([STALE], ENGLISH.analyzer) == [STALE]


def test_words_that_were_declared_wrong_go_whatever_is_shown() -> None:
    wrong = replace(FALLEN, start=0, stop=15, by_round="", by="")
    shown = fallen(excerpt("rbath", "2023-01-05", "I live in Bath."), wrong)

    assert drop_superseded([shown], ENGLISH.analyzer) == []


def test_words_that_were_replaced_in_the_same_breath_stay() -> None:
    shown = fallen(STALE, replace(FALLEN, by_round="rbath"))

    assert drop_superseded([shown], ENGLISH.analyzer) == [shown]


def test_an_excerpt_that_still_holds_stays_as_it_is() -> None:
    shown = excerpt("r1", "2023-01-05", "I like tea.")

    assert drop_superseded([shown], ENGLISH.analyzer) == [shown]


def test_the_present_is_not_answered_with_a_superseded_sentence() -> None:
    question, plan = asked("In which town do I live?", QuestionKind.UPDATE)
    now = excerpt("rleeds", "2023-03-10", "The town where I live is Leeds.", score=0.5)

    reading = read_by_quotes(question, plan, drop_superseded([STALE, now], ENGLISH.analyzer))

    assert "Leeds" in reading.text
    assert "Bath" not in reading.text


def test_a_note_says_that_its_quote_no_longer_holds() -> None:
    note = Note("rbath", "s", moment("2023-01-05"), "I live in Bath", "")
    other = replace(note, quote="It rains a lot.")

    noted = mark_superseded_notes([note, other], {"rbath": [FALLEN]})

    assert [one.superseded for one in noted] == [FALLEN, None]


def test_a_model_reads_when_words_were_superseded() -> None:
    assert '"superseded": [{"words": "I live in Bath.", "on": "2023-03-10", "by": "I live in Leeds"}]' in (
        write_for_model(STALE, ENGLISH.analyzer)
    )


def test_what_is_known_is_written_with_its_dates_and_what_was_before() -> None:
    assert known_block([LEEDS], ledger(BATH, LEEDS)) == [
        {
            "about": "identity.residence",
            "fact": "I live in Leeds",
            "said": "2023-03-10",
            "before": "I live in Bath",
        }
    ]


def test_what_took_a_place_stands_for_both() -> None:
    assert len(known_block([BATH, LEEDS], ledger(BATH, LEEDS))) == 1


def test_what_ended_is_written_with_its_end() -> None:
    ended = replace(BATH, superseded_by="")

    assert known_block([ended], ledger(ended))[0]["until"] == "2023-03-10"
