"""Finds stretches of a message that its writer does not say themselves, and how those came into it.

A quote, a forward, an attachment, code, a letter, a text to be worked on, a game: each is known by its form
or by what announces it.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from operator import attrgetter

from daybook.conversation.authorship import Mode, Stretch
from daybook.text.authored import blanked, structural_stretches
from daybook.text.english.patterns import cased_regex, regex
from daybook.text.english.voices import (
    FIRST_PERSON,
    SIGN_OFF,
    before_a_task,
    comments,
    dialogues,
    end_of,
    framed,
    introduced,
    is_quotation,
    signed,
)
from daybook.text.secrets import secret_spans

_LINE = re.compile(r"^[^\S\n]*+\S[^\n]*+", re.MULTILINE)
_SURROGATE = re.compile("[\ud800-\udfff]")
_ROLE = regex(r"""
    \bact as (?:an?|my|the)\b|\bpretend\b|\brole[\s-]?play|\byou(?: are|['’]re) now\b|\bin character\b
    |\byou(?: are|['’]re| be| play) (?:an?|the)\s[^.!?\n]{1,40}?\b(?:and|,) I(?: am|['’]m|['’]ll be| play)\b
    |\bI['’]ll be (?:an?|the)\s[^.!?\n]{1,40}?\byou(?: are|['’]re|['’]ll be| be| play) (?:an?|the)\b
    |\blet['’]?s play\s?:
    |\bmy character\b|\bnew scene\b|\byou\s*=\s*\w[^\n]{0,200}\bme\s*=|(?<![*\w])\*(?:I|my)\s[^*\n]+\*(?!\*)
""")
"""Marks a whole message as a game."""
_PIECES = r"""
    (?:stor(?:y|ies)|poem|song|lyrics|novel|scene|chapter|script|screenplay|fanfic\w*|haiku|limerick|joke
    |dialogue|monologue|character|fairy\s?tale|diary entry|persona|rap|sketch|parody)"""
_PLAY = regex(rf"""
    \b(?:act as|imagine|picture this|let['’]?s say|suppose|hypothetically|just kidding|jk|kidding|fictional
    |play a game|(?:(?<!\bto\s)(?:write|finish)|compose|create|make up|tell|continue|draft
    |generate)\b[^.?!\n]{{0,60}}?\b{_PIECES}|(?:write|finish)\b[^.?!\n]{{0,60}}?\b{_PIECES} (?:about
    |in which|where|that|with|from|for))\b
""")
"""Raises doubt that a message tells facts. That somebody wants to write a novel does not."""
_PASTES = regex(r"""
    (?m)(?:^|(?<=[.!?]\s))(?![^\w\n]*+here(?:['’]s| is) (?:the|my|our) (?:\w+ )?(?:thing|deal|update|situation
    |plan|problem)\b)(?![^\n.!?:]{0,60}\b(?:(?:I|we|doctor|gp|nurse|consultant|physician) (?:\w+ )?(?:said
    |says|wrote|sent|posted)\b|of (?:my|our) ))[^\n.!?]*?\b(?:summari[sz]e|proofread|translate|rewrite
    |rephrase|paraphrase|edit|correct|fix|improve|polish|shorten|analy[sz]e|explain|classify|review|check
    |convert|respond to|reply to|(?:the )?following|below|here is|here['’]s|here are|wrote|sent|posted|reads
    |comment|caption|says?|said|quote|excerpt|text|message|email|letter|article|lyrics|transcript
    |prompt)\b[^\n?]{0,80}:[ \t]{0,2}(?=[^\s"“«„‘']|\n)
""")
"""A line that may announce a text of somebody; what follows it may be that text."""
_LANGUAGES = (
    "english|french|german|spanish|italian|polish|portuguese|dutch|russian|ukrainian|chinese|mandarin|japanese|korean"
    "|arabic|turkish|swedish|danish|norwegian|finnish|greek|latin|welsh|irish|hindi|czech|hungarian"
)
_TEXTS = (
    "(?:poem|song|verse|lyrics|speech|text|e-?mail|letter|message|essay|article|paragraph|sentence|passage|review|story|chapter"
    "|json|xml|yaml|csv|code|script|snippet|function|query|regex|advert?)s?"
)
_WORKED_ON = regex(rf"""
    \b(?:translat\w+|summari[sz]\w+|(?:a|the|short|quick) summary|proof-?read\w*|paraphrase|rewrite|reword
    |rephrase|spelling|spell-?check|grammar|typos?|tl;?dr|(?:key|main) points|gist|polish|shorten|scan|rhyme
    |how does (?:this|that|it) (?:sound|read|look)|feedback|mistakes|errors|make (?:this|it) (?:sound|read
    |more|less|shorter|longer|nicer|better|formal|polite)|(?:reply|respond|answer) to (?:this|that|it|him
    |her|them)|(?:mean|means|say|is|this|that|it) in (?:plain )?(?:{_LANGUAGES})|(?:correct|edit|fix|check
    |improve|analy[sz]e|explain|validate|format|make|does|is|are|of) (?:up )?(?:this|these
    |the following) (?:\w+ )?{_TEXTS}\b)
""")
"""Names the work that a text is given for."""
_REQUEST = regex(r"""
    \?|:[ \t]*+$|\b(?:please|pls|plz|can you|could you|would you|help me)\b
    |^\W*(?:what|how|why|is|are|does|do)\b
    |^\W*(?:(?:ok|okay|hey|hi|now|and|so|just|quick)\b[\s,]*)*(?:translat|summari|proof|paraphras|rewrite
    |reword|rephrase|tl|polish|shorten|correct|edit|fix|check|improve|analy|explain|validate|format|make
    |spell|grammar|key|main|gist)
""")
_TASK = re.compile(r"[^\n:.!?]*+:(?=[ \t]*+\S)")
"""The sentence that asks for work on the text behind its colon."""
_BARE_TASK = regex(r"""
    ^\W*(?:(?:please|pls|can you|could you|would you|now|ok|okay)\b\W*)*(?:translate|summari[sz]e|proof-?read
    |paraphrase|rewrite|reword|rephrase|polish|shorten|correct|improve|make(?= \w+ (?:sound|read|more|less
    |shorter|longer|nicer|formal|polite))) (?:this|that|it|these)\b
""")
"""Asks for work on a text that stands elsewhere."""
_THIS = regex(r"\b(?:this|that|it|above|these)\b")
_SHORT_TASK = 20  # words of a task that may stand behind its text
_QUOTED = cased_regex(r"""
    \"[^\"\n]{2,}+\"|«[^«»\n]{2,}+»|„[^„“”\n]{2,}+[“”]|“[^“”\n]{2,}+”|(?<!\w)‘[^‘’\n]{2,}+’(?!\w)
    |(?<![\w])'[^'\n]{2,}+'(?!\w)
""")
_TITLE = 5
"""Words of a quotation that may be a title; a longer one, or one in the first person, is somebody's words."""
_TITLED = re.compile(r"\W*[A-Z0-9](?!.*[.?!:;]\s)(?:(?!\b[a-z][\w'’]{4,})[^\n])*")
"""A quotation whose longer words all begin with a capital: the title of a book, however long."""
_SUNG = re.compile(r"[♪♫♬][^♪♫♬\n]{2,}[♪♫♬]?")
_GOES = regex(r"""
    \b(?:song|tune|chorus|lyrics?|verse)\b[^.?!\n]{0,30}?\bgoes[,:]? (?:like )?(?P<said>(?:I|my)\b[^.!?\n]+)
""")
_SPEECH = regex(r"""
    \b(?:(?:my|our|the|his|her|their|this|some) (?:[\w-]+ ){0,5}?[\w-]+|he|she|they
    |(?-i:[A-Z][\w-]{1,40})) (?:goes|go|went|said|says|(?:is|was|were|['’]s) like|replied|replies|texted|wrote
    |writes|shouted|yelled|announced|answered|told (?:me|us))(?:\s?[,:]\s{0,2}|(?<=\slike) |(?<=\sgoes) )
    (?P<said>(?:I|I['’](?:m|ve|ll|d)|my|we|we['’](?:re|ve|ll))\b[^.!?\n]*)
""")
"""Another person's words about themselves, told without quotation marks."""
_CODE_LINE = cased_regex(r"""
    (?m)^[ \t]*+(?://|/\*|\*/|#!|#include\b|</?\w++[^>\n]*+>[ \t]*+$|<\w++[^>\n]*+>[^\n]*</\w+>
    |(?:SELECT|INSERT|UPDATE|DELETE|CREATE)\s[^\n]*\b(?:FROM|INTO|SET|TABLE)\b[^\n]*
    |(?:def|class|for|while|if|elif|else|try|except|with)\b[^\n]*:[ \t]*+$
    |(?:function|const|let|var|import|return|public|private|print|console\.log)\b[^\n]*[(){};=][^\n]*$
    |[\w.\[\]'"]++[ \t]*+[-+*]?=[^\n=]++$|[\w.$]++[^\n.?!(]*+\((?=[^\n]*\))[^\n]*[{;][ \t]*+$
    |[}\])]+[;,]?[ \t]*+$|[{\[][^\n]*[}\]],?[ \t]*+$)[^\n]*
""")
_NO_PERSON = regex(r"""
    \b(?:as an? (?:AI|artificial intelligence|(?:large )?language model)|(?:AI|large) language model
    |I (?:do not|don['’]t|cannot|can['’]t) have (?:any |an? )?(?:personal|physical|real) (?:experiences?
    |opinions?|feelings?|preferences?|emotions?|beliefs?|body)|I['’]?\s?a?m (?:just |only )?an? (?:AI
    |virtual|digital|chatbot|bot)\b|(?:want|need|would like) you to (?:act|be|play|pretend|behave|imagine)
    |you (?:are|will be|['’]ll be) (?:now )?(?:an?|my|the) (?:[\w-]+ ){0,4}(?:AI|assistant|expert
    |copy\s?writer|writer|bot|chatbot|generator|tutor|interviewer|interviewee|specialist|consultant
    |professional|engineer|developer|marketer|agent|model|partner in|simulator|GPT))\b
    |\[(?:your|my|insert|name|company|position|date|address|recipient)\b[^\[\]\n]*+\]|\blinkedin\.com/\w
    |\b(?:phone|tel|e-?mail|contact information)\b(?:(?!\sis\s)[^\n]){0,30}(?:\d{3}[\s.-]\d{3}|@\w)
""")
"""An assistant's words about itself or its orders, the blanks of a form, the address of a letter of
application: no owner speaks there."""
_NO_PERSON_HINTS = (
    "language model|intelligence| an ai|have personal|have any|have a personal|have real|"
    "have physical|want you to|need you to|like you to|you are a|you are my|you are the|you are now|"
    "you will be |you'll be |you’ll be |chatbot|virtual|digital| bot|[|linkedin|phone|tel:|mail|"
    "contact info"
).split("|")
"""Most turns hold none of these, and are spared the search for the pattern above."""
_FORWARD = regex(r"""
    (?m)^[ \t]*+(?:-{2,}[ \t]*+(?:forwarded|original)[ \t]++message[ \t]*+-*
    |begin[ \t]++forwarded[ \t]++message:?|forwarded[ \t]*+$
    |(?:fwd?|forwarded)\b(?:[ \t]++message)?(?:[ \t]++from[ \t]++(?P<by>[^:\n]{1,60}))?:)
""")
_ATTACHMENT = regex(r"""
    (?m)^[ \t]*+[\[<(]?(?:attachment|attached(?:[ \t]++file)?
    |contents?[ \t]++of)\b[ \t:]*+(?P<by>[\w.-]{1,80}\.\w{2,4})?[^\n:]{0,40}[:\])>]?[ \t]*+\n
""")
_FROM = regex(r"(?m)^[ \t]*+from:[ \t]*+(?P<by>[^<\n]{1,60})")
_HEADER = regex(r"""
    (?m)^[ \t]*+(?:from|to|sent|date|cc|subject):[ \t][^\n]*\n[ \t]*+(?:from|to|sent|date|cc|subject
    |re):[ \t][^\n]*
""")
"""Two lines of the head of an e-mail."""
_LETTER = regex(r"""
    (?m)^[ \t]*+(?:dear[ \t][^\n]{1,60},
    |to[ \t]++whom[ \t]++it[ \t]++may[ \t]++concern\b|subject:[ \t])[^\n]*$
""")
"""Where a letter begins; what follows it is the letter."""
_GREETING = regex(r"(?m)^[ \t]*+(?:hi|hello|hey|good \w+)\b[^\n]{0,30},?[ \t]*+$")
_SIGNED = regex(r"""
    (?m)^[ \t]*+(?:(?:best|kind|warm) regards|sincerely|yours (?:sincerely|truly|faithfully)
    |respectfully)\s*+,?[ \t]*+$
""")
_SIGNED_HINTS = ("regards", "sincerely", "yours ", "respectfully")
_SEARCHED = 10_000  # characters; of a longer message only the structure is looked at


@lru_cache(maxsize=512)
def authored(turn: str) -> tuple[Stretch, ...]:
    """Find the stretches of a message that its writer does not say themselves, in the order of the text.

    None overlaps another; positions are characters of the message.
    """
    found, text = list(structural_stretches(turn)), blanked(turn, structural_stretches(turn))
    for find in _FINDERS if len(turn) <= _SEARCHED else ():
        new = list(_outside(found, find(text)))
        found += new
        text = blanked(text, new)
    rest = _mode_of_rest(text, turn)
    if rest is not None:
        found += list(_outside(found, [Stretch(0, len(turn), rest)]))
    return tuple(sorted(found, key=attrgetter("start")))


def _mode_of_rest(text: str, turn: str) -> Mode | None:
    """Say what the rest of a message is; None if it is its writer's own word."""
    if _ROLE.search(text):
        return Mode.PLAYED
    if _SURROGATE.search(turn) or _PLAY.search(text) or _is_nobodys(text):
        return Mode.SENT
    return None


def _is_nobodys(text: str) -> bool:
    """True if an assistant, a role, a form or a letter speaks."""
    lowered = text.lower()
    if any(hint in lowered for hint in _NO_PERSON_HINTS) and _NO_PERSON.search(text):
        return True
    return any(hint in lowered for hint in _SIGNED_HINTS) and _SIGNED.search(text) is not None


def _outside(found: Sequence[Stretch], new: Iterable[Stretch]) -> Iterator[Stretch]:
    """Cut out of new stretches what was found before, and what an earlier one of them has."""
    old, place, reached = sorted(found, key=attrgetter("start")), 0, 0
    for stretch in sorted(new, key=attrgetter("start")):
        start = max(stretch.start, reached)
        while place < len(old) and old[place].stop <= start:
            place += 1
        while start < stretch.stop and place < len(old) and old[place].start < stretch.stop:
            if start < old[place].start:
                yield replace(stretch, start=start, stop=old[place].start)
            start = max(start, old[place].stop)
            place += old[place].stop <= stretch.stop
        if start < stretch.stop:
            yield replace(stretch, start=start)
        reached = max(reached, stretch.stop)


def _forwards(text: str) -> Iterator[Stretch]:
    file = _ATTACHMENT.search(text)
    if file and text[file.end() :].strip():
        yield Stretch(file.start(), end_of(text, file.end()), Mode.ATTACHED, (file["by"] or "").strip())
        return
    match = _FORWARD.search(text)
    if match:
        sender = _FROM.search(text, match.start())
        by = match["by"] or (sender["by"] if sender else "")
        yield Stretch(match.start(), end_of(text, match.end()), Mode.FORWARDED, by.strip())


def _letters(text: str) -> Iterator[Stretch]:
    begins = [match for pattern in (_HEADER, _LETTER) if (match := pattern.search(text))]
    greeting = _GREETING.search(text)
    if greeting and SIGN_OFF.search(text, greeting.end()):
        begins.append(greeting)
    if begins:
        first = min(begins, key=lambda match: match.start())
        yield Stretch(first.start(), end_of(text, first.end()), Mode.PASTED)


def _given(text: str) -> Iterator[Stretch]:
    """Find the text that some work is asked for: what follows the line that asks, or comes before it."""
    for line in _LINE.finditer(text):
        if not (_WORKED_ON.search(line[0]) and _REQUEST.search(line[0])):
            continue
        if text[line.end() :].strip():
            yield Stretch(line.end(), end_of(text, line.end()), Mode.GIVEN)
        elif task := _TASK.match(line[0]):
            start = line.start() + task.end()
            if not is_quotation(text, start):
                yield Stretch(start, line.end(), Mode.GIVEN)
        elif text[: line.start()].strip() and len(line[0].split()) <= _SHORT_TASK and _THIS.search(line[0]):
            yield Stretch(0, line.start(), Mode.GIVEN)
        return


def _code(text: str) -> Iterator[Stretch]:
    if any(sign in text for sign in ("{", "}", "//", ";", "=", "def ", "print", "/>", "</", " INTO ")):
        lines = [Stretch(*match.span(), Mode.PASTED) for match in _CODE_LINE.finditer(text)]
        yield from [*lines, *comments(text)] if lines else ()


def _quotations(text: str) -> Iterator[Stretch]:
    for match in _QUOTED.finditer(text):
        is_long = len(match[0].split()) > _TITLE and not _TITLED.fullmatch(match[0])
        if is_long or FIRST_PERSON.search(match[0]):
            yield Stretch(*match.span(), Mode.QUOTED)
    yield from (Stretch(*match.span(), Mode.QUOTED) for match in _SUNG.finditer(text))


def _speech(text: str) -> Iterator[Stretch]:
    for pattern in (_SPEECH, _GOES):
        yield from (Stretch(*match.span("said"), Mode.QUOTED) for match in pattern.finditer(text))


def _announced(text: str) -> Iterator[Stretch]:
    match = _PASTES.search(text) if ":" in text else None
    if match:
        yield Stretch(match.start(), len(text), Mode.SENT)


_FINDERS: tuple[Callable[[str], Iterator[Stretch]], ...] = (
    _forwards,
    _letters,
    _quotations,
    _given,
    _code,
    dialogues,
    before_a_task,
    _speech,
    signed,
    introduced,
    framed,
    _announced,
)
"""In this order, each in what those before it left."""


def works_on_text(message: str) -> bool:
    """True if a message asks for work on a text, in it or beside it: "make this sound more polite"."""
    if _BARE_TASK.match(message):
        return True
    return any(stretch.mode is Mode.GIVEN for stretch in authored(message))


def own_text(turn: str) -> str:
    """Blank whatever of a turn is not the owner's own word; "" where nothing is left.

    Blanks are spaces, and NUL characters in place of secrets: every position stays that of the turn.
    """
    text = blanked(turn, authored(turn))
    if not text.strip():
        return ""
    for start, stop in secret_spans(turn):
        text = text[:start] + "\0" * (stop - start) + text[stop:]
    return text
