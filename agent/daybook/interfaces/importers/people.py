"""Who of the people in a chat is the owner of the memory."""

from __future__ import annotations

from collections import Counter
from unicodedata import normalize

from daybook.errors import BadInput

_NAMED = 6
"""Names that an error repeats; a group may have hundreds."""


def same_name(one: str, other: str) -> bool:
    """Whether two names are the same, whatever their case and spaces."""
    return _plain(one) == _plain(other)


def require_owner(me: str | None, names: Counter[str], source: str) -> str:
    """Return the name of the owner as the chats write it.

    Args:
        me: what the user says; None where they said nothing.
        names: who wrote in the chats, and how many messages.
        source: the file.

    Raises:
        BadInput: nothing was said, or nobody of that name wrote; the error lists who did.
    """
    found = [name for name in names if me is not None and same_name(name, me)]
    if found:
        return found[0]
    most = [repr(name) for name, _ in names.most_common(_NAMED)]
    more = f" and {len(names) - _NAMED:,} others" if len(names) > _NAMED else ""
    listed = (", ".join(most) or "nobody") + more
    if me is None:
        problem = f"which of these are you: {listed}? Say it with --me NAME"
    else:
        problem = f"nobody in it is called {me!r}; --me is one of {listed}"
    raise BadInput(problem, source=source)


def _plain(name: str) -> str:
    return " ".join(normalize("NFKC", name).casefold().split())
