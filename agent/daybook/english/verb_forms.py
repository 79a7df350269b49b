"""The forms of the verbs that templates know."""

from __future__ import annotations

from collections.abc import Mapping

_REGULAR = """
    prepare skateboard
    admire adopt adore aim appreciate attend avoid bake bike birdwatch blog box breed call camp
    celebrate change cheer climb close coach code collect commute compete complete cook craft crash
    crave crochet cycle damage dance date design despise detest dislike divorce donate downsize dream
    drop earn enjoy enrol enroll exercise explore fail fear finish fish focus follow freelance garden
    graduate hate help hike homeschool hope host hunt identify inherit intend intern jog join kayak knit
    launch learn lease lift like listen live loathe love major manage marry meditate mentor miss move
    need open order own paint pass perform photograph plan plant play podcast practice practise pray
    prefer program publish purchase quit race raise receive record register relocate remodel renovate
    rent repair rescue reside retire return root row sail save serve sew sign skate sketch ski smoke
    snowboard specialise specialize star start stay stop stream study suffer support surf switch tour
    trade train travel treasure try turn tutor upgrade use visit volunteer walk want wash watch work
    workout wrestle
"""
_IRREGULAR = (
    "be am is are was were been being, have has had having, do does did done doing, go goes went gone "
    "going, get gets got gotten getting, make makes made making, take takes took taken taking, eat eats "
    "ate eaten eating, drink drinks drank drunk drinking, drive drives drove driven driving, ride rides "
    "rode ridden riding, run runs ran running, swim swims swam swum swimming, speak speaks spoke spoken "
    "speaking, write writes wrote written writing, read reads reading, sing sings sang sung singing, "
    "teach teaches taught teaching, buy buys bought buying, sell sells sold selling, build builds built "
    "building, grow grows grew grown growing, meet meets met meeting, win wins won winning, lose loses "
    "lost losing, break breaks broke broken breaking, give gives gave given giving, find finds found "
    "finding, leave leaves left leaving, become becomes became becoming, begin begins began begun "
    "beginning, come comes came coming, see sees saw seen seeing, fly flies flew flown flying, sleep "
    "sleeps slept sleeping, wake wakes woke woken waking, spend spends spent spending, keep keeps kept "
    "keeping, stand stands stood standing, know knows knew known knowing, draw draws drew drawn drawing, "
    "feed feeds fed feeding, wear wears wore worn wearing, quit quits quit quitting, catch catches caught "
    "catching, fall falls fell fallen falling, feel feels felt feeling, try tries tried trying, study "
    "studies studied studying, marry marries married marrying, carry carries carried carrying, stop stops "
    "stopped stopping, plan plans planned planning, jog jogs jogged jogging, prefer prefers preferred "
    "preferring, drop drops dropped dropping, knit knits knitted knitting, swap swaps swapped swapping, "
    "put puts putting, set sets setting, shop shops shopped shopping, hit hits hitting, cut cuts cutting, "
    "hold holds held holding, ski skis skied skiing, throw throws threw thrown throwing, sit sits sat "
    "sitting, lead leads led leading, bring brings brought bringing, hear hears heard hearing, bike bikes "
    "biked biking, mow mows mowed mowing, crochet crochets crocheted crocheting, babysit babysits babysat "
    "babysitting, suffer suffers suffered suffering, breed breeds bred breeding, quit quits quitting, dig "
    "digs dug digging, ship ships shipped shipping, transfer transfers transferred transferring, enrol "
    "enrols enrolled enrolling, diagnose diagnosed, lay laid, fire fired, promote promoted, hire hired, "
    "born born"
)


def _forms() -> Mapping[str, str]:
    lemmas: dict[str, str] = {}
    for verb in _REGULAR.split():
        base = verb[:-1] if verb.endswith("e") else verb
        es = verb + ("es" if verb.endswith(("s", "sh", "ch", "x", "z")) else "s")
        for form in (verb, es, base + "ed", base + "ing"):
            lemmas.setdefault(form, verb)
    for forms in _IRREGULAR.split(", "):
        first, *others = forms.split()
        for form in (first, *others):
            lemmas[form] = first
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
