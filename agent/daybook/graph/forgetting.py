"""Forgetting in a chat: requests become selectors, proposals plain values; consent carries them out."""

import json
import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from math import log
from typing import TypeAlias

from typing_extensions import TypedDict

from daybook.conversation import Candidate, Question, Role, Round, TimeRange, as_utc
from daybook.conversation.errors import BadInput
from daybook.conversation.language import ForgetRequest
from daybook.graph.parts import Components
from daybook.graph.recall import Lookup
from daybook.store import (
    BySentences,
    ByTime,
    Preview,
    Receipt,
    Selector,
)
from daybook.text import own_replies
from daybook.text.own_replies import counted_text

SHOWN = 12
"""Rounds of a preview that are quoted."""
_QUOTE = 80
_POSSESSIVE = re.compile(r"['’]s\s")
MOST, NEAR, VERY_NEAR = 0.5, 0.35, 0.5
"""The share of a request's words from which a sentence is meant, and the cosines from which one is that has
fewer of them, or none. Where nothing is meant by these, `NEAR` is enough."""


Meant: TypeAlias = BySentences | ByTime
"""A chat's proposal of what to forget: sentences, or a round by its moment."""


class Proposal(TypedDict):
    """A chat's proposal to forget for good, as plain values; the owner has yet to confirm it."""

    by: str
    """"time" or "sentences"."""
    of: str
    """For "time" the two moments, ISO 8601, with "/" between; for "sentences" JSON."""


def proposal_to_json(selector: Meant) -> Proposal:
    """Serialise a selector."""
    if isinstance(selector, BySentences):
        said = {"phrase": selector.phrase, "said": selector.sentences}
        return Proposal(by="sentences", of=json.dumps(said))
    moments = (moment.isoformat() for moment in (selector.during.start, selector.during.end) if moment)
    return Proposal(by="time", of="/".join(moments))


def selector_of(proposal: Proposal) -> Selector:
    """Parse what `proposal_to_json` wrote.

    Raises:
        BadInput: it is something else.
    """
    try:
        if proposal["by"] == "time":
            start, end = (as_utc(datetime.fromisoformat(side)) for side in proposal["of"].split("/"))
            return ByTime(TimeRange(start, end))
        given = json.loads(proposal["of"])
        said = tuple((str(name), str(text)) for name, text in given["said"])
        return BySentences(said, str(given["phrase"]))
    except (KeyError, ValueError, TypeError, AttributeError) as error:
        raise BadInput(f"no proposal to forget: {error}", source="proposal") from None


def ask_first(preview: Preview) -> str:
    """Word the confirmation question: a line for each round that would lose something, up to `SHOWN`."""
    lines = [f"- “{_short(text)}”" for text in preview.rounds or dict.fromkeys(preview.texts)]
    if len(lines) > SHOWN:
        lines[SHOWN:] = [f"- {own_replies.FORGET_MORE.format(count=len(lines) - SHOWN)}"]
    return own_replies.FORGET.format(counted=counted_text(preview.removed), quotes="\n".join(lines))


async def meant_by(
    asked: Question, request: ForgetRequest, parts: Components, context: Lookup
) -> BySentences:
    """Search memory for what a request to forget is about, and choose the sentences that it means.

    A sentence is meant that has most of the words, the rarer the more; or some and is `NEAR` by meaning; or
    that is `VERY_NEAR`, or `NEAR` where nothing else is meant by a request that is one for sure. Nearness
    counts for nothing if a sentence has those words, several, and no others: "that I live in Lisbon" is not
    where else one lived; nor for a sentence without a figure that is named. In "my sister's number" the
    number alone is named. Sentences of records come along.
    """
    found, analyzer, about = await context.search(asked, request.about), parts.analyzer, request.about
    sentences = [
        (candidate, turn, start, stop)
        for candidate in found.candidates
        for turn in candidate.round.turns
        for start, stop in analyzer.sentences(turn.content)
    ]
    words = [frozenset(analyzer.words(turn.content[start:stop])) for _, turn, start, stop in sentences]
    weight = {
        word: log(1 + len(words) / (1 + sum(word in some for some in words)))
        for word in analyzer.words(about)
    }
    named = frozenset(analyzer.words(_POSSESSIVE.split(about)[-1]))
    total = sum(weight.values()) or 1.0
    literal = len(weight) > 1 and any(weight.keys() == some for some in words)
    figures = {word for word in weight if word.isdigit()}

    def chosen(least: float) -> Iterator[tuple[str, str]]:
        for (candidate, turn, start, stop), some in zip(sentences, words, strict=True):
            share = sum(weight[word] for word in weight if word in some) / total if named & some else 0.0
            near = 0.0 if literal or figures - some else _nearness(candidate, turn.role, start, stop)
            if share >= MOST or near >= (NEAR if share else least):
                yield candidate.round.round_id, turn.content[start:stop]

    meant = list(chosen(VERY_NEAR)) or (list(chosen(NEAR)) if request.is_sure else [])
    meant += [
        (support.round_id, support.quote)
        for scored in found.ledger.scored
        if scored.similarity >= VERY_NEAR
        for support in scored.record.support
        if not literal or weight.keys() <= set(analyzer.words(support.quote))
    ]
    return BySentences(tuple(dict.fromkeys(meant)), about)


def _nearness(candidate: Candidate, role: Role, start: int, stop: int) -> float:
    """Return the cosine of the shortest window that holds some of a sentence; 0 if none was compared."""
    over = [
        span for span in candidate.matches if span.role is role and span.start < stop and start < span.stop
    ]
    return min(over, key=lambda span: span.stop - span.start).score if over else 0.0


def receipt_text(receipt: Receipt) -> str:
    """Word the receipt: what was forgotten, and whether that was verified."""
    text = own_replies.FORGOTTEN.format(counted=counted_text(receipt.removed))
    verified = own_replies.FORGOTTEN_VERIFIED if receipt.verified else own_replies.FORGOTTEN_UNVERIFIED
    return f"{text} {verified}"


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _QUOTE else line[: _QUOTE - 1].rstrip() + "…"


_MOMENT = timedelta(microseconds=1)


def by_moment(round_: Round) -> ByTime:
    """Make a selector of a round by the moment at which it was said."""
    return ByTime(TimeRange(round_.said_at, round_.said_at + _MOMENT))
