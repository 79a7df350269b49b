"""English verbs: the irregular ones and their pasts, and one stem for all forms of a verb."""

from __future__ import annotations

import re
from collections.abc import Mapping

from daybook.english.words import words_of

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
