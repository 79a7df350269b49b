"""What the passages that answer a question are judged by: its words, and what it asks for."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log

from daybook.conversation import QuestionKind, Role
from daybook.read.by_quotes.answer_type import AnswerType, answer_type_of
from daybook.read.by_quotes.passages import Passage
from daybook.read.by_quotes.vocabulary import stems_of

_ASKING_WEIGHT = 0.25
_ASKING = stems_of(
    "first last many much time times day days week weeks month months year years ago total number "
    "amount kind type currently recently previous previously earlier past pass passed remind remember recall "
    "tell told say said mention mentioned talk talked discuss discussed discussion conversation chat "
    "chatted wonder wondering ask asked know think want wanted like follow followed specific "
    "order happen happened use used go going went take took taken back check checking give gave "
    "provide provided suggest suggested recommend recommended suggestion suggestions tip tips advice "
    "second third fourth fifth sixth seventh eighth ninth tenth "
    "help old long far often one two three thing things able make moment currently now present name"
)
"""Words that put a question, rather than say what it is about."""
_ADVICE = 0.7
"""How sure it must be that a question is about preferences: below that, it may ask which ones were told."""


@dataclass(frozen=True, slots=True)
class QueryFeatures:
    """What passages are judged by."""

    weights: Mapping[str, float]
    """The words that are looked for, as stems, with their weights; these sum to 1."""
    asks: AnswerType = AnswerType.ANYTHING
    role: Role = Role.USER
    """The side whose words answer best."""
    doing: frozenset[str] = frozenset()
    """What the asker does or did, as stems."""
    labels: re.Pattern[str] | None = None
    """Matches the numbered labels of the question."""
    names: re.Pattern[str] | None = None
    """Matches the names in the question, which are no answer to it."""
    number: int | None = None
    """The number of the list item that is asked for."""
    advice: bool = False
    """Whether it asks for advice, on which bears what the asker likes, and what they do not want."""


def query_features(
    question: str, passages: Sequence[Passage], kinds: Mapping[QuestionKind, float]
) -> QueryFeatures:
    """Read what passages are judged by; the kinds say whose words answer, and whether advice is wanted."""
    by_assistant = QuestionKind.ASSISTANT in kinds
    return QueryFeatures(
        weights=word_weights(question, passages),
        asks=answer_type_of(question),
        role=Role.ASSISTANT if by_assistant else Role.USER,
        doing=doing_of(question),
        labels=labels_in(question),
        names=names_in(question),
        number=item_number(question) if by_assistant else None,
        advice=kinds.get(QuestionKind.PREFERENCE, 0.0) >= _ADVICE,
    )


_DOING = re.compile(r"\bI (?:\w+ly |had |have |ever |just |currently )?(\w+)")


def doing_of(question: str) -> frozenset[str]:
    """Give the stems of the verbs that a question has after "I"; none where it asks about something else."""
    return stems_of(" ".join(_DOING.findall(question)))


_LABEL = re.compile(r"\b[^\W\d_]{3,} \d{1,3}\b(?![.,:]\d|\w)")


def labels_in(question: str) -> re.Pattern[str] | None:
    """Match the words with a number after them that a question holds; None where it holds none."""
    labels = dict.fromkeys(_LABEL.findall(question))
    return re.compile(rf"\b(?:{'|'.join(labels)})\b", re.IGNORECASE) if labels else None


_ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth".split()
_ORDINAL = re.compile(
    rf"\b(?:(\d{{1,3}})(?:st|nd|rd|th)|(?:number|item) (\d{{1,3}})|({'|'.join(_ORDINALS)}))\b", re.IGNORECASE
)


def item_number(question: str) -> int | None:
    """Read the number of the list item that a question names ("the 7th tip"); None where it names none."""
    match = _ORDINAL.search(question)
    if match is None:
        return None
    return int(match[1] or match[2] or _ORDINALS.index(match[3].lower()) + 1)


_CAPITALISED = re.compile(r"(?<=[\w,;:'\"\u2018\u201c] )[A-Z][\w'\u2019-]+|(?<=[\"'\u2018\u201c])[A-Z][\w-]+")


def names_in(question: str) -> re.Pattern[str] | None:
    """Match the words with a capital letter that a question holds after its first; None where it has none."""
    names = dict.fromkeys(re.escape(name.removesuffix("'s")) for name in _CAPITALISED.findall(question))
    return re.compile(rf"\b(?:{'|'.join(names)})\b(?:['\u2019]s)?") if names else None


def topic_words(text: str) -> frozenset[str]:
    """Give the stems of the words that say what a question is about."""
    words = stems_of(_ORDINAL.sub(" ", text)) or stems_of(text)
    return words - _ASKING or words


def word_weights(text: str, passages: Iterable[Passage]) -> Mapping[str, float]:
    """Weigh the words of a question by how rare they are in the rounds that were found.

    A word weighs log(1 + (1 + rounds) / (1 + rounds with it)); one that only puts the question weighs
    `_ASKING_WEIGHT` of that.

    Returns:
        Weights of the stems that sum to 1; empty where there are no words.
    """
    words, topic = stems_of(text), topic_words(text)
    rounds = {passage.round.round_id: passage.around for passage in passages}
    counts = Counter(word for around in rounds.values() for word in words if word in around)
    weights = {
        word: log(1 + (1 + len(rounds)) / (1 + counts[word])) * (1 if word in topic else _ASKING_WEIGHT)
        for word in words
    }
    total = sum(weights.values())
    return {word: weight / total for word, weight in weights.items()}
