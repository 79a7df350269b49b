"""Stretches of a message with another voice, by what introduces, labels or signs them.

Somebody's saying or writing before a colon, the name of somebody's text, a labelled dialogue, stamps of a
chat or of subtitles, a byline, "says Ana" behind it, a game or a story that its writer plays in.
"""

import re
from collections.abc import Iterator

from daybook.conversation.authorship import Mode, Stretch
from daybook.text.english.patterns import cased_regex, regex
from daybook.text.english.sentences import sentence_spans

FIRST_PERSON = regex(r"""
    \b(?:i|i['’]?m|i['’]?ve|im|my|mine|we|our|me|(?:it|that)(?:['’]?s| is) [\w'’ -]{2,30},\s*not)\b
""")
_SAYS = """
    (?:says?|said|writes?|wrote|e-?mail(?:ed|s)|text(?:ed|s)|messag(?:ed|es)|mail(?:ed|s)|post(?:ed|s)
    |tweet(?:ed|s)|sent|sends|left|leaves|told|tells|repl(?:ied|ies)|answer(?:ed|s)|add(?:ed|s)|report(?:ed|s)
    |announce[ds]|remark(?:ed|s)|explain(?:ed|s)|recall(?:ed|s)|dictate[ds]|shout(?:ed|s)|yell(?:ed|s))"""
_OTHER = r"""
    (?![^.:!?\n]{0,40}\b(?:doctor|gp|nurse|allergist|consultant|physician|tests?|results?)\b)
    (?:(?:my|our|the|his|her|their|this|some|an?) (?:[\w-]+ ){0,2}?[\w-]+|he|she|they
    |(?-i:(?!(?:I|We|You)\b)[A-Z][\w-]+))"""
"""Who is not the writer; what doctors and tests say is said of the writer."""
_TEXT = r"""
    (?:e-?mails?|mails?|letters?|messages?|texts?|posts?|tweets?|comments?|reviews?|tickets?|essays?|homework
    |diar(?:y|ies)|journals?|profiles?|bio|biography|cv|r[ée]sum[ée]s?|testimonials?|statements?|transcripts?
    |quotes?|excerpts?|chapters?|novels?|poems?|songs?|lyrics|verses?|scripts?|interviews?|captions?
    |subtitles?|articles?|blogs?|stor(?:y|ies)|speech(?:es)?|voice-?mails?|notes?|applications?|memoirs?
    |autobiography|paragraphs?|passages?|monologues?|answers?|adverts?|ads?)"""
_INTRODUCES = regex(rf"""
    (?m)(?:^|(?<=[.!?]\s))(?:
    (?:[^\n.!?:]{{0,30}}\b)?{_OTHER} (?:(?!I\b|we\b)\w+ ){{0,2}}?{_SAYS}\b[^\n:.!?]{{0,50}}:
    |(?:here(?:['’]?s| is| are)|this is|below is|from|an? extract (?:from|of))
     [^\n.!?:]{{0,40}}\b[\w-]+(?:['’]s|s['’]) (?:[\w-]+ ){{0,2}}?{_TEXT}\b[^\n.!?:]{{0,60}}[.!?:\n]
    |[^\n.!?:]{{0,40}}\b(?:[\w-]+(?:['’]s|s['’])|his|her|their|this|an?) (?:[\w-]+ ){{0,2}}?{_TEXT}\b
    [^\n.!?:]{{0,40}}:
    |(?P<item>\W{{0,3}}[A-Za-z]+ (?:no\.? |number )?\#?\d+\b[^\n.!?:]{{0,30}}:)
    |\W{{0,3}}(?:\d(?:[.,]\d)?|one|two|three|four|five)(?:\s?/\s?5| out of (?:5|five))? stars?\b
    [^\n.!?:]{{0,30}}[.!:\n]|[★⭐][★⭐☆ ]{{0,8}}
    )
""")
"""Ends where another's words begin: "Karen emailed:", "From my aunt's letters.", "Ticket 12:", "1 star."."""
_MAIL_LINE = regex(r"""
    (?m)^[ \t>]*+on [^\n]{6,120}\bwrote:[ \t]*+$
""")
"""The line that a mail program puts above what it quotes: "On Tue, 3 Feb 2026 at 10:12, Bram wrote:"."""
_POINTS = regex(r"\b(?:this|these|below|the following|here)\b")
_ORIGIN = regex(rf"""
    \b(?:it|this|that|these|they)(?:['’]?s| is|['’]re| are) (?:\w+ ){{0,4}}?(?:from|by) (?!me\b|us\b|\w+ing\b)
    |\b{_OTHER} (?:\w+ ){{0,4}}?{_SAYS}\b (?:(?!to\b)\w+ ){{0,3}}?(?:this|these|the following|below)\b
    |\b(?:this|these|here)(?:['’]?s| is| are) what {_OTHER} (?:\w+ ){{0,4}}?{_SAYS}\b
    |\b(?:got|received|found|saw|read|came across) (?:this|these)(?=\W*(?:$|from|in|on|at|by|via|as|today
    |yesterday|this|last)\b|[:.!\n])
    |\bthis (?:(?:came|appeared|stood|hung|arrived) (?:\w+ ){{0,2}}?|(?:was|is) )(?:in|on|under|at|through)
     (?!my\b)
    |\b{_TEXT} (?:of|by|from) (?!my\s?self\b|mine\b){_OTHER}
""")
"""Says of a text that is pointed at where it comes from: "found this in", "it's from one of my students"."""
_INTRODUCTION = 40  # words
_FOLLOWING = regex(r"\bthe following(?=\W*(?:$|in|into|to|for|from|as|text|and)\b)")
_BYLINE = cased_regex(r"""
    (?m)^[ \t]*+(?:[Ww]ritten |[Pp]osted )?(?:[Bb]y|Author:)[ \t]++
    [A-Z][\w.'’-]*(?:[ \t]++[\w.'’-]+){0,3}[ \t]*+$
""")
_SIGNATURE = cased_regex(r"""
    (?m)^[ \t]*+(?:[—–―~]|--)[ \t]*+[A-Z][\w.'’-]*(?:[ \t]++[\w.,'’()-]+){0,5}[ \t]*+$
""")
_ATTRIBUTED = regex(rf"""
    [,;—–”"-]\s*(?:as )?(?:{_SAYS} {_OTHER}|{_OTHER} {_SAYS}(?: (?:me|us))?)(?: (?:to|in|on|last|this
    |yesterday|today|once)\b[^,.!?\n]{{0,40}})?[.!?]?$
""")
_WRITTEN_BY = regex(rf"""
    (?m)^[ \t]*+(?:\(|[—–―]|--)[ \t]*+[^\n()]{{0,40}}\b(?:{_OTHER} {_SAYS}\b|(?:by|from) {_OTHER})[^\n]*$
""")
"""A line in brackets or behind a dash that says who wrote what stands above it."""
_LABEL = re.compile(
    r"^[ \t]*+(?P<label>[A-Z][\w.]*(?:[ ][\w.]+){0,2}):[ \t]++(?P<said>\S[^\n]*)$", re.MULTILINE
)
"""A line of a script, a form or a transcript: "Nurse: How are you?"."""
_OWN_LABEL = regex(r"(?:my|our)\b")
_LOGGED = cased_regex(r"""
    (?m)^[ \t]*+\[?\d{1,4}[./:-]\d{1,2}[^\n\]:]{0,12}[^\n\]]{0,16}\]?[ \t-]*[^\W\d][\w .]{0,30}:[ \t]\S[^\n]*$
""")
"""A line of a chat's log: "[12/03/26, 10:11] Anna: I'm late"."""
_LABELS = 3  # from so many such lines on a text is one of these; two are where they talk
_ASIDE = regex(r"""
    (?:updates?|p\.?s|p\.?p\.?s|notes?|edit|fyi|btw|nb|tl|question|reminder|context|background|goal|problem
    |correction|also|facts?|allerg\w*|diet\w*|food|location|name|age|job|work|home|health|hobb\w*|family
    |today|yesterday|tomorrow|first|second|then|\w+day)(?: .*)?
""")
"""Text before a colon that names no speaker."""
_CUE = re.compile(r"^[ \t]*+\d[\d:.,]*+[ \t]*+-->[^\n]*+(?:\n[ \t]*+\S[^\n]*+)*+", re.MULTILINE)
"""Times of a subtitle and the lines below them."""
_RECEIPT = regex(r"""
    (?m)^[ \t]*+(?:delivered|seen|read|sent|typing|edited)(?:[ \t]++(?:at[ \t]++)?\d{1,2}[:.]\d\d)?
    (?:[ \t]?[ap]m)?[ \t.…]*$
""")
_NAMED_STAMP = re.compile(
    r"^[ \t]*+[A-Z][\w.'’-]*(?: [\w.'’-]+){0,2}[ ,]*+[(\[]?\d{1,2}[:.]\d\d(?: ?[AaPp][Mm])?[)\]]?[ \t]*+:?$",
    re.MULTILINE,
)
"""A line with who wrote and when, above the words: "Anouk (10:31)"."""
_STAMP = re.compile(r"^\W{0,3}\d{1,2}[:.]\d\d\b[^\n.!?]{0,40}$", re.MULTILINE)
_COMMENT = re.compile(r"^[ \t]*+(?:#|//|--|\*|<!--|;)[^\n]*$", re.MULTILINE)
_FRAME = regex(r"""
    \bin (?:(?:my|our) (?:[\w&'’-]+ ){0,3}?(?:novel|story|book|film|movie|play
    |screenplay|script|comic|dream|musical|fanfic\w*|poem|song)|(?:my|our|the|this|an?) (?:[\w&'’-]+ ){0,3}?
    (?:campaign|game|role[\s-]?play|larp|simulation|scenario|sketch))\b,?\s
    (?:I(?:['’]m| am| play| live| have| work)|my (?:name|character)|we(?:['’]re| are| live))\b
""")
"""Says that what follows is so in a story or a game."""
_THE_USER = regex(r"\bthe user(?:['’]s)?\b")
_ABOUT_TEXT = regex(rf"""
    \b(?:this|that|these|those) (?:\w+ ){{0,3}}?{_TEXT}\b
    |\b(?:which|what) {_TEXT} (?:is|was|are) (?:this|that|it)\b
    |\bthe (?:lines|verses?|subtitles?|captions?|lyrics)\b
""")
_SHORT_TASK = 20  # words of a task that may stand behind its text
_ASKS_WORK = regex(r"""
    \?|^\W*(?:please |now |and |so |just |can you )*(?:answer|reply|respond|make|turn|put|rate|tag|sort
    |summari|translat|rewrite|shorten|explain|classify|read|fix|check|continue|finish)
""")
SIGN_OFF = regex(r"""
    (?m)^[ \t]*+(?:(?:best|kind|warm|warmest|many)(?:[ \t]++(?:regards|wishes|thanks))?|regards|sincerely
    |yours[ \t]++\w+|cheers|love|thanks|respectfully),?(?:[ \t]++[^\n]{1,40}|[ \t]*+\n[ \t]*+[^\n]{1,40})$
""")
"""The end of a letter with the name below it."""
_BREAK = re.compile(r"\n[ \t]*+\n[ \t]*+\n|\n[ \t]*+[-*_=]{3,}[ \t]*+\n")
"""Where a message leaves a text that was put into it."""


def end_of(text: str, start: int) -> int:
    """Say where a text ends and its sender goes on: below a letter's name, at a break, before a question."""
    signed = SIGN_OFF.search(text, start)
    if signed:
        return signed.end()
    parted = _BREAK.search(text, start)
    if parted and text[start : parted.start()].strip():
        return parted.start()
    last = text.rstrip().rfind("\n\n")
    coda = text[last:].strip()
    return last if last > start and coda.endswith("?") and "\n" not in coda else len(text)


def is_quotation(text: str, start: int) -> bool:
    """True if a quotation begins there, which is blank if somebody speaks in it."""
    return text[start:].startswith("   ") or text[start:].lstrip(" ")[:1] in tuple("\"“«„‘'")


def introduced(text: str) -> Iterator[Stretch]:
    """Find what stands behind somebody's saying or writing, or behind the name of somebody's text.

    A quotation that follows is all that was introduced. Without a colon, the first
    paragraph introduces what it points at and says the origin of; its first line, what it asks work on, and a
    sentence with "the following" all behind it.
    """
    match = _INTRODUCES.search(text)
    if match and not is_quotation(text, match.end()):
        mode = Mode.SENT if match["item"] else Mode.QUOTED
        yield Stretch(match.end(), end_of(text, match.end()), mode)
    paragraph, _, rest = text.partition("\n\n")
    is_short = len(paragraph.split()) <= _INTRODUCTION
    if rest.strip() and is_short and _POINTS.search(paragraph) and _ORIGIN.search(paragraph):
        start = len(paragraph)
        yield Stretch(start, end_of(text, start), Mode.QUOTED)
    line, _, rest = text.partition("\n")
    is_short = len(line.split()) <= _SHORT_TASK
    if rest.strip() and is_short and _ABOUT_TEXT.search(line) and _ASKS_WORK.search(line):
        yield Stretch(len(line), end_of(text, len(line)), Mode.GIVEN)
    sentence = sentence_spans(text)[0] if "following" in text else (0, 0)
    if _FOLLOWING.search(text, *sentence) and text[sentence[1] :].strip():
        yield Stretch(sentence[1], end_of(text, sentence[1]), Mode.GIVEN)


def signed(text: str) -> Iterator[Stretch]:
    """Find what stands under a byline, above a name or before "says Ana"."""
    byline = _BYLINE.search(text)
    if byline:
        yield Stretch(0, end_of(text, byline.end()), Mode.PASTED)
    for name in _SIGNATURE.finditer(text):
        above = text.rfind("\n\n", 0, name.start()) + 1
        if text[above : name.start()].strip() and not _SIGNATURE.search(text, above, name.start()):
            yield Stretch(above, name.end(), Mode.QUOTED)
    for name in _WRITTEN_BY.finditer(text):
        said = text[: name.start()].rstrip()
        yield Stretch(said.rfind("\n\n") + 1, name.end(), Mode.QUOTED)
    for start, stop in sentence_spans(text):
        if _THE_USER.search(text, start, stop) or _ATTRIBUTED.search(text[start:stop]):
            yield Stretch(start, stop, Mode.QUOTED)


def dialogues(text: str) -> Iterator[Stretch]:
    """Find the lines of a script, a transcript, a chat's log or its picture, and of subtitles."""
    yield from (Stretch(*cue.span(), Mode.PASTED) for cue in _CUE.finditer(text) if "-->" in text)
    for above in filter(None, (_MAIL_LINE.search(text), _NAMED_STAMP.search(text))):
        yield Stretch(above.start(), end_of(text, above.end()), Mode.FORWARDED)
    labels = _LABEL.finditer(text) if ":" in text else ()
    labelled = [line for line in labels if not _OWN_LABEL.match(line["label"])]
    talking = [line for line in labelled if not _ASIDE.fullmatch(line["label"])]
    if len(labelled) < _LABELS and not (
        len(talking) > 1 and any(FIRST_PERSON.search(line["said"]) for line in talking)
    ):
        labelled = list(_LOGGED.finditer(text)) if ":" in text else []
    yield from (Stretch(*line.span(), Mode.PASTED) for line in labelled)
    receipts = list(_RECEIPT.finditer(text))
    stamps = [*receipts, *_STAMP.finditer(text)] if receipts else []
    if len(stamps) > 1:
        first, last = min(stamp.start() for stamp in stamps), max(stamp.end() for stamp in stamps)
        yield Stretch(first, last, Mode.PASTED)


def framed(text: str) -> Iterator[Stretch]:
    """Find what is said inside of a story or a game: from its sentence to the end of the paragraph."""
    for match in _FRAME.finditer(text):
        end = text.find("\n\n", match.end())
        yield Stretch(match.start(), end if end >= 0 else len(text), Mode.PLAYED)


def before_a_task(text: str) -> Iterator[Stretch]:
    """Find the text that the last sentence of a message asks to be worked on or asks about."""
    spans = sentence_spans(text)
    if len(spans) < 2:
        return
    start, stop = spans[-1]
    task = text[start:stop]
    if len(task.split()) <= _SHORT_TASK and _ABOUT_TEXT.search(task) and _ASKS_WORK.search(task):
        yield Stretch(0, start, Mode.GIVEN)


def comments(text: str) -> Iterator[Stretch]:
    """Find the lines that are comments, of a text that has code."""
    yield from (Stretch(*match.span(), Mode.PASTED) for match in _COMMENT.finditer(text))
