"""Questions turned into the statement that would answer them, since that is how memory has it."""

from __future__ import annotations

import re

_UNIT = r"(?:seconds?|minutes?|hours?|days?|nights?|weeks?|weekends?|months?|years?)"
_AUXILIARY = r"(?:do|does|did|have|has|had|am|is|are|was|were|will|would|can|could|should)"
_SUBJECT = r"(?:i|we|my\s+[\w'’-]+|our\s+[\w'’-]+|he|she|they|it|you|the\s+[\w'’-]+|[A-Z][\w'’-]+)"
_QUESTION = re.compile(
    rf"""^(?:and\s+|so\s+|but\s+)?
    (?P<asked>(?:what|which|who|whom|whose|where|when|why|how)\b.*?)\s+
    (?P<auxiliary>{_AUXILIARY})\s+
    (?P<subject>{_SUBJECT})\b\s*
    (?P<rest>.*?)[\s?.!]*$""",
    re.IGNORECASE | re.VERBOSE | re.DOTALL,
)
_ABOUT_SUBJECT = re.compile(
    r"^(?:what|which|who|whose)\s+(?P<rest>(?!do\b|does\b|did\b).+?)[\s?.!]*$", re.IGNORECASE | re.DOTALL
)
_DURATION = re.compile(
    rf"^(?:how\s+(?:many\s+(?:more\s+)?{_UNIT}(?:\s+ago)?|long(?:\s+ago)?|often|old|much|many(?:\s+times)?)|"
    r"when|where|why|what|who|whom|how|(?:what|which)\s+(?:time|date|day|year|month))$",
    re.IGNORECASE,
)
_WH = re.compile(
    r"^(?:how\s+(?:many|much)\s+|what\s+|which\s+|whose\s+)(?:(?:type|kind|sort|name|number|amount)s?\s+of\s+)?"
    r"(?:different\s+)?",
    re.IGNORECASE,
)
_IN_TOTAL = re.compile(r"\s*\b(?:in\s+total|altogether|in\s+all|overall|combined|so\s+far)\b", re.IGNORECASE)
_DANGLING = re.compile(r"\b(?:with|for|from|to|at|in|on|about|of|by)$", re.IGNORECASE)


def to_statement(question: str) -> str | None:
    """Turn a question with who, what, where, when or how into a statement.

    "What degree did I graduate with?" becomes "I graduated with degree": the words in the order of
    an answer, the helping verb gone. What asks for a number, a date or a place leaves no word behind.

    Returns:
        The statement; None where the wording is none that the rules know.
    """
    match = _QUESTION.match(question)
    if match is None:
        return None
    asked = match["asked"]
    thing = "" if _DURATION.match(asked) else _WH.sub("", asked)
    verb, _, rest = match["rest"].partition(" ")
    rest = _IN_TOTAL.sub("", rest)
    words = [match["subject"], *_predicate(match["auxiliary"].lower(), verb)]
    words += [rest, thing] if not rest or _DANGLING.search(rest) else [thing, rest]
    statement = " ".join(word for word in words if word)
    return statement if len(statement.split()) > 2 else None


def _predicate(auxiliary: str, verb: str) -> list[str]:
    if auxiliary == "did":
        return [past_tense(verb)]
    if auxiliary in ("do", "does"):
        return [verb]
    return [auxiliary, verb]


_PASTS = (
    "be:was become:became begin:began bring:brought build:built buy:bought catch:caught "
    "choose:chose come:came cost:cost cut:cut do:did draw:drew drink:drank drive:drove eat:ate "
    "fall:fell feel:felt fight:fought find:found fly:flew forget:forgot get:got give:gave go:went "
    "grow:grew hang:hung have:had hear:heard hide:hid hit:hit hold:held keep:kept know:knew "
    "lead:led leave:left lend:lent let:let lose:lost make:made mean:meant meet:met pay:paid "
    "put:put read:read ride:rode ring:rang rise:rose run:ran say:said see:saw sell:sold send:sent "
    "set:set show:showed shut:shut sing:sang sit:sat sleep:slept speak:spoke spend:spent "
    "stand:stood steal:stole swim:swam take:took teach:taught tell:told think:thought throw:threw "
    "understand:understood wake:woke wear:wore win:won write:wrote"
)
_IRREGULAR = dict(pair.split(":") for pair in _PASTS.split())


def past_tense(verb: str) -> str:
    """Put an English verb into the past: a table of the irregular ones, else -ed.

    Searches need no more: where spelling doubles a consonant ("stopped") the stem is the same.
    """
    lowered = verb.lower()
    if lowered in _IRREGULAR:
        return _IRREGULAR[lowered]
    if lowered.endswith("e"):
        return verb + "d"
    if re.search(r"[^aeiou]y$", lowered):
        return verb[:-1] + "ied"
    return verb + "ed"
