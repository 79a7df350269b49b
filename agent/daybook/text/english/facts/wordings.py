"""Reads the table of wordings (wordings.toml): which slot a statement fills, with what value.

A statement is compared in plain form ("I've never really been based in Rome" is be, negated, "based in
Rome"), so a wording says nothing of tense or negation, and what fills its hole has to be of the slot's type
(value_types.py).
"""

import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from pathlib import Path

from daybook.conversation import OTHER, Act, Polarity, ValueType
from daybook.text.english.facts.extracted import Checked, ExtractedFact
from daybook.text.english.facts.phrases import canonical, cut
from daybook.text.english.facts.predicate import Aspect, Predicate
from daybook.text.english.facts.value_types import VALUE_TYPES
from daybook.text.english.patterns import regex


class Standing(StrEnum):
    """How a wording stands in time: a key of the table."""

    SAYS = "says"
    DID = "did"
    WAS = "was"
    LEFT = "left"
    PLAIN = "plain"


_NOW = frozenset({Aspect.PRESENT, Aspect.PROGRESSIVE, Aspect.PERFECT, Aspect.USED_TO})
_DONE = frozenset({Aspect.PAST, Aspect.PERFECT})
_ASPECTS = {Standing.SAYS: _NOW, Standing.DID: _DONE, Standing.WAS: _DONE, Standing.LEFT: _DONE}


@dataclass(frozen=True, slots=True)
class _Wording:
    slot: str
    told: Standing
    pattern: re.Pattern[str]
    """Matched with what follows the verb; of what has none with the whole statement."""
    value_type: str
    given: str
    """The value, where no words give it."""
    attribute: str
    """What of the owner it is, where no slot is made for it."""
    text: str
    """How the fact is said again where not as it was said, with {v} for the value, {said} for its words,
    {whole} for those of its clause."""
    line: str
    """As it stands in the table; evaluation counts by it."""

    def read(self, said: Predicate | None, text: str) -> Iterator[ExtractedFact]:
        match = self.pattern.match(text)
        if match is None:
            return
        held, start = ("", match.end()) if self.given else (match["v"], match.start("v"))
        values = [(self.given, Checked.LISTED)] if self.given else VALUE_TYPES[self.value_type](held)
        old = canonical(cut(match["old"])) if "old" in self.pattern.groupindex else ""
        for value, checked in values:
            end = start + _end_of(value, held) if held else start
            left_over = text[end:] if self.pattern.pattern.endswith(_LAST) else ""
            told = self._fact(said, value, text[:end] if left_over or held else text, old, text[start:end])
            if self.attribute:
                what = match.groupdict().get("what") or ""
                attribute = self.attribute.format(what=what.lower())
                sort = _SORTS.get(self.value_type, ValueType.TEXT)
                told = replace(told, slot=OTHER, attribute=attribute, value_type=sort)
            yield replace(told, checked=checked, whole=is_accounted_for(left_over))

    def _fact(self, said: Predicate | None, value: str, words: str, old: str, held: str) -> ExtractedFact:
        if said is None:
            text = f"{words[:1].upper()}{words[1:]}."
            return ExtractedFact(self.slot, value, text, instead_of=old)
        text = f"I {' '.join((*verb_of(said), words)).strip()}."
        ends = said.ended or said.aspect is Aspect.USED_TO or self.told is Standing.LEFT
        changes = self.told is Standing.DID or (said.fresh and not said.negated)
        act = Act.ENDS if ends else Act.CHANGES if changes and self.told is not Standing.WAS else Act.STATES
        denied = Polarity.NEGATIVE if said.negated and not ends else Polarity.POSITIVE
        if self.text and not (said.negated or ends):
            whole = " ".join((*verb_of(said), cut(said.rest)))
            text = self.text.format(v=value, said=held, whole=whole)
        return ExtractedFact(self.slot, value, text, denied, act, old)


_LAST = "(?P<v>.+)"
_SORTS = {"count": ValueType.QUANTITY, "height": ValueType.QUANTITY, "person": ValueType.NAME}


def stated(said: Predicate) -> Iterator[ExtractedFact]:
    """Find what a statement with "I" fills: of each slot the first wording that gives a value."""
    yield from _first_of_each_slot(
        _table().get(said.verb, ()), said, said.rest if said.verb != "be" else _without_degree(said.rest)
    )


def stated_plainly(words: str) -> Iterator[ExtractedFact]:
    """Find what a statement without "I" fills: "my name is Ines"."""
    yield from _first_of_each_slot(_table().get("", ()), None, words)


def _first_of_each_slot(
    wordings: Sequence[_Wording], said: Predicate | None, text: str
) -> Iterator[ExtractedFact]:
    filled: set[str] = set()
    for wording in wordings:
        fits = said is None or (said.aspect in _ASPECTS[wording.told] and _may_say(wording, said))
        name = f"{wording.slot} {wording.attribute}"
        if name not in filled and fits and (facts := list(wording.read(said, text))):
            filled.add(name)
            yield from facts


def _may_say(wording: _Wording, said: Predicate) -> bool:
    """True if the statement is over where the wording is, and denied only where it may be."""
    if said.negated and said.aspect is Aspect.PERFECT and not said.ended:
        return False  # "I have never lived in Rome" says nothing of today
    return wording.told is Standing.SAYS or not (said.negated or said.phrase.endswith("ing"))


_DEGREE = regex("(?:very|really|so|quite|pretty|too|rather) ")


def _without_degree(rest: str) -> str:
    return _DEGREE.sub("", rest, count=1) if _DEGREE.match(rest) else rest


_MODIFIES = regex(r"""
    [\s,-]*(?:(?:and|but) )?(?:years?[\s-]+old|years? of age|yo|y/o|with|in|at|for|as|near|by|from|since
    |because|after|on|to|of|where|who|which|when|while|until|so|and|or|but|not|no|here|there|called|named
    |right|about|that)\b
""")
"""Begins what says more of a statement, and leaves its value as it is: its place, its reason, its company."""


def is_accounted_for(left_over: str) -> bool:
    """True if what follows a value is nothing but its time, place, company, or the like."""
    return not left_over.strip(" ,.!") or not cut(f"it {left_over}")[3:] or bool(_MODIFIES.match(left_over))


def _end_of(value: str, held: str) -> int:
    last = re.escape(value.split()[-1].rstrip("s."))
    match = re.search(rf"(?i:{last})[\w.'’-]*", held)
    return match.end() if match else len(cut(held))


_AUXILIARIES = frozenset("am was were are have had has can will would".split())


def verb_of(said: Predicate) -> list[str]:
    """Give the verb of a statement as a sentence of its own has it: with "not", "used to", "no longer"."""
    first, *more = said.phrase.split() or [""]
    if said.aspect is Aspect.USED_TO:
        return ["used to", *said.phrase.split()[2:]]
    if said.ended and said.negated:
        return ["no longer", *said.phrase.split()]
    if not said.negated:
        return said.phrase.split()
    if first == "did":
        return ["did not", *more]
    if first == "have" and said.verb == "have" and not more:
        return ["do not have"]
    if first == "can":
        return ["cannot", *more]
    if first in _AUXILIARIES:
        return [first, "not", *more]
    return ["did not" if said.aspect is Aspect.PAST else "do not", said.verb]


@cache
def _table() -> Mapping[str, Sequence[_Wording]]:
    """Read the table: wordings by their verb, "" for those without."""
    slots = tomllib.loads((Path(__file__).parent / "wordings.toml").read_text("utf-8"))
    table: dict[str, list[_Wording]] = defaultdict(list)
    for name, types in slots.items():
        slot, _, attribute = name.partition(" ")
        for value_type, row in types.items():
            given = value_type.removeprefix("= ") if value_type.startswith("= ") else ""
            for told in Standing:
                for line in row.get(told, ()):
                    for verb, pattern in _compiled(line):
                        text = row.get("text", "")
                        wording = _Wording(slot, told, pattern, value_type, given, attribute, text, line)
                        table[verb].append(wording)
    return table


def _compiled(line: str) -> Iterator[tuple[str, re.Pattern[str]]]:
    """Yield the verbs of a wording, each with the expression for what follows it."""
    first, *words = line.split(" ")
    verbs = words.pop(0).split("|") if first == "I" else [""]
    parts = ["my|our" if first == "my" else first] if first != "I" else []
    pattern = "".join(map(_expression, [*parts, *words])).removesuffix(r"\s+")
    if words and words[-1] == "{v}":
        pattern = pattern.removesuffix(r"(?P<v>.+?)") + _LAST
    for verb in verbs:
        yield verb, re.compile(pattern, re.IGNORECASE)


def _expression(word: str) -> str:
    if word.startswith("["):
        return rf"(?:(?:{word[1:-1]})\s+)?"
    if word in ("{v}", "{old}"):
        return rf"(?P<{word[1:-1]}>.+?)\s+"
    if word in (".*?", ".+?"):
        return r"(?:.*?\s)?" if word == ".*?" else r".+?\s+"
    if ".*" in word or word.startswith("(?!"):
        return word
    return rf"{word}\s+" if word.startswith("(") else rf"(?:{word})\s+"
