"""The replies of Daybook itself in a chat, in English whatever the language of the memory is."""

from collections.abc import Mapping

NOTED = "Kept."
"""The reply to a statement."""
MODEL_FAILED = "The chat model gave no answer just now. What you said is kept."
WITHHELD = "I keep nothing of that."
FORGET = "I would forget {counted} for good:\n{quotes}\nSay yes to do it."
FORGET_MORE = "and {count} more"
NOTHING_TO_FORGET = "I find nothing that I could forget."
NOTHING_ABOUT = "I find nothing about “{about}” that I could forget."
NOTHING_FORGOTTEN = "Then I forget nothing."
FORGOTTEN = "Forgotten for good: {counted}."
FORGOTTEN_VERIFIED = "A search of everything that I keep finds nothing of it."
FORGOTTEN_UNVERIFIED = "Something of it may be left on disk: `daybook doctor` looks."
CONSENT_GIVEN = "I shall remember such things, and have read again what you said of them."
CONSENT_DECLINED = "I keep none of that among what I know of you, and shall not ask again."
HEEDED = "I shall heed that in every conversation."
NOT_HEEDED = "I shall not carry that into other conversations, and shall not ask again."
_PRIVATE: Mapping[str, str] = {
    "health": "something about your health",
    "identity": "your address, an official number or an account",
    "money": "your money",
    "faith": "your faith",
    "politics": "your politics",
    "sexuality": "your sexuality",
    "children": "the school or the care of a child",
    "telephone": "a telephone number",
}


def consent_text(family: str, words: str = "") -> str:
    """Ask whether what is sensitive may be remembered, of a family of slots; `words` are quoted."""
    private = _PRIVATE.get(family, f"something private ({family})")
    quoted = f": “{words}”" if words else "."
    return f"You mentioned {private}{quoted} Shall I remember such things? (yes/no)"


def heed_text(quote: str) -> str:
    """Ask whether an allergy or a diet in doubt, quoted, is to be heeded in every conversation."""
    return f"You said “{quote}” Shall I heed that in every conversation from now on? (yes/no)"


def counted_text(removed: Mapping[str, int]) -> str:
    """Word how many rounds, records and items there are."""
    parts = [
        f"{count} {name.removesuffix('s') if count == 1 else name}"
        for name in ("rounds", "records", "items")
        if (count := removed.get(name, 0))
    ]
    return " and ".join([", ".join(parts[:-1]), *parts[-1:]] if parts[1:] else parts) or "nothing"
