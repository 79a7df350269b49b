"""Irregular verbs, whose forms no stemmer brings together."""

from __future__ import annotations

from collections.abc import Mapping

from daybook.english.words import words_of

_FORMS = (
    "begin began begun, bite bit bitten, blow blew blown, break broke broken, bring brought, build "
    "built, buy bought, catch caught, choose chose chosen, come came, deal dealt, dig dug, draw drew "
    "drawn, drink drank drunk, drive drove driven, eat ate eaten, fall fell fallen, feed fed, feel "
    "felt, fight fought, find found, fly flew flown, forget forgot forgotten, freeze froze frozen, give "
    "gave given, go went gone, grow grew grown, hang hung, hear heard, hide hid hidden, hold held, keep "
    "kept, know knew known, lead led, leave left, lend lent, lose lost, make made, mean meant, meet "
    "met, pay paid, ride rode ridden, ring rang rung, rise rose risen, run ran, say said, see saw seen, "
    "sell sold, send sent, sew sewn, shake shook shaken, shoot shot, show shown, sing sang sung, sink "
    "sank sunk, sit sat, sleep slept, speak spoke spoken, spend spent, stand stood, steal stole stolen, "
    "stick stuck, swim swam swum, swing swung, take took taken, teach taught, tear tore torn, tell "
    "told, think thought, throw threw thrown, wake woke woken, wear wore worn, win won, wind wound, "
    "write wrote written"
)
IRREGULAR_VERBS = tuple(tuple(verb.split()) for verb in _FORMS.split(", "))
"""Base form, past and, where it is another word, participle."""


def _bases() -> Mapping[str, str]:
    bases: dict[str, str] = {}
    for verb in IRREGULAR_VERBS:
        first, *others = (stem for form in verb for stem in words_of(form))
        bases |= dict.fromkeys(others, first)
    return bases


BASES = _bases()
"""The stem of each irregular form, with the stem of the form that stands for its verb."""


PAST_FORMS = "was|were|been|had|did|got|" + "|".join(form for verb in IRREGULAR_VERBS for form in verb[1:])
"""Matches an irregular verb as it tells of what is over, in small letters."""
