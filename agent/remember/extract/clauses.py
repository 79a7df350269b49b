"""Sentences cut into the statements that they are made of, each with a subject of its own.

"I'm a teacher and live in Leeds" is two: "I am a teacher", "I live in Leeds". Statements that are asked,
supposed, hedged or reported are left out here, so that no template has to think of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from agent.remember.extract.verbs import LEMMAS


@dataclass(frozen=True, slots=True)
class Clause:
    """A statement: its place in the turn, and its words in plain form."""

    start: int
    stop: int
    words: str
    """Contractions written out, fillers at the beginning gone, the subject put in where it was shared."""
    corrects: bool = False
    """It follows "that's wrong", "no, I meant" or the like."""
    greeted: bool = False
    """It follows a greeting, so that "I'm Anna" is a name."""


_CONTRACTIONS = (
    (re.compile(r"[’‘`´]"), "'"),
    (re.compile(r"\b(?:i'm|im|i\s+m)\b", re.I), "I am"),
    (re.compile(r"\b(?:i've|ive)\b", re.I), "I have"),
    (re.compile(r"\b(?:i'll)\b", re.I), "I will"),
    (re.compile(r"\b(?:i'd)\b", re.I), "I would"),
    (re.compile(r"\b(we|they|you)'re\b", re.I), r"\1 are"),
    (re.compile(r"\b(we|they|you)'ve\b", re.I), r"\1 have"),
    (re.compile(r"\b(we|they|you|he|she|it)'ll\b", re.I), r"\1 will"),
    (re.compile(r"\b(we|they|you|he|she|it)'d\b", re.I), r"\1 would"),
    (re.compile(r"\b(?:can't|cant|can\s+not)\b", re.I), "cannot"),
    (re.compile(r"\b(?:won't|wont)\b", re.I), "will not"),
    (re.compile(r"\b(?:ain't)\b", re.I), "am not"),
    (re.compile(r"\b(do|does|did|is|are|was|were|have|has|had|could|would|should)n'?t\b", re.I), r"\1 not"),
    (re.compile(r"\b(it|that|he|she|there|what|who|name|where|here)'s\b", re.I), r"\1 is"),
    (re.compile(r"\bgonna\b", re.I), "going to"),
    (re.compile(r"\bwanna\b", re.I), "want to"),
    (re.compile(r"\bgotta\b", re.I), "have to"),
    (re.compile(r"\bi\b"), "I"),
    (re.compile(r"\bfavorite"), "favourite"),
    (re.compile(r"\bcolor\b"), "colour"),
    (re.compile(r"\s+"), " "),
)
_OPENER = re.compile(
    r"""^[\W_]*(?:(?:well|so|yes|yeah|yep|yup|no|nope|nah|oh|ooh|wow|ok|okay|and|but|also|plus|then|hi|hello|hey|haha+|ha|lol|omg|hmm+
      |ah|aww?|um|uh|actually|honestly|personally|basically|anyway|anyways|btw|by\s+the\s+way|sure|absolutely|definitely|totally|indeed
      |lately|recently|currently|today|now|nowadays|these\s+days|right\s+now|sorry|sadly|unfortunately|luckily|fortunately|thankfully
      |to\s+be\s+honest|tbh|fyi|as\s+for\s+me|me\s+too|same\s+here|thanks?|thank\s+you|great|cool|nice|awesome|that\s+is\s+(?:great|cool
      |nice|awesome|amazing)|of\s+course|in\s+fact|like|because|cause|since|as|although|though|while|or|however|still|besides|guess\s+what
      |for\s+(?:context|reference|the\s+record)|just\s+(?:so\s+you\s+know|to\s+be\s+clear)|you\s+know|you\s+see|i\s+mean|update|note|correction|to\s+clarify
      |one\s+thing|good\s+(?:morning|evening|afternoon)|there|that\s+i|the\s+(?:thing|truth|fact)\s+is(?:\s+that)?
      |in\s+my\s+(?:spare|free)\s+time|on\s+(?:weekends|the\s+weekends?)|my\s+friend|dude|man|girl|buddy|on\s+my\s+days?\s+off)
      (?=[\s,!.:;–—-])(?!\s+(?:is|are)\b)[\s,!.:;–—-]*)+""",
    re.IGNORECASE | re.VERBOSE,
)
_AS_ROLE = re.compile(r"^(?:well\s+)?(?:speaking\s+)?(?:as|being)\s+(an?\s+[\w' -]{3,40})$", re.IGNORECASE)
_WHEN = (
    r"(?:every|each|on|in|at|since|as\s+of|from|last|this|next|starting|for|during|these|over|after|once|twice|most|two|three"
    r"|a\s+few|\d+|about|around|back\s+in|early|two|until|ever\s+since|only|just|for\s+the\s+last|yesterday|tomorrow)"
)
_FRONTED = re.compile(
    rf"^(?P<when>{_WHEN}\b(?:\s+(?!I\b|we\b|my\b)[\w'’:]+){{1,6}}),?\s+(?=(?:I|we|my)\s)", re.IGNORECASE
)
"""A time that goes before the subject: "every Tuesday I swim"."""
_ONLY_WHEN = re.compile(
    rf"^\W*(?:(?:so|and|well|but|also|oh|hi|hey)\W+)*{_WHEN}\b(?:\s+[\w'’:]+){{1,6}}$", re.IGNORECASE
)
_GREETS = re.compile(r"\b(?:hi|hello|hey|good\s+(?:morning|evening|afternoon))\b", re.IGNORECASE)
_CORRECTS = re.compile(
    r"""(?:\bthat(?:['’]s|\s+is|\s+was)\s+(?:wrong|incorrect|not\s+(?:right|correct|true|it)|a\s+mistake|outdated)|\bcorrection\b
      |\bno[,.!]\s*(?:actually\b|wait\b|sorry\b|i\b)|\bactually[,]?\s+no\b|\bi\s+(?:meant|misspoke|mis-?typed)\b|\bscratch\s+that\b
      |\bi\s+(?:made\s+a\s+mistake|got\s+that\s+wrong|was\s+wrong)|\byou(?:['’]ve|\s+have)?\s+got\s+(?:that|it|me)\s+wrong
      |\bnot\s+quite\s+right|\bto\s+correct\b|\bi\s+need\s+to\s+correct)""",
    re.IGNORECASE | re.VERBOSE,
)
_MEANT = re.compile(
    r"^\W*(?:no\W+)?(?:sorry\W+)?I\s+meant\s+(?:to\s+say\s+)?(?:that\s+)?(?=I\b|my\b)", re.IGNORECASE
)
_VERBS = "|".join(sorted(map(re.escape, LEMMAS), key=len, reverse=True))
_ADVERB = r"(?:(?:also|just|really|now|then|currently|recently|still|never|always|usually|often|sometimes|do\s+not|don['’]?t|even)\s+)*"
_SUBJECT = r"(?:i|i['’]?m|i['’]ve|i['’]d|i['’]ll|im|ive|we|we['’]re|we['’]ve|my|our|he|she|they|it|it['’]s|you|that|there)\b"
_CUT = re.compile(
    rf"""\s*(?:[;()\u2014\u2013]|\s-+\s|\.\.+|\u2026|!+|\.\s)\s*
      |,?\s+(?:but|so|because|cause|cuz|though|although|while|whereas|yet|however)\s+(?={_SUBJECT})
      |,?\s+(?:and|plus|but|then|so|or)\s+(?={_SUBJECT}(?!\s+(?:\w+\s+)?(?:\w+)?\s*$))
      |,?\s+(?:and|but|then)\s+(?={_ADVERB}(?:am|was|have\s+been|{_VERBS})\b)
      |,\s+(?={_SUBJECT})
      |,\s+(?=(?:how|what)\s+about\b|(?:do|are|have|what|how|where|which|who|when|why|can|could|would|did|is)\s)
      |\s+(?=(?:how|what)\s+about\s+(?:you|u)\b|(?:do|are|have|did|would|can)\s+(?:you|u)\b|what['’]?s?\s+(?:is\s+)?(?:your|ur)\b)""",
    re.IGNORECASE | re.VERBOSE,
)
_INFINITIVE = re.compile(
    rf"\b(?:to|can|cannot|will|would|can't|'ll|’ll|'d|’d)\s+(?:{_ADVERB})(?:be|{_VERBS})\b[^,]*$",
    re.IGNORECASE,
)
_FINITE = re.compile(
    rf"{_ADVERB}(?:am|was|have\s+(?:been|\w+ed|an?|two|three|my|no)|live|work|own|\w+ed|got|bought|went|moved|don['’]?t|do\s+not)\b",
    re.IGNORECASE,
)
_STARTS_WITH_SUBJECT = re.compile(
    r"^(?:I|we|my|our|he|she|they|it|you|that|this|there|the|what|how|do|are|who|where|when|why|which|mine|an?)\b",
    re.IGNORECASE,
)
_SUPPOSES = re.compile(
    r"\b(?:if|unless|wish|imagine|suppose|supposing|pretend|assuming|hypothetically|let['’]?s\s+say|as\s+though|in\s+case|what\s+if"
    r"|would\s+have|could\s+have|should\s+have|had\s+i)\b",
    re.IGNORECASE,
)
_HEDGES = re.compile(
    r"""\b(?:maybe|perhaps|probably|possibly|might|(?<!in\s)(?<!of\s)(?<!for\s)(?<!last\s)(?<!next\s)(?<!\d\s)(?-i:may)|not\s+sure|unsure|i\s+think|i\s+guess|i\s+suppose|i\s+believe|i\s+feel\s+like
      |seems?|apparently|supposedly|could|should|must|would(?!\s+(?:like|love)\b)|considering|thinking\s+(?:about|of)|thought\s+about
      |tempted|not\s+certain|kind\s+of|sort\s+of|kinda|sorta|wondering|toying|debating|undecided|on\s+the\s+fence|who\s+knows|as\s+if
      |in\s+theory|i\s+don't\s+know|i\s+do\s+not\s+know|idk|i\s+hear|i\s+heard|joking|ought|can\s+see\s+myself|if\s+only|nearly|almost
      |potentially|presumably|arguably|i\s+imagine|i\s+assume|i\s+doubt|not\s+necessarily|or\s+something|leaning)\b""",
    re.IGNORECASE | re.VERBOSE,
)
_REPORTS = re.compile(
    r"""(?<!\bi\s)(?<!\bI\s)\b(?:said|says|saying|say|told\s+\w+|tells\s+\w+|tell\s+\w+|claims?|claimed|thinks?|thought|asked|asks|wrote|reckons|insists
      |joked|jokes|swears|believes?|called\s+me|according\s+to|quote|lyrics?|assumed|assumes|guessed|mentioned|remembered
      |accused|suggested|suggests|rumou?r)\b""",
    re.IGNORECASE | re.VERBOSE,
)


def clauses_of(start: int, sentence: str) -> Iterator[Clause]:
    """Cut a sentence that begins at `start` of its turn into the statements that may hold facts."""
    corrects, greeted = _CORRECTS.search(sentence) is not None, _GREETS.search(sentence) is not None
    subject, previous = "", ""
    pieces = list(_pieces(sentence))
    for place, (begin, end, connector) in enumerate(pieces):
        raw = sentence[begin:end]
        words = _plain(raw)
        if _SUPPOSES.search(words) or (_SUPPOSES.search(previous) and place):
            previous = words  # what follows from a supposition is supposed
            continue
        asked = sentence.rstrip("\"')] ").endswith("?") and place == len(pieces) - 1
        if _REPORTS.search(words):
            return
        if not _STARTS_WITH_SUBJECT.match(words):
            if connector in ("and", "but", "then") and subject:
                words = f"{subject} {_with_auxiliary(words, previous)}"
        else:
            subject = words.split(" ", 1)[0] if words[:2] in ("I ", "We", "we") else ""
        previous = words
        if asked or _HEDGES.search(words) or not words:
            continue
        yield Clause(start + begin, start + end, words, corrects, greeted)


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
            and not _FINITE.match(sentence, match.end())
        ) and not re.match(_SUBJECT, sentence[match.end() :], re.IGNORECASE):
            continue
        if _ONLY_WHEN.match(before) and "," in match.group() and begin == 0:
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


def _plain(raw: str) -> str:
    words = raw
    for pattern, to in _CONTRACTIONS:
        words = pattern.sub(to, words)
    words = _MEANT.sub("", words.strip())
    if role := _AS_ROLE.match(words):
        return f"I am {role[1]}"
    for pattern in (_FRONTED, _OPENER, _FRONTED):
        if match := pattern.match(words):
            when = f" {match['when']}" if pattern is _FRONTED else ""
            words = words[match.end() :].strip(" ,.!?;:*~_-") + when
    return words.strip(" ,.!?;:*~_-")
