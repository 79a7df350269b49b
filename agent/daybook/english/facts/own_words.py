"""What of a turn the owner says of themselves: no pasted text, no code, no quotation, no play.

Everything is done by blanking: what is not the owner's word is replaced by as many spaces, so that every
position stays that of the turn.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from daybook.english.sentences import sentence_spans
from daybook.text.secrets import secret_spans

FIRST_PERSON = re.compile(
    r"\b(?:i|i['’]?m|i['’]?ve|im|my|mine|we|our|me"
    r"|(?:it|that)(?:['’]?s|\s+is)\s+[\w'’ -]{2,30},\s*not)\b",
    re.IGNORECASE,
)
_SURROGATE = re.compile("[\ud800-\udfff]")
_PIECES = r"""(?:stor(?:y|ies)|poem|song|lyrics|novel|scene|chapter|script|screenplay|fanfic\w*|haiku|limerick
    |joke|dialogue|monologue|character|fairy\s?tale|diary\s+entry|persona|rap|sketch|parody)"""
_PLAY = re.compile(
    r"""\b(?:act\s+as|pretend|role[\s-]?play|you\s+are\s+now|you['’]re\s+now|imagine|picture\s+this|let['’]?s\s+say|suppose
      |hypothetically|just\s+kidding|jk|kidding|fictional|in\s+character|play\s+a\s+game
      |(?:(?<!\bto\s)(?:write|finish)|compose|create|make\s+up|tell|continue|draft|generate)\b[^.?!\n]{0,60}?\b"""
    + _PIECES
    + r"""|(?:write|finish)\b[^.?!\n]{0,60}?\b"""
    + _PIECES
    + r"""\s+(?:about|in\s+which|where|that|with|from|for))\b""",
    re.IGNORECASE | re.VERBOSE,
)
"""What makes a whole turn a play: nothing in it is taken for fact. That somebody wants
to write a novel is none."""
_PASTES = re.compile(
    r"""(?:^|(?<=[.!?]\s))[^\n.!?]*?\b(?:summari[sz]e|proofread|translate|rewrite|rephrase|paraphrase|edit|correct|fix|improve|polish
      |shorten|analy[sz]e|explain|classify|review|check|convert|respond\s+to|reply\s+to|(?:the\s+)?following|below
      |here\s+is|here['’]s|here\s+are|wrote|says?|said|quote|excerpt|text|message|email|letter|article|review|lyrics
      |transcript|prompt)\b[^\n]{0,80}:[ \t]*(?=\S|\n)""",
    re.IGNORECASE | re.VERBOSE | re.MULTILINE,
)
"""A line that announces a text of somebody; what follows it is that text."""
_TASK = re.compile(
    r"""^\W*(?:(?:please|now|ok|okay|so|and|then|hey|hi|hello)\b[\s,]*)*
    (?:(?:can|could|would|will)\s+you\b|(?:write|draft|compose|translate|rewrite|rephrase|paraphrase|proofread|summari[sz]e|edit
      |correct|generate|say|repeat|complete|finish|read)\b|(?:help\s+me\s+)?(?:to\s+)?(?:write|draft)\b)""",
    re.IGNORECASE | re.VERBOSE,
)
_FENCE = re.compile(
    r"```[\s\S]*?(?:```|\Z)|~~~[\s\S]*?(?:~~~|\Z)|`[^`\n]+`|^[ \t]*(?:>|\|)[^\n]*$", re.MULTILINE
)
_QUOTED = re.compile(r"\"[^\"\n]{2,}\"|“[^”\n]{2,}”|(?<!\w)‘[^’\n]{2,}’(?!\w)|(?<![\w])'[^'\n]{2,}'(?!\w)")
_TITLE = 5
"""Words of a quotation that may be a title; a longer one, or one in the first person, is somebody's words."""
_NO_PERSON = re.compile(
    r"""\b(?:as\s+an?\s+(?:AI|artificial\s+intelligence|(?:large\s+)?language\s+model)|(?:AI|large)\s+language\s+model
      |I\s+(?:do\s+not|don['’]t|cannot|can['’]t)\s+have\s+(?:any\s+|an?\s+)?(?:personal|physical|real)\s+(?:experiences?|opinions?|feelings?|preferences?
      |emotions?|beliefs?|body)|I['’]?\s?a?m\s+(?:just\s+|only\s+)?an?\s+(?:AI|virtual|digital|chatbot|bot)\b
      |(?:want|need|would\s+like)\s+you\s+to\s+(?:act|be|play|pretend|behave|imagine)
      |you\s+(?:are|will\s+be|['’]ll\s+be)\s+(?:now\s+)?(?:an?|my|the)\s+(?:[\w-]+\s+){0,4}(?:AI|assistant|expert|copy\s?writer|writer|bot
      |chatbot|generator|tutor|interviewer|interviewee|specialist|consultant|professional|engineer|developer|marketer|agent|model
      |partner\s+in|simulator|GPT))\b
      |\[(?:your|my|insert|name|company|position|date|address|recipient)\b[^\]\n]*\]
      |\blinkedin\.com/\w|\b(?:phone|tel|e-?mail|contact\s+information)\b[^\n]{0,30}(?:\d{3}[\s.-]\d{3}|@\w)""",
    re.IGNORECASE | re.VERBOSE,
)
"""What an assistant says of itself or is told to be, what a form leaves open, what a letter of application
gives as an address: no owner speaks there."""
_NO_PERSON_HINTS = (
    "language model|intelligence| an ai|have personal|have any|have a personal|have real|"
    "have physical|want you to|need you to|like you to|you are a|you are my|you are the|you are now|"
    "you will be |you'll be |you’ll be |chatbot|virtual|digital| bot|[|linkedin|phone|tel:|mail|"
    "contact info"
).split("|")
"""Most turns hold none of these, and are spared the search for the pattern above."""
_LETTER = re.compile(
    r"""^[ \t]*(?:dear\s[^\n]{1,60},|to\s+whom\s+it\s+may\s+concern\b
      |(?:subject|from|to|sent|re|cc):\s)[^\n]*$""",
    re.IGNORECASE | re.VERBOSE | re.MULTILINE,
)
"""Where a letter begins; what follows it is the letter."""
_SIGNED = re.compile(
    r"^[ \t]*(?:(?:best|kind|warm)\s+regards|sincerely|yours\s+(?:sincerely|truly|faithfully)"
    r"|respectfully)\s*,?[ \t]*$",
    re.IGNORECASE | re.MULTILINE,
)
_SIGNED_HINTS = ("regards", "sincerely", "yours ", "respectfully")
_LABEL = re.compile(r"^[ \t]*[A-Z][\w.]*(?:[ ][\w.]+){0,2}:[ \t]+\S[^\n]*$", re.MULTILINE)
"""A line of a script, a form or a transcript: "Nurse: How are you?"."""
_LABELS = 3
"""From so many such lines on a text is one of these."""
_SARCASM = re.compile(
    r"(?:^|\s)/s\b|\b(?:yeah,?\s+right|as\s+if\b|said\s+no\s+one|sure,?\s+jan"
    r"|oh,?\s+(?:sure|great|joy|yeah,?\s+i\s+just)\b|not!|riiight"
    r"|because\s+i\s+(?:just\s+)?(?:totally|obviously))|🙄|\bsarcas",
    re.IGNORECASE,
)
_SECRET = "\0"
_LONGEST = 2000
"""Characters; a message that nobody types is a paste."""


def own_text(turn: str) -> str:
    """Blank whatever of a turn is not the owner's own word, secrets too; all of it where it is a play.

    Returns:
        A text in which every position is that of the turn; "" where nothing is left.
    """
    if (
        len(turn) > _LONGEST
        or _SURROGATE.search(turn)
        or _PLAY.search(turn)
        or _is_nobodys(turn.lower(), turn)
    ):
        return ""
    text = _without_foreign(turn)
    for start, stop in secret_spans(turn):
        text = text[:start] + _SECRET * (stop - start) + text[stop:]
    return text


def own_sentences(turn: str) -> Iterator[tuple[int, str]]:
    """Yield (start, sentence) for what the owner states in the first person and in their own words."""
    text = own_text(turn) if FIRST_PERSON.search(turn) else ""
    for start, stop in sentence_spans(text):
        sentence = text[start:stop]
        if (
            FIRST_PERSON.search(sentence)
            and _SECRET not in sentence
            and not _SARCASM.search(sentence)
            and not _TASK.match(sentence)
        ):
            yield start, sentence


def _is_nobodys(lowered: str, turn: str) -> bool:
    """True if an assistant, a role, a form or a letter speaks; most turns hold none of the words of one."""
    if any(hint in lowered for hint in _NO_PERSON_HINTS) and _NO_PERSON.search(turn):
        return True
    return any(hint in lowered for hint in _SIGNED_HINTS) and _SIGNED.search(turn) is not None


def _without_foreign(turn: str) -> str:
    text = turn
    if "`" in text or "~~~" in text or ">" in text or "|" in text:
        text = _FENCE.sub(_blank, text)
    if '"' in text or "“" in text or "'" in text or "‘" in text:
        text = _QUOTED.sub(_blank_speech, text)
    if ":" in text and len(_LABEL.findall(text)) >= _LABELS:
        text = _LABEL.sub(_blank, text)
    patterns = (_PASTES, _LETTER) if ":" in text else (_LETTER,) if "Dear " in text and "\n" in text else ()
    announced = [match.start() for pattern in patterns if (match := pattern.search(text))]
    return text[: min(announced)] + " " * (len(text) - min(announced)) if announced else text


def _blank(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", match.group())


def _blank_speech(match: re.Match[str]) -> str:
    said = match.group()
    return _blank(match) if len(said.split()) > _TITLE or FIRST_PERSON.search(said) else said
