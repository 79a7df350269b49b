"""The words of a text: which of them count, their stems, and the forms of verbs."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
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
_PASTS: Mapping[str, str] = {base: past for base, past, *_ in IRREGULAR_VERBS}


def _bases() -> Mapping[str, str]:
    bases: dict[str, str] = {}
    for verb in IRREGULAR_VERBS:
        stems = [stem for form in verb for stem in words_of(form)]
        bases |= {form: stems[0] for form in stems[1:] if form != stems[0]}
    return bases


BASES = _bases()
"""The stem of each irregular form, with the stem of the form that stands for its verb."""


def past_tense(verb: str) -> str:
    """Put an English verb into the past: a table of the irregular ones, else -ed.

    Searches need no more: where spelling doubles a consonant ("stopped") the stem is the same.
    """
    lowered = verb.lower()
    if lowered in _PASTS:
        return _PASTS[lowered]
    if lowered.endswith("e"):
        return f"{verb}d"
    if re.search(r"[^aeiou]y$", lowered):
        return f"{verb[:-1]}ied"
    return f"{verb}ed"


IRREGULAR_PAST = "|".join(form for base, *past in IRREGULAR_VERBS for form in past if form != base)
"""Matches an irregular past or participle that is not the base form as well, in small letters."""

_REGULAR = """
    admire adopt adore aim appreciate attend avoid bake bike birdwatch blog box call camp carry celebrate
    change cheer climb close coach code collect commute compete complete consult cook craft crash crave
    crochet cycle damage dance date design despise detest diagnose dislike divorce donate downsize dream
    drop earn enjoy enrol enroll exercise explore fail fear finish fire fish focus follow freelance gamble
    garden graduate hate help hike hire homeschool hope host hunt identify inherit intend intern jog join
    kayak knit launch learn lease lecture lift like listen live loathe love major manage marry meditate
    mentor miss move mow need nurse open order own paint pass perform photograph plan plant play podcast
    practice practise pray prefer prepare program promote publish purchase race raise receive record
    register relocate remodel renovate rent repair rescue reside resign retire return root row sail save
    serve sew share ship shop sign skate skateboard sketch ski smoke snowboard specialise specialize star
    start stay stop stream study suffer support surf swap switch tour trade train transfer travel treasure
    try turn tutor upgrade use vape visit volunteer walk want wash watch work workout wrestle
"""
_MORE_IRREGULAR = "be am is are, have has, lay laid, babysit babysat, breed bred, quit quit"
"""Forms of helping verbs, and verbs that nothing else needs."""
_DOUBLING = re.compile(r"[^aeiou]*[aeiou][bdgmnprt]|begin|quit|enrol|prefer|transfer|forget")
"""Verbs whose last letter is doubled before an ending: "run", "plan"."""


def ing_form(verb: str) -> str:
    """Put a verb into its -ing form: "run" is "running", "bake" is "baking"."""
    if _DOUBLING.fullmatch(verb):
        return f"{verb}{verb[-1]}ing"
    if verb.endswith("ie"):
        return f"{verb[:-2]}ying"
    silent = verb.endswith("e") and not verb.endswith(("be", "ee", "oe", "ye"))
    return f"{verb[:-1] if silent else verb}ing"


def _s_form(verb: str) -> str:
    if re.search(r"[^aeiou]y$", verb):
        return f"{verb[:-1]}ies"
    return f"{verb}es" if verb.endswith(("s", "sh", "ch", "x", "z", "o")) else f"{verb}s"


def _ed_form(verb: str) -> str:
    if re.search(r"[^aeiou]y$", verb):
        return f"{verb[:-1]}ied"
    return f"{verb}d" if verb.endswith("e") else f"{verb}{verb[-1] if _DOUBLING.fullmatch(verb) else ''}ed"


def _forms() -> Mapping[str, str]:
    lemmas: dict[str, str] = {}
    regular = ((verb, _ed_form(verb)) for verb in _REGULAR.split())
    more = (tuple(verb.split()) for verb in _MORE_IRREGULAR.split(", "))
    for base, *past in (*regular, *IRREGULAR_VERBS, *more):
        lemmas |= dict.fromkeys((base, _s_form(base), ing_form(base), *past), base)
    return lemmas


LEMMAS = _forms()
"""Every form of those verbs, with the form that stands for its verb."""
PAST_FORMS = frozenset(
    form
    for form, lemma in LEMMAS.items()
    if form != lemma
    and not form.endswith("ing")
    and form not in (lemma + "s", lemma + "es", "am", "is", "are", "has", "does")
    and not form.endswith("ies")
    and form not in ("goes",)
)
"""Simple pasts and participles."""


def stems_of(text: str) -> frozenset[str]:
    """Give the stems of a text's words, stop words left out, with one stem for all forms of a verb."""
    return frozenset(BASES.get(stem, stem) for stem in words_of(text))


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Word stems, and an expression that finds every word that may have one of them.

    Stemming all that was found costs more than the rest of reading together; stemming only words that
    begin like a wanted one does not.
    """

    stems: frozenset[str]
    beginnings: re.Pattern[str]

    @classmethod
    def of(cls, *texts: str) -> Vocabulary:
        """Take the words of texts, stop words left out."""
        stems = frozenset[str]().union(*map(stems_of, texts))
        return cls(stems, _beginnings(stems.union(form for form, base in BASES.items() if base in stems)))

    def in_text(self, text: str) -> frozenset[str]:
        """Give the stems of this vocabulary that a text holds."""
        if not text.isascii():  # accents, ligatures and scripts without spaces need a closer look
            return self.stems & stems_of(text)
        like = self.beginnings.findall(text.lower())
        return self.stems & stems_of(" ".join(like)) if like else frozenset()


def _beginnings(stems: Iterable[str]) -> re.Pattern[str]:
    """Match words of small letters by how they begin: stemming changes ends, and a number holds separators.

    Each beginning looks back at what is before it, since an expression that begins with letters is
    searched for several times faster than one that begins with a look at the edge of a word.
    """
    starts = sorted({stem[:1] if stem[0].isdigit() else stem[:-1] or stem for stem in stems})
    either = "|".join(rf"{re.escape(start)}(?<![^\W_]{re.escape(start)})" for start in starts) or r"(?!)"
    return re.compile(rf"(?:{either})[^\W_]*(?:[,.'][^\W_]+)*")
