"""What keeps a statement from being a fact: it is supposed, hedged, or somebody else's; and what corrects.

Each expression is searched for only where one of its words stands in the statement: most hold none.
"""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Cue:
    """Words that change what a statement is worth."""

    hints: frozenset[str]
    """In small letters; where none of them stands, the pattern cannot match."""
    pattern: re.Pattern[str]

    def stands_in(self, text: str, words: frozenset[str]) -> bool:
        """Whether the cue is in a text, whose words are given in small letters."""
        return not self.hints.isdisjoint(words) and self.pattern.search(text) is not None


def words_in(text: str) -> frozenset[str]:
    """List the words of a text in small letters, apostrophes left out."""
    return frozenset(_WORD.findall(text.lower()))


def _cue(pattern: str) -> Cue:
    return Cue(
        frozenset(_LITERAL.findall(re.sub(r"\\[swbW]|\(\?<?[!:=]", " ", pattern))), re.compile(pattern, re.I)
    )


_WORD = re.compile(r"[a-z]+")
_LITERAL = re.compile(r"[a-z]{2,}")
SUPPOSES = _cue(
    r"\b(?:if|unless|wish|wishing|imagine|suppose|supposing|pretend|assuming"
    r"|hypothetically|let's\s+say|lets\s+say"
    r"|as\s+though|in\s+case|what\s+if|would\s+have|could\s+have|should\s+have|had\s+i)\b"
)
HEDGES = _cue(
    r"\b(?:maybe|perhaps|probably|possibly|might|not\s+sure|unsure|i\s+think|i\s+guess"
    r"|i\s+suppose|i\s+believe"
    r"|i\s+feel\s+like|seems|seem|apparently|supposedly|could|should|must"
    r"|would(?!\s+(?:like|love|rather)\b)|considering"
    r"|thinking\s+(?:about|of)|thought\s+about|tempted|not\s+certain|kind\s+of|sort\s+of"
    r"|kinda|sorta|wondering|toying"
    r"|debating|undecided|on\s+the\s+fence|who\s+knows|as\s+if|in\s+theory"
    r"|i\s+do\s+not\s+know|idk|i\s+hear|i\s+heard"
    r"|joking|ought|can\s+see\s+myself|if\s+only|nearly|almost|potentially|presumably"
    r"|arguably|i\s+imagine|i\s+assume"
    r"|i\s+doubt|not\s+necessarily|or\s+something|leaning"
    r"|(?<!in\s)(?<!of\s)(?<!for\s)(?<!last\s)(?<!next\s)(?<!\d\s)(?-i:may))\b"
)
REPORTS = _cue(
    r"(?<!\bi\s)\b(?:said|says|saying|say|told\s+\w+|tells\s+\w+|tell\s+\w+|claims|claimed"
    r"|thinks|think|thought|asked"
    r"|asks|wrote|reckons|insists|joked|jokes|swears|believes|called\s+me|according\s+to"
    r"|quote|lyrics|lyric|assumed"
    r"|assumes|guessed|mentioned|remembered|accused|suggested|suggests|rumour|rumor)\b"
)
CORRECTS = _cue(
    r"(?:\bthat(?:'s|\s+is|\s+was)\s+(?:wrong|incorrect|not\s+(?:right|correct|true|it)|a\s+mistake|outdated)"
    r"|\bcorrection\b|\bno[,.!]\s*(?:actually\b|wait\b|sorry\b|i\b)|\bactually[,]?\s+no\b"
    r"|\bi\s+(?:meant|misspoke|mistyped)\b"
    r"|\bscratch\s+that\b|\bi\s+(?:made\s+a\s+mistake|got\s+that\s+wrong|was\s+wrong)"
    r"|\byou(?:'ve|\s+have)?\s+got\s+(?:that|it|me)"
    r"\s+wrong|\bi\s+(?:mixed|got|muddled)\s+(?:that|it|them|this)\s+(?:up|wrong|mixed)|\bmixed\s+up\b|\bmy\s+mistake\b|\boops\b|\btypo\b"
    r"|\bautocorrect\b|\bno,?\s+wait\b|\bwrong\s+\w+:|\bi\s+(?:said|wrote|told\s+you|typed|mentioned)\s+[^,.]{2,40},?\s+but\b"
    r"|\bnot\s+quite\s+right|\bto\s+correct\b|\bneed\s+to\s+correct)"
)
