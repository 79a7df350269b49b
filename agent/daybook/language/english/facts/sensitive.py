"""Whether words are about illness, treatment or other private things, whatever found them.

A statement is sensitive where a value of a guarded kind is said to be had by the owner or their household. So
there are two parts: classes of words for the values, and `_own_stretches`, which says of whom a sentence
speaks where. No list of illnesses is ever complete: they are told by how medicine makes their names
("-itis", "-ectomy", "cardio-"), and by what is said of a part of the body.
"""

import re
from collections.abc import Iterator, Mapping


def _any_of(words: str) -> str:
    """Make a pattern of words with spaces between; "_" stands for the spaces within one."""
    return rf"(?:{'|'.join(words.split())})".replace("_", r"\s+")


_TELLS_OF_HEALTH = frozenset({"event", "habit", "possession", "goal", "plan"})
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
_SUFFERED = (
    rf"{_PART}\s*-?(?:pains?|aches?|injur\w+|infections?|problems?|conditions?|attacks?|failure|diseases?"
    r"|transplant|replace(?:ment|d)|removed|pressure|sugar|tests?|clots?|trouble|issues)"
    rf"|(?:broke|broken|fractured?|sprained|tore|torn|injured|hurt|dislocated|twisted|pulled"
    rf"|operation\s+on)\s+(?:my|an?|one\s+of\s+my)\s+(?!heart\b)(?:\w+\s+)?{_PART}"
    rf"|my\s+(?:\w+\s+)?{_PART}\s+(?:hurts?|aches?|is\s+(?:sore|swollen|killing)|are\s+sore)"
    r"|(?:chronic|mental|eating|sleep|panic|personality|autoimmune)\s+(?:pain|illness|health|diseases?"
    r"|disorders?"
    r"|attacks?|apnea|condition)|(?<!retail\s)therapy"
)
_MEDICAL = rf"\b(?:{_NAMED}|{_BEGINNINGS}\w*|\w{{2,}}{_ENDINGS}|{_SUFFERED}|\d+\s?(?:mg|mcg|ml))(?!-)\b"
_IS_MEDICAL = re.compile(_MEDICAL, re.IGNORECASE)
_PRIVATE = {
    slot: re.compile(rf"\b(?:{words})\b", re.IGNORECASE)
    for slot, words in {
        "identity.payment": r"(?:credit|debit|bank)\s+(?:card|account)|card\s+number|account\s+number|iban",
        "identity.number": r"passport|social\s+security|ssn|(?:insurance|licen[cs]e|tax)\s+(?:number|id)",
        "identity.address": r"(?:home|street|postal)\s+address|post\s?code|zip(?:\s+code)?",
    }.items()
}
"""What names a sensitive thing in an attribute that no slot was given for."""


def is_medical(text: str) -> bool:
    """True if a text tells of an illness, an injury, a medicine or a treatment."""
    return _IS_MEDICAL.search(text) is not None


def guarded_slot(slot: str, text: str) -> str:
    """Put what tells of illness or treatment where the policy guards it, whatever it was found as.

    Work, likes and the like may name an illness without being one's own; constraints are on for a reason.
    """
    family = slot.partition(".")[0]
    return "health.treatment" if family in _TELLS_OF_HEALTH and is_medical(text) else slot


def private_slot(text: str) -> str:
    """Return the guarded slot whose things a text names ("passport number"); "" where it names none."""
    return next((slot for slot, private in _PRIVATE.items() if private.search(text)), "")


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
_SUBJECT = re.compile(
    rf"""\b(?:(?P<supposed>(?:if|whether|imagine|suppose|unless|pretend)\b[^,;]*
        |(?:novel|story|book|film|movie|play|song|game|character|dream(?:ed|t)?)\b.*)
      |(?P<other>(?:my|our)\s+(?:[\w'’]+\s+){{0,2}}?{_OTHERS}\b|(?:my|our)\s+{_HOUSEHOLD}['’]s\s+{_OTHERS}\b
        |(?:your|his|her|their|whose)\b|you(?!\s+can\s+(?:send|post|ship|deliver|reach|call|text|ring))|who
        |somebody|someone|everybody|everyone|people)
      |(?P<household>(?:my|our|both)\s+(?:[\w'’-]+\s+){{0,2}}?{_HOUSEHOLD}\b(?:['’](?:s|re)\b)?
          (?:,?\s+(?-i:[A-Z])[\w'’-]+)?
        |the\s+(?:twins|kids|boys|girls|children|baby|little\s+ones)\b|our\s+(?-i:[A-Z])[\w'’]+)
      |(?P<owner>I|we|me|us|my|our)
      |(?P<they>he|she|they)
      |(?P<stranger>(?:the|an?|this|that|these|those|some|every|each|any|most)\s+
          (?:(?!(?:i|we|my|our)\b)[\w'’-]+\s+){{1,3}}?{_VERB}
        |(?-i:[A-Z][a-z]+)\s+{_VERB}))\b""",
    re.IGNORECASE | re.VERBOSE,
)
"""Of whom a sentence speaks from here on."""
_ELIDED = re.compile(
    r"""^\W*(?:(?:and|but|so|also|well|oh|yes|yeah|ok|okay|btw|by\s+the\s+way|actually|honestly|sadly|anyway|fyi|hi|hello
        |hey|turns\s+out|unfortunately|apparently|just|only|finally|recently|here(?:['’]s|\s+is))\b\W+)*
      (?:been|got|was|have|had|diagnosed|found\s+out|started|stopped|on|off|voted|voting|baptised|converted
        |came\s+out
        |living|earning|taking|expecting|(?:please\s+|you\s+can\s+)?(?:send|post|ship
        |deliver)\s+\w+(?:\s+\w+)?\s+to
        |as\s+an?\b(?=[^,]*,?\s(?:i|we)\b)|(?:post\s?code|zip)\b
        |(?:from\s+now\s+on\s+|as\s+of\s+\w+\s+|now\s+)?it(?:['’]s|\s+is)\s+(?:now\s+)?(?=(?-i:[A-Z])|\d)
        |(?:the\s+)?(?:iban|passport|ssn|bsn|nhs|ni|national\s+insurance|social\s+security|account|sort
        |tax))\b""",
    re.IGNORECASE | re.VERBOSE,
)
"""Opens a sentence that leaves out "I" or "my"."""


def _own_stretches(sentence: str) -> Iterator[str]:
    """Give what of a sentence speaks of the owner or household: from each such subject to a stranger."""
    starts = [0] if _ELIDED.match(sentence) else []
    of_household = False
    for found in _SUBJECT.finditer(sentence):
        if found["owner"] or found["household"]:
            starts.append(found.start())
        elif not (found["they"] and of_household):
            yield from (sentence[start : found.start()] for start in starts)
            starts.clear()
        of_household = bool(found["household"] or (found["they"] and of_household))
    yield from (sentence[start:] for start in starts)


_NUMBER = _any_of(
    "one two three four five six seven eight nine ten twenty thirty forty fifty sixty seventy eighty ninety"
)
_AMOUNT = (
    r"(?:[£$€¥]\s?\d[\d.,]*|\b\d[\d.,]*\s?(?:k|m|grand|thousand|million|euros?|eur|pounds?|gbp|quid"
    r"|dollars?|usd|bucks"
    rf"|francs?|kronor|kroner|złoty)\b|\b\d{{1,3}}[,.]\d{{3}}\b|\b\d{{3,}}\s+(?:a|per)\s+(?:month|year"
    rf"|week)\b"
    rf"|\b{_NUMBER}[\s-]+(?:{_NUMBER}[\s-]+)?(?:hundred|thousand|million|grand|k)\b)"
)
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
_STREET = (
    r"(?:\d{1,5}[a-z]?,?\s+(?!min|hour|mile|km|kilo|block|house|door|step|metre|meter|yard)(?:\w+\s+){1,2}"
    r"(?:street|road|avenue|lane|drive|close|crescent|terrace|boulevard)\b"
    r"|\d{1,5}[a-z]?,?\s+(?:(?-i:[A-Z])[\w'’.]+\s+){1,3}(?:street|st|road|rd|avenue|ave|lane|ln|drive"
    r"|dr|close|way|court|place|terrace|crescent|gardens|square|boulevard|blvd|grove|hill|row|mews|parade"
    r"|walk|park)\b"
    r"|(?-i:[A-Z])\w+(?:straat|laan|weg|plein|gracht|kade|stra(?:ss|ß)e|gasse|platz|allee|gatan|vej)\s+\d+"
    r"|\b\d{1,4},?\s+(?:rue|avenue|boulevard|place|chemin)\s+\w|\b(?:via|calle"
    r"|rua)\s+(?-i:[A-Z])[\w ]+,?\s+\d+"
    r"|\b(?-i:[A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2})\b|\b(?-i:[A-Z]{2})\s+\d{5}\b|\b\d{4}\s?(?-i:[A-Z]{2})\b)"
)
_HAS = (
    r"(?:\b(?:have|has|had|having|get|gets|got|getting|am|is|are|was|were|been|being|takes?|taking|took|on"
    r"|off"
    r"|suffer\w*|liv\w+\s+with|diagnosed|recover\w*|from|after|through|as|(?:born|struggl\w+|deal\w*"
    r"|down)\s+with|undergo\w*|underwent|start\w*|stopped|quit|survived"
    r"|need\w*|us(?:e|es|ed|ing)|wear\w*|see|sees|seeing|cannot|can['’]t|lost|gave|tak\w+)\b|['’](?:m|s|re"
    r"|ve|d)\b)"
)
"""What is said of an illness or a medicine that somebody has; beside others they are only named."""
_BETWEEN = (
    r"(?:\s+(?!(?:about|against|like|into|with|as|how|that)\b|(?:read|stud|writ|work|train|research|watch"
    r"|book|museum"
    r"|shop|interest|explor|consider|learn|career|avoid|prevent|worr|design|look))"
    r"[\w'’%-]+){0,4}?"
)
_PROFESSION = (
    r"(?:\b(?:am|is|are|was|were|being|be|as)|['’](?:m|re|s))\s+(?:an?|the)\s+(?:\w+\s+){0,2}?"
    r"\w*(?:ologist|iatrist|therapist|surgeon|dentist|pharmacist)s?\b"
)
_DIGITS = r"[\d\0+(][\d\0 ()./-]{6,}"
_AT_SCHOOL = (
    r"(?:(?:\b(?:goes|go|went|going|starts?|started|attends?|is|are|in|at)\b|['’](?:s"
    r"|re)?)(?:\s+[\w'’.]+){0,4}?"
    r"\s+(?:school|primary|nursery|academy|kindergarten|preschool|cr[eè]che|day\s?care|elementary|reception"
    r"|grade"
    r"|grader|year\s+\w+|class\s+\w+|form)\b)"
)
_STATED: Mapping[str, re.Pattern[str]] = {
    slot: re.compile(wording, re.IGNORECASE)
    for slot, wording in {
        "health.condition": rf"(?!{_PROFESSION}){_HAS}{_BETWEEN}\s+{_MEDICAL}"
        rf"|^(?:my|our)(?:\s+\w+)?\s+{_MEDICAL}|\bdiagnosed\s+with\b|\bexpecting\s+(?:our|my|a\s+baby|twins"
        rf"|again)\b"
        rf"|\bwaiting\s+(?:list\s+)?for\s+an?\s+(?:new\s+)?{_PART}\b"
        r"|\b(?:had|have|having|need|after)\s+an?\s+(?:\w+\s+)?operation\b",
        "identity.payment": r"\b(?:iban|account\s+(?:number|no)|sort\s+code|card\s+(?:number|no))\b.*[\d\0]",
        "identity.number": r"\b(?:passport|social(?:\s+security)?|ssn|ni|national\s+insurance"
        r"|(?:national\s+)?id(?:entity)?"
        r"(?:\s+card)?|(?:licen[cs]e|tax|insurance|visa)(?=\s+(?:number|no|id))|bsn|nhs|residence\s+permit"
        r"|nie|nif|dni|pesel|cpf|aadhaar|itin|utr|green\s+card|medicare|personnummer)"
        r"(?:\s+(?:number|no|id)\b)?(?:.{0,20}?(?:(?-i:[A-Z]{1,3})[\d\0]|[\d\0]{2})[\d\0A-Z -]{3,}"
        r"|\s+ends?\s+in\s+\d)",
        "telephone.note": r"^(?:my|our)\s+(?:(?:new|own|mobile|phone|cell|home|work|office|landline)\s+)*"
        rf"(?:number|mobile|cell|phone|telephone|landline)\b.{{0,20}}?{_DIGITS}"
        rf"|^(?:me|us)\b[^\d]{{0,20}}?\b(?:on|at|under|via\s+\w+)\s*:?\s*{_DIGITS}",
        "identity.address": r"(?:\b(?:live\w*|living|mov\w+|address|home|house|flat|apartment|place"
        r"|resid\w+|send|post"
        rf"|ship|deliver)\b|it(?:['’]s|\s+is)\b|(?:\b(?:am|are)|['’](?:m|re))\s+(?:now\s+)?(?:at"
        rf"|in)\b).*?{_STREET}"
        rf"|\baddress\s+is\b|^(?:our|me|us)\b.{{0,20}}?{_STREET}|\b(?:post\s?code"
        rf"|zip(?:\s?code)?)\b.{{0,12}}\d",
        "money.note": r"(?:\b(?:earn|bring\s+home|(?:am|is|are|get|gets|getting|['’]m|['’]s"
        r"|['’]re)\s+(?:paid|on)"
        r"|salary|wages?|income|take-?home|owe[sd]?|debts?|savings?|saved\s+up|mortgage|net\s+worth|rent"
        r"|overdraft"
        r"|pension|inherit\w*|loans?|credit\s+cards?|in\s+the\s+bank|bonus\s+(?:of|was|is)|my\s+pay"
        r"|put\s+aside|(?:mak(?:e|ing)|bring\s+in)(?:\s+(?:about|around|roughly|only|just"
        rf"|over|under))?(?=\W+\d|\s+{_NUMBER}))\b|^(?:on|earning)\b)[^?]*?(?:{_AMOUNT}|\b\d{{5,7}}\b"
        rf"|\b\w+\s+figures\b"
        r"|half\s+a\s+million|\d\s+(?:an|per)\s+hour)|\b(?:bankrupt\w*|in\s+debt|overdrawn|in\s+the\s+red"
        r"|on\s+benefits"
        r"|universal\s+credit|food\s+stamps|debt\s+collectors?|bailiffs?|paycheck\s+to\s+paycheck"
        r"|maxed\s+out|credit\s+score|payday\s+loans?)\b"
        rf"|{_AMOUNT}.*\b(?:before\s+tax|after\s+tax|in\s+(?:savings|debt)|saved\s+up|on\s+credit\s+cards?"
        r"|in\s+the\s+bank|loan|mortgage)\b|\b(?:behind\s+on|can(?:no|['’])t\s+pay)\s+(?:the|my"
        r"|our)\s+(?:rent|mortgage)",
        "faith.note": r"\b(?:go|goes|went|going|attend|attends|pray|prays|worship|belong|volunteer|sing"
        r"|serve|preach)\b.{0,30}"
        rf"\b{_HOUSES}\b|\b(?:baptised|baptized|christened|bar\s+mitzvah|bat\s+mitzvah)\b|\bconverted\s+to\b"
        rf"|^(?:my|our)\s+(?:imam|rabbi|priest|pastor|vicar|faith|religion|{_HOUSES})\b"
        r"|(?:\b(?:am|are|is|was|were|became|as|raised|brought\s+up)|['’](?:m|re"
        r"|s))\s+(?:an?\s+)?(?:\w+\s+){0,2}?"
        rf"{_FAITHS}\b|\b(?:left|joined|member\s+of|grew\s+up\s+in)\s+(?:the\s+|an?\s+)?(?:\w+\s+){{0,2}}?"
        rf"(?:{_FAITHS}|{_HOUSES})\b|\b(?:believ\w+|faith)\s+in\s+(?:god|allah|jesus|christ)\b"
        r"|\b(?:bible\s+study|born\s+again|hajj|umrah|first\s+communion)\b|\bmy\s+(?:hijab|headscarf|kippah"
        r"|rosary)\b|\bpray\s+(?:\w+\s+)?(?:times|daily|every)"
        r"|\b(?:keep|observe|fast(?:ing)?\s+for|celebrate)\s+(?:shabbat|sabbath|ramadan|lent|eid"
        r"|yom\s+kippur|kosher)\b",
        "politics.note": rf"\bvot(?:e|ed|es|ing)\s+(?:(?:for\s+)?(?:the\s+)?(?!(?:mon|tues|wednes|thurs|fri"
        rf"|satur|sun|to)day)"
        rf"(?-i:[A-Z])\w+|(?:for\s+)?(?:the\s+)?{_PARTIES}\b)"
        rf"|\b{_PARTIES}\s+(?:party\s+)?(?:member|voter|supporter|activist|councillor)\b"
        rf"|\b(?:member|supporter)\s+of\s+(?:the\s+)?(?:{_PARTIES}|[\w ]{{0,20}}party)\b"
        r"|\b(?:joined|canvass\w*\s+for|campaign\w*\s+for|donate\w*\s+to|support|left|(?:ran"
        r"|stood)\s+for\b.{0,20}\bfor)"
        rf"\s+(?:the\s+)?{_PARTIES}\b|(?:\bam|\bare|\bis|['’](?:m|re|s))\s+(?:an?\s+(?:\w+\s+)?{_PARTISANS}"
        r"|(?:\w+\s+){0,2}(?:left|right)[-\s]wing)\b|^(?:my|our)\s+politics\b",
        "sexuality.note": r"(?:\b(?:am|are|is|as|came\s+out\s+as|identif\w+\s+as)|['’](?:m|re"
        r"|s))\s+(?:an?\s+|openly\s+"
        r"|probably\s+|both\s+)*(?:gay|lesbians?|bi(?:sexual)?|queer|asexual|pansexual|pan|trans(?:gender"
        r"|sexual)?"
        r"|non-?binary|intersex|homosexual|straight(?=\W*(?:$|[.,;!]|and\b|but\b)))\b|\bcame\s+out\s+to\b"
        r"|\bin\s+the\s+closet\b|\btransition(?:ed|ing)\b(?!\s+(?:to|from|into|out))"
        r"|\bmy\s+pronouns\b|\bsame-sex\b|\b(?:attracted\s+to|into)\s+(?:men|women|guys|girls|both)\b",
        "children.note": rf"^(?:(?:my|our|the)\s+(?:[\w'’]+\s+){{0,2}}?{_CHILD}\b"
        rf"|our\s+(?-i:[A-Z])).*?{_AT_SCHOOL}",
    }.items()
}
"""In a stretch that speaks of the owner or the household, what says something sensitive."""
_ASKS_AFTER = re.compile(
    r"[,;]\s*(?:and\s+|so\s+|but\s+)?(?:is|are|can|could|do|does|did|should|would|will|what|how|where"
    r"|when|which|who|any)\b[^,;]*\?\s*$",
    re.IGNORECASE,
)
_DENIED = re.compile(
    r"\b(?:never|no\s+longer|(?:am|is|are|was|were|do|does|did|have|has|had|['’](?:m|re|s|ve))\s+not"
    r"|(?:is|are|was|were|do|does|did|have|has|had)n['’]?t)\b(?:\s+[\w'’]+){0,3}\s*$",
    re.IGNORECASE,
)


def sensitive_kind(sentence: str) -> str:
    """Return the guarded slot of what the owner says of themselves or their household; "" for none.

    Args:
        sentence: in the owner's own words, with NUL characters in place of secrets. Of one that ends in a
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
