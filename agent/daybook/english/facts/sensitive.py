"""Whether words are about illness, treatment or other private things, whatever found them.

No list of illnesses is ever complete. So words are told by how medicine makes them ("-itis", "-ectomy",
"cardio-"), and statements by what is said of a part of the body ("I tore my …", "… surgery").
"""

from __future__ import annotations

import re

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
    r"(?:head|neck|back|shoulders?|arms?|elbows?|wrists?|hands?|fingers?|chest|heart|lungs?|stomach|hips?|legs?"
    r"|knees?|ankles?|foot|feet|toes?|eyes?|ears?|tooth|teeth|skin|joints?|muscles?|kidneys?|liver|brain|spine|blood"
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
