"""The words for relatives and other people whom somebody calls "my …"."""

from __future__ import annotations

RELATIVES = (
    "sister brother mother mom mum father dad son daughter wife husband partner aunt uncle cousin niece "
    "nephew grandma grandpa grandmother grandfather grandparents"
).split()
ACQUAINTANCES = "friend colleague coworker boss neighbour neighbor roommate landlord".split()
KNOWN_PERSON = f"(?:{'|'.join((*RELATIVES, *ACQUAINTANCES))})"
"""Matches one of them, in small letters."""
