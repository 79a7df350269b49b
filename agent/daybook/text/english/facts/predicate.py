"""The verb of a statement in the first person, with what surrounds it taken off."""

import re
from dataclasses import dataclass
from enum import StrEnum

from daybook.text.english.patterns import cased_regex, regex
from daybook.text.english.words import LEMMAS, PAST_FORMS


class Aspect(StrEnum):
    """How the verb stands in time."""

    PRESENT = "present"
    PROGRESSIVE = "progressive"
    PAST = "past"
    PERFECT = "perfect"
    """"I have lived", "I have been living": it began and goes on, or it was experienced."""
    FUTURE = "future"
    """"I am going to", "I will"."""
    ABLE = "able"
    """"I can"."""
    USED_TO = "used to"
    """It was so, and is so no longer."""
    WISH = "wish"
    """"I would like to", "I want to"."""


@dataclass(frozen=True, slots=True)
class Predicate:
    """A statement in the first person: "I never really liked tea" is (like, "tea", past, negated)."""

    verb: str
    """The form that stands for the verb; "be" also before an adjective or a noun."""
    rest: str
    phrase: str
    """The verb as it was said, with its auxiliaries and without adverbs or "not": "am living"."""
    aspect: Aspect
    negated: bool = False
    ended: bool = False
    """It was said to be over: "no longer", "anymore"."""
    fresh: bool = False
    """It was said to be new: "just", "now", "recently"."""


_ADVERBS = frozenset(
    (
        "really absolutely just also still always definitely actually currently now only even never usually "
        "often sometimes honestly totally particularly especially generally truly simply recently certainly "
        "mostly mainly personally completely finally already both all normally typically rarely "
        "occasionally literally secretly deeply dearly regularly frequently ever originally basically "
        "obviously genuinely thoroughly quite rather pretty so very proudly happily officially newly too "
        "soon today lately presently temporarily formerly previously once strongly greatly"
    ).split()
)
_LY = cased_regex(r"""
    (?!(?:family|only|early|daily|weekly|monthly|italy|july|reply|apply|supply|rely|fly|lively|lonely
    |friendly|elderly|ugly|silly|curly|holy|jelly|belly|bully|lovely|likely|chilly|hilly|emily|lily
    |kelly)\b)\w{3,}ly
""")
"""Any other adverb; misspelt ones too."""
_FRESH = frozenset({"just", "now", "recently", "finally", "newly", "officially"})
_NOWADAYS = regex(r"""
    \b(?<!while\s)(?<!years\s)(?<!months\s)(?<!weeks\s)(?:now|nowadays|again|recently|these days
    |at the moment|as of \w+(?: \w+)?)$|\bnow,
""")
_DEGREES = frozenset("so very quite rather pretty too all both".split())
"""Adverbs that belong to what follows a copula; after other verbs they are passed over."""
_BE = frozenset({"am", "are", "was", "were", "is"})
_SINGULAR = {"are": "am", "were": "was"}  # what "we" are, the owner is
_HAVE = frozenset({"have", "had", "has"})
_PARTICIPLES = frozenset(
    (
        "run become come read heard told said thought felt met split begun forgotten chosen gone done let "
        "paid sent held led lived put set cut hit hurt shut shot stuck woken beaten hidden known shown "
        "thrown torn sworn risen shaken laid dealt quit"
    ).split()
)
_REGULAR_PARTICIPLE = re.compile(r"(?!(?:bed|seed|need|red|weed|feed|breed|speed|shed|sled)\b)\w{2,}ed")
_NO_PROGRESSIVE = frozenset({"being", "having", "going", "missing", "loving"})


def predicate_of(words: str) -> Predicate | None:
    """Read a clause that begins with "I" or "we"; None where no known verb of it commits to something."""
    subject, _, predicate = words.partition(" ")
    if subject not in ("I", "We", "we") or not predicate:
        return None
    first, _, more = predicate.partition(" ")
    return _Reader([_SINGULAR.get(first.lower(), first), *more.split(" ")] if more else [first]).read()


class _Reader:
    def __init__(self, words: list[str]) -> None:
        self._words, self._at = words, 0
        self._negated = self._ended = self._fresh = False
        self._phrase: list[str] = []

    def read(self) -> Predicate | None:
        self._adverbs()
        word = self._next()
        if word in _BE:
            return self._after_be(word)
        if word in _HAVE:
            return self._after_have(word)
        if word in ("do", "did"):
            return self._after_do(word)
        if word in ("will", "cannot", "can"):
            return self._after_modal(word)
        if word == "used" and self._after(1) == "to":
            self._take("used", "to")
            return self._verb(Aspect.USED_TO)
        if word == "would" and self._after(1) in ("like", "love"):
            self._take("would", self._after(1))
            return self._said("wish", Aspect.WISH)
        return self._verb(Aspect.PRESENT)

    def _after_be(self, word: str) -> Predicate | None:
        self._take(word)
        self._adverbs(keep_degrees=True)
        following = self._next()
        past = word in ("was", "were")
        if (
            following == "going"
            and self._after(1) == "to"
            and LEMMAS.get(self._after(2), "") == self._after(2)
        ):
            self._take("going", "to")
            return self._verb(Aspect.FUTURE) if not past else None
        if following.endswith("ing") and following in LEMMAS and following not in _NO_PROGRESSIVE:
            self._take(following)
            return self._said(LEMMAS[following], Aspect.PAST if past else Aspect.PROGRESSIVE)
        return self._said("be", Aspect.PAST if past else Aspect.PRESENT)

    def _after_have(self, word: str) -> Predicate | None:
        self._take(word)
        self._adverbs()
        following = self._next()
        aspect = Aspect.PERFECT if word != "had" else Aspect.PAST
        if following == "got" and word != "had":
            self._at += 1
            return self._said("have", Aspect.PRESENT)
        if following == "been":
            self._take("been")
            self._adverbs(keep_degrees=True)
            verb = self._next()
            if verb.endswith("ing") and verb in LEMMAS:
                self._take(verb)
                return self._said(LEMMAS[verb], aspect)
            return self._said("be", aspect)
        if following in PAST_FORMS or following in _PARTICIPLES or _REGULAR_PARTICIPLE.fullmatch(following):
            self._take(following)
            return self._said(LEMMAS.get(following, following), aspect)
        return self._said("have", Aspect.PAST if word == "had" else Aspect.PRESENT)

    def _after_do(self, word: str) -> Predicate | None:
        self._at += 1
        self._adverbs()
        aspect = Aspect.PAST if word == "did" else Aspect.PRESENT
        following = self._next()
        if following in LEMMAS and (following == LEMMAS[following]):
            self._take(following)
            if word == "did":
                self._phrase = ["did", following]
            return self._said(following, aspect)
        if self._negated:
            return None
        self._phrase.append(word)
        return self._said("do", aspect)

    def _after_modal(self, word: str) -> Predicate | None:
        self._take(word)
        self._adverbs()
        if word == "cannot":
            self._negated = not self._negated
            self._phrase = ["can"]
        if word in ("can", "cannot"):
            return self._said("can", Aspect.ABLE)
        if self._next() == "be":
            if not self._after(1).endswith("ing"):
                return None
            self._take("be", self._after(1))
            return self._said(LEMMAS.get(self._phrase[-1], self._phrase[-1]), Aspect.FUTURE)
        return self._verb(Aspect.FUTURE)

    def _verb(self, aspect: Aspect) -> Predicate | None:
        self._adverbs()
        word = self._next()
        lemma = LEMMAS.get(word)
        if lemma is None:
            return None
        if aspect is Aspect.PRESENT and (word in PAST_FORMS or word == "quit") and word != "read":
            aspect = Aspect.PAST
        if word != lemma and (word.endswith("ing") or (word.endswith("s") and word not in PAST_FORMS)):
            return None  # "and hikes", "and planning": no verb of "I" by itself
        self._take(word)
        return self._said(lemma, aspect)

    def _said(self, verb: str, aspect: Aspect) -> Predicate:
        if verb != "be":
            self._adverbs(keep_degrees=True, keep_not=True)
        rest = " ".join(self._words[self._at :])
        lowered = rest.lower()
        for ending in (" anymore", " any more", " any longer"):
            if ending in f" {lowered}":
                self._ended = True
        self._fresh = self._fresh or _NOWADAYS.search(rest) is not None
        return Predicate(verb, rest, " ".join(self._phrase), aspect, self._negated, self._ended, self._fresh)

    def _adverbs(self, *, keep_degrees: bool = False, keep_not: bool = False) -> None:
        while True:
            word = self._next()
            if keep_not and word == "not":
                return
            if word == "no" and self._after(1) == "longer":
                self._ended = self._negated = True
                self._at += 2
            elif word in ("not", "never"):
                self._negated = not self._negated
                self._at += 1
            elif (word in _ADVERBS or _LY.fullmatch(word)) and not (keep_degrees and word in _DEGREES):
                self._fresh = self._fresh or word in _FRESH
                self._at += 1
            else:
                return

    def _take(self, *words: str) -> None:
        self._phrase += words
        self._at += len(words)

    def _next(self) -> str:
        return self._after(0)

    def _after(self, steps: int) -> str:
        place = self._at + steps
        return self._words[place].lower().strip(",") if place < len(self._words) else ""
