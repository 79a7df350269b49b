"""What a chat message wants: to be kept, to be answered, to have something forgotten, or to say yes or no."""

import re

from daybook.conversation.language import ForgetRequest, Intent, WithholdRequest
from daybook.text.english.patterns import regex
from daybook.text.english.questions.question_kinds import speaks_of_asker
from daybook.text.english.questions.stand_alone_form import leans_on_dialogue
from daybook.text.english.sentences import sentence_spans
from daybook.text.english.words import IRREGULAR_PAST, STOP_WORDS, words_of

_ASKS = regex(r"""
    ^\W*(?:(?:so|and|but|also|ok|okay|well|hey|hi|hello|please|sorry|actually|by\sthe\sway|btw|i(?: was| am
    |['’]m) (?:just )?(?:wondering|curious|trying to remember))\b[\s,]*)*(?:(?:who|whom|whose|what|which
    |when|where|why|how)\b(?! (?:a|an|i|we|he|she|they)\b)
    |(?:what|who|where|when|how)(?:['’]?s|['’](?:re|d))\b
    |(?:do|does|did|is|are|was|were|am|can|could|will|would|should|shall|have|has|had|may|might)
    (?:n['’]t)? (?:i|you|we|he|she|it|they|there|this|that|these|those|the|my|our|your|any|some|\w+ing)\b)
""")
_ASKS_TO_RECALL = regex(r"""
    \b(?:remind me (?:again )?(?:of|about|what|which|who|whose|where|when|how|why|if|whether)\b
    |(?:tell|show|give) me (?:again )?(?:what|which|when|where|who|how|everything|all)\b.{0,40}\b(?:i|my|we
    |our|you)\b
    |(?:do|can|could) you (?:still )?(?:remember|recall)\b
    |(?:tell me|give me|show me|look up|find|check|confirm|dig out|what about) (?:again )?(?:my|our)\b
    |(?:check|look up|confirm|jog my memory:?) (?:what|which|who|whose|where|when|how)\b.{0,60}\b(?:i|my|we
    |our)\b
    |what do you (?:know|remember) about\b
    |(?:list|summari[sz]e|count|total) (?:up )?(?:all )?(?:of )?(?:the \w+ i\b|my\b))
""")
_ASKS_IN_PASSING = regex(r"""
    (?:^|[,;:–—]|\s-)\s*(?:(?:and|so|but|or|then|again|please|quick(?:ly)?) )*(?:what['’]?s\b
    |(?:where|when|who|how)['’]?s (?:it|he|she|that|this|the|my|our|[A-Z])\b
    |(?:what|how|which|whose) (?:(?!i\b|we\b|you\b|he\b|she\b|they\b|it\b|to\b)[\w'’-]+ ){0,4}?(?<!which\s)
    (?:is|are|was|were|do|does|did|has|have|had|can)\b
    |(?:where|when|why|who) (?:is|are|was|were|do|does|did|has|have|had|can) (?:i|it|we|he|she|they|my|our
    |the)\b)|\b(?:forg[eo]t
    |forgotten|no (?:idea|clue)
    |(?:not|never|ca?n['’]?t|cannot|don['’]?t) (?:\w+ )?(?:sure|certain|remember|recall|know)
    (?: any\s?more)?)\s*(?:of |about )?(?:(?:what|which|who|whose|where|when)\b(?! to\b)(?!['’])
    |how (?:much|many|old|often|long|far|tall|big)\b
    |(?:his|her|its|their|the|my|our) (?:[\w'’]+ ){0,2}(?:names?|numbers?|date|address|code|time|size
    |password)\b)
""")
"""A question behind something told, without its mark, or the remark that one does not know something."""
_OPENS_WITH_ASKING = regex(r"""
    \W*(?:remind me|not sure|no (?:idea|clue)|(?:i (?:have |always |keep )?|i['’]ve )?forg[eo]t(?:ten)?
    |i (?:can['’]?t|don['’]?t) (?:remember|recall))\b[,\s]*(?:of|what|which|who|whose|where|when|how)\b
""")
_ASKS_FOR_WORK = regex(r"""
    ^\W*(?:(?:please|now|ok|okay|so|and|then|hey|hi)\b[\s,]*)*(?:(?:can|could|would|will) you (?:please )?
    (?!remember|recall|remind)\w+
    |(?:write|draft|explain|translate|summari[sz]e|suggest|recommend|give|show|tell|help|make|create
    |generate|calculate|compare|describe|list|find|fix|rewrite|plan|convert|define|solve|compose|provide
    |outline|teach|walk|brainstorm|recap|review|check|search|look up|come up|continue|go on|try again
    |pretend|imagine|act as)\b(?!-)
    |i(?: need| want| would like|['’]d like) you to\b)
""")
_TO_BE_KEPT = regex(r"""
    ^\W*(?:please |also )*(?:remind me (?:that|to)\b|(?:make a )?note (?:that|to)\b|keep in mind\b
    |(?:do not|don['’]?t) (?:let me )?forget (?:that|to|about|the|my)\b)
""")
"""Opens what is told to be kept, though it is worded as a command."""
_COMMANDS = regex(r"""
    ^\W*(?:(?:please|kindly|now|ok|okay|so|and|then|well|hey|hi|also|just)\b[\s,]*)*(?:let['’]?s\b|let us\b
    |be\b|(?:do not|don['’]t) (?P<forbidden>[a-z]+)\b
    |(?P<verb>[a-z]+)(?<!ed)(?<!ly)(?<![^s]s)(?: (?:up|off|on|out|down|back|over|away))? (?:me|us|it|them|a
    |an|some|any|another|all|this|that|these|those|the|my|your|yourself)\b)
""")
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
_IS_OVER = regex(r"\b(?:yesterday|ago|earlier|last (?:week|weekend|month|year|night|\w+day)|this morning)\b")
"""Tells "put the bins out yesterday" from the same words as a command."""
_NOT_BARE = re.compile(rf"{IRREGULAR_PAST}|\w*[aeiouy]\w*ing")
"""A form of a verb that commands nothing: "gave", "going"; "sing" is bare."""
_PLEASANTRIES = {
    "Hello.": r"hi|hello|hey|hiya|good\s?(?:morning|afternoon|evening|day)|morning|evening",
    "I am well, thank you.": "how are you(?: (?:doing|today))?|how(?:['’]?s| is) it going",
    "You're welcome.": "thanks?|thank you|cheers",
    "Goodbye.": r"(?:good)?\s?bye|good\s?night|(?:see|talk to) (?:you|ya)|talk|take care",
}
"""What is replied to which; nothing of it is kept as said."""
_HELLO = tuple(_PLEASANTRIES)[:2]
_GREETS = regex(rf"""
    \W*(?:(?:{"|".join(_PLEASANTRIES.values())}|lol|haha|ok|okay|great|cool|nice|yes|no|there
    |(?:so|very) much|a lot|again|all|later|soon|tomorrow|for now)\b\W*)+
""")
_FRAME = regex(r"""
    ^\W*(?:(?:so|and|but|also|ok|okay|well|hey|hi|please|sorry|actually|again|btw|wait)\b[\s,]*)*
    (?:(?:(?:who|whom|what|when|where|which|why|how)\b[\w\s'\u2019-]{0,40}?\s)?(?:do|did|am|are|was|were
    |have|had|will) (?:i|we)\b|(?:who|what|when|where|which|how \w+)(?:['\u2019]s| (?:is|are|was
    |were)) (?:my|our)\b)(?=[^?]*\?\W*$)
""")
_ASKS_WHAT_WAS_SAID = regex(r"""
    \b(?:did|have|had) (?:i|we) (?:ever |already |just )?(?:say|said|tell|told|mention
    |mentioned)\b[^?]*\?\s*$
""")
_OF_ASKING = regex(r"\b(?:ask|asks|asked|asking|questions?|wonder\w*|want(?:ed)? to know|inquir\w+)\b")
_FIRST_PERSON = regex(r"\b(?:i|my|mine|myself|we|us|our|ours)\b")
_SAID_BEFORE = regex(r"""
    \b(?:you (?:\w+ly )?(?:said|told|mentioned|recommended|suggested|gave|advised|listed|wrote|explained
    |described|proposed|called)
    |(?:did|had|have) you (?:say|said|tell|told|mention|mentioned|recommend|recommended|suggest|suggested
    |give|given|advise|advised|list|listed)
    |(?:earlier|previous|last|past) (?:chat|conversation|discussion|session|time)
    |your (?:recommendation|suggestion|advice|answer|list|plan)s?)\b
""")
_MAY_BE_TOLD = regex(r"""
    \b(?:where|when|which|who|what (?:time|day|number))\b.{0,30}\b(?:can|may) (?:i|we)\b|\bhow do (?:i|we)\b
""")
"""Asks for what one knows of one's own life, or for advice: "how do I take my coffee"."""
_SHORT, _MOST_QUESTIONS = 40, 3
"""Words of a message that is looked up whole, and texts that are looked up for one message."""
_WANTS_ADVICE = regex(r"""
    \b(?:should|could|can|shall|may|might|would) (?:i|we)\b|\bhow (?:do|to|can|could|would) (?:i|we)\b
    |\b(?:any|some) (?:tips|ideas|advice|suggestions|recommendations)\b
""")
_POLITE = r"""
    (?:(?:ok|okay|so|and|now|please|hey|actually|oh|well|then|could|can|would|will|you|just
    |kindly)\b[\s,]*)*"""
_MEMORY = "(?:your|the) (?:memory|notes|records?|ledger)"
_THAT = "(?:that|this|it|what i (?:just )?(?:said|told you|wrote)(?: just now)?|my last message)"
_KEEP = "(?:remember|keep|store|save|record|memori[sz]e|write down|note(?: down)?)"
_WITHHOLD = regex(rf"""
    (?s)(?<!\bi\s)(?<!\bwe\s)\b(?:(?:do not|don['’]?t|never) (?:{_KEEP} (?:{_THAT}|any of (?:this|that))
    |write (?:this|that|it) down)(?=\s*(?:$|[.,:;!?()-]|but\b|because\b|please\b|and\b|though\b))
    |off the record\b|keep (?:this|that) out of {_MEMORY}\b)(?P<after>.*)
""")
_FORGET = regex(rf"""
    (?s)^\W*{_POLITE}(?:(?:forget|unlearn) (?:all |everything )?(?P<forget>.+?)
    |(?:delete|erase|remove|wipe) (?P<delete>.+?) (?:from|out of) {_MEMORY}
    |(?:delete|erase|remove|wipe) (?P<all>(?:everything|all|what) .+?)
    |(?:do not|don['’]?t) (?:remember|keep) (?P<keep>(?:my|our|that i) .+?)(?: any\s*(?:more|longer))?)
    (?: (?:from|out of|in) {_MEMORY})?\s*[.!?]*\s*$
""")
_IDIOM = regex(r"""
    (?s)(?:it|about it|to\b.*|how\b.*|the (?:rest|question)|i (?:asked|mentioned)|for a (?:moment|minute).*)
""")
_LEADING = regex("""
    ^(?:about|that|what(?:ever)? (?:i|you) (?:said|told you|know|have|remember|wrote)(?: (?:about|on))?
    |(?:everything|all) (?:about|on|that has to do with)|(?:you )?know about) 
""")
_OWN = regex("^(?:my|our) ")
_FEWEST = 1  # a message with more words than that beside the request says something itself: "please" does not
_YES = regex(r"""
    \W*(?:y|yes|yeah|yep|sure|ok|okay|confirm(?:ed)?|do (?:it|so|that)|go ahead|forget (?:it|that|them)
    |please|i am sure|i['’]m sure)(?:\W+(?:please|yes|do (?:it|so|that)|forget (?:it|that|them)
    |thanks?))*\W*
""")
_NO = regex(r"""
    \W*(?:n|no|nope|nah|never|no way|(?:please )?(?:do not|don['’]t)|better not
    |(?:i['’]d |i would )?rather not)(?:\W+(?:thanks?|thank you|please|never|no|don['’]t|do not))*\W*
""")


def intent_of(message: str) -> Intent:
    """Tell by rules what a chat message wants.

    It asks memory when it asks of the speaker's own life in the past or present, or of what was said before;
    "how do I …" and "should I …" ask the world. A message that states something and then asks counts by what
    it asks. A bare greeting tells nothing, and nor does a command.
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

    A short message is one as a whole; a sentence that leans on the one before it brings that along. A message
    that asks for work or for advice has none, unless it asks to be reminded.
    """
    sentences = [message[start:stop] for start, stop in sentence_spans(message)]
    asking = [place for place, sentence in enumerate(sentences) if _asks_of_memory(sentence)]
    wants_work = any(_wants_more(text) and not _MAY_BE_TOLD.search(text) for text in sentences)
    if not asking or (wants_work and intent_of(message) is not Intent.RECALL):
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


def pleasantry(message: str) -> str:
    """Give the reply to a message that is a greeting, a thanks or the like, and nothing else; else ""."""
    if _GREETS.fullmatch(message) is None:
        return ""
    replies = [reply for reply, said in _PLEASANTRIES.items() if regex(rf"\b(?:{said})\b").search(message)]
    if {*_HELLO} & {*replies}:
        replies.append("Tell me something, or ask what you told me.")
    return " ".join(replies) or "All right."


def is_in_first_person(message: str) -> bool:
    """True if a message speaks of its writer as "I" or "we"; "tell me" alone does not."""
    return _FIRST_PERSON.search(message) is not None


def asks(message: str) -> bool:
    """True if some sentence of a message asks something."""
    sentences = (message[start:stop] for start, stop in sentence_spans(message))
    return any(
        _asks(sentence) or _ASKS_TO_RECALL.search(sentence) or _ASKS_IN_PASSING.search(sentence)
        for sentence in sentences
    )


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
    if regex(_THAT).fullmatch(named):
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
