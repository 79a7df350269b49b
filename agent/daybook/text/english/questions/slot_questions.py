"""Which slots of the ledger a question asks for, in each of its parts.

A question asks for a slot where it holds one of the slot's cues. What it says besides has to stand in the
record that answers it: "Where do I live?" is answered by "I live in Bath"; "Where do I keep my bicycle?" and
"Where does my sister live?" are not.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from daybook.text.english.word_tables import KNOWN_PERSON
from daybook.text.english.words import stems_of

_FILE = Path(__file__).parent / "slot_questions.toml"
_MY = r"(?:my|our) (?:\w+ )?"

_ABOUT_ME = re.compile(r"\b(?:i|me|my|mine|we|our|us)\b")
_WRITTEN_OUT = (
    (re.compile("[\u2018\u2019]"), "'"),
    (re.compile(r"\b(what|where|who|when|which|how|that)'s\b"), r"\1 is"),
    (re.compile(r"\b(what|where|who)'re\b"), r"\1 are"),
    (re.compile(r"\bi'm\b"), "i am"),
    (re.compile(r"\b(i|we)'ve\b"), r"\1 have"),
    (re.compile(r"\b(?:favorite|fave)\b"), "favourite"),
    (re.compile(r"\bcolor"), "colour"),
)
_ASKING = stems_of(
    "current currently now present presently nowadays moment days today still actually exactly again remind "
    "tell know say said mention mentioned told remember recall latest recent recently new newest old "
    "former formerly previous previously prior earlier last first original originally initially used use "
    "lately right point time end ended think believe happen please quick quickly question wonder wondering "
    "curious forget forgot check sure going go went switch switched change changed like kind type sort one "
    "thing things answer ask asked talk record far"
)
"""Words that put a question, rather than say what it is about."""
_IN_BETWEEN = re.compile(
    r"\b(?:used? to|currently|now|presently|nowadays|actually|still|really|again|(?:most )?recently"
    r"|originally|previously|formerly|initially|finally|usually|normally|just|ever|at the moment) "
)
"""What may stand within a cue."""
DOING = stems_of(
    "drive driving ride riding work working live living play playing learn learning use using own keep do "
    "take eat eating watch read listen study studying get pay make call home based"
)
"""Words that ask for a slot, and tell little of which of its records is meant."""
_SAME = {"call": "name", "movi": "film", "band": "artist", "dish": "food"}
"""What is told by one of two words, and asked for by the other: a cat is called so, or has the name."""
_LIKES = re.compile(
    r"favourite|preferred|\b(?:do|did|would) i (?:\w+ )?(?:like|love|prefer|enjoy|favour|fancy)\b"
    r"|\bi (?:\w+ )?(?:like|love|prefer|enjoy)\b|\bam i (?:\w+ )?(?:into|fond of|keen on|a fan of)\b"
)
_DISLIKES = re.compile(
    r"least favourite|\b(?:do|did|don't) i (?:\w+ )?(?:hate|dislike|despise|not like|like least)\b"
    r"|\bdon't i (?:like|enjoy)\b|\bi (?:hate|dislike|can't stand|don't like)\b|\bcan't i stand\b"
)
_WHICH = re.compile(r"\b(?:what|which|who|where|is|are)\b")
_BEST = stems_of(
    "favourite preferred prefer best most like love enjoy favour fancy fond keen fan hate dislike despise "
    "stand least all-time"
)
_JOINED = re.compile(r",?\s+and (?:also )?(?=(?:what|where|who|when|which|how)\b)")
_PERSON = re.compile(rf"\b(?:my|our) (?:[\w-]+ )?{KNOWN_PERSON}\b|\b(?<=of )(?:my|our) [\w-]+")
_THING = re.compile(r"\b(?:my|our) [\w-]+")
_PRONOUNS = {"she": "", "he": "", "they": "", "it": "", "her": "'s", "his": "'s", "their": "'s", "its": "'s"}
_PRONOUN = re.compile(rf"\b(?:{'|'.join(_PRONOUNS)})\b")
_KNOW = r"(?:know|remember)"
_ME = r"(?:me|myself|us)"
_PROFILE_QUESTION = re.compile(
    rf"""\bwhat\s+(?:all\s+|else\s+)?
        (?:do\s+you\s+(?:\w+\s+)?{_KNOW}|have\s+i\s+told\s+you|did\s+i\s+tell\s+you|have\s+you\s+learn(?:ed|t))
        \s+about\s+{_ME}\b
      | \b(?:tell|show)\s+me\s+(?:what|everything|all)\s+(?:that\s+)?you\s+{_KNOW}\s+about\s+{_ME}\b""",
    re.IGNORECASE | re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class SlotQuestion:
    """What a question asks the ledger for."""

    slots: tuple[str, ...]
    """Each with those below it; the first of them that has an answer counts."""
    required: frozenset[str]
    """Stems that the answering record has to hold."""
    preferred: frozenset[str]
    """Stems by which the best of several records is picked."""
    denied: bool = False
    """Whether it asks for what is not so: for dislikes."""


@dataclass(frozen=True, slots=True)
class _Cue:
    slots: tuple[str, ...]
    begins: re.Pattern[str]
    cue: re.Pattern[str]
    words: frozenset[str]
    narrow: bool
    """Whether it has to ask for something besides: "When do I …?" alone asks for nothing."""


def slots_asked(question: str) -> Iterator[SlotQuestion]:
    """Give the slots that a question about the asker asks for, in the order of the table."""
    text = _IN_BETWEEN.sub("", plain(question))
    if not _ABOUT_ME.search(text):
        return
    content = content_of(text)
    for cue in _wordings()[0]:
        narrowed = bool(content - cue.words) or not cue.narrow
        if narrowed and cue.begins.search(text) and cue.cue.search(text):
            yield SlotQuestion(cue.slots, content - cue.words, content & cue.words)
    denied = _DISLIKES.search(text) is not None
    if (denied or _LIKES.search(text)) and _WHICH.search(text):
        yield from _tastes(content, denied=denied)


def plain(question: str) -> str:
    """Write a question in small letters, with short forms written out."""
    text = question.lower()
    for pattern, full in _WRITTEN_OUT:
        text = pattern.sub(full, text)
    return text


def content_of(text: str) -> frozenset[str]:
    """Give the stems of what a question is about."""
    return told_stems(text) - _ASKING


def told_stems(text: str) -> frozenset[str]:
    """Give the stems of a question or a record, one for words that such records put for each other."""
    return frozenset(_SAME.get(stem, stem) for stem in stems_of(plain(text)))


def _tastes(content: frozenset[str], *, denied: bool) -> Iterator[SlotQuestion]:
    """Give the slots of favourites of what is named, then those of likes and dislikes."""
    about = content - _BEST
    for slot, words in _wordings()[1].items():
        if about & words:
            yield SlotQuestion((slot,), about - words, about & words, denied)
    if about:
        yield SlotQuestion(("preference",), about, content & _BEST, denied)


@cache
def _wordings() -> tuple[Sequence[_Cue], Mapping[str, frozenset[str]]]:
    """Read the cues, and the words of each slot of favourites and tastes."""
    read = tomllib.loads(_FILE.read_text(encoding="utf-8"))
    cues = [
        _Cue(
            tuple(row["slots"].split()),
            re.compile(rf"\b(?:{row['begins']})\b"),
            re.compile(rf"\b(?:{'|'.join(row['cue']).replace('MY ', _MY)})\b"),
            told_stems(row["words"]),
            row.get("narrow", False),
        )
        for row in read["cue"]
    ]
    favourites = {f"preference.favourite.{kind}": words for kind, words in read["favourites"].items()}
    return cues, {slot: told_stems(words) for slot, words in (favourites | read["tastes"]).items()}


def question_parts(text: str) -> list[str]:
    """Split a question in plain small letters; pronouns become what the first part is about.

    Returns:
        The question itself where it has one part only.
    """
    first, *others = _JOINED.split(text)
    about = _PERSON.search(first) or _THING.search(first)
    if about is None:
        return [first, *others]
    return [first, *(_PRONOUN.sub(lambda word: about[0] + _PRONOUNS[word[0]], part) for part in others)]


def asks_for_profile(question: str) -> bool:
    """True if a question asks for everything that is known about whoever asks."""
    return _PROFILE_QUESTION.search(question) is not None


def without_courtesy(question: str) -> str:
    """Leave out what only asks to be told."""
    return re.sub(
        r"\b(?:(?:can|could|would|do|will) you (?:please |just |quickly |still )*"
        r"(?:remind me|tell me|remember|recall|say|know|confirm)(?: again| of)?|please remind me|remind me"
        r"|i(?:'m| am| was) (?:just )?wondering|i (?:can't|don't) (?:remember|recall)|have i told you"
        r"|did i (?:ever )?(?:tell you|mention|say)|as far as you know|do you think)\b[ ,:]*",
        "",
        question.replace("\u2019", "'"),
        flags=re.IGNORECASE,
    ).strip()
