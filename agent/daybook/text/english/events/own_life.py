"""What of a sentence tells of its speaker's own life: plain statements, and what is taken for granted.

"I'm looking for a stand; by the way, I have 12 rare figurines, and they need dusting" tells by its second
half: a stretch of neighbouring statements. What somebody wants of the talk, or thinks of it, tells nothing.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from daybook.text.english.facts.clauses import Clause, clauses_of, plain, without_opener
from daybook.text.english.patterns import cased_regex, regex
from daybook.text.english.word_tables import ONES, ORDINALS, TENS


@dataclass(frozen=True, slots=True)
class OwnStatements:
    """Neighbouring statements, or one that is taken for granted."""

    start: int
    stop: int
    """Characters of the turn, `start` in and `stop` out."""
    words: str
    """As they were said, but for "by the way" and the like."""
    plain: str
    """The same with contractions written out, times behind the verbs."""

    @property
    def particulars(self) -> tuple[str, ...]:
        """The numbers, names and titles that it holds: what it may be asked for."""
        found = (match[0] for pattern in (_NUMBER, _NAME, _TITLE) for match in pattern.finditer(self.words))
        return tuple(dict.fromkeys(found))


_NUMBER = regex(rf"""
    \d[\d.,:]*|\b(?:{"|".join([*list(ONES)[2:], *TENS, *list(ORDINALS)[1:]])}|hundred|thousand|million
    |dozen)\b
""")
"""One, once and the first of something are in every other sentence."""
_NAME = cased_regex(r"""
    (?<=[^\W_.!?\"“][ ,(:])[#@]?(?!I\b|(?:AI|OK|TV|PM|AM|DIY|LOL|ALL|AND)s?\b)[A-Z][\w'’&.-]*\w
""")
"""Days and months too: "Zumba on Tuesdays"."""
_TITLE = re.compile(r"[\"“][A-Z][^\"”]{1,80}[\"”]|(?<=\s)['‘][A-Z][^'’]{1,60}['’](?!\w)")
_SPOKEN_TO = cased_regex(r", [A-Z][\w'’-]+\W*$")  # whom the words are said to: "I finally did it, Melanie"
_REPORTING = regex(r"""
    (?:I
    |we) (?:(?:am|are|was|were|have|been|just|also|actually|recently|even|still|do|should|must|have to
    |(?:forgot|want|wanted) to) )*(?:(?:happy|glad|proud|pleased|excited|sorry|sad|relieved) (?:to (?:say
    |report|mention|announce|tell \w+) )?(?:that )?
    |(?:reali[sz]ed|noticed|noticing|found out|remembered|remember|recall|mention|say|admit|add
    |confess) that )(?=(?:I|we|my|our)\b)
""")
"""Before what is told: "I'm happy to report that I have worn them four times"."""
_ADVERBS = r"""
    (?:(?:also|really|just|still|even|already|always|now|not|never|very|so|quite|too|only|pretty|a bit|both
    |all|sometimes|often|then|\w{2,}ly) )*"""
_AUXILIARIES = rf"""
    (?:(?:am|are|was|were|have|had|been|do|did|can|cannot|could|will|would|may|might|should|must
    |shall) {_ADVERBS})*"""
_OF_THE_TALK = regex(rf"""
    (?:I|we) {_ADVERBS}{_AUXILIARIES}(?:look(?:s|ed|ing)? (?!after|young|old)|seek\w*|search\w*|want\w*
    |wish\w*|hop(?:e|ed|ing)\b|thank\w*|appreciat\w*
    |need\w*(?! (?:only |just |a total of )*\W{{0,2}}\d+ [\w*]+ (?:more )?to\b)|think\w*|thought|consider\w*
    |wonder\w*|guess\w*|suppos\w*|reckon\w*|believ\w*|assum\w*|mean(?:s|t|ing)?\b|know\b|knew\b|underst\w+
    |agree\w*|disagree\w*|ask(?:ed|ing)?\b|hear\b|heard\b|see\b|s(?:aw|een) (?:that|how|what)\b|check\w*
    |explor\w*|research\w*|brows\w*|decid\w*|lean\w*|focus\w*|struggl\w*|feel\w*|felt\b|doubt\w*|mind\b
    |figur\w*|imagin\w*|anticipat\w*|seem\w*|care\b|refer\w*|talking about|speaking of|plan(?:ning)?\b
    |going to|like\b|love (?:to\b|the (?:idea|sound|suggestion|way|concept)|that\b|these\b|those\b|how\b
    |it\b)|prefer to|enjoy the idea|find (?:it|that|this|the)\b|make sure|try\b|(?<!been\s)trying
    |tried to (?:find|understand|figure)|get (?:started|the)|wait\b|have (?:to\b|an? (?:question|feeling
    |idea|preference)|an? (?:few|couple of) questions|some (?:questions?|trouble|doubts?|ideas?)|any\b)
    |(?:had |have )?no (?:idea|clue)|curious|interested|intrigued|fascinated|impressed|sure\b|certain\b
    |unsure|aware\b|afraid|excited|thrilled|happy|glad|grateful|thankful|sorry|open to|ready\b|intent|keen
    |eager|willing|worried|concerned|confused|stuck|amazed|surprised|shocked|debating|tempted|hesitant
    |good\b|fine\b|okay\b|cool\b|comfortable|in need)
""")
"""What somebody wants, thinks or feels in the talk."""
_MAY_COME = regex(r"(?:I|we) (?:\w+ ){0,2}?(?:will|would|could|can|cannot|might|may|should|shall|must)\b")
_OWN = regex(r"(?:I|we|my|our)\s")
_FINITE = regex(r"""
    (?:my|our) (?:[\w'’&-]+,? ){1,8}?(?:is|are|was|were|has|have|had|does|did|\w+(?:ed|es)|\w{2,}[^s\W]s|got
    |went|came|gave|took|ran|won|lost|cost|left|grew|fell|broke)\b
""")
"""After "my …" a verb."""
_NAMES_ONLY = regex(r"(?:my|our) [\w'’ -]+$")
_POINTS = regex(r"(?:it|he|she|they|that|this|the|which|who|his|her|their|its)\b")
"""Begins what goes on from words before it."""
_NEEDS = regex(r"I (?:only |just |still )?need (?:\w+ ){0,4}?\d")
"""What is needed to go on with what was told; by itself it may be asked for."""
_YOU = regex(r"\b(?:you|your|yours|u|ur)\b")
_BETWEEN = 8  # characters that may stand between neighbouring statements: ", and "
_NOUN = r"""
    \b(?:an?|the|my|our|this|those|these|some|that) (?:(?!(?:since|where|when|because|and|but|so|if|as|who
    |how|that|which|after|before|while|has|have|is|are|was|were|an?|the|my|our|this|some|one|time
    |way)\b)[\w'’\"“”$%/-]+ ){1,8}"""
_WORDS = r"[\w'’\"“”$%/:+#&-]+(?:\.(?:\d+|[A-Z]\b))?"
_STOP = r"""
    \s*(?:[.;!?()\u2014\u2013]|, (?:(?:and|but|so) )?(?:do|does|did|can|could|would|what|how|I|is|are)\b
    |\s-\s|$)"""
_END = rf"(?={_STOP}|\s(?:but|or|so|do|does|did|can|could|would|is|are|was|were|has|have)\s)"
_GRANTED = cased_regex(rf"""
    \b(?:since|because|as|after|where|now that) (?P<reason>(?:I|we|my|our)\b[^.;!?()\u2014\u2013]+)
    |(?P<noun>{_NOUN}(?:that |which )?(?:(?:I|we)(?:['’]ve)?
    |my \w+(?= \w+ me\b)) (?:{_WORDS},? ){{0,14}}?{_WORDS}{_END})
    |(?P<own>\b(?:my|our) (?:[\w'’$%/-]+ ){{0,5}}?[\w'’$%/-]+, (?:which|who|where|an?
    |the) (?:{_WORDS},? ){{0,24}}?{_WORDS}(?={_STOP}))
    |(?P<count>\b(?:my|our) (?:\d[\d.,]*|{"|".join([*list(ONES)[2:], *TENS])}) (?:{_WORDS} ){{0,7}}?
    (?:{_WORDS})(?={_STOP}|\s(?:and|but|or|so|that|which|who|is|are|was|were|has|have|can|do|does)\s))
""")
_NOT_GRANTED = regex(r"""
    \b(?:if|unless|wish|imagine|suppose|pretend|would|could|should|might|may|not|never|no|want|need
    |plan(?:ning)?|hope)\b|n['’]t\b
""")


def told_stretches(start: int, sentence: str) -> Iterator[OwnStatements]:
    """Yield what a sentence states of its speaker's life, and behind it what it takes for granted."""
    runs: list[list[Clause]] = []
    named: Clause | None = None
    """The clause before, where it only names something: "my campaign", which "ran for five days"."""
    for clause in clauses_of(start, sentence):
        last = named or (runs[-1][-1] if runs else None)
        near = last is not None and clause.start - last.stop <= _BETWEEN
        goes_on = near and (points_back(clause.words) or _NEEDS.match(clause.words))
        goes_on = goes_on and not _YOU.search(clause.words)
        if goes_on and named:
            runs.append([named, clause])
        elif (goes_on or tells(clause.words)) and near and not named:
            runs[-1].append(clause)
        elif tells(clause.words):
            runs.append([clause])
        named = clause if _NAMES_ONLY.match(clause.words) and not _FINITE.match(clause.words) else None
    told = [
        replace(
            _stretch(start, sentence, run[0].start, run[-1].stop),
            plain=", ".join(clause.words for clause in run),
        )
        for run in runs
    ]
    yield from told
    for granted in granted_stretches(start, sentence):
        if not any(run.start < granted.stop and granted.start < run.stop for run in told):
            yield granted


def tells(words: str) -> bool:
    """True if a statement in plain form tells something of its speaker's own life."""
    words = _REPORTING.sub("", words)
    if not _OWN.match(words) or _YOU.search(words):
        return False
    if words[:1] in "mMoO":
        return _FINITE.match(words) is not None
    return not (_OF_THE_TALK.match(words) or _MAY_COME.match(words))


def granted_stretches(start: int, sentence: str) -> Iterator[OwnStatements]:
    """Yield what a sentence takes for granted: "my gym sessions, which I go to at 7 pm"."""
    for match in _GRANTED.finditer(sentence):
        begins, ends = match.span(match.lastgroup or 0)
        told = sentence[begins:ends]
        doubted = _NOT_GRANTED.search(told) or _NOT_GRANTED.search(
            sentence[max(0, match.start() - 12) : begins]
        )
        if not (doubted or _YOU.search(told)) and (not match["reason"] or tells(plain(told))):
            yield _stretch(start, sentence, start + begins, start + ends)


def continuation(start: int, sentence: str) -> OwnStatements | None:
    """Return what of a sentence goes on about what was told before it: "It was $800"; None for nothing."""
    first = next(clauses_of(start, sentence), None)
    if first is None or not points_back(first.words) or _YOU.search(first.words) or "?" in sentence:
        return None
    return _stretch(start, sentence, first.start, first.stop)


def points_back(words: str) -> bool:
    """True if words begin by pointing at something said before them."""
    return _POINTS.match(words) is not None


def _stretch(start: int, sentence: str, begins: int, ends: int) -> OwnStatements:
    said = _SPOKEN_TO.sub("", without_opener(" ".join(sentence[begins - start : ends - start].split())))
    return OwnStatements(begins, ends, said, plain(said))
