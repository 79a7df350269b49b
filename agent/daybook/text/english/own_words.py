"""What of a turn the owner says of themselves, without secrets, tasks and sarcasm.

What is not the owner's word is replaced by as many spaces, so that every position stays that of the turn.
"""

from collections.abc import Iterator

from daybook.text.authored import blanked
from daybook.text.english.authors import FIRST_PERSON, authored
from daybook.text.english.patterns import regex
from daybook.text.english.sentences import sentence_spans
from daybook.text.secrets import secret_spans

_TASK = regex(r"""
    ^\W*(?:(?:please|now|ok|okay|so|and|then|hey|hi|hello)\b[\s,]*)*(?:(?:can|could|would|will) you\b
    |(?:write|draft|compose|translate|rewrite|rephrase|paraphrase|proofread|summari[sz]e|edit|correct
    |generate|say|repeat|complete|finish|read)\b
    |(?:help me )?(?:to )?(?:write|draft)\b)
""")
_SARCASM = regex(r"""
    (?:^|\s)/s\b
    |\b(?:yeah,? right|as if\b|said no one|sure,? jan|oh,? (?:sure|great|joy|yeah,? i just)\b|not!|riiight
    |because i (?:just )?(?:totally|obviously))
    |🙄|\bsarcas
""")
_SECRET = "\0"


def own_text(turn: str) -> str:
    """Blank whatever of a turn is not the owner's own word, secrets too; "" where nothing is left."""
    text = blanked(turn, authored(turn))
    if not text.strip():
        return ""
    for start, stop in secret_spans(turn):
        text = text[:start] + _SECRET * (stop - start) + text[stop:]
    return text


def own_sentences(turn: str) -> Iterator[tuple[int, str]]:
    """Yield (start, sentence) for what the owner states in the first person and in their own words."""
    text = own_text(turn) if FIRST_PERSON.search(turn) else ""
    for start, stop in sentence_spans(text):
        if is_stated(text[start:stop]) and FIRST_PERSON.search(text, start, stop):
            yield start, text[start:stop]


def is_stated(sentence: str) -> bool:
    """True if a sentence of the owner's own words may state something: no task, no sarcasm, no secret."""
    return _SECRET not in sentence and not _SARCASM.search(sentence) and not _TASK.match(sentence)


def holds_secret(sentence: str) -> bool:
    """True if a secret is blanked in a sentence."""
    return _SECRET in sentence
