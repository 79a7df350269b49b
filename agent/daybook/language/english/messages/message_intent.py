"""What a chat message wants: to be kept, to be answered, to have something forgotten, or to say yes or no."""

import re

from daybook.conversation.language import ForgetRequest, Intent, WithholdRequest
from daybook.language.english.questions.question_content import speaks_of_asker
from daybook.language.english.questions.stand_alone_form import leans_on_dialogue
from daybook.language.english.sentences import sentence_spans
from daybook.language.english.words import IRREGULAR_PAST, STOP_WORDS, words_of

_ASKS = re.compile(
    r"""^\W*(?:(?:so|and|but|also|ok|okay|well|hey|hi|hello|please|sorry|actually|by\sthe\sway|btw
        |i(?:\s+was|\s+am|['’]m)\s+(?:just\s+)?(?:wondering|curious|trying\s+to\s+remember))\b[\s,]*)*
    (?: (?:who|whom|whose|what|which|when|where|why|how)\b(?!\s+(?:a|an|i|we|he|she|they)\b)
      | (?:what|who|where|when|how)(?:['’]?s|['’](?:re|d))\b
      | (?:do|does|did|is|are|was|were|am|can|could|will|would|should|shall|have|has|had|may|might)
        (?:n['’]t)?\s+(?:i|you|we|he|she|it|they|there|this|that|these|those|the|my|our|your|any|some
          |\w+ing)\b
    )""",
    re.IGNORECASE | re.VERBOSE,
)
_ASKS_TO_RECALL = re.compile(
    r"""\b(?: remind\s+me\s+(?:again\s+)?(?:of|about|what|which|who|whose|where|when|how|why|if|whether)\b
      | (?:tell|show|give)\s+me\s+(?:again\s+)?(?:what|which|when|where|who|how|everything|all)\b.{0,40}
        \b(?:i|my|we|our|you)\b
      | (?:do|can|could)\s+you\s+(?:still\s+)?(?:remember|recall)\b
      | (?:tell\s+me|give\s+me|show\s+me|look\s+up|find|check|confirm|dig\s+out|what\s+about)
        \s+(?:again\s+)?(?:my|our)\b
      | (?:check|look\s+up|confirm|jog\s+my\s+memory:?)\s+(?:what|which|who|whose|where|when|how)\b.{0,60}
        \b(?:i|my|we|our)\b
      | what\s+do\s+you\s+(?:know|remember)\s+about\b
      | (?:list|summari[sz]e|count|total)\s+(?:up\s+)?(?:all\s+)?(?:of\s+)?(?:the\s+\w+\s+i\b|my\b)
    )""",
    re.IGNORECASE | re.VERBOSE,
)
_ASKS_IN_PASSING = re.compile(
    r"""(?:^|[,;:–—]|\s-)\s*(?:(?:and|so|but|or|then|again|please|quick(?:ly)?)\s+)*
      (?: what['’]?s\b | (?:where|when|who|how)['’]?s\s+(?:it|he|she|that|this|the|my|our|[A-Z])\b
        | (?:what|how|which|whose)\s+(?:(?!i\b|we\b|you\b|he\b|she\b|they\b|it\b|to\b)[\w'’-]+\s+){0,4}?
          (?<!which\s)(?:is|are|was|were|do|does|did|has|have|had|can)\b
        | (?:where|when|why|who)\s+(?:is|are|was|were|do|does|did|has|have|had|can)
          \s+(?:i|it|we|he|she|they|my|our|the)\b )
    | \b(?:forg[eo]t|forgotten|no\s+(?:idea|clue)
        |(?:not|never|ca?n['’]?t|cannot|don['’]?t)\s+(?:\w+\s+)?(?:sure|certain|remember|recall
          |know)(?:\s+any\s?more)?)
      \s*(?:of\s+|about\s+)?
      (?: (?:what|which|who|whose|where|when)\b(?!\s+to\b)(?!['’]) | how\s+(?:much|many|old|often|long|far
        |tall|big)\b
        | (?:his|her|its|their|the|my|our)\s+(?:[\w'’]+\s+){0,2}(?:names?|numbers?|date|address|code|time
          |size|password)\b )
    """,
    re.IGNORECASE | re.VERBOSE,
)
"""A question behind something told, without its mark, or the remark that one does not know something."""
_OPENS_WITH_ASKING = re.compile(
    r"\W*(?:remind\s+me|not\s+sure|no\s+(?:idea|clue)|(?:i\s+(?:have\s+|always\s+|keep\s+)?"
    r"|i['’]ve\s+)?forg[eo]t(?:ten)?"
    r"|i\s+(?:can['’]?t|don['’]?t)\s+(?:remember|recall))\b[,\s]*(?:of|what|which|who|whose|where|when"
    r"|how)\b",
    re.IGNORECASE,
)
_ASKS_FOR_WORK = re.compile(
    r"""^\W*(?:(?:please|now|ok|okay|so|and|then|hey|hi)\b[\s,]*)*
    (?: (?:can|could|would|will)\s+you\s+(?:please\s+)?(?!remember|recall|remind)\w+
      | (?:write|draft|explain|translate|summari[sz]e|suggest|recommend|give|show|tell|help|make|create
        |generate|calculate|compare|describe|list|find|fix|rewrite|plan|convert|define|solve|compose
          |provide|outline
        |teach|walk|brainstorm|recap|review|check|search|look\s+up|come\s+up|continue|go\s+on|try\s+again
        |pretend|imagine|act\s+as)\b(?!-)
      | i(?:\s+need|\s+want|\s+would\s+like|['’]d\s+like)\s+you\s+to\b
    )""",
    re.IGNORECASE | re.VERBOSE,
)
_TO_BE_KEPT = re.compile(
    r"^\W*(?:please\s+|also\s+)*(?:remind\s+me\s+(?:that|to)\b|(?:make\s+a\s+)?note\s+(?:that|to)\b|keep\s+in\s+mind\b"
    r"|(?:do\s+not|don['’]?t)\s+(?:let\s+me\s+)?forget\s+(?:that|to|about|the|my)\b)",
    re.IGNORECASE,
)
"""Opens what is told to be kept, though it is worded as a command."""
_COMMANDS = re.compile(
    r"""^\W*(?:(?:please|kindly|now|ok|okay|so|and|then|well|hey|hi|also|just)\b[\s,]*)*
    (?: let['’]?s\b | let\s+us\b | be\b | (?:do\s+not|don['’]t)\s+(?P<forbidden>[a-z]+)\b
      | (?P<verb>[a-z]+)(?<!ed)(?<!ly)(?<![^s]s)(?:\s+(?:up|off|on|out|down|back|over|away))?
        \s+(?:me|us|it|them|a|an|some|any|another|all|this|that|these|those|the|my|your|yourself)\b
    )""",
    re.IGNORECASE | re.VERBOSE,
)
_TELLS_OF_ONESELF = frozenset(
    "love like hate need want wish hope miss enjoy prefer feel think know guess believe live work own owe "
    "have mean doubt suppose reckon bet get remember understand mind care hurt quit".split()
)
"""Verbs that open a statement whose "I" was left out: "love the new flat", "don't like coffee"."""
_OPENS_OTHERWISE = STOP_WORDS | set(
    "across along although among around behind beside besides beyond despite double every except half inside "
    "instead like maybe near never nearly outside past per perhaps quite since still though throughout till "
    "today tomorrow tonight toward towards twice unless whether without yes yesterday yet ah hmm lol oh omg "
    "wow yeah well also okay ok hey hi later somehow thank thanks".split()
)
"""Words before "the" or "a" that are no verbs."""
_IS_OVER = re.compile(
    r"\b(?:yesterday|ago|earlier|last\s+(?:week|weekend|month|year|night|\w+day)|this\s+morning)\b",
    re.IGNORECASE,
)
"""Tells "put the bins out yesterday" from the same words as a command."""
_NOT_BARE = re.compile(rf"{IRREGULAR_PAST}|\w*[aeiouy]\w*ing")
"""A form of a verb that commands nothing: "gave", "going"; "sing" is bare."""
_PLEASANTRIES = {
    "Hello.": r"hi|hello|hey|hiya|good\s?(?:morning|afternoon|evening|day)|morning|evening",
    "I am well, thank you.": r"how\s+are\s+you(?:\s+(?:doing|today))?|how(?:['’]?s|\s+is)\s+it\s+going",
    "You're welcome.": r"thanks?|thank\s+you|cheers",
    "Goodbye.": r"(?:good)?\s?bye|good\s?night|(?:see|talk\s+to)\s+(?:you|ya)|talk|take\s+care",
}
"""What is replied to which; nothing of it is kept as said."""
_HELLO = tuple(_PLEASANTRIES)[:2]
_GREETS = re.compile(
    rf"\W*(?:(?:{'|'.join(_PLEASANTRIES.values())}|lol|haha|ok|okay|great|cool|nice|yes|no|there"
    r"|(?:so|very)\s+much|a\s+lot|again|all|later|soon|tomorrow|for\s+now)\b\W*)+",
    re.IGNORECASE,
)
_FRAME = re.compile(
    r"""^\W*(?:(?:so|and|but|also|ok|okay|well|hey|hi|please|sorry|actually|again|btw|wait)\b[\s,]*)*
    (?: (?:(?:who|whom|what|when|where|which|why|how)\b[\w\s'\u2019-]{0,40}?\s)?
        (?:do|did|am|are|was|were|have|had|will)\s+(?:i|we)\b
      | (?:who|what|when|where|which|how\s+\w+)(?:['\u2019]s|\s+(?:is|are|was|were))\s+(?:my|our)\b
    )(?=[^?]*\?\W*$)""",
    re.IGNORECASE | re.VERBOSE,
)
_ASKS_WHAT_WAS_SAID = re.compile(
    r"\b(?:did|have|had)\s+(?:i|we)\s+(?:ever\s+|already\s+|just\s+)?(?:say|said|tell|told|mention|mentioned)\b[^?]*\?\s*$",
    re.IGNORECASE,
)
_OF_ASKING = re.compile(
    r"\b(?:ask|asks|asked|asking|questions?|wonder\w*|want(?:ed)?\s+to\s+know|inquir\w+)\b", re.IGNORECASE
)
_FIRST_PERSON = re.compile(r"\b(?:i|my|mine|myself|we|us|our|ours)\b", re.IGNORECASE)
_SAID_BEFORE = re.compile(
    r"""\b(?: you\s+(?:\w+ly\s+)?(?:said|told|mentioned|recommended|suggested|gave|advised|listed|wrote
        |explained|described|proposed|called)
      | (?:did|had|have)\s+you\s+(?:say|said|tell|told|mention|mentioned|recommend|recommended|suggest
        |suggested|give|given|advise|advised|list|listed)
      | (?:earlier|previous|last|past)\s+(?:chat|conversation|discussion|session|time)
      | your\s+(?:recommendation|suggestion|advice|answer|list|plan)s?
    )\b""",
    re.IGNORECASE | re.VERBOSE,
)
_MAY_BE_TOLD = re.compile(
    r"\b(?:where|when|which|who|what\s+(?:time|day|number))\b.{0,30}\b(?:can|may)\s+(?:i|we)\b"
    r"|\bhow\s+do\s+(?:i|we)\b",
    re.I,
)
"""Asks for what one knows of one's own life, or for advice: "how do I take my coffee"."""
_SHORT, _MOST_QUESTIONS = 40, 3
"""Words of a message that is looked up whole, and texts that are looked up for one message."""
_WANTS_ADVICE = re.compile(
    r"\b(?:should|could|can|shall|may|might|would)\s+(?:i|we)\b|\bhow\s+(?:do|to|can|could|would)\s+(?:i"
    r"|we)\b"
    r"|\b(?:any|some)\s+(?:tips|ideas|advice|suggestions|recommendations)\b",
    re.IGNORECASE,
)
_POLITE = (
    r"(?:(?:ok|okay|so|and|now|please|hey|actually|oh|well|then|could|can|would|will|you|just|kindly)"
    r"\b[\s,]*)*"
)
_MEMORY = r"(?:your|the)\s+(?:memory|notes|records?|ledger)"
_THAT = (
    r"(?:that|this|it|what\s+i\s+(?:just\s+)?(?:said|told\s+you|wrote)(?:\s+just\s+now)?|my\s+last\s+message)"
)
_KEEP = r"(?:remember|keep|store|save|record|memori[sz]e|write\s+down|note(?:\s+down)?)"
_WITHHOLD = re.compile(
    rf"""(?<!\bi\s)(?<!\bwe\s)\b
    (?: (?:do\s+not|don['’]?t|never)\s+
        (?:{_KEEP}\s+(?:{_THAT}|any\s+of\s+(?:this|that))|write\s+(?:this|that|it)\s+down)
        (?=\s*(?:$|[.,:;!?()-]|but\b|because\b|please\b|and\b|though\b))
      | off\s+the\s+record\b
      | keep\s+(?:this|that)\s+out\s+of\s+{_MEMORY}\b
    )(?P<after>.*)""",
    re.IGNORECASE | re.VERBOSE | re.DOTALL,
)
_FORGET = re.compile(
    rf"""^\W*{_POLITE}
    (?: (?:forget|unlearn)\s+(?:all\s+|everything\s+)?(?P<forget>.+?)
      | (?:delete|erase|remove|wipe)\s+(?P<delete>.+?)\s+(?:from|out\s+of)\s+{_MEMORY}
      | (?:delete|erase|remove|wipe)\s+(?P<all>(?:everything|all|what)\s+.+?)
      | (?:do\s+not|don['’]?t)\s+(?:remember|keep)\s+
        (?P<keep>(?:my|our|that\s+i)\s+.+?)(?:\s+any\s*(?:more|longer))?
    )(?:\s+(?:from|out\s+of|in)\s+{_MEMORY})?\s*[.!?]*\s*$""",
    re.IGNORECASE | re.VERBOSE | re.DOTALL,
)
_IDIOM = re.compile(
    r"(?:it|about\s+it|to\b.*|how\b.*|the\s+(?:rest|question)|i\s+(?:asked|mentioned)|for\s+a\s+(?:moment"
    r"|minute).*)",
    re.IGNORECASE | re.DOTALL,
)
_LEADING = re.compile(
    r"^(?:about|that|what(?:ever)?\s+(?:i|you)\s+(?:said|told\s+you|know|have|remember|wrote)"
    r"(?:\s+(?:about|on))?|(?:everything|all)\s+(?:about|on|that\s+has\s+to\s+do\s+with)"
    r"|(?:you\s+)?know\s+about)\s+",
    re.IGNORECASE,
)
_OWN = re.compile(r"^(?:my|our)\s+", re.IGNORECASE)
_FEWEST = 1
"""A message with more words than that beside the request says something itself: "please" does not."""
_YES = re.compile(
    r"\W*(?:y|yes|yeah|yep|sure|ok|okay|confirm(?:ed)?|do\s+(?:it|so|that)|go\s+ahead|forget\s+(?:it|that"
    r"|them)|please"
    r"|i\s+am\s+sure|i['’]m\s+sure)(?:\W+(?:please|yes|do\s+(?:it|so|that)|forget\s+(?:it|that|them)"
    r"|thanks?))*\W*",
    re.IGNORECASE,
)
_NO = re.compile(
    r"\W*(?:n|no|nope|nah|never|no\s+way|(?:please\s+)?(?:do\s+not|don['’]t)|better\s+not"
    r"|(?:i['’]d\s+|i\s+would\s+)?rather\s+not)(?:\W+(?:thanks?|thank\s+you|please|never|no|don['’]t"
    r"|do\s+not))*\W*",
    re.IGNORECASE,
)


def intent_of(message: str) -> Intent:
    """Tell by rules what a chat message wants.

    A sentence asks when it ends with a question mark or opens like a question. It asks memory when it
    speaks of the speaker's own life in the past or present, or of what was said before; "how do I …"
    and "should I …" ask the world. A message that states something and then asks counts by what it
    asks. A bare greeting tells nothing, and nor does a command: "sing me a song".
    """
    intent = Intent.OTHER if pleasantry(message) else Intent.STATEMENT
    for start, stop in sentence_spans(message):
        sentence = message[start:stop]
        if (_SAID_BEFORE.search(sentence) and _asks(sentence)) or _ASKS_TO_RECALL.search(sentence):
            return Intent.RECALL
        if _asks(sentence):
            if speaks_of_asker(sentence) and not _WANTS_ADVICE.search(sentence):
                return Intent.RECALL
            intent = Intent.OTHER
        elif _TO_BE_KEPT.match(sentence):
            intent = Intent.STATEMENT
        elif _ASKS_FOR_WORK.search(sentence) or _commands(sentence):
            intent = Intent.OTHER
        elif _ASKS_IN_PASSING.search(sentence):
            if speaks_of_asker(sentence):
                return Intent.RECALL
            intent = Intent.OTHER
    return intent


def questions_in(message: str) -> tuple[str, ...]:
    """Give what a message asks of which memory may know, each part worded so that it can be looked up.

    A message that is short is one of them as a whole; a sentence that leans on the one before it brings that
    along. A message that asks for work or for advice has none, unless it asks to be reminded.
    """
    sentences = [message[start:stop] for start, stop in sentence_spans(message)]
    asking = [place for place, sentence in enumerate(sentences) if _asks_of_memory(sentence)]
    if not asking or (intent_of(message) is not Intent.RECALL and any(map(_wants_work, sentences))):
        return ()
    parts = [
        f"{sentences[place - 1]} {sentences[place]}"
        if place and leans_on_dialogue(sentences[place])
        else sentences[place]
        for place in asking
    ]
    parts = [part for part in parts if words_of(part)]
    if not parts:
        return ()
    whole = [message] if len(message.split()) <= _SHORT else []
    return tuple(dict.fromkeys([*whole, *parts]))[:_MOST_QUESTIONS]


def _asks_of_memory(sentence: str) -> bool:
    if _ASKS_TO_RECALL.search(sentence) or _ASKS_IN_PASSING.search(sentence):
        return True
    return _asks(sentence) and (not _wants_more(sentence) or _MAY_BE_TOLD.search(sentence) is not None)


def _wants_more(sentence: str) -> bool:
    """True if a sentence asks for work or for advice, which what was told bears on and does not answer."""
    return bool(_ASKS_FOR_WORK.search(sentence) or _WANTS_ADVICE.search(sentence))


def _wants_work(sentence: str) -> bool:
    return _wants_more(sentence) and not _MAY_BE_TOLD.search(sentence)


def pleasantry(message: str) -> str:
    """Give the reply to a message that is a greeting, a thanks or the like, and nothing else; else ""."""
    if _GREETS.fullmatch(message) is None:
        return ""
    replies = [
        reply
        for reply, said in _PLEASANTRIES.items()
        if re.search(rf"\b(?:{said})\b", message, re.IGNORECASE)
    ]
    if not replies:
        return "All right."
    what_next = ["Tell me something, or ask what you told me."] if {*_HELLO} & {*replies} else []
    return " ".join([*replies, *what_next])


def is_in_first_person(message: str) -> bool:
    """True if a message speaks of its writer as "I" or "we"; "tell me" alone does not."""
    return _FIRST_PERSON.search(message) is not None


def only_asks(message: str) -> bool:
    """True if every sentence of a message asks something, so that it tells nothing."""
    sentences = (message[start:stop] for start, stop in sentence_spans(message))
    return all(_asks(sentence) or _OPENS_WITH_ASKING.match(sentence) for sentence in sentences)


def is_bare_question(sentence: str) -> bool:
    """True if a sentence only asks memory, about its writer or what they said before, and tells nothing."""
    if _ASKS_TO_RECALL.search(sentence) or _ASKS_WHAT_WAS_SAID.search(sentence):
        return True
    framed = _FRAME.match(sentence)
    return framed is not None and not _FIRST_PERSON.search(sentence, framed.end())


def asks_about_asking(question: str) -> bool:
    """True if a question is about what was asked."""
    return _OF_ASKING.search(question) is not None


def _asks(sentence: str) -> bool:
    return sentence.rstrip("\"')] ").endswith("?") or bool(_ASKS.search(sentence))


def _commands(sentence: str) -> bool:
    """True if a sentence opens with a verb in its bare form and what it is to be done to."""
    found = _COMMANDS.match(sentence)
    if found is None or _IS_OVER.search(sentence):
        return False
    if found["forbidden"]:
        return found["forbidden"].lower() not in _TELLS_OF_ONESELF
    verb = (found["verb"] or "").lower()
    return verb not in _TELLS_OF_ONESELF and verb not in _OPENS_OTHERWISE and not _NOT_BARE.fullmatch(verb)


def request_of(message: str) -> ForgetRequest | WithholdRequest | None:
    """Tell by rules whether a message asks memory to forget or not to keep something.

    "Forget it", "don't forget to call" and "I forgot my keys" ask nothing of the kind.
    """
    withheld = _WITHHOLD.search(message)
    if withheld is not None:
        around = (message[: withheld.start()] + withheld["after"]).strip(" \t\n.,;:!?-")
        return WithholdRequest(this=len(around.split()) > _FEWEST)
    asked = _FORGET.match(message)
    if asked is None:
        return None
    named = next(text for text in asked.group("forget", "delete", "all", "keep") if text)
    if _IDIOM.fullmatch(named.strip(" .!?,")):
        return None
    if re.fullmatch(_THAT, named, re.IGNORECASE):
        return ForgetRequest("")
    about = named.strip()
    while (shorter := _LEADING.sub("", about, count=1)) != about:
        about = shorter
    return ForgetRequest(_OWN.sub("", about).strip(" .!?,\"'"))


def says_yes(message: str) -> bool:
    """True if a message only agrees."""
    return _YES.fullmatch(message) is not None


def says_no(message: str) -> bool:
    """True if a message only declines."""
    return _NO.fullmatch(message) is not None
