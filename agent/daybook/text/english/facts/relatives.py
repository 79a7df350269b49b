"""Relatives and animals of the owner: who they are, what they are called, and what is said of them.

"My …" is the owner's in any sentence, "a …" only behind "I have" and the like.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from daybook.conversation import Act, Polarity, ValueType
from daybook.text.english.authors import FIRST_PERSON
from daybook.text.english.facts.extracted import ExtractedFact
from daybook.text.english.facts.noun_kinds import NAME, company, is_employer, is_person, place_name
from daybook.text.english.facts.phrases import NUMBERS, canonical, cut, in_words, is_unresolved
from daybook.text.english.facts.value_types import VALUE_TYPES
from daybook.text.english.facts.word_lists import AFTER_RELATIVES, BREEDS, DOG_BREEDS, HOMES, PETS
from daybook.text.english.patterns import cased_regex, regex
from daybook.text.english.word_tables import (
    ACQUAINTANCES,
    PARTNER_MEANS,
    RELATIVES,
    SAME_RELATIVE,
    is_plural,
)
from daybook.text.english.words import LEMMAS

_CHILDREN = {"girl": "daughter", "girls": "daughter", "boy": "son", "boys": "son"} | dict.fromkeys(
    ("eldest", "oldest", "youngest", "firstborn"), "child"
)
"""What children are called as well, where they are named or counted."""
_SINGULAR = {"children": "child", "puppies": "puppy", "mice": "mouse", "wolves": "wolf"}
_ANIMALS = frozenset({*PETS, *BREEDS})


def _one_of(words: frozenset[str] | set[str]) -> str:
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True))


_KIN = _one_of({*RELATIVES, *_CHILDREN})
_PET = _one_of({*_ANIMALS})
_ORDER = r"(?:(?:old|young|eld)er|little|big|twin|half|step|adopted|foster)"
_FONDLY = r"""
    (?:(?:old|young|eld)est|dear|sweet|lovely|beautiful|wonderful|amazing|beloved|adorable|precious|smart
    |grown|adult|teenage|\w+-(?:year|month)-old|own|new|other|crazy|poor|young|pregnant|maternal|paternal
    |only|newborn|first-born|identical|great|life|long-?term|live-in|wee|baby|very|old|(?:\w+|\d+) (?:year
    |month)s? old)"""
_COUNT = rf"(?:{'|'.join(NUMBERS)}|\d{{1,2}})"
_FOND_WORDS = regex(rf"(?:(?:{_ORDER}|{_FONDLY}|{_COUNT}),? )*")
_EACH = rf"(?:(?:baby|little|wee|young|big|old|our) )?{NAME}"
_NAMES = rf"(?P<names>{_EACH}(?:\s*,\s*(?:and )?{_EACH}| (?:and|&) {_EACH})*)"
_CALLED = rf"""
    (?:(?:,? (?:(?:who|which) (?:is|are) |is |are )?(?:named|called)|['’]?s? names? (?:is
    |are)) (?:(?:spelled|spelt|written) )?(?P<called>[\w'’-]+(?:(?:, | and |, and )(?-i:[A-Z])[\w'’-]+)*)
    |(?P<one>,? (?-i:[A-Z][a-z]+)(?=['’]|[\s.!]+(?!(?:and|&) (?:I|[A-Z])|(?-i:[A-Z]))|$))
    |(?P<is> (?:are|is))?(?P<colon>\s*[:,])? (?:(?:aka|namely) )?{_NAMES}(?=\s*$|\s*[,.!;(]|['’]s
    | (?:and|who|but|with|because|since|so|which|is|has|short|now|for|after|works?|lives?|was|loves?|just
    |turned|in|at|to|on|\w+ing)\b))?"""
_MENTION = regex(rf"""
    (?:\b(?P<det>my|our|an?(?! (?:few|lot)\b)|another|some|several|many|a few|(?:lots|a lot) of|twin|no|any
    |{"|".join(NUMBERS)}|\d{{1,2}}) |(?<=\bhave\s)(?=\w+s\b)
    |(?<=\bgot\s)(?=\w+s\b))(?P<adj>(?:(?!(?:my|our|an?|the|and|or|with|of|for|from|in|to|on|at|that|who|is
    |are|was|were|by)\b)[\w'’-]+,? ){{0,4}}?)(?P<who>{_KIN}
    |{_PET})\b(?!-| (?:{_KIN}|{_PET})\b){_CALLED}
""")
_BREED = regex(rf"""
    (?:my|our) (?:[\w-]+ ){{0,2}}?(?P<who>{_PET}) is an? (?:[\w-]+ ){{0,3}}?[\w-]+ (?:named
    |called) (?P<names>{NAME})
""")
_ONE_WHO_IS = regex(rf"(?P<names>{NAME}) (?:who )?is (?:an? )?(?:[\w-]+ ){{0,4}}?(?P<who>{_PET})\b")
_PETS_TOLD = regex(rf"\b(?:{_PET})\b\s*[,:(]")
_IS_MINE = regex(rf"""
    (?P<names>{NAME}) is (?:now )?(?:my|our) (?P<adj>(?:[\w-]+ ){{0,2}}?)(?P<who>{_KIN}|{_PET})$
""")
_HAVING = regex(r"""
    I (?:(?:do|did|have|also|just|recently|finally|now|only|already|still|currently|not|never|used to) )*
    (?:have|got|own(?:ed)?|adopt(?:ed)?|bought|rescued|live with|living with|share)\b
    |(?:no )?kids,|just\b|only\b
""")
"""Before what the owner has: "I've got a sister"."""
_NOT_HAD = regex(r"""
    \b(?:been|seen|known|met|had to|to|of|at|in|for|from|like|idea|family|his|her|their|your|\w{3,}ing)\b
""")
"""Between "I have" and the word for somebody it makes something else of them."""
_USED_TO = regex(r"\bused to\b|\bno longer\b|\bany\s?more\b")
_GONE = regex(r"""
    \b(?:late|passed away|passing|died|death|funeral|memorial|los(?:t|ing) (?:my|our)|ex|broke up|break\s?up
    |divorced?|divorcing|separated|cheated|left me|custody|rehomed|put (?:\w+ )?(?:down|to sleep))\b
""")
"""Beside these words "my wife" may be nobody's wife any more."""
_OTHERS = frozenset({*RELATIVES, *ACQUAINTANCES}) - {"baby"} | frozenset(
    "mate best childhood dream former ex late future favourite favorite".split()
)
"""Before the word for somebody these make them somebody else's, or nobody: "my friend's dog"."""
_MODIFIERS = frozenset({"baby", "babies", "kid", "child", "twin", "twins"})
_PARTNER_IN = regex(r" (?:in (?:crime|\w+ing)|on (?:the|this|a))\b")
_UNBORN = regex(r"\b(?:expecting|due|pregnant|unborn|on the way|baby \w+)\b")
_ITSELF = regex(r"""
    \s*(?:$|[,.;!?)]|['’]
    |\s(?:is|are|was|were|has|have|had|does|do|did|can|will|and|or|but|who|that|named|called|in|on|at|to|for
    |with|from|of|by|when|while|because|since|so|if|after|before|about|into|out|up|down|again|too|now|today
    |last|this|every|always|never|just|really|also|loves?|likes?|hates?|eats?|sleeps?|needs?|wants?|got
    |gets?|goes|came|not|here|\w{2,}ed)\b)
""")
"""What follows an animal that is meant itself: not "my cat sculpture", nor "a snake plant"."""
_NO_ANIMAL = frozenset(
    "chicken fish duck turkey lamb goat pig cow sheep mouse rat bird pony pet pets".split()
)
"""Words that mean a dish or a thing as often, unless they have a name or a number."""


def relatives_in(words: str) -> Iterator[ExtractedFact]:
    """Find the owner's relatives and animals in a clause in plain form, with their names and number."""
    if match := _BREED.match(words):
        yield from _called(match["who"], match["names"])
        return
    if match := _IS_MINE.match(words):
        if _may_be_own(match["adj"], match["who"]):
            yield from _called(match["who"], match["names"])
        return
    if _PETS_TOLD.search(words) and (each := list(_ONE_WHO_IS.finditer(words))):
        for match in each:
            kind = match["who"].lower()
            animal = "dog" if kind in DOG_BREEDS else "cat" if kind in BREEDS else kind
            yield from (
                replace(fact, text=f"{fact.text.removesuffix('.')}, a {kind}.") if animal != kind else fact
                for fact in _called(animal, match["names"])
            )
        return
    having = _HAVING.match(words)
    for match in _MENTION.finditer(words):
        det = (match["det"] or "").lower()
        if det in ("my", "our"):
            yield from _mentioned(words, match, None)
        elif having and not _NOT_HAD.search(words[having.end() : match.start()]):
            yield from _mentioned(words, match, having)


def _mentioned(words: str, match: re.Match[str], having: re.Match[str] | None) -> Iterator[ExtractedFact]:
    who, det = match["who"].lower(), (match["det"] or "").lower()
    granted = having is None
    names = match["called"] or match["names"] or (match["one"] or "").strip(" ,")
    if not _may_be_own(match["adj"], who) or (granted and _GONE.search(words)):
        return
    denied = det == "no" or bool(having and re.search(r"\b(?:not|never)\b", words[: match.start()]))
    if names and not denied and (found := list(_called(who, names))):
        if not (_GONE.search(words) and who in _ANIMALS):
            yield from found
        return
    if who in _ANIMALS:
        yield from _animal(words, match, granted=granted, denied=denied)
    elif (
        who in RELATIVES
        and not (who == "baby" and _UNBORN.search(words))
        and _is_meant(who, words, match.end("who"))
    ):
        yield from _relative(words, match, granted=granted, denied=denied)


def _may_be_own(adjectives: str, who: str) -> bool:
    """True if nothing before the word for somebody makes them somebody else's."""
    before = adjectives.lower().replace(",", "").split()
    if not _OTHERS.isdisjoint(before) or "'" in adjectives or "’" in adjectives:
        return False
    return _FOND_WORDS.fullmatch(adjectives) is not None or (who in _ANIMALS and len(before) < 4)


def _is_meant(who: str, words: str, end: int) -> bool:
    """True if a word for a relative is no modifier of the next: "my partner in crime", "our baby shower"."""
    follows = re.match(r"\s+(?P<next>[a-z'’-]+)", words[end:])
    if follows is None:
        return True
    word = follows["next"]
    if who == "partner" and _PARTNER_IN.match(words, end):
        return False
    verb = word in LEMMAS and (word.endswith("s") or who != "partner") and who not in _MODIFIERS
    return verb or word in AFTER_RELATIVES or word.endswith("ed" if who in _MODIFIERS else ("ed", "ly"))


def _relative(words: str, match: re.Match[str], *, granted: bool, denied: bool) -> Iterator[ExtractedFact]:
    said = match["who"].lower()
    kin, kind = SAME_RELATIVE.get(said, said), RELATIVES[said]
    if denied:
        if kind == "partner":
            yield ExtractedFact("identity.relationship", "single", f"I do not have a {kin}.")
        else:
            value = "children" if kind == "child" else kin
            yield ExtractedFact(f"family.{kind}", value, f"I do not have {kin}.", Polarity.NEGATIVE)
        return
    if _USED_TO.search(words):
        return
    number = (_number(match["det"] or "") or _number(match["adj"].strip())) if is_plural(said) else ""
    if kind == "partner":
        yield ExtractedFact(
            "identity.relationship", PARTNER_MEANS[said], f"I have a {said}.", granted=granted
        )
    elif number and kin == "children":
        yield ExtractedFact("family.children", number, f"I have {number} {said}.", granted=granted)
    elif kind != "parent":
        order = next(iter(re.findall(_ORDER, match["adj"].lower())), "")
        value = " ".join(part for part in (number, order, kin) if part)
        if granted and kind != "child" and value == kin:
            return  # that somebody has a cousin is true and of no use to anybody
        article = number or ("" if is_plural(said) else "an" if (order or said)[0] in "aeiou" else "a")
        told = " ".join(part for part in (article, order, said) if part)
        yield ExtractedFact(f"family.{kind}", value, f"I have {told}.", granted=granted)


def _animal(words: str, match: re.Match[str], *, granted: bool, denied: bool) -> Iterator[ExtractedFact]:
    who = match["who"].lower()
    if not _ITSELF.match(words, match.end("who")):
        return
    number = _number(match["det"] or "") or _number(match["adj"].strip())
    value = " ".join(part for part in (number, who) if part)
    if denied:
        yield ExtractedFact("possession.pet", who, f"I do not have {who}.", Polarity.NEGATIVE)
    elif granted and who in _NO_ANIMAL and not number:
        return
    elif _USED_TO.search(words):
        yield ExtractedFact("possession.pet", value, f"I used to have {value}.", act=Act.ENDS)
    else:
        article = "" if is_plural(who) or number else "a "
        yield ExtractedFact("possession.pet", value, f"I have {article}{value}.", granted=granted)


def _number(count: str) -> str:
    number = in_words(count)
    return number if number != "one" else ""


def _called(who: str, listed: str) -> Iterator[ExtractedFact]:
    said = _CHILDREN.get(who.lower(), who.lower())
    for part in re.split(r"\s*,\s*(?:and\s+)?|\s+(?:and|&)\s+", listed):
        name = re.sub(r"^(?:baby|little|wee|young|big|old|our)\s+", "", part)
        name = name[:1].upper() + name[1:] if name.islower() else name
        if not is_person(name):
            continue
        if said in RELATIVES:
            kin, kind = SAME_RELATIVE.get(said, said), RELATIVES[said]
            kin = _SINGULAR.get(kin, kin.removesuffix("s") if is_plural(kin) else kin)
            value = name if kind == "partner" else f"{kin} {name}"
            yield ExtractedFact(f"family.{kind}", value, f"My {kin} is called {name}.")
            if kind == "partner":
                yield ExtractedFact(
                    "identity.relationship", PARTNER_MEANS[said], f"I have a {said}.", granted=True
                )
        else:
            animal = _SINGULAR.get(
                said, said.removesuffix("s") if said.removesuffix("s") in _ANIMALS else said
            )
            yield ExtractedFact("possession.pet", f"{animal} {name}", f"My {animal} is called {name}.")


_BY_PRONOUN = regex(rf"""
    \b(?:(?:named|called|christened) (?:him|her|it)|(?:he|she|it)(?:['’]s| is) (?:named|called)
    |(?:his|her|its) name(?:['’]s| is)) (?P<v>{NAME})
""")
_ANTECEDENT = regex(rf"""
    \b(?:(?P<own>my|our)|an?) (?:[\w-]+ ){{0,3}}?(?P<who>{_KIN}|{_PET})\b(?! (?:{_KIN}|{_PET})\b)
""")
_LAST_TWO_SENTENCES = cased_regex(r"(?:[^.!?\n]*[.!?]+ )?[^.!?\n]*$")
_PEOPLE = frozenset({*RELATIVES, *ACQUAINTANCES, "mate"}) - {"baby"}
_WORDS = re.compile(r"\w+")


def named_by_pronoun(text: str) -> Iterator[tuple[int, int, ExtractedFact]]:
    """Read names given to "her" or "him" in the owner's words: "We adopted a kitten. Her name is Pixel.".

    Yields (start, stop, fact), from whom or what the pronoun means to the end of the name.
    """
    for match in _BY_PRONOUN.finditer(text):
        before = _LAST_TWO_SENTENCES.search(text, 0, match.start())
        found = [*_ANTECEDENT.finditer(before.group())] if before else []
        if before is None or not found or _GONE.search(text):
            continue
        own = (
            mention
            for mention in reversed(found)
            if mention["own"] and mention["who"].lower() not in RELATIVES
        )
        meant = next(own, found[-1])
        beside = _WORDS.findall(before.group()[: meant.start("who")].lower())
        if FIRST_PERSON.search(before.group() + match.group()) and _PEOPLE.isdisjoint(beside):
            for fact in _called(meant["who"], match["v"]):
                yield before.start() + meant.start(), match.end(), fact


_AGES = rf"(?:\d{{1,3}}|{'|'.join(NUMBERS)})"
_EMPLOYED = r"""
    (?:works? (?:at|for)|teaches at|(?:is|has been) an? \w+ at
    |(?:has )?(?:just )?(?:got|gotten|started|found) (?:an? )?(?:new )?(?:job|position) (?:at|with|for))"""
_SAYINGS = tuple(
    (regex(pattern), attribute, sort)
    for pattern, attribute, sort in (
        ("(?:lives?|moved) (?:in|to) (?P<v>.+)", "residence", ValueType.PLACE),
        ("is from (?P<v>.+)", "origin", ValueType.PLACE),
        (
            rf"(?:is|(?:has )?(?:just )?turned) (?P<v>{_AGES})(?=$| (?:now|years?|months?|this)\b|[,.])",
            "age",
            ValueType.QUANTITY,
        ),
        (rf"{_EMPLOYED} (?P<v>.+?)(?: (?:as|for|since)\s.+)?$", "employer", ValueType.NAME),
        ("(?:works? as|is) (?P<v>an? .+)", "job", ValueType.TEXT),
        ("is allergic to (?P<v>.+)", "allergy", ValueType.MEMBER),
        (r"(?:loves?|likes?|enjoys?) (?P<v>(?!it\b|that\b|the\b|to be\b).+)", "likes", ValueType.MEMBER),
        ("plays? (?P<v>.+)", "plays", ValueType.MEMBER),
    )
)
"""What is said of a relative, and what of them that tells."""
_SAYS_OF = regex(rf"""
    (?:my|our) (?P<adj>(?:(?:{_ORDER}|{_FONDLY}) )*)(?P<who>{_one_of({*RELATIVES, *PETS})})
    (?:,? (?P<name>(?-i:[A-Z][a-z]+)),?)? (?:also |really |now )*(?P<said>.+)
""")
_DIED = regex(r"(?:(?:has|sadly|just) )*(?:passed away|died)\b")


def said_of_relatives(words: str) -> Iterator[ExtractedFact]:
    """Find what a clause says of a relative or an animal: how old, where they live, where they work."""
    match = _SAYS_OF.match(words)
    if match is None or is_plural(who := match["who"].lower()):
        return
    kind, name = SAME_RELATIVE.get(who, who), match["name"] or ""
    called = " ".join(part for part in (match["adj"].strip(), kind, name) if part)
    if who in PETS and _DIED.match(match["said"]):
        yield ExtractedFact("possession.pet", f"{who} {name}".strip(), f"My {who} died.", act=Act.ENDS)
        return
    for pattern, attribute, sort in _SAYINGS:
        said = pattern.match(match["said"])
        value = _value_of(said["v"], attribute) if said else ""
        if said and value:
            order = " ".join(re.findall(_ORDER, match["adj"].lower()))
            kin = " ".join(part for part in ("my", order, kind, name) if part)
            text = f"My {called} {cut(match['said']) if attribute != 'age' else f'is {value}'}."
            yield ExtractedFact("family.fact", value, text, subject=kin, attribute=attribute, value_type=sort)
            return


def _value_of(text: str, attribute: str) -> str:
    if attribute == "age":
        return in_words(text) or text
    if attribute == "employer":
        name = company(text)
        return canonical(name) if is_employer(name) else ""
    if attribute == "job":
        return next((job for job, _ in VALUE_TYPES["job"](text)), "")
    value = canonical(place_name(text) if attribute in ("residence", "origin") else cut(text))
    return "" if is_unresolved(value) else value


_LISTED = r", {name}(?P<closed>,?) (?:and|&) (?:I|me|myself)\b"
"""In a list a name may be that of one more: "my girlfriend, Toby and I"."""
_TO_SENTENCE_END = re.compile(r"[^.!?\n]*")
_CLOSED, _UNSURE = 0.7, 0.5
"""Reliability of a name between commas, which one of somebody else who is known brings into quarantine, and
of what waits there in any case."""
_SHARED = regex(rf"\bpartner(?:,? {NAME})?,? (?:and|&) (?:I|me|myself)\b")
_LOVE_OR_HOME = regex(rf"""
    \b(?:lov\w+|romantic|dat(?:e|es|ing)|kiss\w*|marri\w+|marry\w*|wedding|engaged|anniversar\w+|honeymoon
    |relationship|couple|famil\w+|kids?|child\w*|baby|babies|pregnan\w+|sons?|daughters?|in-laws|households?
    |home|{"|".join(sorted(HOMES))}|liv(?:e|es|ed|ing)|mov(?:e|es|ed|ing) in|rent\w*|mortgage|cook\w*
    |dinners?|kitchen|garden|bed(?:room)?s?|sleep\w*|holidays?|vacations?|dogs?|cats?|pup\w+|kittens?)\b
""")


def with_doubt_of_name(found: ExtractedFact, said: str, start: int) -> ExtractedFact:
    """Make a relative who may be somebody else less sure: a name in a list, a partner in a game."""
    sentence = _TO_SENTENCE_END.match(said, start)
    words = sentence[0] if sentence else ""
    slot, name = found.slot, found.value.split(" ")[-1]
    is_kin = slot.startswith("family.") and slot != "family.fact"
    listed = cased_regex(_LISTED.format(name=re.escape(name))).search(words) if is_kin else None
    is_partner = slot in ("family.partner", "identity.relationship")
    if is_partner and _SHARED.search(words) and not _LOVE_OR_HOME.search(said):
        return replace(found, most=_UNSURE)
    return replace(found, most=_CLOSED if listed["closed"] else _UNSURE) if listed else found
