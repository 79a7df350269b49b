"""The owner's statements of allergies and diets.

A wording picks a sentence, since one that is not seen does harm; what is far nearer to examples of other talk
is left. Nearness to examples alone picks nothing: of 3,400 real sentences it picked 11, none a constraint.
"""

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files

from daybook.conversation.language import ConstraintCue, ConstraintKind
from daybook.text.english.message_intent import asks
from daybook.text.english.patterns import any_of, regex
from daybook.text.english.words import words_of

_NOT = """
    (?:can(?:['’]?t|not)|could(?:n['’]t| not)|do(?:es)?n['’]?t|do(?:es)? not|won['’]?t|will not
    |must(?:n['’]t| not)|should(?:n['’]t| not)|(?:am|is|are|['’]m|['’]re|['’]s)(?:n['’]t| not) (?:allowed
    |supposed|able) to|unable to|never|no longer|haven['’]t|hasn['’]t|have not|has not|not)"""
_STOPPED = """
    (?:stopped|quit|quitting|gave up|given up|giving up|cut out|cutting out|swore off|sworn off|done with
    |staying off|stay off|stay away from|steer clear of|(?:am|is|are|been|['’]m|['’]re|['’]s|went|gone
    |going) off)"""
_FOODS = """
    meat pork beef fish seafood shellfish dairy milk cheese lactose gluten wheat bread flour egg nut sugar
    carb alcohol booze drink drinking wine beer caffeine coffee salt grapefruit shrimp prawn crab lobster
    mussel oyster scallop squid salmon tuna sushi chicken bacon ham lamb peanut almond walnut cashew
    hazelnut pecan pistachio coconut sesame tahini soy soya tofu mustard celery lupin oat rye barley corn
    bean lentil chickpea pea onion garlic mushroom pepper tomato potato aubergine strawberry strawberries
    kiwi banana mango pineapple apple peach citrus orange melon honey chocolate liquorice gelatine butter
    yogurt yoghurt cream""".split()
_EATEN = f"(?:(?:{'|'.join(_FOODS)})(?:e?s)?|animal products)"
_REACTS = regex(rf"""
    \b(?:allergic to(?! \w+ing\b)
    |(?:am|is|are|['’]m|['’]s|['’]re|be|got|became|become|turned|deathly|badly|severely|mildly) allergic
    (?! to)
    |(?:my|his|her|our|['’]s|an?|the|have|has|got|with) (?:\w+ ){{0,2}}allerg(?:y|ies)(?! (?:issues|season
    |test))
    |anaphyla\w+|epi-?pens?|\w+[-\s]intolerant|intolerances?|co?eliac
    |(?:out in|gets?|got|gives? \w+|gave \w+) a?\s?(?:rash|rashes|hives|bumps|welts)
    |throat\b.{{0,30}}\b(?:clos|swell|swoll|swole|itch|tighten)\w*
    |(?:lips?|tongue|face|eyes?|mouth)\b.{{0,20}}\b(?:swell|swoll|swole|puff|itch|tingl)\w*
    |(?:wreck|upset|ruin|destroy|mess|disagree|turn)\w*\b.{{0,25}}\b(?:stomach|gut|guts|belly|tummy|insides)
    |(?:my|his|her|our|the) (?:stomach|gut|belly|tummy)\b.{{0,25}}\b(?:{_NOT}|hates?|rebels?|cramps?)
    |{_NOT} (?:\w+ )?agree with (?:me|him|her|us|my)|react(?:s|ed)? badly to|bad reaction to
    |(?:i|my \w+|he|she) reacts? to (?:\w+ ){{0,2}}{_EATEN}
    |{_NOT} (?:\w+ ){{0,2}}(?:digest|tolerate|stomach(?! the (?:fact|thought|idea)))
    |(?:makes?|made|making|leaves?|left|turns?|turned) (?:me|him|her|us) (?:\w+ ){{0,2}}(?:ill|sick|poorly
    |vomit|throw up|itch\w*|swell\w*|wheez\w*|bloat\w*)
    |(?:puts?|put|sends?|sent|landed?|lands) (?:me|him|her|us) (?:\w+ ){{0,2}}(?:in|to) (?:the )?(?:hospital
    |a\s?&\s?e|er\b|emergency)
    |(?:gives?|gave) (?:me|him|her|us) (?:\w+ ){{0,2}}(?:migraines?|heartburn|reflux|cramps?|palpitations
    |hives|the runs)
    |(?:bad|severe|violent) (?:\w+ )?reaction
    |(?:and|&) (?:i|my \w+) (?:do\s?n[o'’]?t|don['’]t) get (?:on|along)
    |type\s?(?:1|2|one|two) (?:diabet\w+|now)|(?:i['’]m|i am|am|['’]s|is|been|as) (?:\w+ )?diabetic
    |(?:i['’]m|i am) (?:\w+ ){{0,3}}pregnant)\b
""")
"""Tells of an allergy, or of what somebody's body does not stand."""
_DIET = regex(rf"""
    \b(?:(?:am|is|are|was|['’]m|['’]s|['’]re|been|be|being|become|became|went|gone|go|going|turned|stay
    |as an?|as|all) (?:\w+ ){{0,2}}(?:vegetarians?|veggie|vegans?|pescatarian|kosher|halal|teetotal\w*
    |sober)(?=\W*$|\s*[,;.(:–-]| (?:for|since|now|and|so|but|who|household|house|family|at|these|as|because
    |again|with)\b)
    |(?:my|our|his|her|a|strict) (?:\w+[-\s]){{0,2}}(?:vegetarian|vegan|pescatarian|kosher|halal|keto
    |fodmap) (?:diet|lifestyle|household|home|kitchen)
    |(?:keep|keeps|eat|eats|eating) (?:\w+ )?(?:kosher|halal|vegan|vegetarian)\b
    |(?:am|['’]m|been|stay(?:ing)?) (?:\w+ ){{0,2}}on a (?:\w+[-\s]){{1,3}}diet
    |(?:put|has|got) (?:me|him|her|us) on a (?:\w+[-\s]){{1,3}}diet
    |{_NOT} (?:\w+ ){{0,2}}(?:eat|eaten|eating|drink|drank|drunk|touch|touched|have|had)\b (?:(?!much|many
    |often|enough)\w+ ){{0,3}}{_EATEN}
    |{_NOT} (?:\w+ )?drink(?=\W*$| (?:any\s?more|at all|these days|myself|now))
    |{_STOPPED} (?:\w+ ){{0,3}}{_EATEN}
    |(?:i|we|me|(?:my|our) \w+) (?:\w+ |['’]m |\w+ing to ){{0,3}}avoid(?:s|ing)? (?:\w+ ){{0,2}}{_EATEN}
    |(?:i['’]?m|i am|we['’]?re|we are|(?:my|our) \w+ is|he['’]?s|she['’]?s|(?:be|been|being|go|went|gone
    |going)) {_EATEN}[-\s]free
    |{_EATEN}[-\s]free is a must
    |(?:my|our|(?:my|our) \w+['’]s) (?:\w+ )?{_EATEN}[-\s]free (?:diet|dietary|needs|lifestyle|household
    |kitchen)
    |{_EATEN}\b.{{0,40}}\b{_NOT} (?:comes?|allowed|welcome) in(?:to)? (?:our|my|this)\b
    |{_NOT} (?:\w+ ){{0,2}}(?:eat|eaten|drink|touch|touched) (?:any )?(?:animal products|living things
    |alcohol)
    |no (?:more )?{_EATEN} (?:for (?:me|us|him|her)|in (?:this|our|my) (?:house|home|kitchen))
    |{_NOT} (?:\w+ )?(?:allowed|supposed to (?:have|eat|drink)|have|had) (?:any )?{_EATEN}
    |(?:no|nothing with|avoid(?:s|ing)?|without|cut(?:ting)? out|nix on) (?:any )?{_EATEN} (?:for|in it for
    |because|since|any\s?more|at all|on doctor)
    |(?:only|just) (?:eat|eats|drink|drinks) (?:\w+ )?(?:plants|vegetables|halal|kosher|plant-based)
    |(?:plant[-\s]based|meat[-\s]free|booze[-\s]free|alcohol[-\s]free|dry) (?:since|for|household|house|home
    |now|these days)
    |(?:years?|months?|weeks?|days?) (?:sober|dry|clean|off (?:the )?(?:booze|drink|alcohol|sugar|meat))
    |doctor['’]?s orders
    |(?:doctor|gp|nurse|dietitian|consultant|midwife)\b.{{0,40}}\b(?:off|avoid|cut out|stay away
    |no (?:more )?) (?:\w+ ){{0,2}}{_EATEN}
    |(?:keep|observe|keeping|observing) (?:ramadan|lent)|fast(?:ing)? (?:for|during) (?:ramadan|lent|yom))\b
""")
"""Tells how somebody eats or drinks as a rule."""
_BESIDE_A_QUESTION = regex(r"""
    ((?:\b(?:since|because|as|seeing (?:that|as)|given that|considering) (?:I|we|my|our)\b
    |\bmy (?=[\w-]+[-\s]free\b))[^?]*)
""")
"""An aside in a question about its asker: "…, seeing that I don't eat meat?"."""
_QUOTED = re.compile(r"[\"“][^\"“”]*[\"”]")
_ENDS = regex(rf"""
    \b(?:not|n['’]t|no longer|never|nor|(?:stopped|quit|gave up) being) (?:\w+ )?(?:allergic
    |intolerant|vegan|vegetarian|pescatarian|coeliac|celiac|diabetic|kosher|halal|teetotal|sober)\b
    |\bno (?:\w+ )?allerg|\bno \w+(?: \w+)? (?:are|is) off[-\s]limits
    |\bnever said\b|\b(?:not|n['’]t) (?:true|right|so) that\b|\byou (?:keep|kept) (?:on )?(?:saying|telling)\b
    |\b(?:joking|kidding) (?:about|when)\b|\b(?:scrap|forget) what I said\b
    |\bused to (?:be|think|believe|avoid|keep)\b|\b(?:thought|believed) (?:that )?I (?:was|had)\b
    |\b(?:outgrew|outgrown)\b|\b(?:\w+ )?(?:allergy|intolerance)(?: to \w+)?
    (?: is| has|['’]s) (?:gone|cured|disappeared)\b
    |\b(?:I|we|he|she|my \w+)(?:['’]m| am| can| now| started| have)? (?:eat|eating|ate|drink
    |drinking) {_EATEN}(?: and {_EATEN})? (?:again|now)\b
""")
"""Says that there is no such constraint, or no longer."""
_EXCEPT = regex(r"\b(?:other than|except|apart from|besides|only)\b")
_CLAUSE = regex(r"[,;:.!?()–—]|\bbut\b")
_HOLDER = regex(r"""
    \b(?:(?:my|our) (?P<who>wife|husband|partner|sons?|daughters?|kids?|child|children|mother|mum|mom|father
    |dad|sister|brother|girlfriend|boyfriend|fianc[ée]e?|baby|family)|(?P<they>he|she|they))\b
""")
_ANY_DIET = "vegetarian vegan veggie pescatarian"
_GENERIC = frozenset(
    words_of(
        "allergic allergy intolerant intolerance eat eating drink diet free again longer thought think said"
    )
)
"""Stems that say nothing of what a constraint is about."""
_OF_OTHERS = regex(r"""
    \b(?:he|she|they)(?:['’]d| (?:had|would|was|were|promised|used))\b|\bused to\b
    |^\W*I (?:might|may|almost|nearly|hope to)\b
    |\b(?:guests?|a friend|one of them|people who|considering|thinking (?:of|about))\b
    |\byou (?:\w+ )?(?:don['’]?t|do not|never|can['’]?t|cannot|are|won['’]?t)\b
    |\byou(?:['’]ve| have)? (?:just )?(?:said|say|claim|claimed|told|wrote|think|thought|noted|remembered)\b
""")
"""Tells of what was, of what is only thought of, of a listener, or of what a listener says."""
_NO_HOUSEHOLD = regex(r"""
    \bmy (?:\w+ )?(?:colleague|co-?worker|boss|neighbou?r|client|classmate|teacher|landlord
    |flatmate['’]s)s?\b
    |^\W*(?:my|our|an?) (?:friend|cousin|guest|visitor|aunt|uncle|niece|nephew|dog|cat|puppy|kitten
    |rabbit|horse|hamster)s?\b
""")
"""Tells of people who do not live with the owner, or of an animal."""
_FOR_NOW = regex(r"""
    \b(?:today|tonight|tomorrow|yesterday|this (?:week|weekend|month|morning|evening|afternoon)
    |(?:for|right) now|at the moment|until|just this once|all that (?:often|much)|(?:could|can) be persuaded
    |but when I do|(?:very|too|so) (?:often|much)|as (?:often|much))\b
""")
"""Holds for some days only, or not quite."""
_NEAR_EXAMPLES = -0.12
"""How much nearer a sentence with such a wording may be to an example that is no constraint than to one."""


_SIGNS = any_of(
    [
        *"""allerg|anaphyla|epipen|epi-pen|intoleran|eliac|rash|hives|bumps|welts|throat|swell|swoll|swole|puff|itch
    |tingl|stomach|gut|belly|tummy|insides|agree|react|digest|tolerate| ill|sick|poorly|vomit|throw up|wheez
    |bloat|hospital|&e|& e| er|emergency|migraine|heartburn|reflux|cramp|palpitation|the runs|get on|get along
    |type|diabet|pregnant|vegetarian|veggie|vegan|pescatarian|kosher|halal|teetotal|sober|keto|fodmap|diet
    |animal products|living things|plant
    |vegetables|dry|clean|orders|ramadan| lent|fast|limits|never said|true that|right that|so that|saying
    |telling|joking|kidding|what i said|used to|thought|believed|outgr""".replace("\n    ", "").split("|"),
        *_FOODS,
    ]
)
"""One of these is in every sentence that the three expressions match; looking for them costs a twentieth."""


def has_signs(text: str) -> bool:
    """True if a sentence of a text may tell of a constraint; quicker than `may_be_constraint`."""
    return _SIGNS.search(f" {' '.join(text.lower().split())}") is not None


def may_be_constraint(sentence: str) -> bool:
    """True if the wording of a sentence may tell of a constraint; else `constraint_cue` says None."""
    return has_signs(sentence) and any(wording.search(sentence) for wording in (_REACTS, _DIET, _ENDS))


def constraint_cue(sentence: str) -> ConstraintCue | None:
    """Tell what constraint a sentence in the owner's own words states, one that every reply must respect.

    A question states none, but for what it says of its asker besides. A clause that denies ends what was
    stated before, and leaves the rest of its sentence to state something.
    """
    plain = _QUOTED.sub(" ", sentence)
    if asks(sentence):
        plain = " ".join(match[1] for match in _BESIDE_A_QUESTION.finditer(plain))
    clauses = [clause for clause in _CLAUSE.split(plain) if clause.strip()]
    denying = [clause for clause in clauses if _ENDS.search(clause)]
    kind = _kind_of(" ".join(clause for clause in clauses if clause not in denying) if denying else plain)
    if not denying:
        return ConstraintCue(kind, _NEAR_EXAMPLES, holder=_holder_of(plain)) if kind else None
    denied = " ".join(denying)
    gone = " ".join(clause[match.start() :] for clause in denying if (match := _ENDS.search(clause)))
    if _NO_HOUSEHOLD.search(denied) or _EXCEPT.search(plain):
        return None
    body = "allerg" in denied.casefold() or _REACTS.search(denied) is not None
    return ConstraintCue(
        kind or (ConstraintKind.BODY if body else ConstraintKind.DIET),
        _NEAR_EXAMPLES if kind else -2.0,
        states=kind is not None,
        ends=_ended_by(gone, _holder_of(denied)),
        holder=_holder_of(denied),
    )


def _kind_of(plain: str) -> ConstraintKind | None:
    if _OF_OTHERS.search(plain) or _NO_HOUSEHOLD.search(plain) or _FOR_NOW.search(plain):
        return None
    if _REACTS.search(plain):
        return ConstraintKind.BODY
    return ConstraintKind.DIET if _DIET.search(plain) else None


def _holder_of(plain: str) -> str:
    found = _HOLDER.search(plain)
    return (found["who"] or "they").casefold() if found else ""


def _ended_by(denied: str, holder: str) -> frozenset[str]:
    """List the stems that what a clause denies is told by; who eats meat again is no vegetarian."""
    again = _ANY_DIET if regex(rf"\b{_EATEN} (?:again|now)\b").search(denied) else ""
    return frozenset(words_of(f"{denied} {again}")) - _GENERIC - frozenset(words_of(holder))


@cache
def examples_of(name: str) -> Mapping[str, Sequence[str]]:
    """Read the examples of "constraints" or "messages", by what they are examples of."""
    return tomllib.loads(files("daybook.text.english").joinpath(f"{name}.toml").read_text("utf-8"))
