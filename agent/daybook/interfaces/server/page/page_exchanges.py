"""What somebody says on the page and what comes of it: the reply with its quotes, and why it is that."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from daybook.conversation import (
    Answer,
    DocumentEvidence,
    Evidence,
    Role,
    Round,
    Status,
    Turn,
    Usage,
    below_title,
)
from daybook.interfaces.operations.operation_results import Remembered
from daybook.interfaces.rendering.answer_output import without_further_quotes
from daybook.interfaces.rendering.live import STEPS
from daybook.interfaces.rendering.safe import without_emphasis
from daybook.interfaces.server.page.round_views import (
    Highlights,
    QuoteView,
    RoundView,
    day,
    found_in,
    quote_view,
    round_view,
)
from daybook.interfaces.server.streaming import Telling
from daybook.library.graph_runs import DIALOGUE_TURNS
from daybook.library.results import ChatTurn, Explanation
from daybook.models.llm import Call

_SHOWN_FROM = 0.05
"""Milliseconds: quicker steps are counted together."""
_LEAD = re.compile(r"(?:^|(?<=[.!?)])\s)[^.!?]*:\s*\Z|\n- [^\n]*:\s*\Z")
"""What leads in to a quote: the last sentence before it, up to its colon."""
_SHOWN = 20
"""Exchanges of a conversation that are shown, the latest."""
Reply: TypeAlias = Explanation | ChatTurn | Remembered


@dataclass(frozen=True, slots=True)
class PageExchange:
    """Something that was said, and the reply to it."""

    said: str
    work: Telling[str, Reply]
    before: PageExchange | None = None
    """What it goes on from."""

    @property
    def replied(self) -> list[tuple[str, Reply]]:
        """The conversation until here, oldest first, as far as it was replied to.

        It begins anew behind the answer to a proposal to forget: what was said before may tell what is gone.
        """
        found: list[tuple[str, Reply]] = []
        exchange: PageExchange | None = self
        while exchange is not None and len(found) < _SHOWN:
            reply, before = exchange.work.result, exchange.before
            if reply is not None:
                found.append((exchange.said, reply))
            asked = before.work.result if before else None
            if isinstance(asked, ChatTurn) and asked.proposal and not _proposes_again(reply):
                break
            exchange = before
        return found[::-1]

    @property
    def dialogue(self) -> list[Turn]:
        """The turns that go along with what is said next."""
        turns = [
            turn
            for said, reply in self.replied
            if not isinstance(reply, Remembered)
            for turn in (Turn(Role.USER, said), Turn(Role.ASSISTANT, _text_of(reply)))
        ]
        return turns[-DIALOGUE_TURNS:]


def _proposes_again(reply: Reply | None) -> bool:
    return isinstance(reply, ChatTurn) and (reply.proposal is not None or reply.remembered is not None)


@dataclass(frozen=True, slots=True)
class ReplyView:
    """A reply."""

    said: str
    text: tuple[tuple[str, str], ...]
    """Stretches, each with the way to the round that it is from, "" for none; () where the quote says it."""
    not_known: bool
    nearest: bool
    quote: QuoteView | None
    """The first of those that it rests on, where its text has none any more."""
    by: str
    """Whose words that are, and since when: "On 2 June 2025 you said"."""
    warnings: tuple[str, ...]
    learned: tuple[tuple[str, str], ...]
    """Facts: ids, and sentences."""
    question: str
    """Asked with it, to be answered by yes or no; "" for none."""
    kept: str
    """The id of the round that was kept of it; "" for none."""
    further: str
    """What its text says below, with further quotes."""
    rounds: tuple[RoundView, ...]
    """What it rests on, with the quotes lit up."""
    documents: tuple[DocumentEvidence, ...]
    notes: tuple[tuple[QuoteView, str, str], ...]
    """What was taken from each round: its quote, who said that, and the note."""
    looked_at: int | None
    """Rounds that were found; None where none were looked for."""
    read: int
    usage: Usage
    calls: tuple[Call, ...]
    stages: tuple[tuple[str, float], ...]
    total: float
    """Milliseconds."""


def cited_in(reply: Reply) -> dict[str, None]:
    """Name the rounds that a reply rests on, and the one that was kept of it."""
    names = dict.fromkeys(evidence.round_id for evidence in _evidence_of(reply))
    if answer := _answer_of(reply):
        names |= dict.fromkeys(note.round_id for note in answer.notes)
    if kept := _kept_of(reply):
        names[kept] = None
    return names


def documents_of(reply: Reply) -> tuple[DocumentEvidence, ...]:
    """Give the words of documents that a reply rests on."""
    if isinstance(reply, ChatTurn):
        return reply.documents
    return reply.answer.documents if isinstance(reply, Explanation) else ()


def reply_view(said: str, reply: Reply, rounds: Mapping[str, Round]) -> ReplyView:
    """Show a reply; `rounds` are those that it cites."""
    answer, evidence = _answer_of(reply), _evidence_of(reply)
    by_model = bool(not isinstance(reply, Remembered) and reply.calls)
    told, quote, by, further = _divided(_text_of(reply), evidence, by_model=by_model)
    explanation = reply if isinstance(reply, Explanation) else getattr(reply, "explanation", None)
    calls = () if isinstance(reply, Remembered) else reply.calls
    timings = answer.timings if answer else {}
    stretches = tuple(_linked(without_emphasis(told), evidence))
    if quote is None and evidence and not any(path for _, path in stretches):
        quote, by = evidence[0], f"said on {day(evidence[0].said_at)}"
    return ReplyView(
        said=said,
        text=stretches,
        not_known=bool(answer and answer.not_known and not _conversed(reply)),
        nearest=bool(answer and answer.nearest),
        quote=_quote(quote) if quote else None,
        by=by,
        warnings=tuple(_warnings(reply)),
        learned=tuple(_learned(reply)),
        question=_question_of(reply),
        kept=_kept_of(reply),
        further=without_emphasis(further),
        rounds=tuple(
            round_view(rounds[name], _quoted(rounds[name], evidence))
            for name in dict.fromkeys(item.round_id for item in evidence)
        ),
        documents=tuple(
            replace(cited, heading=below_title(cited.heading, cited.title)) for cited in documents_of(reply)
        ),
        notes=tuple(_notes(answer)) if answer else (),
        looked_at=len(explanation.found) if explanation else None,
        read=len(explanation.packed) if explanation else 0,
        usage=reply.usage if isinstance(reply, ChatTurn) else answer.usage if answer else Usage(),
        calls=tuple(calls),
        stages=tuple(_stages(timings)),
        total=timings.get("total", 0.0),
    )


def _answer_of(reply: Reply) -> Answer | None:
    return None if isinstance(reply, Remembered) else reply.answer


def _conversed(reply: Reply) -> bool:
    """True if a model replied in conversation, so that the answer is not what is shown."""
    return isinstance(reply, ChatTurn) and reply.context is not None


def _text_of(reply: Reply) -> str:
    if isinstance(reply, Remembered):
        if reply.stored:
            return "It is there already." if reply.already_there else "Kept, word for word."
        return reply.note
    return reply.text if isinstance(reply, ChatTurn) else reply.answer.text


def _evidence_of(reply: Reply) -> Sequence[Evidence]:
    if isinstance(reply, ChatTurn):
        return reply.evidence
    return reply.answer.evidence if isinstance(reply, Explanation) else ()


def _kept_of(reply: Reply) -> str:
    if isinstance(reply, ChatTurn):
        return reply.remembered.round_id if reply.remembered else ""
    return reply.round_id if isinstance(reply, Remembered) else ""


def _question_of(reply: Reply) -> str:
    if isinstance(reply, ChatTurn) and reply.proposal:
        return "Shall it be forgotten, for good?"
    consent = None if isinstance(reply, Explanation) else reply.consent
    return consent["question"] if consent else ""


def _learned(reply: Reply) -> Iterator[tuple[str, str]]:
    """Yield the facts that were learnt, where the reply itself does not say so, as one by rules does."""
    if isinstance(reply, Remembered):
        yield from ((fact.record_id, fact.text) for fact in reply.learned)
    elif isinstance(reply, ChatTurn) and _conversed(reply) and reply.calls:
        after = (change.after for change in reply.learned)
        yield from (
            (record.record_id, record.text) for record in after if record and record.status is Status.ACTIVE
        )


def _warnings(reply: Reply) -> Iterator[str]:
    if isinstance(reply, Remembered):
        return
    answer, reasons = reply.answer, dict[str, str]()
    if answer and not _conversed(reply):
        if answer.not_known:
            nearest = " What is shown only comes nearest." if answer.nearest else ""
            yield f"Memory does not hold the answer.{nearest}"
        if answer.unsupported:
            yield f"In no quote, so check it: {', '.join(answer.unsupported)}"
        reasons |= answer.degraded_reasons
    if isinstance(reply, ChatTurn):
        if reply.unfounded:
            yield f"Not from memory: {', '.join(reply.unfounded)}"
        reasons |= reply.degraded_reasons
    yield from (f"Done by rules, {STEPS.get(step, step)}: {why}" for step, why in reasons.items())


def _divided(
    text: str, evidence: Sequence[Evidence], *, by_model: bool
) -> tuple[str, Evidence | None, str, str]:
    """Divide a reply into what it says first, the quote under that, whose words these are, and all the rest.

    Rules lead in to each quote in a clause of its own; what a model words is left as it is.
    """
    if by_model or not evidence:
        return without_further_quotes(text)[0], None, "", ""
    first, *others = text.split("\n\n")
    below = [part for part in others if any(f"“{cited.quote}”" in part for cited in evidence)]
    beside = [part for part in others if part not in below]
    place, quote = min(
        ((at, cited) for cited in evidence if (at := first.find(f"“{cited.quote}”")) >= 0),
        key=lambda found: found[0],
        default=(-1, None),
    )
    if quote is None:
        return "\n\n".join((first, *beside)), None, "", "\n\n".join(below)
    before, after = first[:place], first[place + len(quote.quote) + 2 :]
    led = _LEAD.search(before)
    head = before[: led.start()].strip() if led else before
    is_listed = "\n" in before[len(head) :]
    if led is None or (after.strip() and not is_listed) or (is_listed and not head):  # a list is the answer
        return "\n\n".join((first, *beside)), None, "", "\n\n".join(below)
    told, rest = [head, *beside], [after.strip(), *below]
    by = led[0].strip().rpartition("\n- ")[2].rstrip(": ")
    return "\n\n".join(filter(None, told)), quote, by, "\n\n".join(filter(None, rest))


def _linked(text: str, evidence: Sequence[Evidence]) -> Iterator[tuple[str, str]]:
    """Divide a text at the quotes in it that are evidence."""
    cited = {
        without_emphasis(f"“{item.quote}”"): _quote(item).path for item in reversed(evidence) if item.quote
    }
    if not cited:
        yield text, ""
        return
    longest_first = sorted(cited, key=len, reverse=True)
    for part in re.split(f"({'|'.join(map(re.escape, longest_first))})", text):
        if part:
            yield part, cited.get(part, "")


def _quote(evidence: Evidence) -> QuoteView:
    return quote_view(without_emphasis(evidence.quote), evidence.said_at, evidence.round_id)


def _quoted(round_: Round, evidence: Sequence[Evidence]) -> Highlights:
    quotes = [cited.quote for cited in evidence if cited.round_id == round_.round_id]
    return {role: found_in(text, quotes) for role, text in round_.fields.items()}


def _notes(answer: Answer) -> Iterator[tuple[QuoteView, str, str]]:
    for note in answer.notes:
        old = note.superseded
        text = note.text + (f" (not so any more since {day(old.at)})" if old else "")
        by = "you" if note.role is Role.USER else "assistant"
        yield quote_view(note.quote, note.said_at, note.round_id), by, text


def _stages(timings: Mapping[str, float]) -> Iterator[tuple[str, float]]:
    """Yield the steps and the milliseconds that each took."""
    quick = 0.0
    for step, ms in timings.items():
        if step != "total" and ms >= _SHOWN_FROM:
            yield STEPS.get(step, step.replace("_", " ")), ms
        elif step != "total":
            quick += ms
    if quick:
        yield "everything else", quick
