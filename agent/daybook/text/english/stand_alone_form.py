"""The question made to stand alone from the running dialogue, as far as rules can (HiMeS, Table 5).

Rules put what was spoken of in the place of pronouns, drop filler, and leave a good question alone. What
needs understanding is the model's.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from daybook.conversation import Role, Turn
from daybook.text.english.noun_phrases import (
    Topic,
    introduces_topic,
    is_name,
    is_relation,
    noun_phrases,
    topic_of,
)
from daybook.text.english.words import words_of

_LOOKBACK = 12
"""Turns of the dialogue that can still be meant."""
_FILLER = re.compile(
    r"^(?:(?:um+|uh+|erm*|hm+|well|ok(?:ay)?|so|right|anyway|oh|by the way|btw|you know)\b[\s,.…-]*)+(?=\w)",
    re.IGNORECASE,
)
_TAIL = re.compile(
    r"(?<!\s)(?:\s*+,\s*+|\s++(?=please|then|though))(?:please|you know|i wonder|do you know"
    r"|if i may ask|if you don['’]t mind"
    r"|by any chance|by the way|btw|thanks|thank you|then|though|right)\s*+([?.!])\s*+$",
    re.IGNORECASE,
)
_PRONOUN = re.compile(
    r"\b(it|its|it['’]s|they|them|their|theirs|he|him|his|she|her|hers|this|that)\b(?!['’])", re.IGNORECASE
)
_NO_NOUN = re.compile(r"\s*(?:[?.!,]|$|(?:is|was|has|had|affect|change)\w*\b)")
"""Text behind a "this" or "that" that has no noun."""
_POSSESSIVE = {"its", "their", "his"}
_EMPTY_IT = re.compile(
    r"\bit\s+(?:take|takes|took|cost|costs)\s+(?:\w+\s+){0,2}?to\b"
    r"|\bit\s+(?:is\s+|was\s+)?(?:rain\w*|snow\w*|possible|true|necessary|safe to"
    r"|ok to|worth|better to|harder|easier to|time)\b"
    r"|\b(?:is|was|isn['’]t)\s+it\s+(?:\w+\s+)?(?:to\b|that\b|for\s+\w+\s+to\b|raining|snowing|possible|true|time)",
    re.IGNORECASE,
)
_ANOTHER = re.compile(
    r"^(?:and|but|(?:and )?(?:what|how) about)\s+"
    r"(?P<whom>(?:my|our)\s++[\w-]++(?:\s++[A-Z]\w++)?)(?:['’]s)?\W*+$",
    re.IGNORECASE,
)
"""Asks the same of another one: "And my brother?"."""
_MINE = re.compile(r"\b(?:my|our)\s+[\w-]+(?:\s+(?-i:[A-Z])\w+)?", re.IGNORECASE)
_GOES_ON = re.compile(
    r"^\W*(?:and|or|but|what about|how about|same|another|instead|also|anything else|more|why|the other)\b",
    re.IGNORECASE,
)
_FEWEST_WORDS = 2
"""Words that count in a message of fewer say too little to look up by."""


def rewrite_by_rules(question: str, dialogue: Sequence[Turn]) -> str:
    """Make a question stand alone; return it unchanged where nothing is left open or nothing can be told.

    What the user said in the turns of the dialogue, oldest first, is looked at.
    """
    topics: tuple[Topic, ...] = ()
    before = ""
    for turn in dialogue[-_LOOKBACK:]:
        if turn.role is not Role.USER:
            continue
        resolved = _resolve(turn.content, topics, before)
        if resolved == turn.content:
            is_new = introduces_topic(resolved)
        else:
            is_new = all(topic.phrase not in resolved for topic in topics)
        if is_new or not topics:
            topics = (*_named(resolved), *topics)
        before = resolved
    bare = _TAIL.sub(r"\1", _FILLER.sub("", question))
    return _resolve(question if bare == question else _capital(bare), topics, before)


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _named(text: str) -> tuple[Topic, ...]:
    """Name what a turn is about; () where it cannot be told.

    Whose it is stays with it: "my sister" is not any sister, nor is "I have a sister".
    """
    topic = topic_of(text)
    if topic is None:
        return ()
    owned = rf"\b(?:my|our|(?:i|we) have an?)\s+{re.escape(topic.phrase)}"
    is_owned = re.search(owned, text, re.IGNORECASE)
    return (replace(topic, phrase=f"my {topic.phrase}") if is_owned else topic,)


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
    return word.lower() in {"this", "that"} and bool(re.match(r"\s+(?!(?:is|was|has|had|one)\b)\w", after))


def _resolve(question: str, topics: Sequence[Topic], before: str) -> str:
    if another := _ANOTHER.match(question):
        return _MINE.sub(another["whom"], before, count=1) if _MINE.search(before) else question
    if not topics:
        return question
    resolved = _replace_pronouns(question, topics)
    return _complete_relation(question, topics[0]) if resolved == question else resolved


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
        if word in {"this", "that"} and not _NO_NOUN.match(after):
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
