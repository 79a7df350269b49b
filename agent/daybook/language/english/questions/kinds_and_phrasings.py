"""What kind of memory a question needs, and the statement that would answer it."""

import re
from collections.abc import Mapping

from daybook.conversation import QuestionKind
from daybook.language.english.word_tables import MONTH_NAME, WEEKDAY_NAME
from daybook.language.english.words import past_tense

_SAID = (
    r"(?:said|told|mentioned|recommended|suggested|gave|advised|listed|wrote|explained|described|proposed"
    r"|provided|shared|offered|created|made|came\s+up|pointed|referred|talked|outlined|generated|showed|called)"
)
_YOU = r"(?:you|the\s+assistant)"
_ADVICE = r"(?:suggestions?|recommendations?|tips?|advice|ideas?|pointers?|thoughts)"
_UNIT = r"(?:seconds?|minutes?|hours?|days?|nights?|weeks?|weekends?|months?|years?|decades?)"

_TOLD = r"(?:recommendation|suggestion|advice|explanation|answer|reply|tip)s?"
_RULES: Mapping[QuestionKind, Mapping[float, str]] = {
    QuestionKind.ASSISTANT: {
        0.9: rf"""\b{_YOU}(?:\s+(?:had|have|also|just|once|even))?\s+{_SAID}\b
            | \b(?:did|have|had|has)\s+{_YOU}\s+(?:\w+ly\s+)?(?!think)\w+
            | \byour\s+(?:\w+\s+)?{_TOLD}\s+(?:was|were)\b | \b(?:was|were)\s+your\s+(?:\w+\s+)?{_TOLD}\b""",
        0.8: r"""\b(?:our|the|that)\s+(?:previous|last|earlier|past|prior|recent)\s+
            (?:chat|conversation|discussion|session|exchange|talk)s?\b""",
        0.6: r"""\b(?:remind\s+me|we\s+(?:discussed|talked|spoke|chatted)
            |trying\s+to\s+(?:recall|remember))\b""",
    },
    QuestionKind.PREFERENCE: {
        0.9: rf"""\b(?:can|could|would|will|do|please)\s+(?:you\s+)?(?:have\s+)?(?:please\s+)?
            (?:suggest|recommend|advise)\b(?!ed)
            | \b(?:any|some|have|give\s+me|need|looking\s+for)\s+(?:\w+\s+)?{_ADVICE}\b""",
        0.8: r"""\b(?:what|which|where|how|who)\s+(?:\w+\s+){0,3}(?:should|could)\s+i\b|\bshould\s+i\b""",
        0.6: r"""\b(?:do|did|would)\s+i\s+(?:\w+ly\s+)?(?:like|prefer|love|enjoy|hate|dislike)\b
            |\bmy\s+(?:\w+\s+)?(?:favou?rite|preferred|preference|taste)""",
    },
    QuestionKind.UPDATE: {
        0.8: r"""\b(?:current(?:ly)?|now(?:adays)?|these\s+days|at\s+(?:the\s+moment|present)|latest
            |most\s+recent|up\s+to\s+date|as\s+of|any\s*more|any\s+longer)\b""",
        0.7: r"""\b(?:so\s+far|still|used\s+to|previous(?:ly)?|updated?|chang(?:e|ed)|recent(?:ly)?|already
            |since\s+i\s+(?:began|started))\b(?!\s+(?:chat|conversation|discussion))""",
        0.5: r"""\b(?:have|has)\s+(?:i|we|my)\b|\b(?:do|does|am|is|are)\s+(?:i|my|we|our)\b""",
        0.4: r"""\b(?:usual(?:ly)?|normally|typically|how\s+often|every\s+(?:day|week|morning|evening|night)
            |personal\s+best|record)\b""",
    },
    QuestionKind.TEMPORAL: {
        0.9: rf"""\b(?:when\s+(?:did|was|were|do|does|is|have|had|will)|how\s+long\s+(?:ago|has|have|had|did|
            was|were|until|since)|(?:what|which)\s+(?:date|day|year|month)|\w+\s+{_UNIT}\s+ago)\b
            | \bhow\s+many\s+{_UNIT}\s+(?:\w+\s+)?(?:ago|passed?|elapsed|between|before|after|since|until|
            it\s+took|did\s+it\s+take|old)\b|\b(?:passed|elapsed)\b
            | \b(?:which|what|who)\b.*
            \b(?:first|last|earlier|later|earliest|more\s+recently|most\s+recently)\b""",
        0.7: rf"""\b(?:last|next|this|past|on|previous)\s+{WEEKDAY_NAME}\b|\b(?:in|during|since|until|from)\s+
            (?:early\s+|late\s+|mid-?)?{MONTH_NAME}\b|\byesterday\b
            |\b(?:last|this|past|previous)\s+{_UNIT}\b|\bago\b""",
        0.6: r"""\b(?:before|after|between|since|until|while)\b|\bhow\s+old\s+(?:was|were|am|is)\b
            |\bwhen\s+i\b|\bhow\s+long\b""",
    },
    QuestionKind.MULTI_SESSION: {
        0.9: r"""\b(?:in\s+total|total|altogether|in\s+all|combined|overall|sum|all\s+(?:of\s+)?(?:the|my)
            |across\s+all|average)\b""",
        0.7: r"""\bhow\s+many\s+(?!(?:more\s+)?(?:seconds|minutes|hours|days|nights|weeks|months|years)\b)
            | \bhow\s+much\s+(?:more|less|older|younger|money|time|have|did|do|will)\b
            |\b(?:difference|increase|decrease|compare[ds]?)\b|\b(?:both|each\s+of|list|different)\b""",
        0.6: r"""\b(?:first|last|earlier|later|recently|more|most|better|longer)\b.*,\s.*\bor\b
            |\bbetween\b.*\band\b""",
        0.5: rf"""\bhow\s+many\s+{_UNIT}\b""",
    },
}
"""How sure each wording makes each kind."""
_COMPILED = {
    kind: {confidence: re.compile(rule, re.IGNORECASE | re.VERBOSE) for confidence, rule in rules.items()}
    for kind, rules in _RULES.items()
}
_TIME_UNIT = r"(?:seconds?|minutes?|hours?|days?|nights?|weeks?|weekends?|months?|years?)"
_BE = r"am|is|are|was|were"
_SUBJECT = (
    r"(?:i|we|he|she|they|it|you|there|(?:my|our|his|her|their|the|this|that)\s+[\w'’-]+|(?-i:[A-Z])[\w'’-]+)"
)
_QUESTION = re.compile(
    rf"""^(?P<asked>(?:what|which|who|whom|where|when|why|how)\b.*?)\s+
    (?P<auxiliary>do|does|did|have|has|had|will|would|can|could|{_BE})\s+
    (?P<subject>{_SUBJECT})(?:\s+(?P<predicate>.*?))?[\s?.!]*$""",
    re.IGNORECASE | re.VERBOSE | re.DOTALL,
)
_ASKS_FOR_A_FIGURE = re.compile(
    rf"(?:how\s+(?:many\s+(?:more\s+)?(?:{_TIME_UNIT}|times)(?:\s+ago)?|long(?:\s+ago)?|often|old|much)"
    r"|when|where|why|what|who|whom|how|(?:what|which)\s+(?:time|date|day|year|month))",
    re.IGNORECASE,
)
"""What leaves no word behind: the answer is a number, a date, a place, a name."""
_ASKING_WORDS = re.compile(
    r"(?:how\s+(?:many|much)|what|which)\s+"
    r"(?:(?:different\s+)?(?:type|kind|sort|name|number|amount|total)s?\s+(?:of\s+)?)?",
    re.IGNORECASE,
)
_VERB = re.compile(
    r"(?P<adverb>(?:\w+ly|ever|also|just|first|last)\s+)?(?P<verb>\S+)\s*(?P<rest>.*)", re.DOTALL
)
_IN_TOTAL = re.compile(r"\s*\b(?:in\s+total|altogether|in\s+all|overall|combined)\b", re.IGNORECASE)
_AFTER_THE_OBJECT = re.compile(
    rf"(?:(?:in|on|at|from|since|before|after|during|until|this|last|per|every|to|due|across|while|when)\b"
    rf"(?!\s*(?:$|or|and|before|after|since|than)\b)(?!$)|an?\s+{_TIME_UNIT})",
    re.IGNORECASE,
)
"""What stands behind the object; a preposition that ends a phrase has lost its object and stands before."""


def kinds_of(text: str) -> dict[QuestionKind, float]:
    """Name what a question asks of memory, by its wording.

    Several kinds may hold, or none. A kind's confidence is that of its surest rule; it is a judgement
    about English wording, not a frequency.

    Source: the five detectors are those of MemoryStack, section 3.2; the rules are ours.
    """
    sure = {
        kind: max((confidence for confidence, rule in rules.items() if rule.search(text)), default=0.0)
        for kind, rules in _COMPILED.items()
    }
    return {kind: confidence for kind, confidence in sure.items() if confidence}


def to_statement(question: str) -> str | None:
    """Turn a question with who, what, where, when or how into a statement.

    "Which oar did I row with?" becomes "I rowed with oar": the words in the order of
    an answer, the helping verb gone. "What was my first boat?" becomes "my first boat".

    Returns:
        The statement; None where the wording is none that the rules know, or next to nothing is left.
    """
    match = _QUESTION.match(question)
    if match is None:
        return None
    asked, subject, predicate = match["asked"], match["subject"], match["predicate"] or ""
    thing = "" if _ASKS_FOR_A_FIGURE.fullmatch(asked) else _ASKING_WORDS.sub("", asked, count=1)
    predicate = _IN_TOTAL.sub("", predicate)
    auxiliary = match["auxiliary"].lower()
    if auxiliary in _BE.split("|") and subject.lower() not in ("i", "we", "he", "she", "they"):
        words = [thing, subject, predicate]  # no telling where the subject ends: "my first | car"
    else:
        words = [subject, *_predicate(auxiliary, predicate, thing)]
    statement = " ".join(" ".join(words).split())
    return statement if len(statement.split()) > 2 else None


def _predicate(auxiliary: str, predicate: str, thing: str) -> list[str]:
    match = _VERB.match(predicate)
    if match is None:
        return [auxiliary, thing]
    verb = past_tense(match["verb"]) if auxiliary == "did" else match["verb"]
    helping = [] if auxiliary in ("do", "does", "did") else [auxiliary]
    rest = match["rest"]
    tail = [thing, rest] if _AFTER_THE_OBJECT.match(rest) else [rest, thing]
    return [*helping, match["adverb"] or "", verb, *tail]


def phrasings_of(text: str) -> tuple[str, ...]:
    """Give the question as it is, and the statement that would answer it where the rules can make one.

    Two at most; a table of synonyms as a third was measured and cost a question or gained none
    (`docs/retrieval.md`).
    """
    statement = to_statement(text)
    return (text,) if statement is None or _plain(statement) == _plain(text) else (text, statement)


def _plain(text: str) -> str:
    return " ".join(text.casefold().split()).strip(" ?.!")
