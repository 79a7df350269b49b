"""Sentences cut into the statements that they are made of, each in plain form with a subject of its own.

"I'm a teacher and live in Leeds" is two: "I am a teacher", "I live in Leeds". Statements that are asked,
supposed, hedged or reported are left out here, so that no template has to think of them. In plain form
contractions are written out, fillers are gone, and a time that went first stands behind the verb.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from daybook.language.english.facts.phrases import TIMES
from daybook.language.english.facts.stated import CORRECTS, HEDGES, REPORTS, SUPPOSES, words_in
from daybook.language.english.word_tables import RELATIVES
from daybook.language.english.words import LEMMAS

_APOSTROPHES = str.maketrans("’‘`´", "''''")
_WRITTEN_OUT = {
    "i'm": "I am", "im": "I am", "i've": "I have", "ive": "I have",
    "i'll": "I will", "i'd": "I would", "i": "I",
    "we're": "we are", "they're": "they are", "you're": "you are", "we've": "we have", "they've": "they have",
    "you've": "you have", "we'll": "we will", "they'll": "they will",
    "you'll": "you will", "he'll": "he will",
    "she'll": "she will", "it'll": "it will", "we'd": "we would",
    "they'd": "they would", "you'd": "you would",
    "he'd": "he would", "she'd": "she would", "it'd": "it would", "can't": "cannot", "cant": "cannot",
    "won't": "will not", "wont": "will not", "ain't": "am not", "it's": "it is", "that's": "that is",
    "he's": "he is", "she's": "she is", "there's": "there is", "what's": "what is", "who's": "who is",
    "name's": "name is", "where's": "where is", "here's": "here is", "gonna": "going to", "wanna": "want to",
    "gotta": "have to", "favorite": "favourite", "favorites": "favourites",
    "color": "colour", "colors": "colours",
    **{f"{verb}n't": f"{verb} not"
       for verb in "do does did is are was were have has had could would should".split()},
    **{f"{verb}nt": f"{verb} not" for verb in "do does did is was could would should".split()},
}  # fmt: skip
_SHORT = re.compile(
    rf"\b(?:{'|'.join(sorted(map(re.escape, _WRITTEN_OUT), key=len, reverse=True))})\b(?!')", re.I
)
_MEANT = re.compile(r"^\W*(?:no\W+)?(?:sorry\W+)?I\s+meant\s+(?:to\s+say\s+)?(?:that\s+)?(?=I\b|my\b)", re.I)
_OPENER = re.compile(
    r"""^[\W_]*(?:(?:well|so|yes|yeah|yep|yup|no|nope|oh|wow|ok|okay|and|but|also|plus|then|hi|hello|hey|haha+|lol|omg|hmm+|ah|aww?
      |actually|honestly|personally|anyways?|btw|by\s+the\s+way|sure|definitely|sorry|(?:un)?fortunately|luckily|as\s+for\s+me
      |me\s+too|same\s+here|thanks?|thank\s+you|great|cool|nice|that\s+is\s+(?:great|cool|nice|awesome)|of\s+course|in\s+fact
      |like|because|cause|since|as|although|though|while|or|however|still|besides|you\s+know|i\s+mean|turns\s+out(?:\s+that)?
      |one\s+day|someday|finally|correction|there|that\s+i|speaking\s+of\s+which|on\s+weekends|my\s+friend|man
      |(?:please\s+)?(?:note|remember)(?:\s+that)?(?=,?\s+(?:I|my|we|our)\b)
      |I\s+(?:should|want\s+to|have\s+to|must|forgot\s+to)\s+(?:mention|add|say|admit)(?:\s+that)?|as\s+you\s+know)
      (?=[\s,!.:;–—-])(?!\s+(?:is|are)\b)[\s,!.:;–—-]*)+""",
    re.IGNORECASE | re.VERBOSE,
)
WHEN = (
    r"(?:every|each|on|in|at|since|as\s+of|from|last|this|next|starting|for|during|these"
    r"|over|after|once|twice"
    r"|most|two|three|a\s+few|\d+|about|around|back\s+in|early|until|ever\s+since|yesterday|tomorrow)"
)
_FRONTED = re.compile(
    rf"^(?!for\s+(?:the\s+record|context|reference|me|example)\b|on\s+the\s+other\b"
    rf"|in\s+(?:fact|general|short|my)\b|at\s+least\b)(?P<when>{WHEN}\b(?:\s+(?!I\b|we\b"
    rf"|my\b)[\w':]+){{1,6}}),?\s+(?=(?:I|we|my)\s)",
    re.IGNORECASE,
)
"""A time that goes before the subject: "every Tuesday I swim"."""
_IS = re.compile(
    r"\b((?:my|our)\s+\w+)'s\s+(?=(?:an?|the|called|named|from|not|now)\b|\d+(?!\w))", re.IGNORECASE
)
_AS_SOMEONE = re.compile(
    r"^(?:speaking\s+)?as\s+(?:someone|somebody|a\s+person)\s+who\s+(?P<verb>[\w']+)\s+(?P<rest>.+)", re.I
)
_JUST_NOW = re.compile(
    r"^(?:now|nowadays|currently|recently|lately|these\s+days|right\s+now|today),?\s+(?=(?:I|we|my|our|it\s+is)\b)",
    re.I,
)
_AS_ROLE = re.compile(
    r"^(?:well\s+)?(?:speaking\s+)?(?:(?:as|being)\s+(?=an?\s)|being\s+(?=allergic\s|vega?n|vegetarian|single|married|from\s|retired))"
    r"([\w' -]{3,40})$",
    re.IGNORECASE,
)
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
            when = _time_of(match["when"]) if pattern is _FRONTED else ""
            words = words[match.end() :].strip(_EDGES) + when
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


def _time_of(fronted: str) -> str:
    """Write a phrase from the front behind the verb if it is a time: "on Mondays", not "at the office"."""
    return f" {fronted[:1].lower()}{fronted[1:]}" if TIMES.search(fronted) else ""


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


_ONLY_WHEN = re.compile(
    rf"^\W*(?:(?:so|and|well|but|also|oh|hi|hey)\W+)*{WHEN}\b(?:\s+[\w'’:]+){{1,6}}$", re.IGNORECASE
)
_VERBS = "|".join(sorted(map(re.escape, LEMMAS), key=len, reverse=True))
_ADVERB = (
    r"(?:(?:also|just|really|now|then|currently|recently|still|never|always|usually|often"
    r"|sometimes|do\s+not|don['’]?t|even)\s+)*"
)
_SUBJECT = (
    r"(?:i|i['’]?m|i['’]ve|i['’]d|i['’]ll|im|ive|we|we['’]re|we['’]ve|my|our|he|she|they"
    r"|it|it['’]s|you|that|there)\b"
)
_NOW = r"(?:(?:now|these\s+days|nowadays|today),?\s+)?"
_KIN = "|".join(map(re.escape, RELATIVES))
_CUT = re.compile(
    rf"""(?<!\s)\s*(?:[;()\u2014\u2013]|\s-+\s|\.\.+|\u2026|!+)\s*
      |(?<!\s),?\s+(?:but|so|because|cause|cuz|though|although|while|whereas|yet|however)\s+(?={_NOW}{_SUBJECT})
      |(?<!\s),?\s+(?:and|plus|but|then|so|or)\s+(?={_NOW}{_SUBJECT}(?!\s+(?:\w+\s+)?(?:\w+)?\s*$))
      |(?<!\s),\s+and\s+(?=(?:the|his|her|their)\s+\w+\s+(?:has|have|had|is|are|was|were|will|can|says?|said)\b)
      |(?<!\s),?\s+(?:and|but|then)\s+(?={_ADVERB}(?:am|was|have\s+been|{_VERBS})\b)
      |(?<!\s),?\s+if\s+(?=(?:you|u|that|it|anyone|anybody|needed|possible|interested)\b)
      |(?<!\s)\s*[,:]\s+(?={_NOW}{_SUBJECT})(?!my\s+(?:{_KIN})(?:,|\s+since\b|[\s.!]*$))
      |(?<!\s)\s*,\s+(?=(?:how|what)\s+about\b
        |(?:do|are|have|what|how|where|which|who|when|why|can|could|would|did|is)\s)
      |(?<!\s)\s+(?=(?:how|what)\s+about\s+(?:you|u)\b|(?:do|are|have|did|would|can)\s+(?:you|u)\b
        |what['’]?s?\s+(?:is\s+)?(?:your|ur)\b)""",
    re.IGNORECASE | re.VERBOSE,
)
_IS_NOUNS = re.compile(
    r"(?:[A-Z]\w+\s+[A-Z]\w+|(?:sleep|bike|practi[cs]e|fish|walk|run|watch|dance|cook|drink|ride|program|train)\s+(?:\w+s|sauce|time|gear))$"
)
"""The last two words of a list of things, of which the first could be a verb: "and sleep patterns"."""
_INFINITIVE = re.compile(
    rf"\b(?:to|can|cannot|will|would|can't|'ll|’ll|'d|’d)\s+(?:{_ADVERB})(?:be|{_VERBS})\b[^,]*$",
    re.IGNORECASE,
)
_WISHES = re.compile(
    r"\b(?:would|['’]d)\s+(?:like|love|rather)\s+to\b|\b(?:want|hope|plan)(?:ing)?\s+to\b", re.IGNORECASE
)
"""What goes on after it is wished as well: "to buy land and own horses"."""
_COMPANION = re.compile(
    r"^\W*(?:(?:my|our)\s+(?!\w+\s+(?:is|was|are)\b)(?:[\w'’-]+\s+){0,2}[\w'’-]+|(?-i:[A-Z])\w+)$",
    re.IGNORECASE,
)
"""Who did it with the owner: "my wife and I"."""
_GERUND = re.compile(r"\w+ing\b(?!\s+(?:is|are|was|has|have|you|them|it|him|her|that)\b)", re.IGNORECASE)
_LISTS = re.compile(r"^[^,]*$|,\s+[\w' ]{2,25}$")
_GOING_ON = re.compile(r"(?:\b(?:am|are|been|was|were)|['’](?:m|re))\s+(?:\w+\s+)?\w+ing\b", re.IGNORECASE)
"""Without one before it, "and reading" goes on with what is liked."""
_AND_I = re.compile(r"(?:I|me)\b", re.IGNORECASE)
_FINITE = re.compile(
    rf"{_ADVERB}(?:am|was|have\s+(?:been|\w+ed|an?|two|three|my|no)|live|work|own|\w+ed|got"
    rf"|bought|went|moved|don['’]?t|do\s+not)\b",
    re.IGNORECASE,
)
_STARTS_WITH_SUBJECT = re.compile(
    r"^(?:I|we|my|our|he|she|they|it|you|that|this|there|the|what|how|do|are|who|where"
    r"|when|why|which|mine|an?)\b",
    re.IGNORECASE,
)
_ROLE = re.compile(r"\W*(?:speaking\s+)?as\s+an?\s", re.IGNORECASE)
_OWN = re.compile(r"\W*(?:\w+\s+)?(?:I|my|we|our)\b", re.IGNORECASE)
_ASKS = re.compile(
    r"^\W*(?:(?:so|and|but|also|ok|okay|well|please)\W+)*(?:what|how|can|could|do|does|did"
    r"|is|are|would|will|who|where|when"
    r"|why|which|should|have\s+you|has|any)\b",
    re.IGNORECASE,
)


def clauses_of(start: int, sentence: str) -> Iterator[Clause]:
    """Cut a sentence into the statements that may hold facts.

    Args:
        start: where it begins in its turn.
        sentence: what is not the owner's own word is blanked in it.
    """
    is_question = sentence.rstrip("\"')] ").endswith("?")
    if is_question and _ASKS.match(sentence):
        return
    corrects = CORRECTS.stands_in(sentence, words_in(sentence))
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
        if words and not doubted and not (is_question and place == len(pieces) - 1):
            yield Clause(start + begin, start + end, words, corrects)


def _spoken_by_owner(sentence: str, pieces: list[tuple[int, int, str]], place: int) -> bool:
    """True if a statement beside "as a lawyer" is the owner's: "as a lawyer, draft …" is an order."""
    beside = [*pieces[max(0, place - 1) : place], *pieces[place + 1 : place + 2]]
    return any(_OWN.match(sentence, begin) for begin, _, _ in beside)


def _with_auxiliary(words: str, previous: str) -> str:
    """Give "planning to move" the "am" of the statement before it."""
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
        ) and not re.match(_NOW + _SUBJECT, sentence[match.end() :], re.IGNORECASE):
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
