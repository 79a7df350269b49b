"""Messages that say only what is new: another thing, a condition, one of two that were offered, a protest.

Each function returns the whole question, or "" where its form is another. Source of the forms: HiMeS, Table 5
(ellipsis, clarification, interference, disputes).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from daybook.english.noun_phrases import Topic, is_name, is_relation, mentions, noun_phrases

_MOST_WORDS = 9
"""A message of more words says what it wants."""
_ADDED = re.compile(
    r"^(?:(?:and|but|also)(?:,?\s+(?:what|how) about)?|(?:what|how) about|(?:the )?same(?: question)?)\s+"
    r"(?P<new>[^?.!,;]+?)(?:,?\s+(?:then|please))?\s*[?.]*$",
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
    r"(?:(?:that|this|it)\s*(?:['’]s|\s+is|\s+was|\s+can['’]?t be|\s+cannot be"
    r"|\s+does(?:n['’]t| not) sound|\s+isn['’]t)"
    r"\s*(?:not\s+)?(?:quite\s+|at all\s+)?(?:wrong|incorrect|right|true|correct|false|a mistake|what i\b)"
    r"|you(?:['’]re| are) (?:wrong|mistaken)|you got (?:that|it) wrong|are you sure\b|i doubt (?:that|it)"
    r"|i (?:don['’]t|do not) (?:think|believe) (?:so|that|it)\b)",
    re.IGNORECASE,
)
_REFUSAL = re.compile(r"^no,\s+(?:it['’]?s|it is|i was told|i (?:read|heard|saw))\s", re.IGNORECASE)
_OFFER = re.compile(
    r"(?:^|[:?.,]\s+|\b(?:mean|know|about|speaking of|after|is it|need|are)\s+)"
    r"(?:about |of )?(?P<a>(?:the |[A-Z])[^?:.,]+?)\s+(?:or|and)\s+"
    r"(?:about |of )?(?P<b>(?:the |[A-Z])[^?:.,]+)",
)
_LEAD = re.compile(r"^.*?\b(?:mean|about|of|know|after|need|are)\s+(?=the |[A-Z])", re.DOTALL)
_FIRST = re.compile(r"\b(?:first|former)\b", re.IGNORECASE)
_SECOND = re.compile(r"\b(?:second|latter|last)\b", re.IGNORECASE)
_BACK = re.compile(
    r"^(?:(?:to return|back|going back|returning|now|and|about|as for|with|for|to)\s+)*"
    r"the\s+(?:first|former|earlier|previous|one before)(?:\s+(?:one|[a-z]+))?(?:\s+again)?\s*[:,]"
    r"\s*(?P<rest>\S.*)$",
    re.IGNORECASE | re.DOTALL,
)
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


def asked_again(message: str, before: str, topic: Topic | None) -> str:
    """Complete "What about Y?", "And the price?", "And with a dog?" from the question before.

    Another thing takes the topic's place; a condition goes to the end; another noun is asked of the topic.
    """
    added = _ADDED.match(message)
    if added is None or topic is None or not before.endswith("?") or topic.phrase not in before:
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


def disputes(message: str) -> bool:
    """True if a message says that the answer before it is wrong."""
    return bool(_DISPUTE.match(message) or _REFUSAL.match(message))


def answers_back(message: str, asked_back: str, before: str, topic: Topic | None) -> str:
    """Complete the question before by what the user says when the assistant asks which one is meant."""
    if topic is None or "?" not in asked_back or len(message.split()) > _MOST_WORDS or "?" in message:
        return ""
    chosen = _chosen(message, asked_back)
    if not chosen and re.search(r"\b(?:which|what|name)\b", asked_back, re.IGNORECASE):
        named = message.rstrip(" .!")
        chosen = named if named and not _CLAUSE.search(named) and _is_one_name(named) else ""
    if not chosen:
        return ""
    if before.endswith("?") and topic.phrase in before:
        return before.replace(topic.phrase, re.sub(r"^The\b", "the", chosen))
    return f"What is {chosen} of {topic.phrase}?" if chosen.startswith("the ") else ""


def back_to_the_first(message: str) -> str:
    """Take the question out of "Back to the first one: …", which is about what was spoken of before."""
    match = _BACK.match(message)
    return match["rest"][:1].upper() + match["rest"][1:] if match else ""


def _chosen(message: str, asked_back: str) -> str:
    """Name the one of two offered things that the user takes; "" where that cannot be told."""
    offer = _OFFER.search(asked_back)
    if offer is None:
        return ""
    first, second = _LEAD.sub("", offer["a"]).strip(), _LEAD.sub("", offer["b"]).strip()
    if bool(_FIRST.search(message)) != bool(_SECOND.search(message)):
        return first if _FIRST.search(message) else second
    said = set(re.findall(r"\w+", message.lower()))
    shared = [
        len(said & (set(_words(thing)) - set(_words(other))))
        for thing, other in ((first, second), (second, first))
    ]
    return "" if shared[0] == shared[1] else (first, second)[shared[1] > shared[0]]


def _is_one_name(text: str) -> bool:
    return is_name(text) or noun_phrases(text[:1].lower() + text[1:]) == [text[:1].lower() + text[1:]]


def _words(text: str) -> Sequence[str]:
    return [word for word in re.findall(r"\w+", text.lower()) if word != "the"]


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
