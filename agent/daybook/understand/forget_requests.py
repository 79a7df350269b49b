"""What a chat message asks of memory itself: to forget something, or not to keep what is being said."""

from __future__ import annotations

import re
from dataclasses import dataclass

_POLITE = (
    r"(?:(?:ok|okay|so|and|now|please|hey|actually|oh|well|then|could|can|would|will|you|just|kindly)"
    r"\b[\s,]*)*"
)
_MEMORY = r"(?:your|the)\s+(?:memory|notes|records?|ledger)"
_THAT = (
    r"(?:that|this|it|what\s+i\s+(?:just\s+)?(?:said|told\s+you|wrote)(?:\s+just\s+now)?|my\s+last\s+message)"
)
_KEEP = r"(?:remember|keep|store|save|record|memori[sz]e|write\s+down|note(?:\s+down)?)"
_WITHHOLD = re.compile(
    rf"""(?<!\bi\s)(?<!\bwe\s)\b
    (?: (?:do\s+not|don['’]?t|never)\s+
        (?:{_KEEP}\s+(?:{_THAT}|any\s+of\s+(?:this|that))|write\s+(?:this|that|it)\s+down)
        (?=\s*(?:$|[.,:;!?()-]|but\b|because\b|please\b|and\b|though\b))
      | off\s+the\s+record\b
      | keep\s+(?:this|that)\s+out\s+of\s+{_MEMORY}\b
    )(?P<after>.*)""",
    re.IGNORECASE | re.VERBOSE | re.DOTALL,
)
_FORGET = re.compile(
    rf"""^\W*{_POLITE}
    (?: (?:forget|unlearn)\s+(?:all\s+|everything\s+)?(?P<forget>.+?)
      | (?:delete|erase|remove|wipe)\s+(?P<delete>.+?)\s+(?:from|out\s+of)\s+{_MEMORY}
      | (?:delete|erase|remove|wipe)\s+(?P<all>(?:everything|all|what)\s+.+?)
      | (?:do\s+not|don['’]?t)\s+(?:remember|keep)\s+
        (?P<keep>(?:my|our|that\s+i)\s+.+?)(?:\s+any\s*(?:more|longer))?
    )(?:\s+(?:from|out\s+of|in)\s+{_MEMORY})?\s*[.!?]*\s*$""",
    re.IGNORECASE | re.VERBOSE | re.DOTALL,
)
_IDIOM = re.compile(
    r"(?:it|about\s+it|to\b.*|how\b.*|the\s+(?:rest|question)|i\s+(?:asked|mentioned)|for\s+a\s+(?:moment|minute).*)",
    re.IGNORECASE | re.DOTALL,
)
_LEADING = re.compile(
    r"^(?:about|that|what(?:ever)?\s+(?:i|you)\s+(?:said|told\s+you|know|have|remember|wrote)"
    r"(?:\s+(?:about|on))?|(?:everything|all)\s+(?:about|on|that\s+has\s+to\s+do\s+with)"
    r"|(?:you\s+)?know\s+about)\s+",
    re.IGNORECASE,
)
_OWN = re.compile(r"^(?:my|our)\s+", re.IGNORECASE)


_FEWEST = 1
"""A message with more words than that beside the request says something itself: "please" does not."""


@dataclass(frozen=True, slots=True)
class ForgetRequest:
    """Something is to be forgotten for good."""

    about: str
    """What, in the words of the message: "address", "I have a parrot", "Coco"; "" for what was said last."""


@dataclass(frozen=True, slots=True)
class WithholdRequest:
    """Something is not to be kept in the first place."""

    this: bool
    """Whether it is the message itself that is not to be kept, and not the one before it."""


def request_of(message: str) -> ForgetRequest | WithholdRequest | None:
    """Tell by rules whether a message asks memory to forget or not to keep something.

    "Forget it", "don't forget to call" and "I forgot my keys" ask nothing of the kind.
    """
    withheld = _WITHHOLD.search(message)
    if withheld is not None:
        around = (message[: withheld.start()] + withheld["after"]).strip(" \t\n.,;:!?-")
        return WithholdRequest(this=len(around.split()) > _FEWEST)
    asked = _FORGET.match(message)
    if asked is None:
        return None
    named = next(text for text in asked.group("forget", "delete", "all", "keep") if text)
    if _IDIOM.fullmatch(named.strip(" .!?,")):
        return None
    if re.fullmatch(_THAT, named, re.IGNORECASE):
        return ForgetRequest("")
    about = named.strip()
    while (shorter := _LEADING.sub("", about, count=1)) != about:
        about = shorter
    return ForgetRequest(_OWN.sub("", about).strip(" .!?,\"'"))
