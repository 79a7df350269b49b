"""Whether words are about somebody's illness or treatment, whatever the template that found them."""

from __future__ import annotations

import re

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
