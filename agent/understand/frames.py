"""What a question says around what it asks: "I was going through our chat about X. Can you remind me …"."""

from __future__ import annotations

import re

from agent.conversation.sentences import sentence_spans

_ASKING = re.compile(
    r"""(?:.*?\b)?                                       # whatever leads up to it
    (?: (?:can|could|would|will)\s+you\s+(?:please\s+)?(?:remind\s+me|tell\s+me|recall|remember|confirm)
      | (?:please\s+)?remind\s+me
      | i\s+(?:wanted|would\s+like|want|need)\s+to\s+(?:confirm|check|ask|know|clarify|follow\s+up\s+on)
      | i(?:['’]m|\s+am|\s+was)\s+(?:just\s+)?(?:wondering|curious|trying\s+to\s+(?:recall|remember))
      | do\s+you\s+(?:still\s+)?(?:remember|recall|know)
    )
    (?:\s+(?:again|of|about|if|whether|you\s+(?:could|can|would)|(?:tell|remind)\s+me))* [\s,:–-]*""",
    re.IGNORECASE | re.VERBOSE | re.DOTALL,
)
_EARLIER_CHAT = re.compile(
    r"\b(?:our|the|that|this)\s+(?:previous|last|earlier|past|prior)\s+(?:chat|conversation|discussion|session)s?"
    r"\s+(?:about|on|regarding|where|concerning)\s+(?P<topic>[^.?!]+?)(?=[.?!]|,?\s+(?:and|but)\s+i\b|$)",
    re.IGNORECASE,
)
_MINIMUM = 3
"""Words that must be left for a stripped question to stand alone."""


def strip_frame(text: str) -> str:
    """Leave of a question what it is about.

    The courtesy around it ("Can you remind me of …", "I was wondering if …") goes, and a topic
    named on the way ("our previous conversation about X") is put in front of what is asked.

    Returns:
        The core of the question; the text itself where it has no frame, or where too little is left.
    """
    topic = _EARLIER_CHAT.search(text)
    core = _last_sentence(text)
    if frame := _ASKING.match(core):
        core = core[frame.end() :]
    if topic and topic["topic"] not in core:
        core = f"{topic['topic']}: {core}"
    return core if core != _last_sentence(text) and len(core.split()) >= _MINIMUM else text


def _last_sentence(text: str) -> str:
    spans = sentence_spans(text)
    return text[slice(*spans[-1])] if spans else text
