"""Sentences cut into the statements that they make, each in plain form: "I am a teacher", "I live in Leeds".

What is asked, supposed, hedged or reported is left out, so that no template has to think of it.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from daybook.text.english.facts.phrases import TIMES
from daybook.text.english.facts.stated import CORRECTS, HEDGES, REPORTS, SUPPOSES, is_question, words_in
from daybook.text.english.patterns import cased_regex, regex
from daybook.text.english.word_tables import RELATIVES
from daybook.text.english.words import LEMMAS

_APOSTROPHES = str.maketrans("’‘`´", "''''")
_PERSONS = "i we they you he she it"
_WRITTEN_OUT = {
    "i": "I", "i'm": "I am", "im": "I am", "ive": "I have", "can't": "cannot", "cant": "cannot",
    "won't": "will not", "wont": "will not", "ain't": "am not",
    "gonna": "going to", "wanna": "want to", "gotta": "have to",
    "favorite": "favourite", "favorites": "favourites", "color": "colour", "colors": "colours",
    **{f"{who}'{ending}": f"{'I' if who == 'i' else who} {verb}"
       for ending, verb, whose in (
           ("re", "are", "we they you"), ("ve", "have", "i we they you"), ("ll", "will", _PERSONS),
           ("d", "would", _PERSONS), ("s", "is", "it that he she there what who name where here"))
       for who in whose.split()},
    **{f"{verb}n't": f"{verb} not"
       for verb in "do does did is are was were have has had could would should".split()},
    **{f"{verb}nt": f"{verb} not" for verb in "do does did is was could would should".split()},
}  # fmt: skip
_SHORT = regex(rf"\b(?:{'|'.join(sorted(map(re.escape, _WRITTEN_OUT), key=len, reverse=True))})\b(?!')")
_MEANT = regex(r"^\W*(?:no\W+)?(?:sorry\W+)?I meant (?:to say )?(?:that )?(?=I\b|my\b)")
_OPENER = regex(r"""
    ^[\W_]*(?:(?:well|so|yes|yeah|yep|yup|no|nope|oh|wow|ok|okay|and|but|also|plus|then|hi|hello|hey|haha+
    |lol|omg|hmm+|ah|aww?|actually|honestly|personally|anyways?|btw|by the way|sure|definitely|sorry
    |(?:un)?fortunately|luckily|as for me|me too|same here|thanks?|thank you|great|cool|nice
    |that is (?:great|cool|nice|awesome)|of course|in fact|like|because|cause|since|as|although|though|while
    |or|however|still|besides|you know|i mean|turns out(?: that)?|one day|someday|finally|correction|there
    |that i|speaking of which|on weekends|my friend|man|(?:please )?(?:note|remember)(?: that)?(?=,? (?:I|my
    |we|our)\b)|I (?:should|want to|have to|must|forgot to) (?:mention|add|say|admit)(?: that)?|as you know)
    (?=[\s,!.:;–—-])(?! (?:is|are)\b)[\s,!.:;–—-]*)+
""")
WHEN = r"""
    (?:every|each|on|in|at|since|as of|from|last|this|next|starting|for|during|these|over|after|once|twice
    |most|two|three|a few|\d+|about|around|back in|early|until|ever since|yesterday|tomorrow)"""
_FRONTED = regex(rf"""
    ^(?!for (?:the record|context|reference|me|example)\b|on the other\b|in (?:fact|general|short|my)\b
    |at least\b)(?P<when>{WHEN}\b(?: (?!I\b|we\b|my\b)[\w':]+){{1,6}}),? (?=(?:I|we|my)\s)
""")
"""A time that goes before the subject: "every Tuesday I swim"."""
_IS = regex(r"\b((?:my|our) \w+)'s (?=(?:an?|the|called|named|from|not|now)\b|\d+(?!\w))")
_AS_SOMEONE = regex(r"^(?:speaking )?as (?:someone|somebody|a person) who (?P<verb>[\w']+) (?P<rest>.+)")
_JUST_NOW = regex(r"""
    ^(?:now|nowadays|currently|recently|lately|these days|right now|today),? (?=(?:I|we|my|our|it is)\b)
""")
_AS_ROLE = regex(r"""
    ^(?:well )?(?:speaking )?(?:(?:as|being) (?=an?\s)|being (?=allergic\s|vega?n|vegetarian|single|married
    |from\s|retired))([\w' -]{3,40})$
""")
_EDGES = " ,.!?;:*~_-"
_TITLE = re.compile(r"[\"“][A-Z][^\"”]{1,80}[\"”]")
"""What stands in it says nothing: "Food for Thought" is no thought."""


def plain(raw: str) -> str:
    """Put a statement into plain form; "as a nurse", which goes before one, becomes one."""
    words = written_out(" ".join(raw.split()))
    words = _MEANT.sub("", _IS.sub(r"\1 is ", words))
    if role := _AS_SOMEONE.match(words):
        verb = LEMMAS.get(role["verb"].lower(), role["verb"])
        return f"I {'am' if verb == 'be' else verb} {role['rest']}"
    if role := _AS_ROLE.match(words):
        return f"I am {role[1]}"
    for pattern in (_FRONTED, _OPENER, _FRONTED):
        if match := pattern.match(words):
            words = words[match.end() :].strip(_EDGES)
            if pattern is _FRONTED and TIMES.search(when := match["when"]):  # and not "at the office"
                words = f"{words} {when[:1].lower()}{when[1:]}"
        elif match := _JUST_NOW.match(words):
            words = f"{words[match.end() :]} now"
    return words.strip(_EDGES)


def written_out(words: str) -> str:
    """Write out the contractions of some words: "we've" is "we have"."""
    return _SHORT.sub(_write_out, words.translate(_APOSTROPHES))


def without_opener(words: str) -> str:
    """Take fillers and punctuation off the edges of some words: "by the way, I have 12" is "I have 12"."""
    opener = _OPENER.match(words)
    return words[opener.end() if opener else 0 :].strip(_EDGES)


def _write_out(match: re.Match[str]) -> str:
    # Case-blind matching takes letters of other scripts for an "i" that lower case does not make one.
    return _WRITTEN_OUT.get(match.group().lower(), match.group())


@dataclass(frozen=True, slots=True)
class Clause:
    """A statement: its place in the turn, and its words in plain form."""

    start: int
    stop: int
    words: str
    """Contractions written out, fillers at the beginning gone, the subject put in where it was shared."""
    corrects: bool = False
    """It follows "that's wrong", "no, I meant" or the like."""


_ONLY_WHEN = regex(rf"^\W*(?:(?:so|and|well|but|also|oh|hi|hey)\W+)*{WHEN}\b(?: [\w'’:]+){{1,6}}$")
_VERBS = "|".join(sorted(map(re.escape, LEMMAS), key=len, reverse=True))
_ADVERB = """
    (?:(?:also|just|really|now|then|currently|recently|still|never|always|usually|often|sometimes|do not
    |don['’]?t|even) )*"""
_SUBJECT = (
    r"(?:i|i['’]?m|i['’]ve|i['’]d|i['’]ll|im|ive|we|we['’]re|we['’]ve|my|our|he|she|they"
    r"|it|it['’]s|you|that|there)\b"
)
_NOW = "(?:(?:now|these days|nowadays|today),? )?"
_NOW_SUBJECT = regex(_NOW + _SUBJECT)
_KIN = "|".join(map(re.escape, RELATIVES))
_CUT = regex(rf"""
    (?<!\s)\s*(?:[;()\u2014\u2013]|\s-+\s|\.\.+|\u2026|!+)\s*
    |(?<!\s),? (?:but|so|because|cause|cuz|though|although|while|whereas|yet|however) (?={_NOW}{_SUBJECT})
    |(?<!\s),? (?:and|plus|but|then|so|or) (?={_NOW}{_SUBJECT}(?! (?:\w+ )?(?:\w+)?\s*$))
    |(?<!\s), and (?=(?:the|his|her|their) \w+ (?:has|have|had|is|are|was|were|will|can|says?|said)\b)
    |(?<!\s),? (?:and|but|then) (?={_ADVERB}(?:am|was|have been|{_VERBS})\b)
    |(?<!\s),? if (?=(?:you|u|that|it|anyone|anybody|needed|possible|interested)\b)
    |(?<!\s)\s*[,:] (?={_NOW}{_SUBJECT})(?!my (?:{_KIN})(?:,| since\b|[\s.!]*$))
    |(?<!\s)\s*, (?=(?:how|what) about\b|(?:do|are|have|what|how|where|which|who|when|why|can|could|would
    |did|is)\s)
    |(?<!\s) (?=(?:how|what) about (?:you|u)\b|(?:do|are|have|did|would|can) (?:you|u)\b
    |what['’]?s? (?:is )?(?:your|ur)\b)
""")
_IS_NOUNS = cased_regex(r"""
    (?:[A-Z]\w+ [A-Z]\w+|(?:sleep|bike|practi[cs]e|fish|walk|run|watch|dance|cook|drink|ride|program
    |train) (?:\w+s|sauce|time|gear))$
""")
"""The last two words of a list of things, of which the first could be a verb: "and sleep patterns"."""
_INFINITIVE = regex(rf"""
    \b(?:to|can|cannot|will|would|can't|'ll|’ll|'d|’d) (?:{_ADVERB})(?:be|{_VERBS})\b[^,]*$
""")
_WISHES = regex(r"\b(?:would|['’]d) (?:like|love|rather) to\b|\b(?:want|hope|plan)(?:ing)? to\b")
"""What goes on after it is wished as well: "to buy land and own horses"."""
_COMPANION = regex(r"^\W*(?:(?:my|our) (?!\w+ (?:is|was|are)\b)(?:[\w'’-]+ ){0,2}[\w'’-]+|(?-i:[A-Z])\w+)$")
"""Who did it with the owner: "my wife and I"."""
_GERUND = regex(r"\w+ing\b(?! (?:is|are|was|has|have|you|them|it|him|her|that)\b)")
_LISTS = cased_regex(r"^[^,]*$|, [\w' ]{2,25}$")
_GOING_ON = regex(r"(?:\b(?:am|are|been|was|were)|['’](?:m|re)) (?:\w+ )?\w+ing\b")
"""Without one before it, "and reading" goes on with what is liked."""
_AND_I = regex(r"(?:I|me)\b")
_FINITE = regex(rf"""
    {_ADVERB}(?:am|was|have (?:been|\w+ed|an?|two|three|my|no)|live|work|own|\w+ed|got|bought|went|moved
    |don['’]?t|do not)\b
""")
_STARTS_WITH_SUBJECT = regex(r"""
    ^(?:I|we|my|our|he|she|they|it|you|that|this|there|the|what|how|do|are|who|where|when|why|which|mine
    |an?)\b
""")
_ROLE = regex(r"\W*(?:speaking )?as an?\s")
_OWN = regex(r"\W*(?:\w+ )?(?:I|my|we|our)\b")
_ASKS = regex(r"""
    ^\W*(?:(?:so|and|but|also|ok|okay|well|please)\W+)*(?:what|how|can|could|do|does|did|is|are|would|will
    |who|where|when|why|which|should|have you|has|any)\b
""")


def clauses_of(start: int, sentence: str) -> Iterator[Clause]:
    """Cut a sentence, which begins at `start` of its turn, into the statements that may hold facts."""
    asked = is_question(sentence)
    if asked and _ASKS.match(sentence):
        return
    corrects = CORRECTS.stands_in(sentence)
    subject, previous, doubted = "", "", False
    pieces = list(_pieces(sentence))
    for place, (begin, end, connector) in enumerate(pieces):
        if _ROLE.match(sentence, begin) and not _spoken_by_owner(sentence, pieces, place):
            continue
        words = plain(sentence[begin:end])
        if connector.startswith("if"):
            continue
        cues = _TITLE.sub(" ", words)
        held = words_in(cues)
        supposed = SUPPOSES.stands_in(cues, held)
        if supposed or (place and previous == "supposed"):
            previous = "supposed"  # what follows from a supposition is supposed
            continue
        if REPORTS.stands_in(cues, held):
            return
        if not _STARTS_WITH_SUBJECT.match(words):
            if _IS_NOUNS.match(words):
                continue
            if connector in ("and", "but", "then") and subject and not doubted:
                words = f"{subject} {_with_auxiliary(words, previous)}"
        else:
            subject = "I" if words[:2] == "I " else "We" if words[:3].lower() == "we " else ""
        previous = words
        doubted = HEDGES.stands_in(cues, held)
        if words and not doubted and not (asked and place == len(pieces) - 1):
            yield Clause(start + begin, start + end, words, corrects)


def _spoken_by_owner(sentence: str, pieces: list[tuple[int, int, str]], place: int) -> bool:
    """True if a statement beside "as a lawyer" is the owner's: "as a lawyer, draft …" is an order."""
    beside = [*pieces[max(0, place - 1) : place], *pieces[place + 1 : place + 2]]
    return any(_OWN.match(sentence, begin) for begin, _, _ in beside)


def _with_auxiliary(words: str, previous: str) -> str:
    going_on = re.match(r"(?:\w+ly\s+)?\w+ing\b", words)
    progressive = re.search(r"\b(am|are|have been|was|were)\s+(?:\w+\s+)?\w+ing\b", previous)
    return f"{progressive[1]} {words}" if going_on and progressive else words


def _pieces(sentence: str) -> Iterator[tuple[int, int, str]]:
    begin, connector = 0, ""
    for match in _CUT.finditer(sentence):
        before = sentence[begin : match.start()]
        word = match.group().strip(" ,").lower()
        if (
            word in ("and", "but", "then")
            and _INFINITIVE.search(before)
            and (not _FINITE.match(sentence, match.end()) or _WISHES.search(before))
        ) and not _NOW_SUBJECT.match(sentence[match.end() :]):
            continue
        if match.start() < begin:
            continue
        if _ONLY_WHEN.match(before) and "," in match.group() and begin == 0:
            continue
        if word == "and" and _COMPANION.match(before) and _AND_I.match(sentence, match.end()):
            continue
        listed = "," not in match.group() or ("," in before and _LISTS.search(before))
        if listed and _GERUND.match(sentence, match.end()) and not _GOING_ON.search(before):
            continue
        if before.strip():
            yield (*_trimmed(sentence, begin, match.start()), connector)
        begin, connector = match.end(), word
    if sentence[begin:].strip():
        yield (*_trimmed(sentence, begin, len(sentence)), connector)


def _trimmed(text: str, begin: int, end: int) -> tuple[int, int]:
    while begin < end and text[begin].isspace():
        begin += 1
    while end > begin and text[end - 1].isspace():
        end -= 1
    return begin, end
