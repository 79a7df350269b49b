"""Words, sentences and quotes in any language, by Unicode's rules and a stemmer where there is one."""

import unicodedata
from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from itertools import pairwise
from re import Pattern

import regex  # type: ignore[import-untyped]
import Stemmer  # type: ignore[import-not-found]

from daybook.conversation.language import Analyzer, MessageReading, StandAlone
from daybook.text.authored import blanked, structural_stretches
from daybook.text.secrets import secret_spans

_WORD = regex.compile(r"\b\w.*?\b", regex.WORD)
"""A word by Unicode's rules (UAX #29): "3,5" is one, and so is "ist's"."""
_LETTER = regex.compile(r"\w")
_UNSPACED = regex.compile(
    r"[\p{Han}\p{Hiragana}\p{Katakana}\u30fc\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}]+", regex.VERSION0
)
"""A run of a script that puts no space between words."""
_HAN = regex.compile(r"\p{Han}")
_MARKS = regex.compile(r"[\u064b-\u065f\u0670\u0640\u0591-\u05bd\u05bf-\u05c7]")
"""Vowel points of Arabic and Hebrew, and the stroke that only lengthens an Arabic word."""
_GRAPHEME = regex.compile(r"\X")
_APOSTROPHE = regex.compile(r"['\u2019\u02bc\u05f3]")
STEMMERS = {
    "ar": "arabic", "ca": "catalan", "cs": "czech", "da": "danish", "de": "german", "el": "greek",
    "en": "english", "eo": "esperanto", "es": "spanish", "et": "estonian", "eu": "basque", "fa": "persian",
    "fi": "finnish", "fr": "french", "ga": "irish", "hi": "hindi", "hu": "hungarian", "hy": "armenian",
    "id": "indonesian", "it": "italian", "lt": "lithuanian", "nb": "norwegian", "ne": "nepali",
    "nl": "dutch", "nn": "norwegian", "no": "norwegian", "pl": "polish", "pt": "portuguese",
    "ro": "romanian", "ru": "russian", "sr": "serbian", "st": "sesotho", "sv": "swedish", "ta": "tamil",
    "tr": "turkish", "yi": "yiddish",
}  # fmt: skip
"""Snowball's algorithm of a language, by its ISO 639-1 code."""

_LINE = regex.compile(r"[^\n]*\S[^\n]*")
_FENCES = ("```", "~~~")
_CLOSING = "\"')\\]}»*_\u201d\u2019\u300d\u300f\u300b\uff09"
_MARK = r"[.!?…\u037e\u0589\u061f\u06d4\u0964\u0965\u1362\u1367\u17d4\u104b]"
_END = regex.compile(
    rf"(?<!{_MARK}){_MARK}++[{_CLOSING}]*+(?=\s)"
    rf"|[\u3002\uff01\uff1f\uff61]+[{_CLOSING}]*"
)
"""Marks that end a sentence, with what closes behind them; those of East Asia need no space."""
_NO_END = regex.compile(r"(?:(?<!\w)\p{L}|(?<!\w)\d{1,3})\.")
"""A full stop behind a single letter or a small number: "z. B.", "3. Mai"."""
_QUESTION_MARKS = "?\uff1f\u061f\u037e\u1367\u055e\u2e2e\u2047\u203d"
_SECRET = "\0"
_FEW = 3
"""Words up to which a message hardly says what it is about without its dialogue."""


def analyzer_of(code: str) -> Analyzer:
    """Make the analyzer of an ISO 639-1 code or "none"; words are stemmed where Snowball has an algorithm."""
    words = partial(_words, stem=_stemmer(code))
    return Analyzer(
        code,
        words,
        sentence_spans,
        _length,
        _own_words,
        structural_stretches,
        only_asks=lambda text: _read_message(text).only_asks,
        read_message=_read_message,
        stand_alone=lambda text, dialogue: StandAlone(text, bool(dialogue) and _length(text) <= _FEW),
    )


def phrase_pattern(phrase: str, *, joints: str = "") -> Pattern[str]:
    """Match a phrase as whole words of any script, whatever case and white space.

    `joints` are the characters that would join it to more of a word before or behind it.
    """
    words = r"\s+".join(map(regex.escape, phrase.split()))
    before, behind = (rf"(?<!\w[{joints}])", rf"(?![{joints}]\w)") if joints else ("", "")
    found: Pattern[str] = regex.compile(rf"{before}\b{words}\b{behind}", regex.WORD | regex.IGNORECASE)
    return found


def _read_message(text: str) -> MessageReading:
    """Tell by its question marks whether a message asks."""
    asking = [asks(text[start:stop]) for start, stop in sentence_spans(text)]
    return MessageReading(asks=any(asking), only_asks=bool(asking) and all(asking))


def _stemmer(code: str) -> Callable[[str], str]:
    name = STEMMERS.get(code)
    if name is None or name not in Stemmer.algorithms():
        return str
    stem: Callable[[str], str] = lru_cache(maxsize=100_000)(Stemmer.Stemmer(name).stemWord)
    return stem


def _words(text: str, *, stem: Callable[[str], str]) -> list[str]:
    """List the words of a text, without case and vowel points.

    Scripts without spaces give overlapping pairs of signs, and every Chinese character by itself.
    """
    plain = _MARKS.sub("", unicodedata.normalize("NFKC", text)).casefold()
    words: list[str] = []
    end = 0
    for run in _UNSPACED.finditer(plain):
        words += _spaced(plain[end : run.start()], stem)
        words += _unspaced(run[0])
        end = run.end()
    return words + _spaced(plain[end:], stem)


def _spaced(text: str, stem: Callable[[str], str]) -> list[str]:
    found = (part for word in _WORD.findall(text) for part in _APOSTROPHE.split(word))
    return [stem(part) for part in found if _LETTER.search(part)]


def _unspaced(run: str) -> list[str]:
    signs: list[str] = _GRAPHEME.findall(run)
    if len(signs) == 1:
        return signs
    pairs = [first + second for first, second in pairwise(signs)]
    return pairs + [sign for sign in signs if _HAN.match(sign)]


def _length(text: str) -> int:
    """Count the words of a text; without spaces, two characters count as one."""
    unspaced = sum(len(run) for run in _UNSPACED.findall(text))
    return len(_WORD.findall(_UNSPACED.sub(" ", text))) + (unspaced + 1) // 2


def asks(sentence: str) -> bool:
    """True if a sentence ends with a question mark of any script."""
    return sentence.endswith(tuple(_QUESTION_MARKS))


def _own_words(text: str) -> str:
    """Blank code, block quotes, forwards and attachments in a text; put NUL characters for its secrets."""
    own = blanked(text, structural_stretches(text))
    for start, stop in secret_spans(text):
        own = own[:start] + _SECRET * (stop - start) + own[stop:]
    return own


@lru_cache(maxsize=4096)
def sentence_spans(text: str) -> tuple[tuple[int, int], ...]:
    """Cut a text into its sentences; a line break ends one, and rows of tables and lines of code stay whole.

    Returns:
        Character spans (start, stop) in the order of the text; only white space lies outside them.
    """
    return tuple(_spans(text))


def _spans(text: str) -> Iterator[tuple[int, int]]:
    in_code = False
    for line in _LINE.finditer(text):
        content = line[0].strip()
        start = line.start() + line[0].index(content[0])
        stop = start + len(content)
        fence = content.startswith(_FENCES)
        if in_code or fence or content.startswith("|"):
            yield start, stop
        else:
            yield from _sentences(text, start, stop)
        in_code ^= fence


def _sentences(text: str, start: int, stop: int) -> Iterator[tuple[int, int]]:
    begin = start
    for mark in _END.finditer(text, start, stop):
        rest = mark.end()
        while rest < stop and text[rest].isspace():
            rest += 1
        goes_on = rest < stop and text[rest].islower() and mark[0][0] in ".…"
        is_short = mark[0] == "." and _NO_END.search(text, max(begin, mark.start() - 4), mark.end())
        if rest < stop and not goes_on and not is_short:
            yield begin, mark.end()
            begin = rest
    yield begin, stop
