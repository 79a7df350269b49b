"""What kind of memory a question needs, by rules."""

from __future__ import annotations

import re

from daybook.conversation import QuestionKind
from daybook.english.calendar_words import MONTH_NAME, WEEKDAY_NAME

_SAID = (
    r"(?:said|told|mentioned|recommended|suggested|gave|advised|listed|wrote|explained|described|proposed"
    r"|provided|shared|offered|created|made|came\s+up|pointed|referred|talked|outlined|generated|showed|called)"
)
_ADVICE = r"(?:suggestions?|recommendations?|tips?|advice|ideas?|pointers?|thoughts)"
_UNIT = r"(?:seconds?|minutes?|hours?|days?|nights?|weeks?|weekends?|months?|years?|decades?)"

_RULES: tuple[tuple[QuestionKind, float, str], ...] = (
    (QuestionKind.ASSISTANT, 0.9, rf"\byou(?:\s+(?:had|have|also|just|once|even))?\s+{_SAID}\b"),
    (QuestionKind.ASSISTANT, 0.9, r"\b(?:did|have|had)\s+you\s+(?:\w+ly\s+)?(?!think)\w+"),
    (
        QuestionKind.ASSISTANT,
        0.8,
        r"\b(?:our|the|that)\s+(?:previous|last|earlier|past|prior|recent)\s+"
        r"(?:chat|conversation|discussion|session|exchange|talk)s?\b",
    ),
    (
        QuestionKind.ASSISTANT,
        0.6,
        r"\b(?:remind\s+me|we\s+(?:discussed|talked|spoke|chatted)|trying\s+to\s+(?:recall|remember))\b",
    ),
    (
        QuestionKind.PREFERENCE,
        0.9,
        r"\b(?:can|could|would|will|do|please)\s+(?:you\s+)?(?:have\s+)?(?:please\s+)?"
        r"(?:suggest|recommend|advise)\b(?!ed)",
    ),
    (
        QuestionKind.PREFERENCE,
        0.9,
        rf"\b(?:any|some|have|give\s+me|need|looking\s+for)\s+(?:\w+\s+)?{_ADVICE}\b",
    ),
    (
        QuestionKind.PREFERENCE,
        0.8,
        r"\b(?:what|which|where|how|who)\s+(?:\w+\s+){0,3}(?:should|could)\s+i\b|\bshould\s+i\b",
    ),
    (
        QuestionKind.PREFERENCE,
        0.6,
        r"\b(?:do|did|would)\s+i\s+(?:\w+ly\s+)?(?:like|prefer|love|enjoy|hate|dislike)\b"
        r"|\bmy\s+(?:\w+\s+)?(?:favou?rite|preferred|preference|taste)",
    ),
    (
        QuestionKind.UPDATE,
        0.8,
        r"\b(?:current(?:ly)?|now(?:adays)?|these\s+days|at\s+(?:the\s+moment|present)|latest"
        r"|most\s+recent|up\s+to\s+date|as\s+of|any\s*more|any\s+longer)\b",
    ),
    (
        QuestionKind.UPDATE,
        0.7,
        r"\b(?:so\s+far|still|used\s+to|previous(?:ly)?|updated?|chang(?:e|ed)|recent(?:ly)?|already"
        r"|since\s+i\s+(?:began|started))\b(?!\s+(?:chat|conversation|discussion))",
    ),
    (QuestionKind.UPDATE, 0.5, r"\b(?:have|has)\s+(?:i|we|my)\b|\b(?:do|does|am|is|are)\s+(?:i|my|we|our)\b"),
    (
        QuestionKind.UPDATE,
        0.4,
        r"\b(?:usual(?:ly)?|normally|typically|how\s+often|every\s+(?:day|week|morning|evening|night)"
        r"|personal\s+best|record)\b",
    ),
    (
        QuestionKind.TEMPORAL,
        0.9,
        rf"\b(?:when\s+(?:did|was|were|do|does|is|have|had|will)|how\s+long\s+(?:ago|has|have|had|did|"
        rf"was|were|until|since)|(?:what|which)\s+(?:date|day|year|month)|\w+\s+{_UNIT}\s+ago)\b",
    ),
    (
        QuestionKind.TEMPORAL,
        0.9,
        rf"\bhow\s+many\s+{_UNIT}\s+(?:\w+\s+)?(?:ago|passed?|elapsed|between|before|after|since|until|"
        r"it\s+took|did\s+it\s+take|old)\b|\b(?:passed|elapsed)\b",
    ),
    (
        QuestionKind.TEMPORAL,
        0.9,
        r"\b(?:which|what|who)\b.*\b(?:first|last|earlier|later|earliest|more\s+recently|most\s+recently)\b",
    ),
    (
        QuestionKind.TEMPORAL,
        0.7,
        rf"\b(?:last|next|this|past|on|previous)\s+{WEEKDAY_NAME}\b|\b(?:in|during|since|until|from)\s+"
        rf"(?:early\s+|late\s+|mid-?)?{MONTH_NAME}\b|\byesterday\b|\b(?:last|this|past|previous)\s+{_UNIT}\b|\bago\b",
    ),
    (
        QuestionKind.TEMPORAL,
        0.6,
        r"\b(?:before|after|between|since|until|while)\b|\bhow\s+old\s+(?:was|were|am|is)\b"
        r"|\bwhen\s+i\b|\bhow\s+long\b",
    ),
    (
        QuestionKind.MULTI_SESSION,
        0.9,
        r"\b(?:in\s+total|total|altogether|in\s+all|combined|overall|sum|all\s+(?:of\s+)?(?:the|my)"
        r"|across\s+all|average)\b",
    ),
    (
        QuestionKind.MULTI_SESSION,
        0.7,
        r"\bhow\s+many\s+(?!(?:more\s+)?(?:seconds|minutes|hours|days|nights|weeks|months|years)\b)",
    ),
    (
        QuestionKind.MULTI_SESSION,
        0.7,
        r"\bhow\s+much\s+(?:more|less|older|younger|money|time|have|did|do|will)\b"
        r"|\b(?:difference|increase|decrease|compare[ds]?)\b|\b(?:both|each\s+of|list|different)\b",
    ),
    (
        QuestionKind.MULTI_SESSION,
        0.6,
        r"\b(?:first|last|earlier|later|recently|more|most|better|longer)\b.*,\s.*\bor\b"
        r"|\bbetween\b.*\band\b",
    ),
    (QuestionKind.MULTI_SESSION, 0.5, rf"\bhow\s+many\s+{_UNIT}\b"),
)
_COMPILED = tuple((kind, confidence, re.compile(rule, re.IGNORECASE)) for kind, confidence, rule in _RULES)


def kinds_of(text: str) -> dict[QuestionKind, float]:
    """Name what a question asks of memory, by its wording.

    Several kinds may hold, or none. A kind's confidence is that of its surest rule; it is a judgement
    about English wording, not a frequency.

    Source: the five detectors are those of MemoryStack, section 3.2; the rules are ours.
    """
    kinds: dict[QuestionKind, float] = {}
    for kind, confidence, rule in _COMPILED:
        if confidence > kinds.get(kind, 0.0) and rule.search(text):
            kinds[kind] = confidence
    return kinds
