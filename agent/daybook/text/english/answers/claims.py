"""What an answer or a reply claims, and whether the words that it rests on hold it."""

import re
from collections.abc import Collection, Iterable, Sequence
from datetime import date
from decimal import Decimal
from itertools import chain, combinations

from daybook.conversation import Evidence
from daybook.conversation.language import AnswerCheck, ModelAnswer
from daybook.text.english.sentences import sentence_spans
from daybook.text.english.word_tables import ONES, TENS
from daybook.text.english.words import words_of

_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_WORD_NUMBER = re.compile(rf"\b(?:({'|'.join(TENS)})(?:[\s-]+)?)?({'|'.join(ONES)})?\b", re.IGNORECASE)
_NAME = re.compile(r"(?<![.!?…:\"“\n*•-] )(?<!^)(?<![\w'’])[A-Z][\w'’&-]*\w", re.MULTILINE)
_ADDED = 8
"""Of at most as many numbers every sum is made."""
_ASSENT = frozenset(words_of("yes yeah yep ok okay sure correct right indeed nope"))
_NO_NAMES = frozenset("i i'm i've i'd i'll you your the a an in on at no yes ok am pm".split())
_ATTRIBUTES = re.compile(
    r"\b(?:you(?:['’]ve|\s+have)?(?:\s+\w+ly|\s+once|\s+also|\s+already)?\s+(?:told|said|mentioned|shared|asked)"
    r"|as\s+you\s+(?:know|said|mentioned|told)|i\s+(?:remember|recall|know)\s+(?:that\s+)?you\b"
    r"|from\s+what\s+you)\b",
    re.IGNORECASE,
)
"""Says in so many words that the user told it."""
_STATES = re.compile(
    r"\b(?:you(?:['’](?:re|ve)|\s+(?:are|were|have|had|live|work|own|like|love|hate|prefer|moved|bought|got))"
    r"|your\s+\w+(?:\s+\w+)?\s+(?:is|are|was|were|has|lives|works|loves|likes))\b",
    re.IGNORECASE,
)
"""States something about the user."""
_SUPPOSES = re.compile(
    r"\b(?:if|whether|when|unless|in\s+case|could|might|would|should|may|let\s+me\s+know)\b|\?", re.IGNORECASE
)
_COVERED = 0.5
"""Share of the words of a sentence that must have been told where it says that they were."""
_SPEAKING = frozenset(
    words_of(
        "tell told say said mention mentioned share shared ask asked know remember recall earlier before "
        "previously today conversation chat"
    )
)


def check_answer(answer: ModelAnswer) -> AnswerCheck:
    """Say what of a model's answer its quotes hold, sums of their numbers, or the days they were said on."""
    quotes = [item.quote for item in answer.evidence]
    computed: set[int | Decimal] = {*answer.computed, *sums_of(quotes)}
    said_on = {item.said_at.date() for item in answer.evidence}
    unsupported = unsupported_claims(
        answer.text, [answer.question, *quotes], computed=computed, days=answer.days | said_on
    )
    return AnswerCheck(
        unsupported,
        quotes_that_hold(
            answer.text, answer.question, list(answer.evidence), computed=computed, days=answer.days
        ),
        unsupported_number=any(map(is_number, unsupported)),
        own_words=bool(own_words(answer.text, answer.question)),
    )


def unsupported_claims(
    answer: str,
    cited: Iterable[str],
    *,
    computed: Collection[int | Decimal] = (),
    days: Collection[date] = (),
) -> tuple[str, ...]:
    """Name what an answer claims and nothing that it cites holds, each claim once, in its order.

    Looked at are numbers, in digits or words up to ninety-nine, and words with a capital letter that do not
    begin a sentence. A number may also be one that was computed, and the day, month, weekday or year of a
    given day. This promises that the words occur, not that they follow.

    Args:
        answer: the text.
        cited: the quotes that it rests on, and the question.
        computed: numbers that code made of cited values.
        days: the days of the cited rounds, and those that a computation used.
    """
    given = " ".join(cited)
    numbers = _numbers(given) | {str(number) for number in computed}
    words = {_plain(word) for word in re.findall(r"[\w'’&-]+", given)}
    for day in days:
        numbers |= {str(day.day), str(day.month), str(day.year), f"{day.day:02}", f"{day.month:02}"}
        words |= _names_of(day)
    claims = [(match.start(), match[0]) for match in _NUMBER.finditer(answer) if not _held(match[0], numbers)]
    claims += [
        (match.start(), match[0])
        for match in _WORD_NUMBER.finditer(answer)
        if match[0] and match[0].lower() != "one" and not _held(_in_digits(match), numbers)
    ]
    claims += [
        (match.start(), match[0])
        for match in _NAME.finditer(answer)
        if (plain := _plain(match[0])) not in words and plain not in _NO_NAMES
    ]
    return tuple(dict.fromkeys(claim for _, claim in sorted(claims)))


def quotes_that_hold(
    answer: str,
    question: str,
    cited: Sequence[Evidence],
    *,
    computed: Collection[int | Decimal] = (),
    days: Collection[date] = (),
) -> tuple[Evidence, ...]:
    """Find the quotes that an answer is made of, by the words that it has and the question does not.

    A quote holds its words and the day on which it was said; `computed` and `days` are as for
    `unsupported_claims`, but for the days of the quotes.

    Returns:
        The fewest quotes that together hold those of its words that any quote holds; all of them where it has
        a number or day that was computed, or no word of its own ("Yes.") while some of them share one with
        the question. Empty where no quote holds anything of it.
    """
    own, words = own_words(answer, question), [set(words_of(item.quote)) for item in cited]
    if not own:
        return tuple(cited) if set(words_of(question)) & set().union(*words) else ()
    numbers = {str(number) for number in computed}
    numbers |= {word for word, value in ONES.items() if str(value) in numbers}
    if own & set(words_of(" ".join(numbers))).union(*map(_words_of_day, days)):
        return tuple(cited)
    dated = [its | _words_of_day(item.said_at.date()) for item, its in zip(cited, words, strict=True)]
    chosen: list[int] = []
    left = own & set().union(*dated)
    while left:  # each time the quote that holds most of the rest
        best = max(range(len(dated)), key=lambda place: len(dated[place] & left))
        chosen.append(best)
        left -= dated[best]
    return tuple(cited[place] for place in sorted(chosen))


def own_words(answer: str, question: str) -> set[str]:
    """List the stems of an answer that its question does not have; a yes or no says nothing of its own."""
    return set(words_of(answer)) - set(words_of(question)) - _ASSENT


def sums_of(quotes: Iterable[str]) -> set[Decimal]:
    """Add up the numbers of quotes, any of them together, and take one from another.

    Of more than a few numbers only the total counts: they have a sum for everything.
    """
    digits = (match[0].replace(",", "") for quote in quotes for match in _NUMBER.finditer(quote))
    numbers = [Decimal(number) for number in digits if number.count(".") < 2 and ":" not in number]
    if len(numbers) > _ADDED:
        return {sum(numbers, Decimal())}
    several = chain.from_iterable(combinations(numbers, size) for size in range(2, len(numbers) + 1))
    differences = {abs(number - other) for number, other in combinations(numbers, 2)}
    return {sum(some, Decimal()) for some in several} | differences


def is_number(claim: str) -> bool:
    """True if a claim that `unsupported_claims` names is a number, in digits or words."""
    return bool(_NUMBER.fullmatch(claim) or _WORD_NUMBER.fullmatch(claim))


def _words_of_day(day: date) -> set[str]:
    return set(words_of(" ".join((str(day.day), str(day.year), *_names_of(day)))))


def _names_of(day: date) -> set[str]:
    return {f"{day:%B}".lower(), f"{day:%b}".lower(), f"{day:%A}".lower(), f"{day:%a}".lower()}


def _held(number: str, numbers: Collection[str]) -> bool:
    """True if a number, or each part of a date or time that is written as one, is there."""
    plain = number.replace(",", "")
    return plain in numbers or all(
        part.lstrip("0") in numbers or part in numbers for part in re.split("[.:]", plain)
    )


def _numbers(text: str) -> set[str]:
    digits = {match[0].replace(",", "") for match in _NUMBER.finditer(text)}
    parts = {part for number in digits for part in re.split("[.:]", number)}
    words = {_in_digits(match) for match in _WORD_NUMBER.finditer(text) if match[0]}
    return digits | parts | {part.lstrip("0") or "0" for part in parts} | words


def _in_digits(match: re.Match[str]) -> str:
    tens = TENS[match[1].lower()] if match[1] else 0
    return str(tens + (ONES[match[2].lower()] if match[2] else 0))


def _plain(word: str) -> str:
    return word.lower().replace("’", "'").removesuffix("'s").strip("-'&")


def unfounded_claims(reply: str, told: Sequence[str]) -> tuple[str, ...]:
    """Name what a reply says of the user and nothing that was told holds.

    Looked at are sentences that state something about the user, for their numbers and names, and those that
    say "you told me", for all of their words. What is supposed or proposed claims nothing. That words occur
    is looked at, not that they follow. Told is what memory holds of it, the dialogue and the message.

    Returns:
        The numbers and names, and the whole sentence where most of what it says was told is not, in the order
        of the reply.
    """
    known = set(words_of(" ".join(told)))
    found: list[str] = []
    for start, stop in sentence_spans(reply):
        sentence = reply[start:stop]
        attributes = _ATTRIBUTES.search(sentence) is not None
        clauses = re.split(r"[,;:]", sentence)
        if not attributes and not any(
            _STATES.search(part) and not _SUPPOSES.search(part) for part in clauses
        ):
            continue
        found += unsupported_claims(sentence, told)
        own = set(words_of(sentence)) - _SPEAKING
        if attributes and own and len(own & known) < _COVERED * len(own):
            found.append(sentence.strip())
    return tuple(dict.fromkeys(found))
