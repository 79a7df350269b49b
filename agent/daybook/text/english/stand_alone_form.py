"""The question made to stand alone from the running dialogue, as far as rules can (HiMeS, Table 5).

Rules resolve pronouns and ellipsis from the last turns, ask again what the user protests against, drop
filler, and leave a good question alone. What needs understanding (circumstances that bear on a question,
slips of hearing, a choice that the assistant offered) is the model's.
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
    mentions,
    noun_phrases,
    topic_of,
)
from daybook.text.english.words import words_of

_MOST_WORDS = 9
"""A message of more words says what it wants."""
_ADDED = re.compile(
    r"^(?:(?:and|but|also)(?:,?\s++(?:what|how) about)?|(?:what|how) about|(?:the )?same(?: question)?)\s++"
    r"(?P<new>[^?.!,;]{1,80}?)(?:,?\s++(?:then|please))?\s*+[?.]*+$",
    re.IGNORECASE,
)
_CONDITION = re.compile(
    r"^(?:with|without|in|on|at|for|as|by|from|during|under|over|after|before)\b", re.IGNORECASE
)
_CLAUSE = re.compile(
    r"\b(?:is|are|was|were|do|does|did|has|have|can|could|will|would|should|who|what|when|where|why|how|which"
    r"|it|he|she|they|this|that|there|my|our)\b",
    re.IGNORECASE,
)
_DISPUTE = re.compile(
    r"^(?:(?:no|hm+|well|sorry|but|actually)[,.]?\s+)*(?:i['’]?m afraid (?:that )?)?"
    r"(?:(?:that|this|it)(?:\s*+['’]s|\s++(?:is|was|can['’]?t be|cannot be"
    r"|does(?:n['’]t| not) sound|isn['’]t))"
    r"\s*+(?:not\s++)?(?:quite\s++|at all\s++)?"
    r"(?:wrong|incorrect|right|true|correct|false|a mistake|what i\b)"
    r"|you(?:['’]re| are) (?:wrong|mistaken)|you got (?:that|it) wrong|are you sure\b|i doubt (?:that|it)"
    r"|i (?:don['’]t|do not) (?:think|believe) (?:so|that|it)\b)",
    re.IGNORECASE,
)
_REFUSAL = re.compile(r"^no,\s+(?:it['’]?s|it is|i was told|i (?:read|heard|saw))\s", re.IGNORECASE)
_SPEAKER = re.compile(
    r"^(?:(?:and|but|well|so|also),?\s+)?(?:I|we|(?:my|our)\s+[\w-]+(?:\s+[\w-]+)??)(?:\s+|(?=['’]))"
    r"(?:only\s+|just\s+|also\s+|never\s+|always\s+|often\s+)*(?P<verb>['’]?[\w-]+)(?:['’]t)?\s*(?P<rest>.*)$",
    re.IGNORECASE | re.DOTALL,
)
_STATES = frozenset(
    """'m 's 're 've 'd 'll am is are was were have has had do does don did would could can will should may
    might must come comes work works live lives need needs want wants prefer prefers like likes love loves
    hate hates speak speaks know knows use uses eat eats drink drinks read reads travel travels go goes take
    takes sleep sleeps keep keeps earn earns study studies own owns""".split()
)
_TRAITS = frozenset(
    """background degree diploma certificate experience budget saving income money time schedule hour question
    idea problem knee back hand foot heart condition allergy job appointment child kid training skill english
    feeling chance choice reason plan goal habit""".split()
)
"""What people have that talk is seldom about when they mention it of themselves."""
_DETERMINED = re.compile(r"\b(?:an?|the|my|our|this|his|her|their|(?-i:[A-Z]\w+))\b", re.IGNORECASE)
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
"""What stands behind a "this" or "that" of its own."""
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
    r"^(?:and|but|(?:and )?(?:what|how) about)\s+"
    r"(?P<whom>(?:my|our)\s++[\w-]++(?:\s++[A-Z]\w++)?)(?:['’]s)?\W*+$",
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


def _asked_again(message: str, before: str, topic: Topic) -> str:
    """Complete "What about Y?", "And the price?", "And with a dog?" from the question before.

    Another thing takes the topic's place; a condition goes to the end; another noun is asked of the topic.
    """
    added = _ADDED.match(message)
    if added is None or not before.endswith("?") or topic.phrase not in before:
        return ""
    new = added["new"]
    thing = re.sub(r"^(?:for|with)\s+(?=the\b|[A-Z])", "", new)
    if len(new.split()) > _MOST_WORDS or _CLAUSE.search(new):
        return ""
    if _CONDITION.match(thing):
        preposition = thing.partition(" ")[0]
        kept = re.sub(rf"\s+{preposition}(?:\s+[\w'’-]+){{1,3}}\?$", "?", before, flags=re.IGNORECASE)
        return f"{kept[:-1]} {new}?"
    if _head(thing) == _head(topic.phrase) or (is_name(thing) and not is_relation(_head(topic.phrase))):
        return before.replace(topic.phrase, thing)
    of_topic = thing.startswith("the ") and " to " not in thing and not is_name(thing)
    return f"What is {thing} of {topic.phrase}?" if of_topic else ""


def _disputes(message: str) -> bool:
    """True if a message says that the answer before it is wrong."""
    return bool(_DISPUTE.match(message) or _REFUSAL.match(message))


def _head(phrase: str) -> str:
    return phrase.rsplit(" ", 1)[-1].lower()


def tells_of_speaker(text: str) -> bool:
    """True if a turn only says how it is with who speaks: a circumstance, which no later "it" is about.

    "I come from a farming background", "My budget is small", "We are two": a state or a habit, in the first
    person. What somebody did or has got is no such thing: "I adopted a cat", "I have a boat".
    """
    match = None if "?" in text or mentions(text) else _SPEAKER.match(text)
    if match is None:
        return False
    if match["verb"].lower().replace("’", "'") not in _STATES:
        return not _DETERMINED.search(match["rest"])
    rest = re.sub(r"^(?:been|have|got|not)\s+", "", match["rest"])
    if re.match(r"\w+ing\b", rest):
        return False
    has_one = match["verb"].lower() in {"have", "own", "keep", "had"} and re.match(r"an?\b", rest)
    owned = noun_phrases(rest)[:1] if has_one else []
    return not owned or owned[0].rsplit(" ", 1)[-1].lower().removesuffix("s") in _TRAITS


def rewrite_by_rules(question: str, dialogue: Sequence[Turn]) -> str:
    """Make a question stand alone; return it unchanged where nothing is left open or nothing can be told.

    What the user said in the turns of the dialogue, oldest first, is looked at.
    """
    topics: tuple[Topic, ...] = ()
    circumstances: tuple[Topic, ...] = ()
    before = ""
    for turn in dialogue[-_LOOKBACK:]:
        if turn.role is not Role.USER:
            continue
        resolved = _resolve(turn.content, topics or circumstances, before)
        if tells_of_speaker(resolved):
            circumstances = (*_named(resolved), *circumstances)
            continue
        if resolved == turn.content:
            is_new = introduces_topic(resolved)
        else:
            is_new = all(topic.phrase not in resolved for topic in topics)
        if is_new or not topics:
            topics = (*_named(resolved), *topics)
        before = resolved
    bare = _TAIL.sub(r"\1", _FILLER.sub("", question))
    return _resolve(question if bare == question else _capital(bare), topics or circumstances, before)


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def disputed_answer(message: str, dialogue: Sequence[Turn]) -> str:
    """Give the reply that a message protests against, its first sentence, or "" where it protests not."""
    if not dialogue or dialogue[-1].role is Role.USER or not _disputes(message):
        return ""
    return re.split(r"(?<=[.!?])\s+", dialogue[-1].content.strip(), maxsplit=1)[0]


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
    if bare := _BARE.match(question):
        asked = f"{bare[1].capitalize()} {before[:1].lower()}{before[1:]}"
        return asked if _AUXILIARY.match(before) else question
    if another := _ANOTHER.match(question):
        return _asked_of(another["whom"], before) or question
    if before.endswith("?") and _disputes(question):
        return before
    if not topics:
        return question
    if whole := _asked_again(question, before, topics[0]):
        return whole
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
