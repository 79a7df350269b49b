"""Whether words are about illness, treatment or other private things, whatever found them.

No list of illnesses is ever complete. So words are told by how medicine makes them ("-itis", "-ectomy",
"cardio-"), and statements by what is said of a part of the body ("I tore my …", "… surgery").
"""

from __future__ import annotations

import re
from collections.abc import Mapping

_TELLS_OF_HEALTH = frozenset({"event", "habit", "possession", "goal", "plan"})
_NAMED = """
medicines? meds pills? tablets? antibiotics? antacids? antihistamines? antidepressants? painkillers?
steroids? inhalers? insulin dose doses dosage symptoms? dialysis surgery surgeries surgeon therapists? rehab
aspirin ibuprofen paracetamol acetaminophen metformin depression bipolar cancer tumou?rs? seizures? asthma
lupus eczema herpes autis\\w+ dementia vertigo tinnitus pneumonia anxiety trauma stutter concussion hernia
ulcers? sober sobriety alcoholic miscarriage pregnan\\w+ menopause wheelchair crutches pacemaker catheter
(?-i:ADHD|ADD|PTSD|OCD|IBS|COPD|HIV|STD|UTI|PCOS|IVF|MRI|ICU|COVID|EKG)
"""
_BEGINNINGS = """
medicat vaccin prescri diagnos chemo radiother biops diabet epilep hospitali[sz] psychiat psychoth schizo
anore bulim insomni infertil cardiolog cardiomy oncolog neurol dermatol gyn(?:ae|e)col orthop(?:ae|e)d
physioth chiropr rheumat hypertens hypothyr hypogly thyroid migrain parkinson alzheimer fibromyal
paraly[sz] autoimmun immunode
"""
_ENDINGS = """
itis (?<!hypn)(?<!osm)(?<!metamorph)osis (?<!acad)emia aemia (?<!nost)algia ectomy plasty oscopy
(?<!sym)(?<!em)(?<!anti)(?<!a)(?<!tele)pathy (?<!aroma)therapy cillin mycin statin prazole oxetine azepam olol
sartan profen fenesin
"""
_PART = (
    r"(?:head|neck|back|shoulders?|arms?|elbows?|wrists?|hands?|fingers?|chest|heart|lungs?|stomach|hips?"
    r"|legs?"
    r"|knees?|ankles?|foot|feet|toes?|eyes?|ears?|tooth|teeth|skin|joints?|muscles?|kidneys?|liver|brain"
    r"|spine|blood"
    r"|bladder|thyroid)"
)
_SUFFERED = (
    rf"{_PART}\s*-?(?:pains?|aches?|injur\w+|infections?|problems?|conditions?|attacks?|failure|disease"
    r"|transplant|replacement|pressure|sugar|tests?|clots?|trouble|issues)"
    rf"|(?:broke|broken|fractured?|sprained|tore|torn|injured|hurt|dislocated|twisted|pulled"
    rf"|operation\s+on)\s+(?:my|a|an|one\s+of\s+my)\s+(?!heart\b)(?:\w+\s+)?{_PART}"
    rf"|my\s+(?:\w+\s+)?{_PART}\s+(?:hurts?|aches?|is\s+(?:sore|swollen|killing)|are\s+sore)"
    r"|(?:chronic|mental|eating|sleep|panic|bipolar|autoimmune)\s+(?:pain|illness|health|disease|disorder"
    r"|attacks?|apnea|condition)"
    r"|(?:had|suffered|after|from)\s+(?:a|my|the)\s+(?:\w+\s+)?stroke|(?<!retail\s)therapy|high\s+cholesterol"
    r"|emergency\s+room"
    r"|x-?rays?|blood\s+thinners?"
)
_MEDICAL = re.compile(
    rf"\b(?:{'|'.join(_NAMED.split())}|(?:{'|'.join(_BEGINNINGS.split())})\w*"
    rf"|\w{{2,}}(?:{'|'.join(_ENDINGS.split())})|{_SUFFERED}|\d+\s?(?:mg|mcg|ml))\b",
    re.IGNORECASE,
)
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
    return _MEDICAL.search(text) is not None


def guarded_slot(slot: str, text: str) -> str:
    """Put what tells of illness or treatment where the policy guards it, whatever it was found as.

    Work, likes and the like may name an illness without being one's own; constraints are on for a reason.
    """
    family = slot.partition(".")[0]
    return "health.treatment" if family in _TELLS_OF_HEALTH and is_medical(text) else slot


def private_slot(text: str) -> str:
    """Return the guarded slot whose things a text names ("passport number"); "" where it names none."""
    return next((slot for slot, private in _PRIVATE.items() if private.search(text)), "")


_HOUSEHOLD = (
    r"(?:husband|wife|partner|fianc[eé]e?|boyfriend|girlfriend|son|daughter|kids?|child|children|boys?"
    r"|girls?|twins"
    r"|baby|toddler|little\s+one|eldest|youngest)"
)
_OPENING = (
    r"(?:and|but|so|also|well|oh|yes|yeah|ok|okay|btw|by\s+the\s+way|actually|honestly|sadly|turns\s+out"
    r"|unfortunately"
    r"|anyway|fyi|just|apparently|hi|hello|hey|since\s+last\s+\w+|as\s+of\s+\w+)"
)
_ELIDED = (
    r"(?:been|got|was|have|had|diagnosed|found\s+out|started|stopped|on|voted|voting|baptised|converted)"
)
_OF_OWNER = re.compile(
    rf"""^\W*(?:{_OPENING}\b\W+)*(?:(?:just|only|finally)\s+)?
    (?: (?:i|we)\b | (?:from\s+now\s+on\s+|now\s+)?it(?:['’]s|\s+is)\s+(?:now\s+)?(?=(?-i:[A-Z])|\d)
      | (?:both\s+)?(?:my|our)\s+(?:\w+\s+){{0,2}}?{_HOUSEHOLD}\b | the\s+(?:twins|kids|boys|girls
      |children)\b
      | our\s+(?-i:[A-Z])\w+ | {_ELIDED}\b
      | (?:my|our)\s+(?:new\s+|own\s+|home\s+)?(?:address|number|phone|mobile|cell|telephone|landline
        |salary|wage|wages|pay|income
        |take-?home|pension|savings|mortgage|rent|debts?|overdraft|passport|social|national|nhs|ni|ssn|bsn
          |tax|iban|account|bank
        |credit|debit|card|sort|driving|driver|faith|religion|sexuality|blood|doctor|therapist|psychiatrist
          |oncologist|gp|diagnosis)\b
      | (?:the\s+)?(?:iban|account\s+number|sort\s+code)\s+of\s+(?:my|our)\b
      | (?:ni|nhs|ssn|bsn|passport)\s+(?:number|no)\b )""",
    re.IGNORECASE | re.VERBOSE,
)
"""Opens a statement of the owner about themselves or who lives with them."""
_AMOUNT = (
    r"(?:[£$€¥]\s?\d[\d.,]*|\b\d[\d.,]*\s?(?:k|m|grand|thousand|million|euros?|eur|pounds?|gbp|quid"
    r"|dollars?|usd|bucks|francs?)\b"
    r"|\b\d{1,3}[,.]\d{3}\b|\b\d{3,}\s+(?:a|per)\s+(?:month|year|week)\b)"
)
_FAITHS = (
    r"(?:jewish|muslim|christian|catholic|hindu|sikh|buddhist|protestant|atheists?|agnostic|mormon"
    r"|quakers?|orthodox|anglican"
    r"|methodist|baptist|evangelical|religious|jehovah['’]?s\s+witness(?:es)?|jain|pagan|wiccan|lutheran"
    r"|presbyterian)"
)
_PARTIES = (
    r"(?:labour|tory|tories|conservatives?|greens?|democrats?|republicans?|lib\s?dems?"
    r"|liberal\s+democrats?|snp|reform|ukip|plaid"
    r"|cdu|spd|fdp|afd|pvda|vvd|d66|leave|remain|trump|biden|sinn\s+f[eé]in|fianna\s+f[aá]il|fine\s+gael)"
)
_STREET = (
    r"(?:\d{1,5}[a-z]?,?\s+(?:(?-i:[A-Z])[\w'’.]+\s+){1,3}(?:street|st|road|rd|avenue|ave|lane|ln|drive"
    r"|dr|close|way|court|place"
    r"|terrace|crescent|gardens|square|boulevard|blvd|grove|hill|row|mews|parade|walk|park)\b"
    r"|(?-i:[A-Z])\w+(?:straat|laan|weg|plein|gracht|kade|stra(?:ss|ß)e|gasse|platz|allee)\s+\d+"
    r"|\b\d{1,4},?\s+(?:rue|avenue|boulevard|place|chemin)\s+\w|\b(?:via|calle"
    r"|rua)\s+(?-i:[A-Z])[\w ]+,?\s+\d+)"
)
_ILLNESS = (
    r"mental\s+health|heart\s+(?:attack|condition|disease|failure)|multiple\s+sclerosis|(?-i:MS|ME|ALS"
    r"|HRT|CPAP)|sclerosis"
    r"|stroke|remission|mastectomy|leuk(?:a?e)mia|lymphoma|melanoma|fibrosis|crohn['’]?s|c(?:o)?eliac"
    r"|stoma|burn-?out"
    r"|panic\s+attacks?|self-?harm\w*|suicidal|rehab|relapsed?|disab(?:led|ility)|dyslexi\w+|deaf"
    r"|long\s+covid|apno?ea"
    r"|warfarin|lithium|prozac|ritalin|adderall|xanax|ozempic|levothyroxine|\w+(?:lopram|traline|triptan"
    r"|gliptin|zepam|idone|apine)"
)
_SUFFERING = (
    r"have|has|had|having|got|getting|am|is|are|was|were|been|being|take|takes|taking|took|on|suffer\w*"
    r"|live\s+with|living\s+with|diagnosed|recover\w*|from|undergo\w*|underwent|started|stopped|survived"
    r"|prescribed|['’](?:m|s|re|ve)"
)
"""What is said of an illness or a medicine that somebody has; beside others they are only named."""
_STATED: Mapping[str, re.Pattern[str]] = {
    slot: re.compile(wording, re.IGNORECASE)
    for slot, wording in {
        "health.condition": rf"(?:\b(?:{_SUFFERING})\b(?:\s+[\w'’]+){{0,3}}?|\b(?:my|our)(?:\s+\w+)?)\s+"
        rf"(?:{_MEDICAL.pattern}|(?:{_ILLNESS})\b)(?!-)|\bdiagnosed\s+with\b",
        "identity.address": rf"{_STREET}|\b(?:home|postal|street|new|our|my)\s+address\s+is\b"
        r"|\b(?-i:[A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2})\b|\b(?-i:[A-Z]{2})\s+\d{5}\b|\b\d{4}\s?(?-i:[A-Z]{2})\b",
        "identity.payment": r"\b(?:iban|account\s+(?:number|no)|sort\s+code|card\s+(?:number|no))\b.*[\d\0]",
        "identity.number": r"\b(?:passport|social\s+security|ssn|ni|national\s+insurance"
        r"|id(?:entity)?(?:\s+card)?|licen[cs]e"
        r"|tax|bsn|nhs|insurance)(?:\s+(?:number|no|id)\b)?.{0,20}?(?:(?-i:[A-Z]{1,3})[\d\0]"
        r"|[\d\0]{2})[\d\0A-Z -]{3,}",
        "money.note": rf"\b(?:earn|make|paid|salary|wages?|pay|income|take-?home|owe|debts?|savings?"
        rf"|saved|mortgage|net\s+worth|rent"
        rf"|overdraft|pension|inherited|loans?|credit\s+cards?|in\s+the\s+(?:bank|red)|bonus|(?:am"
        rf"|['’]m)\s+on)\b.*{_AMOUNT}|\b(?:bankrupt\w*|in\s+debt|overdrawn)\b|{_AMOUNT}.*\b(?:before\s+tax"
        r"|after\s+tax|a\s+year|a\s+month|in\s+(?:savings|debt)|saved|on\s+credit\s+cards?"
        r"|in\s+the\s+bank|loan|mortgage)\b",
        "faith.note": rf"\b(?:go|goes|went|going|attend|attends|pray|prays|worship|belong"
        rf"|volunteer)\b.{{0,30}}\b(?:mosque|church|synagogue"
        rf"|temple|gurdwara|mass|parish|shul)\b|\b(?:baptised|baptized|christened|bar\s+mitzvah"
        rf"|bat\s+mitzvah)\b"
        rf"|\bconverted\s+to\b|\b(?:my|our)\s+(?:imam|rabbi|priest|pastor|vicar|faith|religion|mosque"
        rf"|church|synagogue|parish)\b|\b(?:am|are|['’]m|['’]re|was\s+(?:raised|brought\s+up)"
        rf"|were\s+(?:raised|brought\s+up)|became)"
        rf"\s+(?:an?\s+)?(?:\w+\s+)?{_FAITHS}\b|\b(?:believe|faith)\s+in\s+god\b"
        rf"|\bpray\s+(?:\w+\s+)?(?:times|daily|every)"
        r"|\b(?:keep|observe|fast(?:ing)?\s+for|celebrate)\s+(?:shabbat|sabbath|ramadan|lent|eid"
        r"|yom\s+kippur)\b",
        "politics.note": rf"\bvot(?:e|ed|ing)\s+for\s+(?:the\s+)?(?-i:[A-Z])\w+|\bvot(?:e|ed|es"
        rf"|ing)\s+(?:for\s+)?(?:the\s+)?{_PARTIES}\b|\b{_PARTIES}\s+(?:party\s+)?(?:member|voter"
        rf"|supporter"
        rf"|activist|councillor)\b|\b(?:member|supporter)\s+of\s+(?:the\s+)?(?:{_PARTIES}"
        rf"|[\w ]{{0,20}}party)\b|\b(?:joined|canvass\w*\s+for"
        rf"|campaign\w*\s+for|support|left)\s+(?:the\s+)?{_PARTIES}\b(?:\s+party)?"
        r"|\b(?:am|['’]m)\s+(?:an?\s+)?(?:\w+\s+)?(?:socialist|conservative|communist|libertarian"
        r"|anarchist|left-wing|right-wing|leftist)\b",
        "sexuality.note": r"\b(?:am|are|['’]m|['’]re|came\s+out\s+as|identify\s+as|is)\s+(?:an?\s+"
        r"|openly\s+|probably\s+|both\s+)*"
        r"(?:gay|lesbians?|bi(?:sexual)?|queer|asexual|pansexual|pan|trans(?:gender)?|non-?binary"
        r"|straight|homosexual)\b|\bcame\s+out\s+to\b",
        "children.note": rf"\b(?:(?:my|our)\s+(?:\w+\s+){{0,2}}?{_HOUSEHOLD}|the\s+(?:twins|kids|boys|girls)"
        r"|our\s+(?-i:[A-Z])\w+)(?:['’]s|['’]re)?\b.*\b(?:in\s+year\s+\w+|(?:first|second|third|fourth"
        r"|fifth|sixth)\s+(?:grade|year)"
        r"|(?-i:[A-Z])[\w'’. ]*\s(?:school|primary|nursery|academy|kindergarten|preschool|day\s?care"
        r"|elementary)\b"
        r"|(?:goes|go|went|starts|started|attends?)\s+(?:to\s+|at\s+)?(?:\w+\s+)?(?:school|nursery"
        r"|kindergarten|preschool|day\s?care)\b)",
        "telephone.note": r"\bmy\s+(?:new\s+|own\s+|mobile\s+|phone\s+|cell\s+|home\s+|work\s+)*(?:number"
        r"|mobile|cell|phone|telephone|landline)"
        r"(?:['’]s|\s+is)\b.{0,20}[\d\0+(][\d\0 ()-]{5,}|\b(?:call|text|reach|ring|phone"
        r"|whatsapp)\s+me\s+(?:on|at)\s+[\d\0+(][\d\0 ()-]{5,}",
    }.items()
}
_ASKS_AFTER = re.compile(
    r"[,;]\s*(?:and\s+|so\s+|but\s+)?(?:is|are|can|could|do|does|did|should|would|will|what|how|where"
    r"|when|which|who|any)\b[^,;]*\?\s*$",
    re.IGNORECASE,
)
_DENIED = re.compile(
    r"\b(?:not|never|no\s+longer|n['’]t)\s+(?:an?\s+)?(?:gay|religious|diabetic|pregnant)\b", re.IGNORECASE
)


def sensitive_kind(sentence: str) -> str:
    """Return the guarded slot of what the owner says of themselves or their household; "" for none.

    Args:
        sentence: in the owner's own words, with NUL characters in place of secrets. Of one that ends in a
            question what stands before that counts.
    """
    stated = _ASKS_AFTER.sub("", sentence)
    if stated.rstrip().endswith("?") or _DENIED.search(stated):
        return ""
    opens = _OF_OWNER.match(stated) is not None
    for slot, wording in _STATED.items():
        found = wording.search(stated)
        if found and (opens or slot in _NAMES_ITS_OWNER or _SAYS_I.search(stated, 0, found.end())):
            return slot
    return ""


_SAYS_I = re.compile(
    rf"\b(?:i|we|(?:my|our)\s+(?:\w+\s+)?{_HOUSEHOLD})\b(?!.*\b(?:that|if|whether|about|novel|story|film"
    rf"|character)\b)",
    re.IGNORECASE,
)
"""Speaks of the owner or the household, and then of nothing that is only told of."""


_NAMES_ITS_OWNER = frozenset({"telephone.note", "children.note"})
"""What says itself whose it is."""
