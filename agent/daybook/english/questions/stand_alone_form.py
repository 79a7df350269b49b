"""The question made to stand alone from the running dialogue, as far as rules can (HiMeS, Table 5).

Rules resolve pronouns and ellipsis from the last turns, ask again what the user protests against, take the
choice that the assistant offered, drop filler, and leave a good question alone. What needs understanding
(circumstances that bear on a question, slips of hearing) is the model's.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from daybook.conversation import Role, Turn
from daybook.english.noun_phrases import Topic, introduces_topic, is_name, is_relation, noun_phrases, topic_of
from daybook.english.questions.elliptical import (
    answers_back,
    asked_again,
    back_to_the_first,
    disputes,
    tells_of_speaker,
)
from daybook.english.words import words_of

_LOOKBACK = 12
"""Turns of the dialogue that can still be meant."""
_FILLER = re.compile(
    r"^(?:(?:um+|uh+|erm*|hm+|well|ok(?:ay)?|so|right|anyway|oh|by the way|btw|you know)\b[\s,.…-]*)+(?=\w)",
    re.IGNORECASE,
)
_TAIL = re.compile(
    r"(?:\s*,\s*|\s+(?=please|then|though))(?:please|you know|i wonder|do you know"
    r"|if i may ask|if you don['’]t mind"
    r"|by any chance|by the way|btw|thanks|thank you|then|though|right)\s*([?.!])\s*$",
    re.IGNORECASE,
)
_PRONOUN = re.compile(
    r"\b(it|its|it['’]s|they|them|their|theirs|he|him|his|she|her|hers|this|that)\b(?!['’])", re.IGNORECASE
)
_POSSESSIVE = {"its", "their", "his"}
_EMPTY_IT = re.compile(
    r"\bit\s+(?:take|takes|took|cost|costs)\s+(?:\w+\s+){0,2}?to\b"
    r"|\bit\s+(?:is\s+|was\s+)?(?:rain\w*|snow\w*|possible|true|necessary|safe to"
    r"|ok to|worth|better to|harder|easier to|time)\b"
    r"|\b(?:is|was|isn['’]t)\s+it\s+(?:\w+\s+)?(?:to\b|that\b|for\s+\w+\s+to\b|raining|snowing|possible|true|time)",
    re.IGNORECASE,
)
_BARE = re.compile(r"^(?:and\s+)?(when|where|why|how|who with|with whom)\W*$", re.IGNORECASE)
_AUXILIARY = re.compile(
    r"^(?:do|does|did|is|are|was|were|have|has|had|can|could|will|would|should)\b", re.IGNORECASE
)
_ANOTHER = re.compile(
    r"^(?:and|but|(?:and )?(?:what|how) about)\s+(?P<whom>(?:my|our)\s+[\w-]+(?:\s+[A-Z]\w+)?)(?:['’]s)?\W*$",
    re.IGNORECASE,
)
"""What asks the same of another one: "And my brother?"."""
_MINE = re.compile(r"\b(?:my|our)\s+[\w-]+(?:\s+(?-i:[A-Z])\w+)?", re.IGNORECASE)
_DO_I = re.compile(r"\bdo i\b", re.IGNORECASE)
_GOES_ON = re.compile(
    r"^\W*(?:and|or|but|what about|how about|same|another|instead|also|anything else|more|why|the other)\b",
    re.IGNORECASE,
)
_FEWEST_WORDS = 2
"""Words that count in a message of fewer say too little to look up by."""


def rewrite_by_rules(question: str, dialogue: Sequence[Turn]) -> str:
    """Make a question stand alone; return it unchanged where nothing is left open or nothing can be told.

    Args:
        question: as it was put.
        dialogue: the turns before it, oldest first; what the user said in them is looked at.
    """
    topics: tuple[Topic, ...] = ()
    circumstances: tuple[Topic, ...] = ()
    before = reply = ""
    for turn in dialogue[-_LOOKBACK:]:
        if turn.role is not Role.USER:
            reply = turn.content
            continue
        resolved = _resolve(turn.content, topics or circumstances, before, reply)
        if tells_of_speaker(resolved):
            circumstances = (*_named(resolved), *circumstances)
            continue
        is_own = resolved == turn.content
        if (
            not topics
            or (is_own and introduces_topic(resolved))
            or (not is_own and _is_other(resolved, topics))
        ):
            topics = (*_named(resolved), *topics)
        before = resolved
    return _resolve(_drop_filler(question), topics or circumstances, before, reply)


def disputed_answer(message: str, dialogue: Sequence[Turn]) -> str:
    """Give the reply that a message protests against, its first sentence, or "" where it protests not."""
    if not dialogue or dialogue[-1].role is Role.USER or not disputes(message):
        return ""
    return re.split(r"(?<=[.!?])\s+", dialogue[-1].content.strip(), maxsplit=1)[0]


def _is_other(resolved: str, topics: Sequence[Topic]) -> bool:
    """True if a completed question is about another thing than all before."""
    return all(topic.phrase not in resolved for topic in topics)


def _named(text: str) -> tuple[Topic, ...]:
    """Name what a turn is about; () where it cannot be told."""
    topic = _owned(topic_of(text), text)
    return (topic,) if topic else ()


def _owned(topic: Topic | None, text: str) -> Topic | None:
    """Keep whose it is with what a turn is about: "my sister" is not any sister, nor is "I have a sister"."""
    if topic is None:
        return None
    owned = rf"\b(?:my|our|(?:i|we) have an?)\s+{re.escape(topic.phrase)}"
    return replace(topic, phrase=f"my {topic.phrase}") if re.search(owned, text, re.IGNORECASE) else topic


def leans_on_dialogue(message: str) -> bool:
    """True if a message leaves open what it is about: a pronoun without antecedent, or hardly a word.

    "And for tomorrow?", "can you make it shorter", "sounds good" lean on what was said before them.
    """
    if _GOES_ON.match(message) or len(words_of(message)) < _FEWEST_WORDS:
        return True
    return not _EMPTY_IT.search(message) and any(
        not _has_antecedent(message[: found.start()]) and not _is_determiner(found[1], message[found.end() :])
        for found in _PRONOUN.finditer(message)
    )


def _is_determiner(word: str, after: str) -> bool:
    """True if "this" or "that" belongs to a noun, or to no thing at all: "this weekend", "that I know"."""
    return (
        word.lower() in {"this", "that"}
        and bool(re.match(r"\s+\w+", after))
        and not re.match(r"\s+(?:is|was|has|had|one)\b", after)
    )


def _drop_filler(question: str) -> str:
    rest = _TAIL.sub(r"\1", _FILLER.sub("", question))
    return rest[:1].upper() + rest[1:] if rest != question else question


def _resolve(question: str, topics: Sequence[Topic], before: str, reply: str) -> str:
    if bare := _BARE.match(question):
        return (
            f"{bare[1].capitalize()} {before[:1].lower()}{before[1:]}"
            if _AUXILIARY.match(before)
            else question
        )
    if another := _ANOTHER.match(question):
        return _asked_of(another["whom"], before) or question
    if before.endswith("?") and disputes(question):
        return before
    if not topics:
        return question
    if whole := (
        asked_again(question, before, topics[0]) or answers_back(question, reply, before, topics[0])
    ):
        return whole
    if len(topics) > 1 and (rest := back_to_the_first(question)):
        return _replace_pronouns(rest, topics[1:])
    resolved = _replace_pronouns(question, topics)
    return _complete_relation(question, topics[0]) if resolved == question else resolved


def _asked_of(whom: str, before: str) -> str:
    """Ask the question before of somebody or something else of the owner's; "" where it asks of neither."""
    asked, count = _MINE.subn(whom, before, count=1)
    if not count and _DO_I.search(before):
        return _DO_I.sub(f"{'do' if whom.endswith('s') else 'does'} {whom}", before, count=1)
    return asked if count else ""


def _replace_pronouns(question: str, topics: Sequence[Topic]) -> str:
    """Put the latest topic that a pronoun may stand for in its place."""
    if _EMPTY_IT.search(question):
        return question

    def name(match: re.Match[str]) -> str:
        word = match[1].lower().replace("’", "'")
        after = question[match.end() :]
        topic = next((topic for topic in topics if topic.suits(word.removesuffix("'s"))), None)
        if topic is None or _has_antecedent(question[: match.start()]):
            return match[0]
        if word in {"this", "that"} and not re.match(
            r"\s*(?:[?.!,]|$|(?:is|was|has|had|affect|change)\w*\b)", after
        ):
            return match[0]
        if word in _POSSESSIVE or (word == "her" and re.match(r"\s+[a-z]", after)):
            return topic.phrase + ("'" if topic.is_plural else "'s")
        return topic.phrase + (" is" if word == "it's" else "")

    return _PRONOUN.sub(name, question)


def _has_antecedent(text: str) -> bool:
    """True if something in the same question, before the pronoun, can be what it stands for."""
    clauses = re.split(r"[.!?]\s+", text)
    return any(
        not is_relation(phrase.rsplit(" ", 1)[-1]) and (is_name(phrase) or "," in text or " and " in text)
        for phrase in noun_phrases(clauses[-1] + " .")
    )


def _complete_relation(question: str, topic: Topic) -> str:
    """Append "of …" where a question ends with a noun that says little alone: "What are the symptoms?"."""
    body = question.rstrip(" ?.!")
    words = body.split()
    if not words or len(words) > 8 or not is_relation(words[-1]) or _PRONOUN.search(question):
        return question
    if re.search(r"(?<!some )\b(?:of|for|in|on|between|my|your|our)\b", body, re.IGNORECASE):
        return question
    if any(map(is_name, noun_phrases(question))) or re.match(r"(?:I|we)\b", question, re.IGNORECASE):
        return question
    return f"{body} of {topic.phrase}{question[len(body) :].strip() or '?'}"
