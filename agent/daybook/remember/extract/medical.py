"""Whether words are about somebody's illness or treatment, whatever the template that found them."""

from __future__ import annotations

import re

_TELLS_OF_HEALTH = frozenset({"event", "habit", "possession", "goal"})
_NAMED = """
medicines? meds pills? tablets? antibiotics? antacids? antihistamines? antidepressants? painkillers?
steroids? inhalers? insulin dose doses dosage symptoms? radiotherapy dialysis surgery therapy
therapies therapists? psychiatrist rehab hiv aspirin ibuprofen paracetamol acetaminophen metformin
depression bipolar adhd asthma cancer migraines? bronchitis sinusitis pneumonia arthritis
hypertension
"""
_BEGINNINGS = "medicat vaccin prescri diagnos chemo biops diabet epileps"
_ENDINGS = "cillin mycin statin prazole oxetine azepam olol sartan profen fenesin"
_MEDICAL = re.compile(
    rf"\b(?:{'|'.join(_NAMED.split())}|(?:{'|'.join(_BEGINNINGS.split())})\w*"
    rf"|\w{{3,}}(?:{'|'.join(_ENDINGS.split())})|\d+\s?(?:mg|mcg|ml))\b",
    re.IGNORECASE,
)


def is_medical(text: str) -> bool:
    """Whether a text names an illness, a medicine or a treatment."""
    return _MEDICAL.search(text) is not None


def guarded_slot(slot: str, text: str) -> str:
    """Put what tells of illness or treatment where the policy guards it, whatever it was found as.

    Work, likes and the like may name an illness without being one's own; constraints are on for a reason.
    """
    family = slot.partition(".")[0]
    return "health.treatment" if family in _TELLS_OF_HEALTH and is_medical(text) else slot
