"""The forms of the verbs that templates know."""

from __future__ import annotations

import re
from collections.abc import Mapping

from daybook.english.verbs import IRREGULAR_VERBS

_REGULAR = """
    admire adopt adore aim appreciate attend avoid bake bike birdwatch blog box call camp carry celebrate
    change cheer climb close coach code collect commute compete complete cook craft crash crave crochet
    cycle damage dance date design despise detest diagnose dislike divorce donate downsize dream drop earn
    enjoy enrol enroll exercise explore fail fear finish fire fish focus follow freelance garden graduate
    hate help hike hire homeschool hope host hunt identify inherit intend intern jog join kayak knit
    launch learn lease lift like listen live loathe love major manage marry meditate mentor miss move mow
    need open order own paint pass perform photograph plan plant play podcast practice practise pray
    prefer prepare program promote publish purchase race raise receive record register relocate remodel
    renovate rent repair rescue reside retire return root row sail save serve sew ship shop sign skate
    skateboard sketch ski smoke snowboard specialise specialize star start stay stop stream study suffer
    support surf swap switch tour trade train transfer travel treasure try turn tutor upgrade use visit
    volunteer walk want wash watch work workout wrestle
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
