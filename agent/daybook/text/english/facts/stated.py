"""Whether the owner's words state what is read into them; where in doubt, they do not.

A value has to stand in the quote or to follow from it, and the sentence around the quote must not deny,
suppose, ask or doubt it, nor be about somebody else.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from daybook.conversation import Act, Polarity
from daybook.text.english.patterns import regex, written_out
from daybook.text.english.word_tables import (
    CARDINAL,
    KNOWN_PERSON,
    ONES,
    ORDINAL,
    ORDINALS,
    PARTNER_MEANS,
    SAME_RELATIVE,
    TENS,
)
from daybook.text.english.words import words_of


@dataclass(frozen=True, slots=True)
class Cue:
    """Words that change what a statement is worth."""

    hints: frozenset[str]
    """In small letters; where none of them stands, the pattern cannot match."""
    pattern: re.Pattern[str]

    def stands_in(self, text: str, words: frozenset[str] | None = None) -> bool:
        """True if the cue is in a text; its `words_in` are given where several cues are looked for."""
        words = words_in(text) if words is None else words
        return not self.hints.isdisjoint(words) and self.pattern.search(text) is not None


def words_in(text: str) -> frozenset[str]:
    """List the words of a text in small letters, apostrophes left out."""
    return frozenset(_LETTERS.findall(text.lower()))


def is_question(sentence: str) -> bool:
    """True if a sentence ends in a question mark."""
    return sentence.rstrip("\"')] ").endswith("?")


def _cue(pattern: str) -> Cue:
    literals = re.sub(r"\\[swbW]|\(\?<?[!:=]", " ", written_out(pattern))
    return Cue(frozenset(_LITERAL.findall(literals)), regex(pattern))


_LETTERS = re.compile(r"[a-z]+")
_LITERAL = re.compile(r"[a-z]{2,}")
SUPPOSES = _cue(r"""
    \b(?:if|unless|wish|wishing|imagine|suppose|supposing|pretend|assuming|hypothetically|let's say
    |lets say|as though|in case|what if|would have|could have|should have|had i)\b
""")
HEDGES = _cue(r"""
    \b(?:maybe|perhaps|probably|possibly|might|not sure|unsure|i think|i guess|i suppose|i believe
    |i feel like|seems|seem|apparently|supposedly|could|should|must|would(?! (?:like|love|rather)\b)
    |considering|thinking (?:about|of)|thought about|tempted|not certain|(?<!some\s)(?<!what\s)(?:kind
    |sort) of|kinda|sorta|wondering|toying|debating|undecided|on the fence|who knows|as if|in theory
    |i do not know|idk|i hear|i heard|joking|ought|can see myself|if only|nearly|almost|potentially
    |presumably|arguably|i imagine|i assume|i doubt|not necessarily|or something|leaning
    |(?<!in\s)(?<!of\s)(?<!for\s)(?<!last\s)(?<!next\s)(?<!\d\s)(?-i:may))\b
""")
REPORTS = _cue(r"""
    (?<!\bi\s)\b(?:said|says|saying|say|told \w+|tells \w+|tell \w+|claims|claimed|thinks|think|thought
    |asked|asks|wrote|reckons|insists|joked|jokes|swears|believes|called me|according to|quote|lyrics
    |lyric|assumed|assumes|guessed|mentioned|remembered|accused|suggested|suggests|rumour|rumor)\b
""")
CORRECTS = _cue(r"""
    (?:\bthat(?:'s| is| was) (?:wrong|incorrect|not (?:right|correct|true|it)|a mistake|outdated)
    |\bcorrection\b|\bno[,.!]\s*(?:actually\b|wait\b|sorry\b|i\b)|\bactually[,]? no\b
    |\bi (?:meant|misspoke|mistyped)\b|\bscratch that\b|\bi (?:made a mistake|got that wrong|was wrong)
    |\byou(?:'ve| have)? got (?:that|it|me) wrong
    |\bi (?:mixed|got|muddled) (?:that|it|them|this) (?:up|wrong|mixed)|\bmixed up\b|\bmy mistake\b
    |\boops\b|\btypo\b|\bautocorrect\b|\bno,? wait\b|\bwrong \w+:
    |\bi (?:said|wrote|told you|typed|mentioned) [^,.]{2,40},? but\b|\bnot quite right|\bto correct\b
    |\bneed to correct)
""")


SHORTEST = 2
"""Words of a quote: one alone states nothing."""
LONGEST = 80
"""Characters of a value."""

_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_NUMBER = regex(rf"\b(?:({'|'.join(TENS)})(?:[\s-]({'|'.join(list(ONES)[1:10])}))?|({'|'.join(ONES)}))\b")
_ORDINAL = regex(rf"""
    \b(?:(\d+)(?:st|nd|rd|th)|({"|".join(word for word in ORDINALS if word != "second")}))\b
""")
_DERIVED = {
    value: regex(rf"(?:n['’]t|\bdont|\bnot|\bnever|\bno longer|\bstopped|\bquit|\bgave up|\bcut out) {more}")
    for value, more in {
        "vegetarian": r"(?:eat(?:ing)? )?(?:any )?meat\b",
        "vegan": r"(?:eat(?:ing)? )?(?:any )?(?:animal products|meat,? (?:eggs or )?dairy)\b",
        "teetotal": r"drink(?:ing)?(?: (?:any )?alcohol)?\b",
    }.items()
}
"""Values that follow from other words."""
_OWN_PARTNER = regex(rf"\bmy ({'|'.join(PARTNER_MEANS)})\b")

_NOT = regex(r"""
    (?:(?:n['’]t|\b(?:do|does|did|is|are|was|were|ca|wo|would|could|should|have|has)nt)\b(?! (?:wait
    |get enough|help|forget))
    |\bnot\b(?! only)|\b(?:no longer|no|never|without|neither|nor|cannot|none|nothing)\b)
""")
_DISLIKES = regex(r"""
    \b(?:hat(?:e|es|ed)|dislik\w+|loath\w+|detest\w*|despis\w+|avoid\w*|stopped|quit|gave up|allergic)\b
""")
_ENDS = regex(rf"""
    \b(?:quit|left|leav(?:e|ing)|retired|resigned|sold|lost|broke|split|divorced|separated|no longer
    |any\s?more|stopped|g(?:a|i)ven? (?:[\w'’]+ ){{0,3}}?(?:up|away)|used to|died|passed away
    |finished(?! (?:(?:my|our) )?(?:\d+(?:st|nd|rd|th)?|{CARDINAL}|{ORDINAL})\b)|cancell?ed|ended|over
    |removed?|deleted?|(?:switched|turned) off|shut down|ditched|no more|discontinued|scrapped|closed
    |packed (?:it |that )?in|rip|binned|axed|wound up|fired|laid off|sacked|rid of|rehomed|moved out
    |done with|graduated|dropped)\b
""")
_CUES = {
    slot: regex(cues)
    for slot, cues in {
        "constraint.allergy": r"""
            \b(?:allerg|intoleran|sensitiv|reacts?\b|reaction|anaphyla|epi-?pen|co?eliac|swell|hives\b
            |rash\b|itch|sick\b|hospital|deadly|fatal|kills?\b|avoid|can(?:['’]?t|not| not) have\b
            |\w+-free\b)|(?:n['’]t|\bcannot|\bnot|\bnever) (?:\w+ ){0,2}(?:eat|drink|touch|tolerate|digest
            |stomach)\b""",
        "constraint.diet": r"""
            \b(?:vegetarian|vegan|kosher|halal|pescatarian|keto|paleo|diet|avoid|ramadan|lent|fasting|cannot
            |not|no|never|without|only|low|cut|gave|stopped|quit)\b
            |n['’]t\b|-free\b""",
        "identity.age": r"\b(?:i['’]?m|i am|turn\w*|years?|y/?o|old|age[ds]?|birthday)\b",
    }.items()
}
"""What a statement must say for the slots that a wrong value does most harm in."""
_CONDITION = (
    r"(?:\W+\w+){0,2}?\W+(?:allerg|intoleran|sensitiv|vegetarian|vegan|kosher|halal|pescatarian|religious)"
)
_NOT_SO = regex(rf"(?:n['’]t|\bnot|\bno longer|\bno|\bnever){_CONDITION}")
_TURN = regex(r"[;.!?]|\b(?:but|though|although|whereas|while)\b")
_BREAK = regex(r"[,;:.!?()\u2013\u2014]|\b(?:but|because|though|although|so|while)\b")
_ASKS = regex(r"""
    ^\W*(?:(?:so|and|but|also|ok|okay|well|please)\W+)*(?:what|how|can|could|do|does|did|is|are|am|was|were
    |would|will|who|where|when|why|which|should|shall|have|has|any)\b
""")
_POLITE_IF = regex(r"\bif (?:you|u|that|it|anyone|anybody|needed|possible|interested)\b")
_OWNER = regex(r"\b(?:i|i['’]?(?:m|ve|d|ll)|me|myself|we|us|mine)\b")
_OTHERS = regex(rf"\b(?:he|she|they|his|her|their|(?:my|our|the|a) {KNOWN_PERSON})\b")
_OF_OTHERS = frozenset({"family", "social", "possession", "event", "plan"})
"""Families of slots that are about other people as well."""


@dataclass(frozen=True, slots=True)
class Quote:
    """A quote in its sentence."""

    sentence: str
    start: int
    stop: int

    @property
    def words(self) -> str:
        """What is quoted."""
        return self.sentence[self.start : self.stop]

    @property
    def statement(self) -> str:
        """What stands between the last turn of the sentence before the quote and the next one behind it."""
        turns = list(_TURN.finditer(self.sentence))
        start = max((turn.end() for turn in turns if turn.end() <= self.start), default=0)
        stop = min((turn.start() for turn in turns if turn.start() >= self.stop), default=len(self.sentence))
        return self.sentence[start:stop]

    @property
    def clause(self) -> str:
        """What stands between the last break before the quote and its end."""
        breaks = [match.end() for match in _BREAK.finditer(self.sentence, 0, self.start)]
        return self.sentence[max(breaks, default=0) : self.stop]


def states(
    quote: Quote,
    slot: str,
    value: str,
    polarity: Polarity,
    act: Act,
    *,
    subject: str = "",
    follows: Callable[[str, str], bool] | None = None,
) -> bool:
    """True if the words that are quoted state a fact.

    Args:
        quote: the owner's own words.
        slot: a key of `SLOTS`.
        value: canonical; "" for an ENDS of whatever is in the slot.
        polarity: NEGATIVE where the fact denies the value.
        act: what it does to earlier records.
        subject: whom or what it is about; "" for the owner.
        follows: whether a value, given last, follows from words, given first; None for `names`.
    """
    clause = quote.clause
    if len(quote.words.split()) < SHORTEST or len(value) > LONGEST or _is_doubtful(quote, slot):
        return False
    if slot in _CUES and not _CUES[slot].search(quote.statement):
        return False
    is_own = slot.partition(".")[0] not in _OF_OTHERS and slot != "identity.relationship"
    if is_own and not subject and _OTHERS.search(clause) and not _OWNER.search(clause):
        return False
    if act is Act.ENDS:
        return _ENDS.search(clause) is not None and (not value or names(quote.words, value))
    if not (follows or names)(quote.words, value):
        return False
    if polarity is Polarity.NEGATIVE:
        return bool(_NOT.search(clause) or _DISLIKES.search(clause))
    return not _is_denied(quote, slot, value)


def names(words: str, value: str) -> bool:
    """True if a value stands in some words but for case, plurals, endings and order, or follows from them."""
    wanted = terms(value)
    if not wanted:
        return False
    said = terms(words)
    if wanted <= said or all(term in said or is_doer(term, said) for term in wanted):
        return True
    derived = _DERIVED.get(value.casefold())
    if derived is not None and derived.search(words):
        return True
    return any(PARTNER_MEANS[word.lower()] == value.casefold() for word in _OWN_PARTNER.findall(words))


def terms(text: str) -> frozenset[str]:
    """Return the stems of a text, numbers in digits, relatives by their plain names as well."""
    plain_numbers = _ORDINAL.sub(_place, _NUMBER.sub(_digits, text))
    kin = (SAME_RELATIVE.get(word.removesuffix("'s")) for word in _WORD.findall(plain_numbers.lower()))
    return frozenset(words_of(" ".join([plain_numbers, *filter(None, kin)])))


def _digits(match: re.Match[str]) -> str:
    tens, unit, one = (part.lower() if part else "" for part in match.groups())
    return str(TENS[tens] + (ONES[unit] if unit else 0) if tens else ONES[one])


def _place(match: re.Match[str]) -> str:
    return match[1] or str(ORDINALS[match[2].lower()])


def is_doer(term: str, said: frozenset[str]) -> bool:
    """True if a word names who does what was said: "teacher" of "I teach"."""
    return any(term == f"{stem}{ending}" for stem in said if len(stem) > 2 for ending in ("er", "r", "or"))


def _is_denied(quote: Quote, slot: str, value: str) -> bool:
    """True if the clause denies the value; two denials are none."""
    clause = quote.clause
    if (
        slot.startswith("constraint.") or slot == "preference.fear"
    ):  # "I can't eat nuts" is how these are said
        return _NOT_SO.search(clause) is not None
    wanted = terms(value)
    places = [word.start() for word in _WORD.finditer(clause) if terms(word.group()) & wanted]
    return len(_NOT.findall(clause, 0, min(places, default=len(clause)))) % 2 == 1


def _is_doubtful(quote: Quote, slot: str) -> bool:
    """True if what is quoted is asked, supposed, reported or said with a doubt."""
    before = _POLITE_IF.sub(" ", quote.sentence[: quote.stop]).replace("’", "'")
    clause = quote.clause.replace("’", "'")
    words = words_in(clause)
    if is_question(quote.sentence) and _ASKS.match(quote.clause):
        return True
    if SUPPOSES.stands_in(before) or REPORTS.stands_in(clause, words):
        return True
    return not slot.startswith("constraint.") and HEDGES.stands_in(clause, words)
