"""What kind of memory a question needs, and the statement that would answer it."""

import re

from daybook.conversation import QuestionKind
from daybook.text.english.questions.question_content import PATTERNS, filled_in
from daybook.text.english.words import past_tense

_KINDS = {
    QuestionKind(kind): {
        float(confidence): re.compile(filled_in(rule), re.IGNORECASE | re.VERBOSE)
        for confidence, rule in rules.items()
    }
    for kind, rules in PATTERNS["kinds"].items()
}
"""How sure each wording makes each kind."""
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
        for kind, rules in _KINDS.items()
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
    elif verb := _VERB.match(predicate):
        helping = "" if auxiliary in ("do", "does", "did") else auxiliary
        form = past_tense(verb["verb"]) if auxiliary == "did" else verb["verb"]
        rest = verb["rest"]
        tail = [thing, rest] if _AFTER_THE_OBJECT.match(rest) else [rest, thing]
        words = [subject, helping, verb["adverb"] or "", form, *tail]
    else:
        words = [subject, auxiliary, thing]
    statement = " ".join(" ".join(words).split())
    return statement if len(statement.split()) > 2 else None


def phrasings_of(text: str) -> tuple[str, ...]:
    """Give the question as it is, and the statement that would answer it where the rules can make one.

    Two at most; a table of synonyms as a third was measured and cost a question or gained none
    (`docs/retrieval.md`).
    """
    statement = to_statement(text)
    plain = (" ".join(words.casefold().split()).strip(" ?.!") for words in (text, statement or text))
    return (text,) if statement is None or len(set(plain)) == 1 else (text, statement)
