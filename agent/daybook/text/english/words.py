"""The words of a text: which of them count, their stems, and the forms of verbs."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

import Stemmer  # type: ignore[import-not-found]

# Scripts without spaces between words go in character by character; a number keeps its decimals
# and loses its thousands separators; a hyphen or an underscore parts words, an apostrophe does not.
_WORD = re.compile(
    r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]"
    r"|\d+(?:[.,]\d+)*[^\W_]*"
    r"|[^\W_\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]+(?:'[^\W_]+)*"
)
_ACCENT = re.compile("[\u0300-\u036f]")
_THOUSANDS = re.compile(r",(?=\d{3}(?:\D|$))")
_APOSTROPHES = str.maketrans("\u2019\u2018\u02bc\u0060", "''''")

STOP_WORDS = frozenset(
    "a about above after again against ain all also am an and any are aren as at be because been before "
    "being below between both but by can cannot could couldn d did didn do does doesn doing don down "
    "during each else ever few for from further get gets got had hadn has hasn have haven having he her "
    "here hers herself him himself his how however i if in into is isn it its itself just ll let m ma may "
    "me might more most mustn my myself no nor not now of off on once only or other ought our ours "
    "ourselves out over own please re really s same shall shan she should shouldn so some such t than that "
    "the their theirs them themselves then there these they this those through to too under until up upon "
    "us ve very was wasn we were weren what when where which while who whom whose why will with won would "
    "wouldn y you your yours yourself yourselves".split()
)


def words_of(text: str) -> list[str]:
    """List the stems of a text's words in order, without stop words.

    Case, accents and possessive endings do not count: "The Café's 1,200 follow-ups" gives
    ["cafe", "1200", "follow", "up"].
    """
    plain = text.casefold() if text.isascii() else _plain(text)
    return [stem for word in _WORD.findall(plain) if (stem := _stem(word))]


def _plain(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", text.translate(_APOSTROPHES))
    return unicodedata.normalize("NFKC", _ACCENT.sub("", decomposed)).casefold()


@lru_cache(maxsize=100_000)
def _stem(word: str) -> str:
    if word[0].isdigit():
        word = _THOUSANDS.sub("", word)
    head, _, tail = word.partition("'")
    if head in STOP_WORDS and tail:
        return ""
    word = head if tail == "s" else word.replace("'", "")
    return "" if word in STOP_WORDS else str(_STEMMER.stemWord(word))


_STEMMER = Stemmer.Stemmer("english")

_FORMS = (
    "be was been, become became, begin began begun, bite bit bitten, blow blew blown, break broke broken, "
    "bring brought, build built, buy bought, catch caught, choose chose chosen, come came, cost cost, cut "
    "cut, deal dealt, dig dug, do did done, draw drew drawn, drink drank drunk, drive drove driven, eat ate "
    "eaten, fall fell fallen, feed fed, feel felt, fight fought, find found, fly flew flown, forget forgot "
    "forgotten, freeze froze frozen, get got, give gave given, go went gone, grow grew grown, hang hung, "
    "have had, hear heard, hide hid hidden, hit hit, hold held, keep kept, know knew known, lead led, leave "
    "left, lend lent, let let, lose lost, make made, mean meant, meet met, pay paid, put put, read read, "
    "ride rode ridden, ring rang rung, rise rose risen, run ran, say said, see saw seen, sell sold, send "
    "sent, set set, sew sewed sewn, shake shook shaken, shoot shot, show showed shown, shut shut, sing sang "
    "sung, sink sank sunk, sit sat, sleep slept, speak spoke spoken, spend spent, stand stood, steal stole "
    "stolen, stick stuck, swim swam swum, swing swung, take took taken, teach taught, tear tore torn, tell "
    "told, think thought, throw threw thrown, understand understood, wake woke woken, wear wore worn, win "
    "won, wind wound, write wrote written"
)
IRREGULAR_VERBS = tuple(tuple(verb.split()) for verb in _FORMS.split(", "))
"""Base form, past and, where it is another word, participle."""

IRREGULAR_PAST = "|".join(form for base, *past in IRREGULAR_VERBS for form in past if form != base)
"""Matches an irregular past or participle that is not the base form as well, in small letters."""
