"""English, as the engine asks for it.

What is asked for seldom is imported when it is asked for: the templates of facts alone compile some hundred
patterns, which only what reads rounds has to pay for.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import cached_property

from daybook.conversation import SLOTS, TimeRange, Turn
from daybook.conversation.authorship import Stretch
from daybook.conversation.language import (
    Analyzer,
    ConstraintCue,
    Examples,
    ForgetRequest,
    MessageReading,
    QuestionReading,
    StandAlone,
    Texts,
)
from daybook.text.english.sentences import sentence_spans
from daybook.text.english.words import words_of

_POSSESSIVE = re.compile(r"(?P<whose>.+?)(?:['’]s|(?<=s)['’])\s+(?P<what>.+)", re.DOTALL)
"""In "sister's phone number": whose, and what of theirs."""
_PRIVATE: Mapping[str, str] = {
    "health": "something about your health",
    "identity": "your address, an official number or an account",
    "money": "your money",
    "faith": "your faith",
    "politics": "your politics",
    "sexuality": "your sexuality",
    "children": "the school or the care of a child",
    "telephone": "a telephone number",
}


def _own_words(text: str) -> str:
    from daybook.text.english.authors import own_text

    return own_text(text)


def _authored(text: str) -> tuple[Stretch, ...]:
    from daybook.text.english.authors import authored

    return authored(text)


def _time_of(text: str, said_at: datetime) -> TimeRange | None:
    from daybook.text.english.timex import date_of

    return date_of(text, said_at)


def _dates(text: str, said_at: datetime) -> list[tuple[int, str]]:
    from daybook.text.english.dates_in_words import relative_dates

    return relative_dates(text, said_at)


def _only_asks(text: str) -> bool:
    from daybook.text.english.message_intent import only_asks

    return only_asks(text)


def _asks_length(question: str) -> bool:
    from daybook.text.english.dates_in_words import asks_length

    return asks_length(question)


def _phrases(text: str) -> list[str]:
    from daybook.text.english.noun_phrases import noun_phrases

    return [phrase.removeprefix("the ").casefold() for phrase in noun_phrases(text)]


def _sensitive_slot(sentence: str) -> str:
    from daybook.text.english.sensitive import sensitive_kind

    return sensitive_kind(sentence)


_ABOUT_DIALOGUES = "answer answered assistant claim claimed correct disputed reply said user wrong"
"""What a rewriting may bring where it marks what the user disputes."""
ANALYZER = Analyzer(
    "en",
    words_of,
    sentence_spans,
    lambda text: len(text.split()),
    lambda sentence: sentence.endswith("?"),
    _own_words,
    _authored,
    _time_of,
    _phrases,
    _dates,
    _only_asks,
    _asks_length,
    _sensitive_slot,
    frozenset(words_of(_ABOUT_DIALOGUES)),
)


def _counted(removed: Mapping[str, int]) -> str:
    parts = [
        f"{count} {name.removesuffix('s') if count == 1 else name}"
        for name in ("rounds", "records", "items")
        if (count := removed.get(name, 0))
    ]
    return " and ".join([", ".join(parts[:-1]), *parts[-1:]] if parts[1:] else parts) or "nothing"


def _examples() -> Examples:
    from daybook.text.english.constraints import examples_of

    constraints, messages = examples_of("constraints"), examples_of("messages")
    return Examples(constraints["is"], constraints["is_not"], messages["bodily"], messages["other"])


def _with_details(request: ForgetRequest) -> ForgetRequest:
    """Say of a request which slots hold what it names, and whose detail that is."""
    named = set(words_of(request.about))
    slots = (slot.name for slot in SLOTS.values() if named.intersection(words_of(slot.attribute)))
    request = replace(request, slots=tuple(slots))
    possessive = _POSSESSIVE.fullmatch(request.about)
    if possessive is None:
        return request
    is_name = words_of(possessive["what"]) == words_of("name")
    wider = _with_details(ForgetRequest(possessive["whose"]))
    return replace(request, detail="" if is_name else possessive["what"], wider=wider)


class English:
    """The rules of English; see `daybook.conversation.language.Language`."""

    @property
    def analyzer(self) -> Analyzer:
        """Its sentences, words and times."""
        return ANALYZER

    @cached_property
    def texts(self) -> Texts:
        """What Daybook says by itself."""
        return Texts(
            noted="Kept.",
            model_failed="The chat model gave no answer just now. What you said is kept.",
            withheld="I keep nothing of that.",
            forget="I would forget {counted} for good: {quotes}. Say yes to do it.",
            forget_wider="“Forget my {about}” would take {counted}.",
            forget_more="{quotes} and {count} more",
            nothing_to_forget="I find nothing that I could forget.",
            nothing_about="I find nothing about “{about}” that I could forget.",
            forgotten="Forgotten for good: {counted}.",
            forgotten_verified="A search of everything that I keep finds nothing of it.",
            forgotten_unverified="Something of it may be left on disk: `daybook doctor` looks.",
            counted=_counted,
            consent=lambda family: (
                f"You mentioned {_PRIVATE.get(family, f'something private ({family})')}. "
                "Shall I remember such things? (yes/no)"
            ),
            consent_given="I shall remember such things, and have read again what you said of them.",
            consent_declined="I keep none of that among what I know of you, and shall not ask again.",
            heed=lambda quote: (
                f"You said “{quote}” Shall I heed that in every conversation from now on? (yes/no)"
            ),
            heeded="I shall heed that in every conversation.",
            not_heeded="I shall not carry that into other conversations, and shall not ask again.",
            examples=_examples,
        )

    def read_message(self, text: str, dialogue: Sequence[Turn] | None = None) -> MessageReading:
        """Read what a message wants; with a dialogue, also as it stands alone."""
        import daybook.text.english.message_intent as messages

        request = messages.request_of(text)
        return MessageReading(
            request=_with_details(request) if isinstance(request, ForgetRequest) else request,
            asks=messages.asks(text),
            only_asks=messages.only_asks(text),
            says_yes=messages.says_yes(text),
            says_no=messages.says_no(text),
            in_first_person=messages.is_in_first_person(text),
            alone=StandAlone(text) if dialogue is None else self._alone(text, dialogue),
        )

    def _alone(self, text: str, dialogue: Sequence[Turn]) -> StandAlone:
        from daybook.text.english.stand_alone_form import disputed_answer, leans_on_dialogue, rewrite_by_rules

        reworded = rewrite_by_rules(text, dialogue)
        is_open = bool(dialogue) and reworded == text and leans_on_dialogue(text)
        return StandAlone(reworded, is_open, disputed_answer(text, dialogue))

    def read_question(self, text: str, asked_at: datetime) -> QuestionReading:
        """Read the kinds of a question and its period."""
        from daybook.text.english.question_kinds import asks_before, asks_now, kinds_of
        from daybook.text.english.question_times import time_range_of

        return QuestionReading(
            kinds_of(text),
            time_range_of(text, asked_at),
            asks_now=asks_now(text),
            asks_before=asks_before(text),
        )

    def constraint_in(self, sentence: str, own: Callable[[], str]) -> ConstraintCue | None:
        """Find an allergy, a diet or a wish that something be left unsaid."""
        from daybook.text.english.constraints import constraint_cue, may_be_constraint

        return constraint_cue(own()) if may_be_constraint(sentence) else None


ENGLISH = English()
"""It holds no state but what it makes once of its tables."""
