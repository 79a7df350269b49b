"""The templates put together: a statement, and the one before it in its sentence, to facts."""

import re
from collections.abc import Iterator
from dataclasses import replace

from daybook.conversation import SLOTS, Act, Polarity
from daybook.english.facts.clauses import Clause
from daybook.english.facts.family import taken_for_granted
from daybook.english.facts.habits import habits, skills
from daybook.english.facts.identity import residence, states, work_and_education
from daybook.english.facts.likes import goals, preferences
from daybook.english.facts.noun_kinds import COMPANY_FORM
from daybook.english.facts.phrases import canonical, cut
from daybook.english.facts.possessions import changes, possessions
from daybook.english.facts.possessives import possessives
from daybook.english.facts.predicate import Predicate, predicate_of
from daybook.english.facts.templates import UNTOLD, ExtractedFact, is_unresolved
from daybook.english.facts.word_lists import HOMES
from daybook.english.word_tables import RELATIVES

_NAME = r"(?P<v>(?-i:[A-Z])[\w.'’&-]*(?:\s+(?:of\s+|the\s+|&\s+|and\s+)?(?-i:[A-Z])[\w.'’&-]*)*)"
_POINTERS = "it|that|this|he|she|they|there|which|what|you|I|my|those|these"
_THING = rf"(?P<v>(?!(?:{_POINTERS})\b)[\w'’& -]{{2,40}}?)"
_OTHERS = "friends?|family|partner|roommates?|coworkers?|co-workers?|colleagues?|buddy|team"
_KIN = "|".join(map(re.escape, RELATIVES))
_WITH_OTHERS = re.compile(
    rf"^(?:my|our)\s+(?:[\w-]+\s+){{0,2}}(?:{_KIN}|{_OTHERS})(?:\s+[A-Z]\w+)?\s+and\s+(?:I|me)\s+"
    rf"|^(?:me|I)\s+and\s+(?:my|our)\s+(?:[\w-]+\s+){{0,2}}(?:{_KIN}|{_OTHERS})\s+"
    r"|^(?-i:[A-Z][a-z]+)\s+and\s+I\s+(?=\w)",
    re.IGNORECASE,
)
"""The owner and somebody else as the subject: "my wife and I"."""
_WE = re.compile(r"^(We are|We were|We)\b", re.IGNORECASE)
_I_FOR_WE = {"we are": "I am", "we were": "I was", "we": "I"}
_REWORDINGS = tuple(
    (re.compile(pattern, re.IGNORECASE), plain)
    for pattern, plain in (
        (r"I\s+(?:have\s+)?(?:just\s+|recently\s+)?turned\s+(?P<v>\d{2})\b.*", "I am {v} years old"),
        (rf"I\s+(?:am|have\s+been)\s+with\s+(?={COMPANY_FORM}){_NAME}\s+(?:for|since)\b.*", "I work at {v}"),
        (
            r"I\s+(?:have\s+)?(?:resigned|got\s+(?:fired|laid\s+off)|was\s+(?:fired|laid\s+off)|lost\s+my\s+job"
            r"|(?:handed|gave|given|put|sent)\s+(?:in\s+)?(?:my\s+)?(?:notice|resignation)"
            rf"(?!.*\b(?:{'|'.join(sorted(HOMES))}|lease|land\w+)\b))\b.*",
            "I quit my job",
        ),
        (
            r"I\s+have\s+(?:always\s+)?(?:had\s+)?a\s+(?:soft\s+spot|passion|love)\s+for\s+(?P<v>.+)",
            "I love {v}",
        ),
        (rf"{_THING}\s+(?:is|are)\s+(?:really\s+)?my\s+(?:thing|passion)\b.*", "I love {v}"),
    )
)


def reworded(words: str) -> str:
    """Say a clause plainly, where it is said in a roundabout way that is known."""
    words = _WE.sub(lambda match: _I_FOR_WE[match[1].lower()], _WITH_OTHERS.sub("We ", words))
    for pattern, plain in _REWORDINGS:
        if match := pattern.match(words):
            groups = {name: value.strip(" ,.") for name, value in match.groupdict().items()}
            if words.startswith(groups.get("v", " ")):
                groups["v"] = groups["v"][:1].lower() + groups["v"][1:]
            return plain.format(**groups)
    return words


_NOT_THAT = re.compile(
    r"(?:,\s*(?:and\s+)?(?P<wrong>not)|\s+and\s+not|,\s*(?:and\s+)?no\s+(?:longer|more)|,?\s+(?:instead\s+of|rather\s+than))\s+"
    r"(?:in\s+|at\s+|from\s+|to\s+|for\s+|an?\s+"
    r"|the\s+)*(?P<old>[\w'’ -]{2,30}?)(?:\s+(?:any\s?more|for\s+me))?(?:,.*)?$",
    re.IGNORECASE,
)
"""What a statement puts its value in the place of: "Munich, not Berlin"."""
_MEANT = re.compile(
    r"(?:it\s+is|that\s+is|I\s+meant|make\s+that|should\s+be)\s+(?P<v>(?:(?!\b(?:that|where|which"
    r"|who|I)\b)[\w'’ -]){2,30})$",
    re.IGNORECASE,
)
_LONGEST = 14
"""Words of a value; what is longer tells a story and is no value."""


def facts_of(clause: Clause, previous: ExtractedFact | None) -> Iterator[ExtractedFact]:
    """Find the facts of a statement, and what they do to the fact before them in the sentence."""
    seen: set[tuple[str, str]] = set()
    words, wrong = _without_former(clause.words)
    main = list(_instead(words)) if wrong else []
    if not main:
        words = reworded(words)
        if wrong is None:
            words, wrong = _without_former(words)
        main = list(_main(replace(clause, words=words), previous))
    if wrong:
        main[:1] = [_put_in_place_of(found, wrong) for found in main[:1]]
    ends = any(found.act is Act.ENDS for found in main)
    for found in (*main, *(() if ends else taken_for_granted(clause.words))):
        key = (found.slot, found.value.casefold())
        if key in seen or len(found.value.split()) > _LONGEST or (found.value and is_unresolved(found.value)):
            continue
        seen.add(key)
        yield _related(found, clause, previous)


def instead_of_former(found: ExtractedFact, words: str) -> ExtractedFact:
    """Say of a fact what it is put in the place of, where the clause that tells it says so."""
    _, wrong = _without_former(words)
    return _put_in_place_of(found, wrong) if wrong else found


def _put_in_place_of(found: ExtractedFact, wrong: re.Match[str]) -> ExtractedFact:
    if found.polarity is Polarity.NEGATIVE or found.act is Act.ENDS:
        return found
    act = Act.CORRECTS if wrong["wrong"] and found.act is Act.STATES else Act.CHANGES
    return replace(found, instead_of=canonical(cut(wrong["old"]) or wrong["old"]), act=act)


def _without_former(words: str) -> tuple[str, re.Match[str] | None]:
    """Cut ", not Bonn" off "I live in Ulm, not Bonn"."""
    wrong = _NOT_THAT.search(words)
    return (words[: wrong.start()] if wrong else words), wrong


def _instead(words: str) -> Iterator[ExtractedFact]:
    """Read "it's Ghent", "I meant Ghent", before ", not Bruges": only what that was tells what this is."""
    if (match := _MEANT.match(words)) and not is_unresolved(value := canonical(cut(match["v"]))):
        yield ExtractedFact(UNTOLD, value, f"It is {value}.", untold=True)


def makes_room(denial: ExtractedFact, found: ExtractedFact) -> bool:
    """True if "I'm not a nurse" only made room for "I'm a doctor"."""
    return found.instead_of == denial.value and _denied(denial, found.slot)


def _denied(previous: ExtractedFact, slot: str) -> bool:
    return previous.slot == slot and not SLOTS[slot].many and previous.polarity is Polarity.NEGATIVE


def _related(found: ExtractedFact, clause: Clause, previous: ExtractedFact | None) -> ExtractedFact:
    """Say what a fact does to the one before it in its sentence."""
    if previous is not None and _takes_back(found, previous):
        return replace(found, act=Act.CORRECTS, wrong_slot=previous.slot)
    if (
        previous is not None
        and found.act is not Act.ENDS
        and previous.slot == found.slot
        and not SLOTS[found.slot].many
    ):
        if _denied(previous, found.slot) and found.polarity is Polarity.POSITIVE:
            return replace(found, act=Act.CORRECTS, instead_of=previous.value)
        if previous.act is Act.ENDS:
            return replace(found, act=Act.CHANGES, instead_of=found.instead_of or previous.value)
    if clause.corrects and found.act is not Act.ENDS:
        return replace(found, act=Act.CORRECTS)
    return found


def _main(clause: Clause, previous: ExtractedFact | None) -> Iterator[ExtractedFact]:
    said = predicate_of(clause.words)
    if said is None:
        yield from possessives(clause.words)
    else:
        yield from _by_verb(said, previous)


def _by_verb(said: Predicate, previous: ExtractedFact | None) -> Iterator[ExtractedFact]:
    """Find what the first template that knows the verb finds."""
    for template in (residence, work_and_education, skills, changes, possessions, goals, habits, states):
        if facts := list(template(said)):
            return iter(facts)
    named = previous is not None and previous.slot.startswith(
        ("preference.", "possession.", "skill.", "constraint.")
    )
    return preferences(said, previous.value if previous and named else "")


def _takes_back(found: ExtractedFact, previous: ExtractedFact | None) -> bool:
    """True if "I'm not allergic" went before "I just dislike them": the one is to stand for the other."""
    return (
        previous is not None
        and previous.polarity is Polarity.NEGATIVE
        and previous.slot.startswith(("constraint.", "identity.", "health."))
        and found.slot != previous.slot
        and found.value.casefold() == previous.value.casefold()
    )
