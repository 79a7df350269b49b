"""All that Daybook knows of the English language. `ENGLISH` is its analyzer.

questions, stand_alone_form (what a question asks); message_intent, constraints and sensitive (what a chat
message wants and tells); timex/ (time expressions); authors, voices (whose words they are); sentences, noun
phrases, words. No other room imports from inside; `MONTH_NAMES`, `written_date` and `time_in` are for the
pages and the terminal, which speak English.

A function is imported when it is first called: their patterns take a fifth of a second to compile, for which
whoever only lists what is stored should not wait.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from functools import cache
from importlib import import_module
from typing import Any

from daybook.conversation import TimeRange, Turn, both_ends
from daybook.conversation.language import (
    Analyzer,
    ConstraintCue,
    Examples,
    MessageReading,
    QuestionReading,
    StandAlone,
)
from daybook.text.english.sentences import sentence_spans
from daybook.text.english.word_tables import MONTH_NAMES as MONTH_NAMES, written_date as written_date
from daybook.text.english.words import words_of

MAX_READ = 2_000
"""Characters of a message or a question that rules read, half at either end: it bounds their cost."""
_ABOUT_DIALOGUES = "answer answered assistant claim claimed correct disputed reply said user wrong"
"""Words that a rewriting may add when it marks what the user disputes."""


def _lazy(module: str, name: str, most: int | None = None) -> Callable[..., Any]:
    """Make a function that imports another of this room when it is first called.

    Of a text of more than `most` characters it is given the beginning.
    """

    @cache
    def imported() -> Callable[..., Any]:
        function: Callable[..., Any] = getattr(import_module(f"daybook.text.english.{module}"), name)
        return function

    return lambda text, *more: imported()(text[:most], *more)


def _read_message(text: str) -> MessageReading:
    import daybook.text.english.message_intent as messages

    is_whole, text = len(text) <= MAX_READ, both_ends(text, MAX_READ)
    return MessageReading(
        request=messages.request_of(text),
        asks=messages.asks(text),
        only_asks=is_whole and messages.only_asks(text),
        says_yes=messages.says_yes(text),
        says_no=messages.says_no(text),
        in_first_person=messages.is_in_first_person(text),
    )


def _stand_alone(text: str, dialogue: Sequence[Turn]) -> StandAlone:
    from daybook.text.english.stand_alone_form import leans_on_dialogue, rewrite_by_rules

    if len(text) > MAX_READ:
        return StandAlone(text)
    dialogue = [replace(turn, content=both_ends(turn.content, MAX_READ)) for turn in dialogue]
    reworded = rewrite_by_rules(text, dialogue)
    is_open = bool(dialogue) and reworded == text and leans_on_dialogue(text)
    return StandAlone(reworded, is_open)


def _read_question(text: str, asked_at: datetime) -> QuestionReading:
    from daybook.text.english.questions import asks_before, asks_now, kinds_of, time_range_of

    text = both_ends(text, MAX_READ)
    return QuestionReading(
        kinds_of(text), time_range_of(text, asked_at), asks_now=asks_now(text), asks_before=asks_before(text)
    )


def _constraint_in(sentence: str, own: Callable[[], str]) -> ConstraintCue | None:
    from daybook.text.english.constraints import constraint_cue, may_be_constraint

    is_read = may_be_constraint(sentence[:MAX_READ])
    return constraint_cue(own()[:MAX_READ]) if is_read else None


def _examples() -> Examples:
    from daybook.text.english.constraints import examples_of

    constraints, messages = examples_of("constraints"), examples_of("messages")
    return Examples(constraints["is"], constraints["is_not"], messages["bodily"], messages["other"])


ENGLISH = Analyzer(
    "en",
    words_of,
    sentence_spans,
    length=lambda text: len(text.split()),
    own_words=_lazy("authors", "own_text"),
    authored=_lazy("authors", "authored"),
    works_on_text=_lazy("authors", "works_on_text"),
    only_asks=_lazy("message_intent", "only_asks"),
    read_message=_read_message,
    stand_alone=_stand_alone,
    read_question=_read_question,
    asks_length=_lazy("dates_in_words", "asks_length", MAX_READ),
    time_of=_lazy("timex", "date_of", MAX_READ),
    dates=_lazy("dates_in_words", "relative_dates", MAX_READ),
    asks_of_owner=_lazy("noun_phrases", "asks_of_owner", MAX_READ),
    is_of_another=_lazy("noun_phrases", "is_of_another", MAX_READ),
    constraint_in=_constraint_in,
    may_constrain=_lazy("constraints", "has_signs"),
    sensitive_slot=_lazy("sensitive", "sensitive_kind", MAX_READ),
    dialogue_words=frozenset(words_of(_ABOUT_DIALOGUES)),
    examples=_examples,
)


def time_in(text: str, moment: datetime) -> TimeRange | None:
    """Read a text that is nothing but a time which has begun: "yesterday"; see `timex.time_in`."""
    from daybook.text.english.timex import time_in as read

    return read(text, moment)
