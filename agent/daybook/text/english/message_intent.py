"""The intent of a message: whether it only asks, to have something forgotten or not kept; a yes and a no."""

from daybook.conversation.language import ForgetRequest, WithholdRequest
from daybook.text.english.patterns import regex
from daybook.text.english.sentences import sentence_spans

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
_FIRST_PERSON = regex(r"\b(?:i|my|mine|myself|we|us|our|ours)\b")
_POLITE = r"""
    (?:(?:ok|okay|so|and|now|please|pls|plz|hey|actually|oh|well|then|just|kindly|could|can|would|will|must|may
    |should|you|mind|let['’]s pretend(?: that)?|i want you to|i need you to
    |(?:i['’]d|i would) (?:like|rather|prefer)(?: that)? you(?: to)?)\b[\s,]*+){0,6}+"""
_MEMORY = r"""
    (?:(?:your|the) (?:memory|notes|records?|ledger)
    |what you (?:know|have|remember)(?: (?:of|about) me)?)"""
_GONE = "(?:gone|deleted|erased|forgotten|removed|wiped)"
_THAT = "(?:that|this|it|what i (?:just )?(?:said|told you|wrote)(?: just now)?|my last message)"
_KEEP = "(?:remember|keep|store|save|record|memori[sz]e|write down|note(?: down)?)"
_WITHHOLD = regex(rf"""
    (?s)(?<!\bi\s)(?<!\bwe\s)\b(?:(?:do not|don['’]t|never) (?:{_KEEP} (?:{_THAT}|any of (?:this|that))
    |write (?:this|that|it) down)(?=\s*(?:$|[.,:;!?()-]|but\b|because\b|please\b|and\b|though\b))
    |off the record\b|keep (?:this|that) out of {_MEMORY}\b)(?P<after>.*)
""")
_NOT = "(?:do not|don['’]?t|did(?:n['’]t| not)|should(?:n['’]t| not)|must(?:n['’]t| not))"
_FORGET = regex(rf"""
    (?:^|[,;:] )\W{{0,9}}+{_POLITE}(?:(?P<sure>forget(?:ting)?|unlearn(?:ing)?|{_NOT} remember
    |i never (?:mentioned|said|told you))
    |(?:i (?:want|need)|take)\b(?=[^.!?]{{1,80}}\b(?:{_GONE}(?: from {_MEMORY})?|out of {_MEMORY})\W*$)
    |delet(?:e|ing)|eras(?:e|ing)|remov(?:e|ing)|wip(?:e|ing)|drop(?:ping)?|strik(?:e|ing)|scrub|purge
    |get(?:ting)? rid of|{_NOT} (?:keep|store|save|record|hold on to))\b
""")
_IDIOM = regex(r"""
    (?s)\W*(?:it\b|about it\b|to\b|how\b|the (?:rest|question)\b|i (?:asked|mentioned)\b
    |for a (?:moment|minute)\b).*|\W*
""")
_OF_MEMORY = regex(rf"""
    \b(?:(?:from|out of|in) {_MEMORY}|(?:you|you['’]ve) (?:know|have|stored|kept|remember)
    |i (?:said|told|wrote|mentioned)|(?:everything|(?:all|any|every) (?:mention|trace)s?) (?:about|of|on)
    |any\s*(?:more|longer))\b
""")
"""Says of what is to be deleted that it is kept here."""
_AROUND = regex(rf"""
    ^\W*(?:(?:about|on|of|that|(?:the |that )?(?:bit|thing|stuff|part|mentions?|traces?)
    |every(?:thing| mention)?|all|any(?:thing)?|what(?:ever)?|with
    |you(?:['’]ve)? (?:know|have|stored|kept|remember)|i (?:said|told you|mentioned|wrote))\b\s*)+
    |(?<!\s)\s*+(?:(?:{_GONE} )?(?:from|out of|in) {_MEMORY}|{_GONE}|any\s*(?:more|longer)
    |(?:will|would|could|can) you|please|it)\W*$
""")
"""Words around the name of what is to be forgotten."""
_OWN = regex("^(?:my|our) ")
_FEWEST = 1  # a message with more words than that beside the request says something itself: "please" does not
_AGREED = "of course|go ahead|you may|fine|(?:that|it) is (?:fine|ok|okay)|(?:that|it)['’]s (?:fine|ok|okay)"
_YES = regex(rf"""
    \W*(?:y|yes|yeah|yep|sure|ok|okay|confirm(?:ed)?|do (?:it|so|that)|forget (?:it|that|them)
    |please|i am sure|i['’]m sure|{_AGREED})(?:\W+(?:please|yes|do (?:it|so|that)|forget (?:it|that|them)
    |thanks?|{_AGREED}))*\W*
""")
_NO = regex(r"""
    \W*(?:n|no|nope|nah|never|no way|(?:please )?(?:do not|don['’]t)|better not
    |(?:i['’]d |i would )?rather not)(?:\W+(?:thanks?|thank you|please|never|no|don['’]t|do not))*\W*
""")


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


def _asks(sentence: str) -> bool:
    return sentence.rstrip("\"')] ").endswith("?") or bool(_ASKS.search(sentence))


def is_in_first_person(message: str) -> bool:
    """True if a message speaks of its writer as "I" or "we"; "tell me" alone does not."""
    return _FIRST_PERSON.search(message) is not None


def request_of(message: str) -> ForgetRequest | WithholdRequest | None:
    """Tell by rules whether a message asks memory to forget or not to keep something.

    "Forget it", "don't forget to call" and "I forgot my keys" ask nothing of the kind.
    """
    withheld = _WITHHOLD.search(message)
    if withheld is not None:
        around = (message[: withheld.start()] + withheld["after"]).strip(" \t\n.,;:!?-")
        return WithholdRequest(this=len(around.split()) > _FEWEST)
    asked = _FORGET.search(message)
    if asked is None or "\n" in message.strip():
        return None
    before, after = message[: asked.start()].strip(), message[asked.end() :]
    if not before and _IDIOM.fullmatch(after):
        return None
    named = f"{before} {after}".strip(" .!?,")
    is_sure = bool(asked["sure"] or _OF_MEMORY.search(after))
    if regex(_THAT).fullmatch(named):
        return ForgetRequest("", is_sure)
    while (shorter := _AROUND.sub("", named).strip(" .!?,\"'")) != named:
        named = shorter
    return ForgetRequest(_OWN.sub("", named), is_sure)


def says_yes(message: str) -> bool:
    """True if a message only agrees."""
    return _YES.fullmatch(message) is not None


def says_no(message: str) -> bool:
    """True if a message only declines."""
    return _NO.fullmatch(message) is not None
