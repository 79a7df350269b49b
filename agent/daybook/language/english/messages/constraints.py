"""The owner's statements that every reply must respect: what they must not eat, what is not to be mentioned.

A wording picks a sentence, since one that is not seen does harm; what is far nearer to examples of other talk
is left. Nearness to examples alone picks nothing: of 3,400 real sentences it picked 11, none a constraint.
"""

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files

from daybook.conversation.language import ConstraintCue, ConstraintKind, Intent
from daybook.language.english.messages.message_intent import intent_of
from daybook.language.english.patterns import regex

_NOT = (
    r"(?:can(?:['’]?t|not)|could(?:n['’]t| not)|do(?:es)?n['’]?t|do(?:es)? not|won['’]?t|will not"
    r"|must(?:n['’]t| not)|should(?:n['’]t| not)|(?:am|is|are|['’]m|['’]re|['’]s)(?:n['’]t| not)"
    r" (?:allowed|supposed|able) to|unable to|never|no longer|haven['’]t|hasn['’]t|have not|has not|not)"
)
_STOPPED = (
    r"(?:stopped|quit|quitting|gave up|given up|giving up|cut out|cutting out|swore off|sworn off|done with"
    r"|staying off|stay off|stay away from|steer clear of"
    r"|(?:am|is|are|been|['’]m|['’]re|['’]s|went|gone|going) off)"
)
_EATEN = (
    r"(?:meat|pork|beef|fish|seafood|shellfish|dairy|milk|cheese|lactose|gluten|wheat|bread|flour|eggs?|nuts?|sugar"
    r"|carbs|alcohol|booze|drink(?:ing)?|wine|beer|caffeine|coffee|salt|grapefruit|animal products)"
)
_NOT, _STOPPED, _EATEN = (words.replace(" ", r"\s") for words in (_NOT, _STOPPED, _EATEN))
_REACTS = regex(rf"""
    \b(?:allergic\sto(?!\s\w+ing\b)
    |(?:am|is|are|['’]m|['’]s|['’]re|be|got|became|become|turned|deathly|badly|severely|mildly)\sallergic
    (?!\sto)
    |(?:my|his|her|our|['’]s|an?|the|have|has|got|with)\s(?:\w+\s){{0,2}}allerg(?:y|ies)(?!\s(?:issues
    |season|test))
    |anaphyla\w+|epi-?pens?|\w+[-\s]intolerant|intolerances?|co?eliac
    |(?:out\sin|gets?|got|gives?\s\w+|gave\s\w+)\sa?\s?(?:rash|rashes|hives|bumps|welts)
    |throat\b.{{0,30}}\b(?:clos|swell|swoll|swole|itch|tighten)\w*
    |(?:lips?|tongue|face|eyes?|mouth)\b.{{0,20}}\b(?:swell|swoll|swole|puff|itch|tingl)\w*
    |(?:wreck|upset|ruin|destroy|mess|disagree|turn)\w*\b.{{0,25}}\b(?:stomach|gut|guts|belly|tummy|insides)
    |(?:my|his|her|our|the)\s(?:stomach|gut|belly|tummy)\b.{{0,25}}\b(?:{_NOT}|hates?|rebels?|cramps?)
    |{_NOT}\s(?:\w+\s)?agree\swith\s(?:me|him|her|us|my)|react(?:s|ed)?\sbadly\sto|bad\sreaction\sto
    |(?:i|my\s\w+|he|she)\sreacts?\sto\s(?:\w+\s){{0,2}}{_EATEN}
    |{_NOT}\s(?:\w+\s){{0,2}}(?:digest|tolerate|stomach(?!\sthe\s(?:fact|thought|idea)))
    |(?:makes?|made|making|leaves?|left|turns?|turned)\s(?:me|him|her|us)\s(?:\w+\s){{0,2}}(?:ill|sick
    |poorly|vomit|throw\sup|itch\w*|swell\w*|wheez\w*|bloat\w*)
    |(?:puts?|put|sends?|sent|landed?|lands)\s(?:me|him|her|us)\s(?:\w+\s){{0,2}}(?:in|to)\s(?:the\s)?
    (?:hospital|a\s?&\s?e|er\b|emergency)
    |(?:gives?|gave)\s(?:me|him|her|us)\s(?:\w+\s){{0,2}}(?:migraines?|heartburn|reflux|cramps?|palpitations
    |hives|the\sruns)
    |(?:bad|severe|violent)\s(?:\w+\s)?reaction
    |(?:and|&)\s(?:i|my\s\w+)\s(?:do\s?n[o'’]?t|don['’]t)\sget\s(?:on|along)
    |type\s?(?:1|2|one|two)\s(?:diabet\w+|now)|(?:i['’]m|i\sam|am|['’]s|is|been|as)\s(?:\w+\s)?diabetic
    |(?:i['’]m|i\sam)\s(?:\w+\s){{0,3}}pregnant)\b
""")
"""Tells of an allergy, or of what somebody's body does not stand."""
_DIET = regex(rf"""
    \b(?:(?:am|is|are|was|['’]m|['’]s|['’]re|been|be|being|become|became|went|gone|go|going|turned|stay
    |as\san?|as|all)\s(?:\w+\s){{0,2}}(?:vegetarians?|veggie|vegans?|pescatarian|kosher|halal|teetotal\w*
    |sober)(?=\W*$|\s*[,;.(:–-]|\s(?:for|since|now|and|so|but|who|household|house|family|at|these|as|because
    |again|with)\b)
    |(?:my|our|his|her|a|strict)\s(?:\w+[-\s]){{0,2}}(?:vegetarian|vegan|pescatarian|kosher|halal|keto
    |fodmap)\s(?:diet|lifestyle|household|home|kitchen)
    |(?:keep|keeps|eat|eats|eating)\s(?:\w+\s)?(?:kosher|halal|vegan|vegetarian)\b
    |(?:am|['’]m|been|stay(?:ing)?)\s(?:\w+\s){{0,2}}on\sa\s(?:\w+[-\s]){{1,3}}diet
    |(?:put|has|got)\s(?:me|him|her|us)\son\sa\s(?:\w+[-\s]){{1,3}}diet
    |{_NOT}\s(?:\w+\s){{0,2}}(?:eat|eaten|eating|drink|drank|drunk|touch|touched|have|had)\b\s(?:(?!much
    |many|often)\w+\s){{0,3}}{_EATEN}
    |{_NOT}\s(?:\w+\s)?drink(?=\W*$|\s(?:any\s?more|at\sall|these\sdays|myself|now))
    |{_STOPPED}\s(?:\w+\s){{0,3}}{_EATEN}
    |(?:i|we|me|(?:my|our)\s\w+)\s(?:\w+\s|['’]m\s|\w+ing\sto\s){{0,3}}avoid(?:s|ing)?\s
    (?:\w+\s){{0,2}}{_EATEN}
    |(?:i['’]?m|i\sam|we['’]?re|we\sare|(?:my|our)\s\w+\sis|he['’]?s|she['’]?s|(?:be|been|being|go|went|gone
    |going))\s{_EATEN}[-\s]free
    |{_EATEN}[-\s]free\sis\sa\smust
    |(?:my|our|(?:my|our)\s\w+['’]s)\s(?:\w+\s)?{_EATEN}[-\s]free\s(?:diet|dietary|needs|lifestyle|household
    |kitchen)
    |{_EATEN}\b.{{0,40}}\b{_NOT}\s(?:comes?|allowed|welcome)\sin(?:to)?\s(?:our|my|this)\b
    |{_NOT}\s(?:\w+\s){{0,2}}(?:eat|eaten|drink|touch|touched)\s(?:any\s)?(?:animal\sproducts|living\sthings
    |alcohol)
    |no\s(?:more\s)?{_EATEN}\s(?:for\s(?:me|us|him|her)|in\s(?:this|our|my)\s(?:house|home|kitchen))
    |{_NOT}\s(?:\w+\s)?(?:allowed|supposed\sto\s(?:have|eat|drink)|have|had)\s(?:any\s)?{_EATEN}
    |(?:no|nothing\swith|avoid(?:s|ing)?|without|cut(?:ting)?\sout|nix\son)\s(?:any\s)?{_EATEN}\s(?:for
    |in\sit\sfor|because|since|any\s?more|at\sall|on\sdoctor)
    |(?:only|just)\s(?:eat|eats|drink|drinks)\s(?:\w+\s)?(?:plants|vegetables|halal|kosher|plant-based)
    |(?:plant[-\s]based|meat[-\s]free|booze[-\s]free|alcohol[-\s]free|dry)\s(?:since|for|household|house
    |home|now|these\sdays)
    |(?:years?|months?|weeks?|days?)\s(?:sober|dry|clean|off\s(?:the\s)?(?:booze|drink|alcohol|sugar|meat))
    |doctor['’]?s\sorders
    |(?:doctor|gp|nurse|dietitian|consultant|midwife)\b.{{0,40}}\b(?:off|avoid|cut\sout|stay\saway
    |no\s(?:more\s)?)\s(?:\w+\s){{0,2}}{_EATEN}
    |(?:keep|observe|keeping|observing)\s(?:ramadan|lent)
    |fast(?:ing)?\s(?:for|during)\s(?:ramadan|lent|yom))\b
""")
"""Tells how somebody eats or drinks as a rule."""
_UNSPOKEN = regex(r"""
    \b(?:(?:do(?:es)?n['’]t|do\snot|never|not|won['’]t|can(?:['’]t|not)|no|no\smore|stop|avoid|rather|prefer
    |wish|without|nor|nothing|nobody|leave|steer\sclear|not\ssomething)\b.{0,45}\b(?:mention(?:ed|ing|s)?
    |(?:come|comes|came|coming)\sup\b|(?:touch(?:ing)?|dwell(?:ing)?)\son|(?:refer|allude)\sto|raise
    |go\sinto|(?:bring|bringing|brought|brings)\b.{0,30}\bup|talk(?:ed|ing)?\s(?:about|of)|talk\s(?:any|of)
    |speak(?:ing)?\s(?:about|of)|ask(?:ing|ed)?\sme\s(?:about|how)|remind(?:ing|ed)?\sme|jok(?:e|es|ing)\s
    (?:about|of)|discuss(?:ed|ing)?|(?:want|like|need|care|bear)\sto\shear|comment(?:s|ing)?\son)
    |(?:stop|quit|don['’]t|do\snot|never)\s(?:\w+\s)?(?:asking|ask)\s(?:me\s)?(?:about|how|if|whether)
    |not\sa\sword\sabout
    |(?:spare|skip)\s(?:me\s)?(?:any|the|all)\s(?:\w+\s){0,2}(?:talk|jokes?|comments?|references?)
    |(?:drop|change)\sthe\ssubject|(?:let['’]s|we)\s(?:just\s)?(?:not|never)\s(?:go\sthere|mention)
    |(?:no|never|without)\s(?:more\s)?(?:jokes?|comments?|remarks?|reminders?|references?|talk|questions?
    |stories)\s(?:about|of|on|to)
    |don['’]t\s(?:ever\s)?(?:use|say)\s(?:his|her|their|that|the)\s(?:name|word)|off[-\s]limits
    |(?:sore|touchy|taboo|closed)\s(?:subject|topic|spot)|(?:subject|topic)\b.{0,30}\boff\sthe\stable
    |(?:leave|keep)\s(?:\w+\s){1,4}out\sof\s(?:it|this|these|our|the|your|any))\b
""")
"""Asks that something be left unsaid."""
_FOR_GOOD = regex(r"""
    \b(?:again|ever|never|off\sthe\stable|any\s?more|no\smore|from\snow\son|in\s(?:the\s)?future
    |off[-\s]limits|with\sme|to\sme|from\syou|at\sany\spoint|(?:sore|touchy|taboo|closed)\s(?:subject|topic
    |spot)|my\s\w+|(?:his|her)\sname|out\sof\sit|please|any\slonger|go\sthere)\b
""")
"""Tells such a wish from the terms of a text at hand: "do not mention the ending"."""
_BESIDE_A_QUESTION = regex(r"""
    ((?:\b(?:since|because|as|seeing\s(?:that|as)|given\sthat|considering)\s(?:I|we|my|our)\b
    |\bmy\s(?=[\w-]+[-\s]free\b))[^?]*)
""")
"""What a question says of its asker besides: "…, seeing that I don't eat meat?"."""
_QUOTED = re.compile(r"[\"“][^\"”]*[\"”]")
_DENIED = regex(r"""
    \b(?:not|n['’]t|no\slonger|never|nor)\s(?:\w+\s)?(?:allergic|intolerant|vegan|vegetarian)\b
    |\bno\s(?:\w+\s)?allerg|\bno\s\w+(?:\s\w+)?\s(?:are|is)\soff[-\s]limits
""")
"""Says that there is no such constraint."""
_OF_OTHERS = regex(r"""
    \b(?:he|she|they)(?:['’]d|\s(?:had|would|was|were|promised|used))\b|\bused\sto\b
    |\b(?:guests?|a\sfriend|one\sof\sthem|people\swho|considering|thinking\s(?:of|about))\b
    |\bmy\s(?:\w+\s)?(?:colleague|co-?worker|boss|neighbou?r|client|classmate|teacher|landlord
    |flatmate['’]s)s?\b
    |\byou\s(?:\w+\s)?(?:don['’]?t|do\snot|never|can['’]?t|cannot|are|won['’]?t)\b
""")
"""Tells of people who do not live with the owner, of what was, or of what is only thought of."""
_FOR_NOW = regex(r"""
    \b(?:today|tonight|tomorrow|yesterday|this\s(?:week|weekend|month|morning|evening|afternoon)
    |(?:for|right)\snow|at\sthe\smoment|until|just\sthis\sonce|all\sthat\s(?:often|much)
    |(?:could|can)\sbe\spersuaded|but\swhen\sI\sdo|(?:very|too|so)\s(?:often|much)|as\s(?:often|much))\b
""")
"""Holds for some days only, or not quite."""
_ASKS_FOR_SILENCE = regex(r"""
    (?:^|[,;.!?:]\s*|\b(?:and|but|so|please|just|favou?r|on|also|then)[,:]?\s)(?:please\s|just\s|so\s
    |kindly\s|can\swe\s|could\s(?:we|you)\s|can\syou\s|if\syou\scould\s)*(?:do\snot|don['’]t|never|no\s
    |not\sa\sword|nothing|stop|quit|avoid|leave|keep|skip|spare|drop|change|steer|let['’]s\s(?:just\s)?
    (?:not|never)|we\s(?:just\s)?(?:don['’]t|never)|without)
    |\bI(?:['’]d|\swould|['’]m|\sam)?\s(?:\w+\s){0,2}(?:rather|prefer|want|wish|like|need|care|bear|stand
    |talk|discuss|speak)\b
    |\b(?:off[-\s]limits|off\sthe\stable|(?:sore|touchy|taboo|closed)\s(?:subject|topic|spot))\b
""")
"""Asks the reader, or says what the writer wants: "never heard them talk about it" does neither."""
_NEAR_EXAMPLES = -0.12
"""How much nearer a sentence with such a wording may be to an example that is no constraint than to one."""
_LIKE_UNSPOKEN = -0.05
"""The same of a wish that something be left unsaid."""


def may_be_constraint(sentence: str) -> bool:
    """True if the wording of a sentence may tell of a constraint; else `constraint_cue` says None."""
    return any(wording.search(sentence) for wording in (_REACTS, _DIET, _UNSPOKEN))


def constraint_cue(sentence: str) -> ConstraintCue | None:
    """Tell what constraint a sentence in the owner's own words states, one that every reply must respect.

    What asks something, or asks for work, states none; but what is to be left unsaid is asked for as well.
    """
    plain = _QUOTED.sub(" ", sentence)
    if _DENIED.search(plain):
        return None
    if asks_for_silence(sentence):
        return ConstraintCue(ConstraintKind.UNSPOKEN, _LIKE_UNSPOKEN)
    if intent_of(sentence) is not Intent.STATEMENT:
        plain = " ".join(match[1] for match in _BESIDE_A_QUESTION.finditer(plain))
    if _OF_OTHERS.search(plain) or _FOR_NOW.search(plain):
        return None
    if _REACTS.search(plain):
        return ConstraintCue(ConstraintKind.BODY, _NEAR_EXAMPLES)
    return ConstraintCue(ConstraintKind.DIET, _NEAR_EXAMPLES) if _DIET.search(plain) else None


def asks_for_silence(sentence: str) -> bool:
    """True if a sentence of the owner asks that something be left unsaid for good."""
    plain = _QUOTED.sub(" ", sentence)
    wordings = (_UNSPOKEN, _FOR_GOOD, _ASKS_FOR_SILENCE)
    is_denied = plain.rstrip().endswith("?") or _DENIED.search(plain)
    return not is_denied and all(wording.search(plain) for wording in wordings)


@cache
def examples_of(name: str) -> Mapping[str, Sequence[str]]:
    """Read the examples of "constraints" or "messages", by what they are examples of."""
    return tomllib.loads(
        files("daybook.language.english.messages").joinpath(f"{name}.toml").read_text("utf-8")
    )
