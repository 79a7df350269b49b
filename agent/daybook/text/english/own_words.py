"""What of a turn the owner says themselves, without secrets.

What is not the owner's word is replaced by as many spaces, so that every position stays that of the turn.
"""

from daybook.text.authored import blanked
from daybook.text.english.authors import authored
from daybook.text.secrets import secret_spans

_SECRET = "\0"


def own_text(turn: str) -> str:
    """Blank whatever of a turn is not the owner's own word, secrets too; "" where nothing is left."""
    text = blanked(turn, authored(turn))
    if not text.strip():
        return ""
    for start, stop in secret_spans(turn):
        text = text[:start] + _SECRET * (stop - start) + text[stop:]
    return text
