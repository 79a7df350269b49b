"""Whether words are about illness, treatment or other private things, whatever found them.

A statement is sensitive where the owner or their household are said to have a value of a guarded kind:
classes of words tell the values, `_own_stretches` of whom a sentence speaks. No list of illnesses is ever
complete: they are told by how medicine makes their names ("-itis", "cardio-"), and by what is said of a part
of the body.
"""

import re
from collections.abc import Iterator, Mapping
from itertools import repeat

from daybook.text.english.patterns import regex


def _any_of(words: str) -> str:
    """Make a pattern of words with spaces between; "_" stands for the spaces within one."""
    return rf"(?:{'|'.join(words.split())})".replace("_", r"\s+")


_NAMED = _any_of(r"""
medicines? meds pills? tablets? antibiotics? antacids? antihistamines? antidepressants? painkillers?
steroids? inhalers? insulin dose doses dosage injections? statins? (?:beta|blood)_?-?(?:blockers?|thinners?)
aspirin ibuprofen paracetamol acetaminophen metformin warfarin lithium morphine prozac ritalin adderall xanax
ozempic viagra levothyroxine symptoms? dialysis surgery surgeries surgeon therapists? counsell?ing rehab
biops(?:y|ies) x-?rays? emergency_room intensive_care depression depressed bipolar borderline cancer
leuk(?:a?e)mia lymphoma melanoma tumou?rs? seizures? asthma asthmatic lupus eczema herpes shingles autis\w+
autism_spectrum on_the_spectrum asperger\w* dyslexi\w+ dementia vertigo tinnitus pneumonia anxiety trauma
traumatised stutter concussion hernia stroke sclerosis fibrosis endometriosis crohn['’]?s c(?:o)?eliac stoma
gout glaucoma cataracts? gallstones an(?:a?e)mic ulcers? sleep_apno?ea
(?:high|low)_(?:cholesterol|blood_pressure) an_addict recovering_addict alcoholic alcoholism sober sobriety
relapsed? overdosed? self-?harm\w* suicid\w+ burn(?:t|ed)?[-\s]?out in_remission operated_on
in_(?:the_)?hospital psychologists? hard_of_hearing blind_in partially_sighted kidney_stones
heart_(?:bypass|murmur) stent walking_(?:stick|frame|aid) transplant incontinen\w+ pregnan\w+ miscarr\w+
stillb\w+ abortion menopaus\w+ expecting_(?:a_baby|a_child|twins|again|our|my|in) trying_for_a_baby
hysterectomy vasectomy wheelchair crutches pacemaker catheter prosthe\w+ hearing_aids? guide_dog deaf
disab(?:led|ility) paraly[sz]ed amputated long_covid coma mental_health
(?-i:ADHD|ADD|PTSD|OCD|IBS|COPD|HIV|AIDS|STD|UTI|PCOS|IVF|MRI|ICU|COVID|EKG|ALS|HRT|CPAP)
(?-i:MS|ME)(?!_(?:in|degree))
""")
_BEGINNINGS = _any_of("""
medicat vaccin prescri diagnos chemo radiother biops diabet epilep hospitali[sz] psychiat psychoth schizo
anore bulim insomni infertil cardiolog cardiomy oncolog neurol dermatol gyn(?:ae|e)col orthop(?:ae|e)d
physioth chiropr rheumat hypertens hypothyr hyperthyr hypogly thyroid migrain parkinson alzheimer fibromyal
autoimmun immunode haemophil hemophil
""")
_ENDINGS = _any_of(r"""
itis (?<!hypn)(?<!osm)(?<!metamorph)osis (?<!acad)emia aemia (?<!nost)algia ectomy plasty oscopy
(?<!sym)(?<!em)(?<!anti)(?<!a)(?<!tele)pathy (?<!aroma)therapy cillin mycin statin prazole oxetine azepam
zepam olol sartan profen fenesin lopram traline triptan gliptin idone apine semide
""")
_PART = _any_of("""
head neck back shoulders? arms? elbows? wrists? hands? fingers? chest breasts? heart lungs? stomach hips?
legs? knees? ankles? foot feet toes? eyes? ears? tooth teeth skin joints? muscles? kidneys? liver brain spine
blood bladder bowels? womb prostate thyroid
""")
_SUFFERED = rf"""
    {_PART}\s*-?(?:pains?|aches?|injur\w+|infections?|problems?|conditions?|attacks?|failure|diseases?
    |transplant|replace(?:ment|d)|removed|pressure|sugar|tests?|clots?|trouble|issues)
    |(?:broke|broken|fractured?|sprained|tore|torn|injured|hurt|dislocated|twisted|pulled
    |operation on) (?:my|an?|one of my) (?!heart\b)(?:\w+ )?{_PART}
    |my (?:\w+ )?{_PART} (?:hurts?|aches?|is (?:sore|swollen|killing)|are sore)
    |(?:chronic|mental|eating|sleep|panic|personality|autoimmune) (?:pain|illness|health|diseases?
    |disorders?|attacks?|apnea|condition)
    |(?<!retail\s)therapy"""
_MEDICAL = rf"\b(?:{_NAMED}|{_BEGINNINGS}\w*|\w{{2,}}{_ENDINGS}|{_SUFFERED}|\d+\s?(?:mg|mcg|ml))(?!-)\b"
_CHILD = _any_of(
    r"sons? daughters? kids? child(?:ren)? boys? girls? twins baby toddler eldest youngest little_ones?"
    r" \d+-?\s?year-?\s?olds?"
)
_HOUSEHOLD = rf"(?:husband|wife|partner|fianc[eé]e?|boyfriend|girlfriend|spouse|{_CHILD})"
_OTHERS = _any_of(r"""
mother father mum mom mam dad parents? (?:grand|god|step)\w+ sisters? brothers? siblings? aunt(?:ie)? uncle
cousins? niece nephew \w+-in-law friends? mates? buddy colleagues? co-?workers? boss manager neighbou?rs?
flatmate roommate housemate teacher landlord landlady tenant clients? customers? patients? students? pupils?
company firm employer team class club dogs? cats? puppy kitten rabbit hamster horse hens? chickens? parrot
bird fish pets?
""")
_VERB = _any_of(r"""
is are was were has have had gets? got takes? took goes? went lives? lived suffers? suffered votes? voted
earns? earned owes? owed believes? says? said thinks? thought costs? came comes moved turned
""")
_SUBJECT = regex(rf"""
    \b(?:(?P<supposed>(?:if|whether|imagine|suppose|unless|pretend)\b[^,;]*|(?:novel|story|book|film|movie
    |play|song|game|character|dream(?:ed|t)?)\b.*)
    |(?P<other>(?:my|our) (?:[\w'’]+ ){{0,2}}?{_OTHERS}\b|(?:my|our) {_HOUSEHOLD}['’]s {_OTHERS}\b
    |(?:your|his|her|their|whose)\b|you(?! can (?:send|post|ship|deliver|reach|call|text|ring))|who|somebody
    |someone|everybody|everyone|people)
    |(?P<household>(?:my|our|both) (?:[\w'’-]+ ){{0,2}}?{_HOUSEHOLD}\b(?:['’](?:s|re)\b)?
    (?:,? (?-i:[A-Z])[\w'’-]+)?|the (?:twins|kids|boys|girls|children|baby|little ones)\b
    |our (?-i:[A-Z])[\w'’]+)
    |(?P<owner>I|we|me|us|my|our)
    |(?P<they>he|she|they)
    |(?P<stranger>(?:the|an?|this|that|these|those|some|every|each|any|most) (?:(?!(?:i|we|my
    |our)\b)[\w'’-]+ ){{1,3}}?{_VERB}|(?-i:[A-Z][a-z]+) {_VERB}))\b
""")
"""Of whom a sentence speaks from here on."""
_ELIDED = regex(r"""
    ^\W*(?:(?:and|but|so|also|well|oh|yes|yeah|ok|okay|btw|by the way|actually|honestly|sadly|anyway|fyi|hi
    |hello|hey|turns out|unfortunately|apparently|just|only|finally|recently|here(?:['’]s| is))\b\W+)*
    (?:been|got|was|have|had|diagnosed|found out|started|stopped|on|off|voted|voting|baptised|converted
    |came out|living|earning|taking|expecting|(?:please |you can )?(?:send|post|ship|deliver) \w+
    (?: \w+)? to|as an?\b(?=[^,]*,?\s(?:i|we)\b)|(?:post\s?code|zip)\b|(?:from now on |as of \w+ |now )?it
    (?:['’]s| is) (?:now )?(?=(?-i:[A-Z])|\d)|(?:the )?(?:iban|passport|ssn|bsn|nhs|ni|national insurance
    |social security|account|sort|tax))\b
""")
"""Opens a sentence that leaves out "I" or "my"."""


_SUBJECTS = 8
"""Of one stretch: so many words for the owner may stand in a sentence that is one thought."""


def _own_stretches(sentence: str) -> Iterator[str]:
    """Give what of a sentence speaks of the owner or household: from each such subject to a stranger.

    Each ends at the eighth such subject after it, whose own stretch goes on from there.
    """

    def until(end: int) -> Iterator[str]:
        ends = [*starts[_SUBJECTS:], *repeat(end, _SUBJECTS)]
        yield from (sentence[start:stop] for start, stop in zip(starts, ends, strict=False))

    starts = [0] if _ELIDED.match(sentence) else []
    of_household = False
    for found in _SUBJECT.finditer(sentence):
        if found["owner"] or found["household"]:
            starts.append(found.start())
        elif not (found["they"] and of_household):
            yield from until(found.start())
            starts.clear()
        of_household = bool(found["household"] or (found["they"] and of_household))
    yield from until(len(sentence))


_NUMBER = _any_of(
    "one two three four five six seven eight nine ten twenty thirty forty fifty sixty seventy eighty ninety"
)
_AMOUNT = rf"""
    (?:[£$€¥]\s?\d[\d.,]{{0,15}}
    |\b\d[\d.,]{{0,15}}\s?(?:k|m|grand|thousand|million|euros?|eur|pounds?|gbp|quid|dollars?|usd|bucks|francs?
    |kronor|kroner|złoty)\b
    |\b\d{{1,3}}[,.]\d{{3}}\b|\b\d{{3,}} (?:a|per) (?:month|year|week)\b
    |\b{_NUMBER}[\s-]+(?:{_NUMBER}[\s-]+)?(?:hundred|thousand|million|grand|k)\b)"""
_FAITHS = _any_of(r"""
jew(?:s|ish)? muslims? christians? catholics? hindus? sikhs? buddhists? protestants? atheists? agnostic
mormons? quakers? orthodox anglican methodist baptist evangelical religious jehovah['’]?s_witness(?:es)?
jains? pagan wiccan lutheran presbyterian pentecostal scientologists? bah[aá]['’]?[ií]
""")
_HOUSES = r"(?:mosque|church|synagogue|temple|gurdwara|mass|parish|shul|chapel|congregation)"
_PARTIES = _any_of(r"""
labour tory tories conservatives? greens? democrats? republicans? lib_?dems? liberal_democrats? snp reform
ukip plaid cdu spd fdp afd pvda vvd d66 leave remain trump biden harris sinn_f[eé]in fianna_f[aá]il fine_gael
""")
_PARTISANS = _any_of(r"""
democrat republican tory socialist conservative communist libertarian anarchist marxist liberal feminist
(?:left|right)[-\s]wing(?:er)? leftist
""")
_STREET = r"""
    (?:\d{1,5}[a-z]?,? (?!min|hour|mile|km|kilo|block|house|door|step|metre|meter|yard)(?:\w+ ){1,2}
    (?:street|road|avenue|lane|drive|close|crescent|terrace|boulevard)\b
    |\d{1,5}[a-z]?,? (?:(?-i:[A-Z])[\w'’.]+ ){1,3}(?:street|st|road|rd|avenue|ave|lane|ln|drive|dr|close|way
    |court|place|terrace|crescent|gardens|square|boulevard|blvd|grove|hill|row|mews|parade|walk|park)\b
    |(?-i:[A-Z])\w+(?:straat|laan|weg|plein|gracht|kade|stra(?:ss|ß)e|gasse|platz|allee|gatan|vej) \d+
    |\b\d{1,4},? (?:rue|avenue|boulevard|place|chemin) \w|\b(?:via|calle|rua) (?-i:[A-Z])[\w ]+,? \d+
    |\b(?-i:[A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2})\b|\b(?-i:[A-Z]{2}) \d{5}\b|\b\d{4}\s?(?-i:[A-Z]{2})\b)"""
_HAS = r"""
    (?:\b(?:have|has|had|having|get|gets|got|getting|am|is|are|was|were|been|being|takes?|taking|took|on|off
    |suffer\w*|liv\w+ with|diagnosed|recover\w*|from|after|through|as|(?:born|struggl\w+|deal\w*|down) with
    |undergo\w*|underwent|start\w*|stopped|quit|survived|need\w*|us(?:e|es|ed|ing)|wear\w*|see|sees|seeing
    |cannot|can['’]t|lost|gave|tak\w+)\b|['’](?:m|s|re|ve|d)\b)"""
"""A predicate for an illness or a medicine that somebody has; beside others they are only named."""
_BETWEEN = r"""
    (?: (?!(?:about|against|like|into|with|as|how|that)\b|(?:read|stud|writ|work|train|research|watch|book
    |museum|shop|interest|explor|consider|learn|career|avoid|prevent|worr|design|look))[\w'’%-]+){0,4}?"""
_PROFESSION = r"""
    (?:\b(?:am|is|are|was|were|being|be|as)|['’](?:m|re|s)) (?:an?|the) (?:\w+ ){0,2}?\w*(?:ologist|iatrist
    |therapist|surgeon|dentist|pharmacist)s?\b"""
_DIGITS = r"[\d\0+(][\d\0 ()./-]{6,}"
_AT_SCHOOL = r"""
    (?:(?:\b(?:goes|go|went|going|starts?|started|attends?|is|are|in|at)\b|['’](?:s|re)?)
    (?: [\w'’.]+){0,4}? (?:school|primary|nursery|academy|kindergarten|preschool|cr[eè]che|day\s?care
    |elementary|reception|grade|grader|year \w+|class \w+|form)\b)"""
_STATED: Mapping[str, re.Pattern[str]] = {
    slot: regex(wording)
    for slot, wording in {
        "health.condition": rf"""
            (?!{_PROFESSION}){_HAS}{_BETWEEN} {_MEDICAL}|^(?:my|our)(?: \w+)? {_MEDICAL}|\bdiagnosed with\b
            |\bexpecting (?:our|my|a baby|twins|again)\b|\bwaiting (?:list )?for an? (?:new )?{_PART}\b
            |\b(?:had|have|having|need|after) an? (?:\w+ )?operation\b""",
        "identity.payment": r"\b(?:iban|account (?:number|no)|sort code|card (?:number|no))\b.{0,80}[\d\0]",
        "identity.number": r"""
            \b(?:passport|social(?: security)?|ssn|ni|national insurance|(?:national )?id(?:entity)?
            (?: card)?|(?:licen[cs]e|tax|insurance|visa)(?= (?:number|no|id))|bsn|nhs|residence permit|nie
            |nif|dni|pesel|cpf|aadhaar|itin|utr|green card|medicare|personnummer)(?: (?:number|no|id)\b)?
            (?:.{0,20}?(?:(?-i:[A-Z]{1,3})[\d\0]|[\d\0]{2})[\d\0A-Z -]{3,}| ends? in \d)""",
        "telephone.note": rf"""
            ^(?:my|our) (?:(?:new|own|mobile|phone|cell|home|work|office|landline) )*(?:number|mobile|cell
            |phone|telephone|landline)\b.{{0,20}}?{_DIGITS}|^(?:me|us)\b[^\d]{{0,20}}?\b(?:on|at|under
            |via \w+)\s*+:?\s*+{_DIGITS}""",
        "identity.address": rf"""
            (?:\b(?:live\w*|living|mov\w+|address|home|house|flat|apartment|place|resid\w+|send|post|ship
            |deliver)\b|it(?:['’]s| is)\b|(?:\b(?:am|are)|['’](?:m|re)) (?:now )?(?:at|in)\b)
            .{{0,200}}?{_STREET}
            |\baddress is\b|^(?:our|me|us)\b.{{0,20}}?{_STREET}
            |\b(?:post\s?code|zip(?:\s?code)?)\b.{{0,12}}\d""",
        "money.note": rf"""
            (?:\b(?:earn|bring home|(?:am|is|are|get|gets|getting|['’]m|['’]s|['’]re) (?:paid|on)|salary
            |wages?|income|take-?home|owe[sd]?|debts?|savings?|saved up|mortgage|net worth|rent|overdraft
            |pension|inherit\w*|loans?|credit cards?|in the bank|bonus (?:of|was|is)|my pay|put aside
            |(?:mak(?:e|ing)|bring in)(?: (?:about|around|roughly|only|just|over|under))?(?=\W+\d
            | {_NUMBER}))\b|^(?:on|earning)\b)[^?]{{0,200}}?(?:{_AMOUNT}|\b\d{{5,7}}\b|\b\w+ figures\b
            |half a million|\d (?:an|per) hour)
            |\b(?:bankrupt\w*|in debt|overdrawn|in the red|on benefits|universal credit|food stamps
            |debt collectors?|bailiffs?|paycheck to paycheck|maxed out|credit score|payday loans?)\b
            |{_AMOUNT}.{{0,200}}?\b(?:before tax|after tax|in (?:savings|debt)|saved up|on credit cards?
            |in the bank|loan|mortgage)\b
            |\b(?:behind on|can(?:no|['’])t pay) (?:the|my|our) (?:rent|mortgage)""",
        "faith.note": rf"""
            \b(?:go|goes|went|going|attend|attends|pray|prays|worship|belong|volunteer|sing|serve
            |preach)\b.{{0,30}}\b{_HOUSES}\b
            |\b(?:baptised|baptized|christened|bar mitzvah|bat mitzvah)\b|\bconverted to\b
            |^(?:my|our) (?:imam|rabbi|priest|pastor|vicar|faith|religion|{_HOUSES})\b
            |(?:\b(?:am|are|is|was|were|became|as|raised|brought up)|['’](?:m|re|s)) (?:an? )?
            (?:\w+ ){{0,2}}?{_FAITHS}\b
            |\b(?:left|joined|member of|grew up in) (?:the |an? )?(?:\w+ ){{0,2}}?(?:{_FAITHS}|{_HOUSES})\b
            |\b(?:believ\w+|faith) in (?:god|allah|jesus|christ)\b
            |\b(?:bible study|born again|hajj|umrah|first communion)\b
            |\bmy (?:hijab|headscarf|kippah|rosary)\b|\bpray (?:\w+ )?(?:times|daily|every)
            |\b(?:keep|observe|fast(?:ing)? for|celebrate) (?:shabbat|sabbath|ramadan|lent|eid|yom kippur
            |kosher)\b""",
        "politics.note": rf"""
            \bvot(?:e|ed|es|ing) (?:(?:for )?(?:the )?(?!(?:mon|tues|wednes|thurs|fri|satur|sun|to)day)
            (?-i:[A-Z])\w+|(?:for )?(?:the )?{_PARTIES}\b)
            |\b{_PARTIES} (?:party )?(?:member|voter|supporter|activist|councillor)\b
            |\b(?:member|supporter) of (?:the )?(?:{_PARTIES}|[\w ]{{0,20}}party)\b
            |\b(?:joined|canvass\w* for|campaign\w* for|donate\w* to|support|left
            |(?:ran|stood) for\b.{{0,20}}\bfor) (?:the )?{_PARTIES}\b
            |(?:\bam|\bare|\bis|['’](?:m|re|s)) (?:an? (?:\w+ )?{_PARTISANS}|(?:\w+ ){{0,2}}(?:left
            |right)[-\s]wing)\b
            |^(?:my|our) politics\b""",
        "sexuality.note": r"""
            (?:\b(?:am|are|is|as|came out as|identif\w+ as)|['’](?:m|re
            |s)) (?:an? |openly |probably |both )*(?:gay|lesbians?|bi(?:sexual)?|queer|asexual|pansexual|pan
            |trans(?:gender|sexual)?|non-?binary|intersex|homosexual|straight(?=\W*(?:$|[.,;!]|and\b
            |but\b)))\b
            |\bcame out to\b|\bin the closet\b|\btransition(?:ed|ing)\b(?! (?:to|from|into|out))
            |\bmy pronouns\b|\bsame-sex\b|\b(?:attracted to|into) (?:men|women|guys|girls|both)\b""",
        "children.note": rf"""
            ^(?:(?:my|our|the) (?:[\w'’]+ ){{0,2}}?{_CHILD}\b|our (?-i:[A-Z])).*?{_AT_SCHOOL}""",
    }.items()
}
"""In a stretch that speaks of the owner or the household, what says something sensitive."""
_ASKS_AFTER = regex(r"""
    [,;]\s*(?:and |so |but )?(?:is|are|can|could|do|does|did|should|would|will|what|how|where|when|which|who
    |any)\b[^,;]*\?\s*$
""")
_DENIED = regex(r"""
    \b(?:never|no longer|(?:am|is|are|was|were|do|does|did|have|has|had|['’](?:m|re|s|ve)) not
    |(?:is|are|was|were|do|does|did|have|has|had)n['’]?t)\b(?: [\w'’]+){0,3}\s*$
""")


def sensitive_kind(sentence: str) -> str:
    """Return the guarded slot of what the owner says of themselves or their household; "" for none.

    The sentence is in the owner's own words, with NUL characters in place of secrets. Of one that ends in a
    question what stands before that counts.
    """
    stated = _ASKS_AFTER.sub("", sentence)
    if stated.rstrip().endswith("?"):
        return ""
    stretches = list(_own_stretches(stated))
    for slot, wording in _STATED.items():
        for stretch in stretches:
            found = wording.search(stretch)
            last_word = found[0].rstrip().rpartition(" ")[0] if found else ""
            if found and not _DENIED.search(f"{stretch[: found.start()]}{last_word}"):
                return slot
    return ""
